import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { C1_CURRENCY, type C1Document, type C1StavkaBody, c1Endpoints } from '#contract/c1.ts'
import { documentTexts } from '#contract/documents.ts'
import { productEndpoints } from '#contract/products.ts'
import { parseTypedDate } from '#domain/calendar-date.ts'
import { call, messageOf, reasonOf } from '#web/api.ts'
import { DocumentForm } from '#web/document-form/document-form.tsx'
import type { DocumentFormProps, FormKind } from '#web/document-form/use-document-form.ts'
import { read } from '#web/queries.ts'
import { papersChoice } from '#web/screens/papers-choice.ts'
import { Button } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/toast.tsx'
import { C1, type C1Types } from './c1-draft.ts'
import { C1_GRID } from './c1-grid.tsx'
import { C1HeadFields } from './c1-head.tsx'
import { downloadPapers, papersQuery } from './c1-papers.ts'
import { c1Texts } from './c1-texts.ts'
import { DirectDialog } from './direct-dialog.tsx'
import { ExportStockOf, ShortMaterials } from './export-stock.tsx'
import { NormativShown } from './normativ-list.tsx'
import { OutdatedPapersNote } from './outdated-papers.tsx'

/** Of what the alert about lines speaks (spec §5); anything else is said at its cell alone. */
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

/** Saves the papers of a saved export, or says why there are none and when there will be. */
function takePapers({ broj_c1, files = [], papiri_poruka, papiri_posle }: C1Types['saved']) {
  downloadPapers(files)
  if (papiri_poruka === undefined) return
  const later = papiri_posle === undefined ? '' : ` ${c1Texts.papersLater(papiri_posle)}`
  toastError(c1Texts.savedWithoutPapers(broj_c1), `${papiri_poruka}${later}`)
}

/** Novi izlazni dokument / Izmeni izlazni dokument (spec §2, §5). */
export function C1Form(props: DocumentFormProps<C1Document>) {
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
