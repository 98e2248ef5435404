import { C4_HEAD, C4_LINE, type C4Body, type SavedC4 } from '#contract/c4.ts'
import type { Produzenje } from '#contract/carina.ts'
import type { MovedC1 } from '#contract/documents.ts'
import { namesIn } from '#contract/form-fields.ts'
import { LAST_ID } from '#domain/fifo.ts'
import { codeKey } from '#domain/one-form.ts'
import type { Log } from '#server/audit/log.ts'
import type { Tx } from '#server/db/schema.ts'
import { checkedRok, keepOdobrenje, odobrenjeOf, produzenDo, type StoredC4 } from '#server/documents/carina.ts'
import {
  derivedColumns,
  matchStored,
  refuseClosedDocument,
  refuseIf,
  withAmounts,
} from '#server/documents/document-columns.ts'
import type { Look } from '#server/documents/provera.ts'
import {
  type Back,
  bodyFrom,
  bodyOf,
  documentEntry,
  documentWriter,
  rateFor,
  versionAfter,
} from '#server/documents/write-document.ts'
import { adoptPdf, letPdfGo } from '#server/files/pdfs.ts'
import { letPriloziGo, takePriloziBack } from '#server/files/prilozi.ts'
import type { Rewrite } from '#server/records/record.ts'
import { restore } from '#server/records/restore.ts'
import { assertVersion, existing } from '#server/refusal.ts'
import { closedByRok, refuseClosed, withClosedByRok } from '#server/stock/closed.ts'
import { type CoverTogether, noteCover, refuseLostCover, repricedExports } from '#server/stock/consequences.ts'
import { writeExportTotals } from '#server/stock/export-totals.ts'
import { book, handOver, type Ledger, openLedger, redOf, release } from '#server/stock/ledger.ts'
import { logChange } from '#server/stock/log-change.ts'
import {
  affectedBy,
  type ChangedLot,
  deleteLots,
  insertLots,
  type LotChanges,
  type LotLine,
  lotsOfC4,
  type NewLot,
  updateImportCounts,
  updateLots,
} from '#server/stock/lots.ts'
import { refuseNamed } from '#server/stock/named-draws.ts'
import { refuseStart, refuseStartBeyond, releaseStart, removeStart, writeStart } from './c4-pocetak.ts'
import { C4_FIELDS, findC4, lockC4, stavkeOfC4 } from './c4-queries.ts'
import { produzenjaOf, writeProduzenja } from './produzenja.ts'

/**
 * Creates (`rewrite` null), brings `back` (over what an import made of it, with `rewrite`) or rewrites an import document
 * with its lots, in one transaction: refuses what would take the cover from any export, and answers the stored document
 * with the exports whose lots changed (decisions §1). `ofFile`: the entry of the trail keeps what takes a change back.
 * `cover`: a caller that saves several judges by it what they take together. `look` hears what was booked.
 */
export async function saveC4(
  tx: Tx,
  log: Log,
  body: C4Body,
  { rewrite = null, back = null, ofFile = false, cover, look }: HowC4 = {},
): Promise<StoredC4 & Pick<SavedC4, 'promenjeni_c1' | 'promenjen_trosak_c1' | 'promenjen_rok_c1'>> {
  const stored = rewrite && (await locked(tx, rewrite))
  await keepOdobrenje(tx, body.odobrenje_id)
  const before = stored && (await findC4(tx, stored.id))
  const checked = await checkC4(tx, stored, body, back)
  const { columns, kurs, priced, old, changed, added, removed } = checked
  const ledger = await openLedger(tx, materialsOf(checked))
  refuseUnknownMaterials(ledger, body.stavke)
  await refuseClosedC4(ledger, checked)
  await releaseC4(ledger, checked)

  const c4_id = await writeC4(tx, stored, columns, back)
  if (back) await writeProduzenja(tx, c4_id, back.produzenja)
  const document = { c4_id, datum: body.datum, kurs, red: redOf(ledger, body.odobrenje_id) }
  const lots = asReleased(handOver(ledger, stored ? await lotsOfC4(tx, c4_id) : []), { changed, added, removed })
  await refuseNamed(tx, document, lots)
  await refuseStartBeyond(tx, body, lots.changed)
  const start = await releaseStart(tx, before)
  await deleteLots(ledger, lots.removed)
  await updateLots(ledger, document, lots.changed)
  await insertLots(ledger, document, lots.added)
  await updateImportCounts(ledger, old.map(materialOf), priced.map(materialOf), body.datum)
  const booked = await book(ledger, [], async (all) => look?.(all, c4_id))
  if (cover) noteCover(cover, booked)
  else await refuseLostCover(tx, booked, 'edit')
  await writeExportTotals(ledger, booked, null, [])
  const saved: StoredC4 = {
    ...columns,
    id: c4_id,
    verzija: versionAfter(stored, back),
    stavke: await stavkeOfC4(tx, c4_id),
  }
  await writeStart(tx, log, saved, start)
  const promenjen_trosak_c1 = repricedExports(ledger, booked)
  const kept = ofFile && before ? { kept: keptC4(before, []) } : {}
  const promenjen_rok_c1 = stored ? await closedByRok(tx, [{ id: c4_id, pre: stored.rok, posle: saved.rok }]) : []
  const entry = withClosedByRok({ ...c4Entry(before, saved, back ? 'vraceno' : undefined), ...kept }, promenjen_rok_c1)
  const promenjeni_c1 = await logChange(tx, log, booked, entry)
  return { ...saved, promenjen_trosak_c1, promenjeni_c1, ...(promenjen_rok_c1.length > 0 && { promenjen_rok_c1 }) }
}

type HowC4 = {
  readonly rewrite?: Rewrite | null
  readonly back?: BackC4 | null
  readonly ofFile?: boolean
  readonly cover?: CoverTogether | undefined
  readonly look?: Look
}

type StoredHead = Awaited<ReturnType<typeof locked>>
type CheckedC4 = Awaited<ReturnType<typeof checkC4>>

/** Checks a document and compares its lines with the stored lots; nothing is written yet but its PDF. */
async function checkC4(tx: Tx, stored: StoredHead | null, body: C4Body, back: BackC4 | null) {
  const { stavke, pdf_fajl, ...fields } = body
  refuseStart(body)
  const kurs = back?.kurs ?? (await rateFor(tx, body, stored))
  const priced = withAmounts(stavke, (line) => line.cena_po_jedinici).map((line, pozicija) => ({ ...line, pozicija }))
  const odobrenje = await odobrenjeOf(tx, body)
  const produzen = stored?.rok ? await produzenDo(tx, stored.id) : (back?.produzenja.at(-1)?.novi_rok ?? null)
  const columns = {
    ...fields,
    odobrenje_broj: odobrenje?.broj ?? null,
    rok: checkedRok(body, produzen, odobrenje),
    kurs,
    ...derivedColumns({ ...body, broj: body.broj_c4, partner: body.posiljalac_naziv, kurs }, priced),
    pdf_fajl: await adoptPdf(tx, pdf_fajl, stored?.pdf_fajl ?? null),
  }
  const old = stored ? await lotsOfC4(tx, stored.id) : []
  const changes = compareLines(old, priced, back !== null)
  return { stored, back, body, kurs, priced, columns, old, ...changes }
}

const materialsOf = ({ old, priced }: CheckedC4): string[] => [...new Set([...old, ...priced].map(materialOf))]

/** Refuses what the closed period does not let in; of nothing is written yet. */
function refuseClosedC4(ledger: Ledger, { stored, body, priced, changed }: CheckedC4): Promise<void> {
  const idOf = new Map(changed.map(({ was, now }) => [now, was.id]))
  return refuseClosedDocument(ledger, [stored?.datum, body.datum], [C4_HEAD, C4_LINE], {
    read: async () => stored && (await findC4(ledger.tx, stored.id)),
    said: () => ({ ...body, stavke: priced.map((line) => ({ ...line, id: idOf.get(line) ?? null })) }),
  })
}

/** Releases what the lots that come, go or change can affect. */
const releaseC4 = async (ledger: Ledger, checked: CheckedC4): Promise<void> =>
  release(ledger, await affectedBy(ledger, changedPlaces(ledger, checked)))

/** The places in the queues of lots that the document changes. */
function changedPlaces(ledger: Ledger, { stored, back, body, changed, added, removed }: CheckedC4) {
  const red = redOf(ledger, body.odobrenje_id)
  const place = { red, datum: body.datum, c4_id: (stored ?? back)?.id ?? LAST_ID }
  const requeued = changed.filter(
    ({ was, now }) =>
      was.red !== red ||
      was.datum !== body.datum ||
      was.kolicina !== now.kolicina ||
      was.materijal_id !== now.materijal_id ||
      was.vec_razduzeno !== now.vec_razduzeno,
  )
  return [
    ...removed,
    ...requeued.flatMap(({ was, now }) => [was, { ...place, id: was.id, materijal_id: now.materijal_id }]),
    ...added.map(({ materijal_id, id }) => ({ ...place, id: id ?? LAST_ID, materijal_id })),
  ]
}

/** The changes with the lots as they are now that their draws are released. */
function asReleased(handedOver: readonly LotLine[], { changed, added, removed }: LotChanges): LotChanges {
  const released = new Map(handedOver.map((lot) => [lot.id, lot]))
  return {
    removed: removed.map((lot) => released.get(lot.id) ?? lot),
    changed: changed.map(({ was, now }) => ({ was: released.get(was.id) ?? was, now })),
    added,
  }
}

/** Removes an import document and its lots, unless an export would lose its cover. */
export async function deleteC4(
  tx: Tx,
  log: Log,
  { id, ifVersion, now, look }: Rewrite & { readonly now: number; readonly look?: Look },
): Promise<MovedC1[]> {
  const { pdf_fajl, datum } = await locked(tx, { id, ifVersion })
  const document = (await findC4(tx, id)) as StoredC4
  const produzenja = document.rok ? await produzenjaOf(tx, id) : []
  const entry = { ...c4Entry(document, null), kept: keptC4(document, produzenja) }
  const lots = await lotsOfC4(tx, id)
  const ledger = await openLedger(
    tx,
    lots.map(({ materijal_id }) => materijal_id),
  )
  refuseClosed(ledger, [datum])
  await release(ledger, await affectedBy(ledger, lots))
  const removed = handOver(ledger, await lotsOfC4(tx, id))
  await refuseNamed(tx, { datum, red: 0 }, { removed, changed: [] })
  await removeStart(tx, log, await releaseStart(tx, document))
  await deleteLots(ledger, removed)
  await tx.deleteFrom('c4').where('id', '=', id).execute()
  if (pdf_fajl) await letPdfGo(tx, pdf_fajl, now)
  await letPriloziGo(tx, 'c4', id, now)
  await updateImportCounts(ledger, lots.map(materialOf), [], datum)
  const booked = await book(ledger, [], async (all) => look?.(all, id))
  await refuseLostCover(tx, booked, 'removal')
  await writeExportTotals(ledger, booked, null, [])
  return logChange(tx, log, booked, entry)
}

/** An import that comes back with its prolonged deadlines. */
type BackC4 = Back & { readonly produzenja: readonly Produzenje[] }
type KeptC4 = ReturnType<typeof keptC4>

const keptC4 = (document: StoredC4, produzenja: readonly Produzenje[]) => ({
  produzenja,
  verzija: document.verzija,
  kurs: document.kurs,
  body: bodyOf(C4_HEAD, C4_LINE, document),
  jedinice: Object.fromEntries(document.stavke.map(({ materijal_id, jedinica_mere }) => [materijal_id, jedinica_mere])),
})

/**
 * Takes the deletion of an import back, or what a file changed of it (`izmena`): the document as it was, its lots in their
 * old places of the queue.
 */
export const restoreC4 = (tx: Tx, log: Log, id: number, asked: { now: number; izmena?: number | undefined }) =>
  restore(tx, { vrsta: 'c4', predmet: id, ...asked }, async ({ body, produzenja = [], ...back }: KeptC4) => {
    const rewrite = asked.izmena === undefined ? null : { id, ifVersion: back.verzija + 1 }
    if (!rewrite) await takePriloziBack(tx, 'c4', id)
    return saveC4(tx, log, bodyFrom(C4_HEAD, C4_LINE, body) as C4Body, { rewrite, back: { id, produzenja, ...back } })
  })

const materialOf = ({ materijal_id }: { materijal_id: string }) => materijal_id

async function locked(tx: Tx, { id, ifVersion }: Rewrite) {
  const stored = await existing(lockC4(tx, id))
  assertVersion(stored.verzija, ifVersion)
  return stored
}

/** The ledger has every material that there is, and keeps it there until the transaction ends. */
function refuseUnknownMaterials({ materials }: Ledger, stavke: C4Body['stavke']) {
  refuseIf(
    stavke.flatMap(({ materijal_id }, index) =>
      materials.has(materijal_id)
        ? []
        : [
            {
              field: `stavke.${index}.materijal_id`,
              message: `Stavka ${index + 1}: materijal ${materijal_id} ne postoji.`,
            },
          ],
    ),
  )
}

/** Which lines are lots that stay (in their stored identity), which are new or come `back`, and which lots go. */
function compareLines(old: readonly LotLine[], lines: readonly NewLot[], back: boolean) {
  const byId = new Map(old.map((lot) => [lot.id, lot]))
  const matched = back
    ? lines.map(({ id }) => (id && byId.get(id)) || null)
    : matchStored(old, lines, [
        ({ broj_fakture, redni_broj, materijal_id }) => `${codeKey(broj_fakture)}\n${redni_broj}\n${materijal_id}`,
      ])
  const changed: ChangedLot[] = []
  const added: NewLot[] = []
  lines.forEach((now, index) => {
    const was = matched[index]
    if (was) changed.push({ was, now })
    else added.push(now)
  })
  const kept = new Set(changed.map(({ was }) => was.id))
  return { changed, added, removed: old.filter(({ id }) => !kept.has(id)) }
}

const writeC4 = documentWriter('c4', [...C4_FIELDS, 'rok'], 'broj_c4')
const c4Entry = documentEntry<StoredC4>({
  vrsta: 'c4',
  opis: ({ broj_c4 }) => broj_c4,
  partner: ({ posiljalac_naziv }) => posiljalac_naziv,
  fields: C4_FIELDS,
  line: ['id', 'broj_fakture', ...namesIn(C4_LINE)],
  name: 'materijal_naziv',
})
