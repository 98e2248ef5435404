import { type MaterialRow, materialEndpoints, materialTexts } from '#contract/materials.ts'
import { call, reasonOf } from '#web/api.ts'
import { DraftShelf } from '#web/drafts/draft-shelf.tsx'
import { ImportDialog } from '#web/screens/import-dialog.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useArrival } from '#web/screens/use-arrival.ts'
import { useOpened } from '#web/screens/use-opened.ts'
import { useWayBack } from '#web/screens/use-way-back.ts'
import { toastError } from '#web/ui/toast.tsx'
import { MATERIAL_DEFAULTS } from './material-address.ts'
import { MATERIAL_KIND } from './material-draft.ts'
import { MaterialForm } from './material-form.tsx'
import { MaterialList } from './material-list.tsx'
import { materialScreenTexts } from './material-texts.ts'
import { StockOverview } from './stock-overview.tsx'

type OpenWindow = 'new' | 'import' | MaterialRow

/** Materijali: the list, or the stock overview of one material (spec §2, §4). */
export function MaterialsPage() {
  const [at, setAt] = useAddressValues(MATERIAL_DEFAULTS)
  const { opened, show, open } = useOpened<OpenWindow, string>()
  const close = () => show(null)
  const wayBack = useWayBack()
  useArrival(({ openModal }) => openModal && show('new'))

  function showStock(id: string) {
    wayBack.leave()
    setAt({ materijal: id, page: at.page }, { toTop: true })
  }

  /** The list stands where it stood; who came by a link to the overview gets it anew. */
  const showList = () => wayBack.back(() => setAt({ materijal: '', promet: '1', page: at.page }, { toTop: true }))

  /** A draft knows its material by the ID only. */
  const openDraft = (id: string) => open(id, () => call(materialEndpoints.getMaterial, { params: { id } }))

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
      {at.materijal ? (
        <StockOverview at={at} setAt={setAt} onEdit={show} onBack={showList} />
      ) : (
        <MaterialList
          at={at}
          setAt={setAt}
          onNew={() => show('new')}
          onImport={() => show('import')}
          onEdit={show}
          onStock={showStock}
          onLeave={wayBack.leave}
        />
      )}
      {opened === 'import' && (
        <ImportDialog
          endpoint={materialEndpoints.importMaterials}
          title="Učitavanje materijala iz Excela"
          columns={
            <>
              Kolone od A do E: ID, naziv, zemlja porekla, jedinica mere, tarifni broj. Red sa zaglavljem se preskače, a
              red sa poznatim ID-jem menja taj materijal.
            </>
          }
          success={materialTexts.imported}
          failure={materialScreenTexts.importFailed}
          onClose={close}
        />
      )}
    </>
  )
}
