import { Navigate } from 'react-router'
import { type MaterialRow, materialEndpoints, materialTexts } from '#contract/materials.ts'
import { call, reasonOf } from '#web/api.ts'
import { MATERIAL_KIND } from '#web/catalogue/material-draft.ts'
import { MaterialForm } from '#web/catalogue/material-form.tsx'
import { materialScreenTexts } from '#web/catalogue/material-texts.ts'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { ImportDialog } from '#web/screens/import-dialog.tsx'
import { MATERIALS, materialAddress } from '#web/screens/record-addresses.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { toastError } from '#web/ui/toast.tsx'
import { MATERIAL_DEFAULTS } from './material-address.ts'
import { MaterialList } from './material-list.tsx'

type OpenWindow = 'new' | 'import' | MaterialRow

/** Materijali: the list, the form and the import (spec §2, §4). */
export function MaterialsPage() {
  const [at, setAt] = useAddressValues(MATERIAL_DEFAULTS)
  const { opened, show, open } = useOpened<OpenWindow, string>()
  const close = () => show(null)
  useArrival(({ openModal }) => openModal && show('new'))

  /** A draft knows its material by the ID only. */
  const openDraft = (id: string) => open(id, () => call(materialEndpoints.getMaterial, { params: { id } }))

  if (at.materijal) return <Navigate replace to={materialAddress(at.materijal)} />
  return (
    <>
      <DraftShelf
        kind={MATERIAL_KIND}
        closed={!opened}
        onOpen={(id) => (id === null ? show('new') : openDraft(id))}
        onNotOpened={(error) => toastError(materialScreenTexts.loadFailed, reasonOf(error))}
      >
        {opened && opened !== 'import' && <MaterialForm material={opened === 'new' ? null : opened} onClose={close} />}
      </DraftShelf>
      <MaterialList at={at} setAt={setAt} onNew={() => show('new')} onImport={() => show('import')} onEdit={show} />
      {opened === 'import' && (
        <ImportDialog
          of="materijali"
          endpoint={materialEndpoints.importMaterials}
          title="Učitavanje materijala iz Excela"
          columns={
            <>
              Kolone od A do E: ID, naziv, zemlja porekla, jedinica mere, tarifni broj. Ako fajl ima nazive kolona,
              redosled je slobodan, a zaglavlje može da stoji i ispod naslova. Red sa poznatim ID-jem menja taj
              materijal; prazna ćelija ne menja ništa.
              <SheetButton className="mt-3" sheet="materijali" query={{ sablon: true }} text="Preuzmi šablon" />
            </>
          }
          success={materialTexts.imported}
          failure={materialScreenTexts.importFailed}
          list={{ to: MATERIALS.path, name: 'Materijali', page: materialAddress }}
          onClose={close}
        />
      )}
    </>
  )
}
