import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { C1_CURRENCY, C1_HEAD, type C1Document, type C1Row, type C1StavkaBody, c1Endpoints } from '#contract/c1.ts'
import { documentTexts } from '#contract/documents.ts'
import { productEndpoints } from '#contract/products.ts'
import { parseTypedDate } from '#domain/calendar-date.ts'
import { call, messageOf, reasonOf } from '#web/api.ts'
import { ProductForm } from '#web/catalogue/product-form.tsx'
import { WHOLE_ROW } from '#web/document-form/document-dialog.tsx'
import { DocumentForm } from '#web/document-form/document-form.tsx'
import { HeadFields, type HeadProps } from '#web/document-form/head-fields.tsx'
import type { DocumentFormProps, FormKind } from '#web/document-form/use-document-form.tsx'
import type { DocumentScreen } from '#web/document-list/use-document-actions.tsx'
import { goodsLookup } from '#web/grid/goods-lookup.ts'
import { roomy } from '#web/grid/line-grid.tsx'
import { invoiceKind } from '#web/grid/line-row.tsx'
import { CENT_STEP } from '#web/grid/typed-cell.ts'
import { read } from '#web/queries.ts'
import { downloadFile, openPdf } from '#web/received-file.ts'
import { papersChoice } from '#web/screens/papers-choice.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastError } from '#web/ui/toast.tsx'
import { C1, C1_FIELDS, C1_KEEPING, type C1Line, type C1Types } from './c1-draft.ts'
import { downloadPapers, OutdatedPapersNote, papersQuery } from './c1-papers.tsx'
import { c1Texts } from './c1-texts.ts'
import { DirectDialog, DirectedList } from './direct-dialog.tsx'
import { codesOf } from './line-normativ.ts'
import { meantBy } from './meant-product.ts'
import { ExportStockOf, NormativList, NormativShown, ShortMaterials } from './normativ-list.tsx'

/** How the grid of a C1 looks products up. */
const C1_LOOKUP = goodsLookup<typeof productEndpoints.listProducts, C1Line>(C1_FIELDS.cell, {
  endpoint: productEndpoints.listProducts,
  detailOf: ({ hs_code }) => `HS ${hs_code}`,
  meantIn: (rows) => (lookup) => meantBy(lookup, rows),
  chosen: ({ id, naziv, jedinica_mere, hs_code }) => {
    return { proizvod_id: id, proizvod: naziv, jedinica_mere, hs_code, usmerenja: '' }
  },
  addText: (typed) => `Novi proizvod „${typed}“`,
  Form: ProductForm,
  failed: c1Texts.lookupFailed,
  emptyText: 'Nema takvog proizvoda u katalogu.',
})

/** The grid of the items of a C1, the norm list of each under it. */
const C1_GRID = invoiceKind({
  fields: C1_FIELDS,
  lookup: C1_LOOKUP,
  ordinalHead: 'Redni broj',
  widths: { redni_broj: '84px', kolicina: roomy(150, 170), cena: roomy(130, 140), iznos: roomy(160, 180) },
  unitOf: (line) => codesOf(line).jedinica_mere,
  priceStep: CENT_STEP,
  currency: C1_CURRENCY,
  under: (line, change) =>
    line.proizvod_id !== '' && (
      <>
        <NormativList line={line} />
        <DirectedList line={line} onChange={change} />
      </>
    ),
})

/** The faults that the alert about lines names (spec §5); any other stands only at its cell. */
const ALERTED = ['proizvod_id', 'kolicina', 'cena']

const C1_FORM: FormKind<C1Types> = {
  list: c1Endpoints.listC1.path,
  fields: C1,
  grid: C1_GRID,
  currencyOf: () => C1_CURRENCY,
  goodsOf: ({ stavke }) => stavke.map(({ id = null, proizvod_id, ...line }) => ({ ...line, id, roba_id: proizvod_id })),
  partner: 'primalac_naziv',
  propose: (query, signal) => call(c1Endpoints.c1Predlog, { query, signal }),
  usual: (ids, bez_dokumenta) => call(c1Endpoints.c1Uobicajeno, { body: { ids, bez_dokumenta } }),
  foresee: async (id, dokument, signal) => {
    const told = await call(c1Endpoints.c1Provera, { body: { id, dokument }, signal })
    const lineOf = ({ broj_fakture, redni_broj }: Pick<C1StavkaBody, 'broj_fakture' | 'redni_broj'>) =>
      `${redni_broj} ${broj_fakture}`
    const places = new Map(dokument.stavke.map((line, at) => [lineOf(line), at]))
    const draws = told.razduzenje.map(({ lot, ...row }, key) => ({
      ...row,
      key: String(key),
      at: places.get(lineOf(row)),
      other: lot && {
        broj: lot.c4_broj,
        datum: lot.c4_datum,
        stavka: `${lot.broj_fakture} / ${lot.redni_broj}`,
        lot,
      },
    }))
    return { told, draws, other: 'C4' }
  },
  alertOf: (wrong) => {
    const cells = [...wrong.values()].flatMap(Object.keys)
    return cells.some((cell) => ALERTED.includes(cell)) ? documentTexts.checkItems : null
  },
  Direct: ({ head, stored, ...props }) => (
    <DirectDialog
      {...props}
      datum={parseTypedDate(head.datum)}
      bez_c1={stored}
      red_odobrenja={Number(head.odobrenje_id)}
    />
  ),
  load: (id) => call(c1Endpoints.getC1, { params: { id } }),
  loadPdf: (id) => call(c1Endpoints.downloadC1Pdf, { params: { id } }),
  uploadPdf: (file, documentId, onProgress) =>
    call(c1Endpoints.uploadC1Pdf, { file, fields: { documentId }, onProgress }),
  create: (body, idempotencyKey) => call(c1Endpoints.createC1, { body, idempotencyKey, ...papersWanted() }),
  update: (id, body, ifVersion) => call(c1Endpoints.updateC1, { params: { id }, body, ifVersion, ...papersWanted() }),
  afterSave: takePapers,
  consequencesOf: ({ id, manjak, promenjeni_c1 }) => ({ c1_id: id, manjak, promenjeni_c1 }),
  notSaved: (error) => {
    const said = messageOf(error, c1Texts.saveFailedSilently)
    const reason = reasonOf(error)
    // The server's own sentence stands in the text already.
    return { text: c1Texts.saveFailed(said), reason: reason === said ? undefined : reason }
  },
  titles: { add: 'Novi izlazni dokument', edit: 'Izmeni izlazni dokument' },
  texts: c1Texts,
}

const papersWanted = () => ({ minimal: papersChoice() === 'zahtev', query: papersQuery() })

/** Downloads the papers of a saved export, or says why there are none and when they come. */
function takePapers({ broj_c1, files = [], papiri_poruka, papiri_posle }: C1Types['saved']) {
  downloadPapers(files)
  if (papiri_poruka === undefined) return
  const later = papiri_posle === undefined ? '' : ` ${c1Texts.papersLater(papiri_posle)}`
  toastError(c1Texts.savedWithoutPapers(broj_c1), `${papiri_poruka}${later}`)
}

/** Novi izlazni dokument / Izmeni izlazni dokument (spec §2, §5). */
function C1Form(props: DocumentFormProps<C1Document>) {
  const [normativShown, setNormativShown] = useState(true)
  const buttons = useCallback(
    () => (
      <Button variant="ghost" aria-pressed={normativShown} onClick={() => setNormativShown(!normativShown)}>
        {normativShown ? 'Sakrij normative' : 'Prikaži normative'}
      </Button>
    ),
    [normativShown],
  )
  return (
    <NormativShown value={normativShown}>
      <DocumentForm
        of={C1_FORM}
        {...props}
        head={(head) => <C1HeadFields {...head} />}
        notice={
          <>
            {props.document?.papiri_zastareli && <OutdatedPapersNote />}
            <NoProducts />
          </>
        }
        buttons={buttons}
        totals={<ShortMaterials />}
        around={(form, { head, invoices }, stored) => (
          <ExportStockOf datum={parseTypedDate(head.datum)} invoices={invoices} stored={stored}>
            {form}
          </ExportStockOf>
        )}
      />
    </NormativShown>
  )
}

/** Without products there is nothing to export (spec §8). */
function NoProducts() {
  const { data, isError } = useQuery(read(productEndpoints.listProducts, { query: { limit: 1 } }))
  if (!isError && data?.total !== 0) return null
  return (
    <p role="alert" className="mt-4 rounded-control bg-warning-soft px-3 py-2 text-warning">
      {c1Texts.noProducts}
    </p>
  )
}

const HEAD_LAYOUT: { readonly [K in keyof typeof C1_HEAD | 'kurs' | 'valuta']?: string } = {
  tip_dokumenta: WHOLE_ROW,
  broj_c1: '',
  datum: '',
  zemlja_otpreme: WHOLE_ROW,
  valuta: '',
  kurs: '',
  posiljalac_naziv: 'col-span-2',
  posiljalac_grad: '@3xl:col-span-2',
  posiljalac_drzava: '@3xl:col-span-2',
  primalac_naziv: 'col-span-2',
  primalac_pib: '',
  primalac_mb: '',
  primalac_grad: 'col-span-2',
}

const HEAD_FIXED = {
  valuta: (
    <Field key="valuta" label="Valuta">
      <TextInput readOnly tabIndex={-1} value={C1_CURRENCY} title="Izvoz se vodi u evrima" />
    </Field>
  ),
}

/** The fields of a C1 above its invoices. */
const C1HeadFields = (props: HeadProps) => (
  <HeadFields
    {...props}
    table={C1_HEAD}
    layout={HEAD_LAYOUT}
    fixed={HEAD_FIXED}
    firms={useQuery(read(c1Endpoints.c1Firms)).data}
  />
)

/** Facts that the list of C1 documents and the page of one share (spec §2). */
export const C1_SCREEN: DocumentScreen<C1Document, C1Row> = {
  vrsta: 'c1',
  label: 'Izlazni dokumenti',
  newText: 'Novi dokument',
  texts: c1Texts,
  numberOf: ({ broj_c1 }) => broj_c1,
  typeOf: ({ tip_dokumenta }) => tip_dokumenta,
  partnerOf: ({ primalac_naziv }) => primalac_naziv,
  get: (id) => call(c1Endpoints.getC1, { params: { id } }),
  foresee: (id) => call(c1Endpoints.c1Provera, { body: { id } }),
  remove: ({ id, verzija }) => call(c1Endpoints.deleteC1, { params: { id }, ifVersion: verzija }),
  download,
  kind: C1_KEEPING.kind,
  Form: C1Form,
}

/** Where the download by id fails, the newest PDF of that number opens in a new tab (spec §8). */
async function download({ id, broj_c1 }: C1Row) {
  try {
    const { blob } = await call(c1Endpoints.downloadC1Pdf, { params: { id } })
    downloadFile(blob, `${broj_c1}.pdf`)
  } catch {
    await openPdf(call(c1Endpoints.pdfByBrojC1, { params: { brojC1: broj_c1 } }))
  }
}
