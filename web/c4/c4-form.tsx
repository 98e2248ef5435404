import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, type RefObject, use, useCallback, useMemo, useRef, useState } from 'react'
import { C4_HEAD, type C4Document, type C4Row, type C4Stavka, c4Endpoints, type SavedC4 } from '#contract/c4.ts'
import type { MaterialRow } from '#contract/materials.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import { call, reasonOf } from '#web/api.ts'
import { MaterialForm } from '#web/catalogue/material-form.tsx'
import { WHOLE_ROW } from '#web/document-form/document-dialog.tsx'
import { DocumentForm } from '#web/document-form/document-form.tsx'
import { HeadFields, type HeadProps } from '#web/document-form/head-fields.tsx'
import type { DocumentFormProps, FormKind } from '#web/document-form/use-document-form.tsx'
import type { DocumentScreen } from '#web/document-list/use-document-actions.tsx'
import { goodsLookup, MATERIALS } from '#web/grid/goods-lookup.ts'
import { roomy } from '#web/grid/line-grid.tsx'
import { invoiceKind } from '#web/grid/line-row.tsx'
import { WHOLE_STEP } from '#web/grid/typed-cell.ts'
import { read } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { Quantity } from '#web/ui/number.tsx'
import { C4, C4_FIELDS, C4_KEEPING, type C4Dispatch, type C4Draft, type C4Line, type C4Types } from './c4-draft.ts'
import { c4Texts } from './c4-texts.ts'
import { attachInvoices, FromSupplier, NOTHING_TAKEN, TakenNote } from './from-supplier.tsx'
import type { ImportedInvoices } from './imported-invoices.ts'
import { InvoiceImport } from './invoice-import.tsx'
import type { TakenFiles } from './supplier-window.tsx'

/** The fields that a chosen material fills in: with it its tariff number and country of origin. */
const chosenMaterial = (material: MaterialRow): Partial<C4Line> => ({
  materijal_id: material.id,
  materijal: material.naziv,
  jedinica_mere: material.jedinica_mere,
  tarifni_broj: material.tarifni_broj,
  zemlja_porekla: material.zemlja_porekla,
})

/** How the grid of a C4 looks materials up. */
const C4_LOOKUP = goodsLookup<typeof MATERIALS.endpoint, C4Line>(C4_FIELDS.cell, {
  ...MATERIALS,
  chosen: chosenMaterial,
  // Values that came with a pasted row stay.
  found: (line, material) => ({
    ...chosenMaterial(material),
    tarifni_broj: line.tarifni_broj || material.tarifni_broj,
    zemlja_porekla: line.zemlja_porekla || material.zemlja_porekla,
  }),
  Form: MaterialForm,
  failed: c4Texts.lookupFailed,
})

const widths = (growing: (least: number, most: number) => string) => ({
  redni_broj: growing(44, 54),
  kolicina: growing(120, 158),
  cena_po_jedinici: growing(98, 124),
  iznos: growing(106, 144),
  dokazuje_poreklo: '76px',
  stopa_carine: growing(64, 98),
  carinska_vrednost_rsd: growing(84, 124),
  vec_razduzeno: growing(84, 124),
})

/** The grid of the items of a C4: each is a lot once it is saved, and then shows how far it is discharged. */
const C4_GRID = invoiceKind({
  fields: C4_FIELDS,
  lookup: C4_LOOKUP,
  ordinalHead: '#',
  widths: widths(roomy),
  // A line stands in two rows below 1100 px; above, seven columns and the name share the extra width.
  wideWidths: widths((least, most) => roomy(least, most, 1100, 12)),
  unitOf: ({ jedinica_mere }) => jedinica_mere,
  priceStep: WHOLE_STEP,
  under: ({ id }) => id !== null && <Discharged id={id} />,
})

const C4_FORM: FormKind<C4Types> = {
  list: c4Endpoints.listC4.path,
  fields: C4,
  grid: C4_GRID,
  currencyOf: ({ valuta }) => valuta,
  goodsOf: ({ stavke }) =>
    stavke.map(({ id = null, materijal_id, cena_po_jedinici, ...line }) => ({
      ...line,
      id,
      roba_id: materijal_id,
      cena: cena_po_jedinici,
    })),
  partner: 'posiljalac_naziv',
  propose: (query, signal) => call(c4Endpoints.c4Predlog, { query, signal }),
  usual: (ids, bez_dokumenta) => call(c4Endpoints.c4Uobicajeno, { body: { ids, bez_dokumenta } }),
  foresee: async (id, dokument, signal) => {
    const told = await call(c4Endpoints.c4Provera, { body: { id, dokument }, signal })
    const draws = told.razduzenje.flatMap(({ izvoz, ...row }, at) => {
      if (!izvoz) return []
      const { kolicina, usmereno, posle_roka, pre_prelaska, broj_c1, c1_datum, broj_fakture, redni_broj } = izvoz
      return [
        {
          key: String(at),
          ...row,
          kolicina,
          usmereno,
          posle_roka,
          pre_prelaska,
          other: { broj: broj_c1, datum: c1_datum, stavka: `${broj_fakture} / ${redni_broj}` },
        },
      ]
    })
    return { told, draws, other: 'C1' }
  },
  load: (id) => call(c4Endpoints.getC4, { params: { id } }),
  loadPdf: (id) => call(c4Endpoints.downloadC4Pdf, { params: { id } }),
  uploadPdf: (file, documentId, onProgress) =>
    call(c4Endpoints.uploadC4Pdf, { file, fields: { documentId }, onProgress }),
  create: (body, idempotencyKey) => call(c4Endpoints.createC4, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(c4Endpoints.updateC4, { params: { id }, body, ifVersion }),
  consequencesOf: ({ promenjeni_c1, promenjen_rok_c1 = [] }) => ({ manjak: [], promenjeni_c1, promenjen_rok_c1 }),
  notSaved: (error) => ({ text: c4Texts.saveFailed, reason: reasonOf(error) }),
  titles: { add: 'Novi ulazni dokument', edit: 'Izmeni ulazni dokument' },
  texts: c4Texts,
}

/** Novi ulazni dokument / Izmeni ulazni dokument (spec §2, §5). */
function C4Form(props: DocumentFormProps<C4Document>) {
  const [shown, setShown] = useState<TakenFiles>(NOTHING_TAKEN)
  const taken = useRef<TakenFiles>(NOTHING_TAKEN)
  const of = useMemo(() => ({ ...C4_FORM, afterSave: ({ id }: SavedC4) => void attachInvoices(id, taken.current) }), [])
  const buttons = useCallback((latest: RefObject<C4Draft>, dispatch: C4Dispatch) => {
    const take = ({ head, ...imported }: ImportedInvoices) => {
      if (Object.keys(head).length > 0) dispatch({ do: 'changeHead', change: head })
      dispatch({ do: 'replaceInvoices', ...imported })
    }
    return (
      <>
        <InvoiceImport latest={latest} onTake={take} />
        <FromSupplier
          {...{ latest, dispatch }}
          onTake={({ files, fakture }) => {
            const before = taken.current
            taken.current = { files: [...before.files, ...files], fakture: [...before.fakture, ...fakture] }
            setShown(taken.current)
          }}
        />
      </>
    )
  }, [])
  return (
    <DocumentForm
      of={of}
      {...props}
      head={(head) => <C4HeadFields {...head} />}
      buttons={buttons}
      notice={<TakenNote of={shown} />}
      around={(form, _, stored) => <StoredLotsOf stored={stored}>{form}</StoredLotsOf>}
    />
  )
}

/** The lots of the document in the form as they are stored, by ID. */
const StoredLots = createContext<ReadonlyMap<number, C4Stavka>>(new Map())

/** Gives the lines of a form their stored lots, so that they show how far they are discharged. */
function StoredLotsOf({ stored, children }: { stored: C4Document | null; children: ReactNode }) {
  const lots = useMemo(() => new Map(stored?.stavke.map((stavka) => [stavka.id, stavka])), [stored])
  return <StoredLots value={lots}>{children}</StoredLots>
}

/** Under a stored line: the quantity that went out. The line cannot fall below it (decisions §1). */
function Discharged({ id }: { id: number }) {
  const lot = use(StoredLots).get(id)
  if (!lot) return null
  const { kolicina_razduzena, kolicina, jedinica_mere } = lot
  if (kolicina_razduzena === NO_QUANTITY) return <span className="text-ink-3">nije razduženo</span>
  return (
    <span className="text-ink-2">
      razduženo <Quantity value={kolicina_razduzena} /> od <Quantity value={kolicina} unit={jedinica_mere} />
    </span>
  )
}

const HEAD_LAYOUT: { readonly [K in keyof typeof C4_HEAD | 'kurs']?: string } = {
  tip_dokumenta: WHOLE_ROW,
  broj_terminala: '',
  broj_c4: '',
  datum: WHOLE_ROW,
  valuta: '',
  paritet: '',
  posiljalac_naziv: 'col-span-2',
  posiljalac_grad: '',
  posiljalac_drzava: '',
  zemlja_otpreme: '',
  kurs: '',
  primalac_naziv: 'col-span-2',
  primalac_pib: '',
  primalac_mb: '',
  primalac_grad: 'col-span-2',
}

/** The fields of a C4 above its invoices. */
const C4HeadFields = (props: HeadProps) => (
  <HeadFields {...props} table={C4_HEAD} layout={HEAD_LAYOUT} firms={useQuery(read(c4Endpoints.c4Firms)).data} />
)

/** Facts that the list of C4 documents and the page of one share (spec §2). */
export const C4_SCREEN: DocumentScreen<C4Document, C4Row> = {
  vrsta: 'c4',
  label: 'Ulazni dokumenti',
  newText: 'Novi dokument',
  texts: c4Texts,
  numberOf: ({ broj_c4 }) => broj_c4,
  typeOf: ({ tip_dokumenta }) => tip_dokumenta,
  partnerOf: ({ posiljalac_naziv }) => posiljalac_naziv,
  get: (id) => call(c4Endpoints.getC4, { params: { id } }),
  foresee: (id) => call(c4Endpoints.c4Provera, { body: { id } }),
  remove: ({ id, verzija }) => call(c4Endpoints.deleteC4, { params: { id }, ifVersion: verzija }),
  async download({ id, broj_c4 }) {
    const { blob } = await call(c4Endpoints.downloadC4Pdf, { params: { id } })
    downloadFile(blob, `${broj_c4}.pdf`)
  },
  kind: C4_KEEPING.kind,
  Form: C4Form,
}
