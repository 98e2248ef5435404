import type { Radnja } from '#contract/audit.ts'
import {
  C1_CURRENCY,
  C1_HEAD,
  C1_LINE,
  type C1Body,
  type C1Document,
  type C1Stavka,
  type SavedC1,
} from '#contract/c1.ts'
import type { MovedC1 } from '#contract/documents.ts'
import { sentences } from '#contract/errors.ts'
import { namesIn, optionalField } from '#contract/form-fields.ts'
import { comparePositions, LAST_ID, type Position } from '#domain/fifo.ts'
import type { Log } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { odobrenjeOf } from '#server/documents/carina.ts'
import { derivedColumns, refuseClosedDocument, withAmounts } from '#server/documents/document-columns.ts'
import type { Look } from '#server/documents/provera.ts'
import { type Back, documentEntry, documentWriter, rateFor, versionAfter } from '#server/documents/write-document.ts'
import { adoptPdf, letPdfGo } from '#server/files/pdfs.ts'
import { letPriloziGo } from '#server/files/prilozi.ts'
import type { Rewrite } from '#server/records/record.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import { type Usmerenje, usmerenjaText } from '#server/stock/c1-line-texts.ts'
import { refuseClosed } from '#server/stock/closed.ts'
import type { Booked } from '#server/stock/decide-draws.ts'
import { type StoredExport, storedExport, writeExportTotals } from '#server/stock/export-totals.ts'
import { book, dropRequirements, type Ledger, openLedger, redOf, release } from '#server/stock/ledger.ts'
import { PO_REDU } from '#server/stock/ledger-sql.ts'
import { logChange } from '#server/stock/log-change.ts'
import { refuseLostWaste, wasteAtRisk } from '#server/stock/lost-waste.ts'
import { releaseNamed } from '#server/stock/named-draws.ts'
import type { QueuedRequirement } from '#server/stock/read-ledger.ts'
import { keptC1 } from './c1-kept.ts'
import {
  type PlannedLine,
  planLines,
  productsOf,
  type StoredC1Line,
  type StoredNeed,
  savedLines,
  shortagesOf,
  storedLines,
  touchedMaterials,
  type WrittenLine,
  writeLines,
} from './c1-lines.ts'
import { C1_FIELDS, findC1, storedNeeds } from './c1-queries.ts'
import {
  type Directed,
  directedAway,
  directedOf,
  directedRows,
  redirectedMaterials,
  refuseBeyondNeed,
  refuseDirectedCover,
  undirected,
  withDirected,
  withLots,
  writeDirected,
} from './c1-usmerenja.ts'

/**
 * Creates (`rewrite` null), brings `back` (with `rewrite`: over the change of a file) or rewrites an export document
 * and discharges the oldest lots for it, in one transaction. The part that no lot covers is a shortage: the document is
 * saved all the same, and the answer names it (decisions §1). `ofFile`: the entry of the trail keeps the state before
 * the change; `look` gets the result of booking.
 */
export async function saveC1(
  tx: Tx,
  log: Log,
  body: C1Body,
  { rewrite = null, back = null, ofFile = false, look }: HowC1 = {},
): Promise<SavedC1> {
  const stored = rewrite && (await locked(tx, rewrite))
  const planned = await checkC1(tx, stored, body, back)
  const ledger = await openLedger(tx, planned.touched)
  await refuseClosedC1(ledger, planned)
  // An earlier save that locked these materials may have covered the shortage that was read before.
  const checked =
    stored && engineOf(tx).locksRows ? { ...planned, oldNeeds: await storedNeeds(tx, stored.id) } : planned
  const kept = ofFile && checked.before ? await keptC1(tx, checked.before) : undefined
  const exported = stored && (await storedExport(tx, stored.id))
  const waste = stored && (await wasteAtRisk(tx, checked.oldNeeds, checked.touched))
  const directed = await directedOf(ledger, checked)
  const from = firstPositions(checked)
  if (directed) await releaseNamed(ledger, directed.lots, from)
  else await release(ledger, from)
  if (stored) await dropRequirements(ledger, stored.id, checked.touched)
  return bookC1(ledger, log, { ...checked, kept }, { exported, waste, directed, look })
}

type HowC1 = {
  readonly rewrite?: Rewrite | null
  readonly back?: BackC1 | null
  readonly ofFile?: boolean
  readonly look?: Look
}

/** A line for comparison: its directed draws are one text. */
const SAID_LINE = { ...C1_LINE, usmerenja: optionalField('text', 'Usmereno') }
const asSaid = <L extends { readonly usmerenja?: readonly Usmerenje[] | undefined }>(line: L) => ({
  ...line,
  usmerenja: usmerenjaText(line.usmerenja),
})

/** Refuses changes that the closed period does not allow. */
const refuseClosedC1 = (ledger: Ledger, { stored, before, body, plan }: CheckedC1): Promise<void> =>
  refuseClosedDocument(ledger, [stored?.datum, body.datum], [C1_HEAD, SAID_LINE], {
    read: async () => before && { ...before, stavke: before.stavke.map(asSaid) },
    said: () => ({ ...body, stavke: plan.map(({ line, stored }) => asSaid({ ...line, id: stored?.id ?? null })) }),
  })

type CheckedC1 = Awaited<ReturnType<typeof checkC1>>
/** A document that comes back with its lines and their needs by the copied normativ. */
export type BackC1 = Back & { readonly lines: readonly StoredC1Line[]; readonly needs: readonly StoredNeed[] }

/** All checks that can refuse a document are made here, before anything of a new one is written except its PDF. */
async function checkC1(tx: Tx, stored: StoredHead | null, body: C1Body, back: BackC1 | null) {
  const before = stored ? ((await findC1(tx, stored.id)) as C1Document) : null
  const { stavke, pdf_fajl, ...fields } = body
  const lines = withAmounts(stavke, (line) => line.cena).map((line, pozicija) => ({ ...line, pozicija }))
  const oldLines = stored ? await storedLines(tx, stored.id) : []
  const oldNeeds = stored ? await storedNeeds(tx, stored.id) : []
  const products = await productsOf(tx, new Set(lines.map(({ proizvod_id }) => proizvod_id)))
  const plan = planLines(products(body.datum), lines, back?.lines ?? oldLines, back?.needs ?? oldNeeds)
  refuseBeyondNeed(plan)
  const kurs = back?.kurs ?? (await rateFor(tx, { valuta: C1_CURRENCY, datum: body.datum }, stored))
  const odobrenje = await odobrenjeOf(tx, body)
  const columns = {
    ...fields,
    odobrenje_broj: odobrenje?.broj ?? null,
    valuta: C1_CURRENCY,
    kurs,
    ...derivedColumns({ ...body, broj: body.broj_c1, partner: body.primalac_naziv, kurs }, lines),
    pdf_fajl: await adoptPdf(tx, pdf_fajl, stored?.pdf_fajl ?? null),
  }
  const requeued = stored?.po_redu === 1 && stored.odobrenje_id !== body.odobrenje_id
  const anew = back !== null || requeued || (stored !== null && stored.datum !== body.datum)
  const touched = touchedMaterials(plan, oldNeeds, anew)
  for (const materijal_id of redirectedMaterials(plan, before?.stavke ?? [])) touched.add(materijal_id)
  return { body, stored, back, before, oldLines, oldNeeds, plan, columns, touched }
}

/**
 * The document before the save: its exported lines, the waste that the save might take away, its directed draws. `look`
 * gets the result of booking.
 */
type Before = {
  readonly look: Look | undefined
  readonly exported: StoredExport | null
  readonly waste: Awaited<ReturnType<typeof wasteAtRisk>>
  readonly directed: Directed | null
}

/** Writes the document, discharges it and tells the trail. */
async function bookC1(
  ledger: Ledger,
  log: Log,
  checked: CheckedC1 & { readonly kept: object | undefined },
  { exported, waste, directed, look }: Before,
): Promise<SavedC1> {
  const { tx } = ledger
  const { stored, back, before, columns, body, touched, plan, kept } = checked
  const { datum } = body
  refuseOtherUnits(ledger, plan)
  const c1_id = await writeC1(tx, stored, columns, back)
  const lines = await writeLines(tx, c1_id, checked)
  const document = { ...checked, c1_id, lines }
  if (directed) await writeDirected(ledger, directed, directedRows(lines, touched), { c1_id, datum })
  const booked = await book(ledger, requirementsOf(ledger, document), async (all) => look?.(all, c1_id))
  await refuseDirectedCover(tx, directed, booked)
  await refuseLostWaste(tx, waste, booked, [{ datum, lines }])
  const exports = [{ c1_id, datum, kurs: columns.kurs, lines: lines.map(({ id, line }) => ({ ...line, id })) }]
  await writeExportTotals(ledger, booked, exported, exports)
  const stavke = await answeredLines(tx, document, booked)
  const manjak = shortagesOf(stavke)
  const verzija = versionAfter(stored, back)
  const papiri_zastareli = (stored?.papiri_verzija ?? null) !== null
  const marks = { ima_manjak: manjak.length > 0, papiri_zastareli }
  const answer: C1Document = { ...columns, id: c1_id, verzija, ...marks, stavke, manjak }
  const entry = { ...c1Entry(before, answer, back ? 'vraceno' : undefined), ...(kept && { kept }) }
  return { ...answer, promenjeni_c1: await logChange(tx, log, booked, entry) }
}

/** The document is not read back: all of it is known, and reading would take a quarter of the save. */
const answeredLines = (
  tx: Tx,
  { lines, touched, oldNeeds }: CheckedC1 & { lines: readonly WrittenLine[] },
  booked: Booked,
): Promise<C1Stavka[]> => withLots(tx, savedLines(lines, touched, booked, oldNeeds))

/** The requirements of the lines, of the materials that are booked, without what the lines direct. */
function requirementsOf(
  ledger: Ledger,
  { body, touched, c1_id, lines }: CheckedC1 & { c1_id: number; lines: readonly WrittenLine[] },
): QueuedRequirement[] {
  const { datum } = body
  const red = redOf(ledger, body.odobrenje_id)
  return lines.flatMap(({ id, line, needs }) =>
    needs
      .filter(({ materijal_id }) => touched.has(materijal_id))
      .map((need) => {
        const kolicina = undirected(line.usmerenja, need.materijal_id, need.kolicina)
        return { ...need, red, kolicina, c1_id, datum, c1_stavka_id: id }
      }),
  )
}

/** A normativ that was read before its materials were locked may be in another unit by now (decisions §4). */
function refuseOtherUnits({ materials }: Ledger, plan: readonly PlannedLine[]) {
  for (const { materijal_id, jedinica_mere } of plan.flatMap(({ needs }) => needs))
    if ((materials.get(materijal_id)?.unit ?? jedinica_mere) !== jedinica_mere)
      throw new Refusal('conflict', sentences.changedMeanwhile)
}

/** Removes an export document; its draws go back to the lots, and later exports take the older lots. */
export async function deleteC1(
  tx: Tx,
  log: Log,
  { id, ifVersion, now, look }: Rewrite & { readonly now: number; readonly look?: Look },
): Promise<MovedC1[]> {
  const stored = await locked(tx, { id, ifVersion })
  const document = (await findC1(tx, id)) as C1Document
  const entry = { ...c1Entry(document, null), kept: await keptC1(tx, document) }
  const needs = await storedNeeds(tx, id)
  const touched = new Set(needs.map(({ materijal_id }) => materijal_id))
  const ledger = await openLedger(tx, touched)
  refuseClosed(ledger, [stored.datum])
  const waste = await wasteAtRisk(tx, needs, touched)
  const exported = await storedExport(tx, id)
  const from = { datum: stored.datum, c1_id: id, c1_stavka_id: 0 }
  const directed = await directedAway(tx, document.stavke, stored.datum)
  await releaseNamed(ledger, directed?.lots ?? [], new Map([...touched].map((materijal_id) => [materijal_id, from])))
  await dropRequirements(ledger, id, touched)
  await tx.deleteFrom('c1').where('id', '=', id).execute()
  if (stored.pdf_fajl) await letPdfGo(tx, stored.pdf_fajl, now)
  await letPriloziGo(tx, 'c1', id, now)
  if (directed) await writeDirected(ledger, directed, [], { c1_id: id, datum: stored.datum })
  const booked = await book(ledger, [], async (all) => look?.(all, id))
  await refuseLostWaste(tx, waste, booked, [])
  await writeExportTotals(ledger, booked, exported, [])
  return logChange(tx, log, booked, entry)
}

/** The facts of a stored document that a change must know. */
const headOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('c1')
    .select(['id', 'valuta', 'datum', 'kurs', 'odobrenje_id', 'pdf_fajl', 'verzija', 'papiri_verzija'])
    .select(PO_REDU.as('po_redu'))
    .where('id', '=', id)
type StoredHead = Awaited<ReturnType<typeof locked>>

async function locked(tx: Tx, { id, ifVersion }: Rewrite) {
  const stored = await existing(headOf(tx, id).modifyEnd(engineOf(tx).forNoKeyUpdate).executeTakeFirst())
  assertVersion(stored.verzija, ifVersion)
  return stored
}

/** The first place in the queue of each material that the document changes: its old or its new place. */
function firstPositions({ stored, back, body, touched }: CheckedC1): Map<string, Position> {
  const now = { datum: body.datum, c1_id: (stored ?? back)?.id ?? LAST_ID, c1_stavka_id: 0 }
  const was = stored ? { ...now, datum: stored.datum } : now
  const first = comparePositions(was, now) < 0 ? was : now
  return new Map([...touched].map((materijal_id) => [materijal_id, first]))
}

const writeC1 = documentWriter('c1', [...C1_FIELDS, 'valuta'], 'broj_c1')
const c1Entry = (pre: C1Document | null, posle: C1Document | null, radnja?: Radnja) =>
  entryOf(pre && withDirected(pre), posle && withDirected(posle), radnja)
const entryOf = documentEntry<C1Document>({
  vrsta: 'c1',
  opis: ({ broj_c1 }) => broj_c1,
  partner: ({ primalac_naziv }) => primalac_naziv,
  fields: C1_FIELDS,
  line: ['id', 'broj_fakture', ...namesIn(C1_LINE), 'usmereno'],
  name: 'proizvod_naziv',
})
