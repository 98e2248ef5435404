import { sql } from 'kysely'
import { C1_CURRENCY, type C1Body, type C1Document } from '#contract/c1.ts'
import { sentences } from '#contract/errors.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { comparePositions, LAST_ID, type Position } from '#domain/fifo.ts'
import type { Log } from '#server/audit/log.ts'
import { type Engine, tuplesOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'
import { assertVersion } from '#server/db/versions.ts'
import { derivedColumns, withAmounts } from '#server/documents/document-columns.ts'
import { documentWriter } from '#server/documents/write-document.ts'
import { adoptPdf } from '#server/files/pdfs.ts'
import { Refusal } from '#server/http/refusal.ts'
import { storedExport, writeExportTotals } from '#server/stock/export-totals.ts'
import { book, dropRequirements, openLedger, release } from '#server/stock/ledger.ts'
import { logChange } from '#server/stock/log-change.ts'
import { findRate } from '#server/stock/rate-table.ts'
import { c1Entry } from './c1-entry.ts'
import { type PlannedLine, planLines, type StoredLine, savedLines, storedLines, touchedMaterials } from './c1-plan.ts'
import { byId, C1_FIELDS, findC1, shortagesOf, storedNeeds } from './c1-queries.ts'

/**
 * Creates (`id` null) or rewrites an export document and discharges the oldest lots for it, in one transaction. What
 * no lot covers is a shortage: the document is saved all the same, and the answer names it (decisions §1).
 */
export async function saveC1(
  engine: Engine,
  tx: Tx,
  log: Log,
  id: number | null,
  body: C1Body,
  ifVersion: number | null,
) {
  const stored = id === null ? null : await existing(engine, tx, id, ifVersion)
  const before = stored && (await findC1(tx, byId(stored.id)))
  const { stavke, pdf_fajl, ...fields } = body
  const lines = withAmounts(stavke, (line) => line.cena).map((line, pozicija) => ({ ...line, pozicija }))
  const oldLines = stored ? await storedLines(tx, stored.id) : []
  const oldNeeds = stored ? await storedNeeds(tx, stored.id) : []
  const plan = await planLines(tx, lines, oldLines, oldNeeds)
  const kurs = await rateOf(tx, body.datum, stored)
  const columns = {
    ...fields,
    valuta: C1_CURRENCY,
    kurs,
    ...derivedColumns({ ...body, broj: body.broj_c1, partner: body.primalac_naziv, kurs }, lines),
    pdf_fajl: await adoptPdf(tx, pdf_fajl, stored?.pdf_fajl ?? null),
  }

  const touched = touchedMaterials(plan, oldNeeds, stored !== null && stored.datum !== body.datum)
  const ledger = await openLedger(engine, tx, touched)
  const exported = stored && (await storedExport(tx, stored.id))
  const from = firstPosition(body.datum, stored)
  await release(ledger, new Map([...touched].map((materijal_id) => [materijal_id, from])))
  if (stored) await dropRequirements(ledger, stored.id, touched)
  const c1_id = await writeC1(engine, tx, stored, columns)
  const ids = await writeLines(engine, tx, c1_id, plan, oldLines)
  const added = plan.flatMap(({ needs }, index) =>
    needs
      .filter(({ materijal_id }) => touched.has(materijal_id))
      .map((need) => ({ ...need, c1_id, datum: body.datum, c1_stavka_id: ids[index] as number })),
  )
  const booked = await book(ledger, added)
  const exportedLines = plan.map(({ line }, index) => ({ ...line, id: ids[index] as number }))
  await writeExportTotals(ledger, exported, { c1_id, datum: body.datum, kurs, lines: exportedLines })
  // Not read back: all of it is known here, and reading it would take a quarter of the save.
  const lineReplies = savedLines(plan, ids, touched, booked)
  const manjak = shortagesOf(lineReplies)
  const verzija = (stored?.verzija ?? 0) + 1
  const saved: C1Document = {
    ...columns,
    id: c1_id,
    verzija,
    ima_manjak: manjak.length > 0,
    stavke: lineReplies,
    manjak,
  }
  return { ...saved, promenjeni_c1: await logChange(engine, tx, log, booked, c1Entry(before, saved)) }
}

/** Removes an export document; what it had drawn goes back, and later exports take the older lots. */
export async function deleteC1(engine: Engine, tx: Tx, log: Log, id: number, ifVersion: number | null) {
  const stored = await existing(engine, tx, id, ifVersion)
  const entry = c1Entry((await findC1(tx, byId(id))) as C1Document, null)
  const touched = new Set((await storedNeeds(tx, id)).map(({ materijal_id }) => materijal_id))
  const ledger = await openLedger(engine, tx, touched)
  const exported = await storedExport(tx, id)
  const from = { datum: stored.datum, c1_id: id, c1_stavka_id: 0 }
  await release(ledger, new Map([...touched].map((materijal_id) => [materijal_id, from])))
  await dropRequirements(ledger, id, touched)
  await tx.deleteFrom('c1').where('id', '=', id).execute()
  const booked = await book(ledger, [])
  await writeExportTotals(ledger, exported, null)
  return logChange(engine, tx, log, booked, entry)
}

async function existing(engine: Engine, tx: Tx, id: number, ifVersion: number | null) {
  const stored = await tx
    .selectFrom('c1')
    .select(['id', 'datum', 'kurs', 'pdf_fajl', 'verzija'])
    .where('id', '=', id)
    .modifyEnd(engine.forNoKeyUpdate)
    .executeTakeFirst()
  if (!stored) throw new Refusal('not_found', sentences.notFound)
  assertVersion(stored.verzija, ifVersion)
  return stored
}

/** The earlier of the places in the queue where the document stood and where it will stand. */
function firstPosition(datum: CalendarDate, stored: { id: number; datum: CalendarDate } | null): Position {
  const now = { datum, c1_id: stored?.id ?? LAST_ID, c1_stavka_id: 0 }
  const before = stored ? { datum: stored.datum, c1_id: stored.id, c1_stavka_id: 0 } : now
  return comparePositions(now, before) < 0 ? now : before
}

/** A document keeps the rate it was saved with while its date stays (decisions §2). */
async function rateOf(
  tx: Tx,
  datum: CalendarDate,
  stored: { datum: CalendarDate; kurs: Micro } | null,
): Promise<Micro> {
  if (stored?.datum === datum) return stored.kurs
  const kurs = await findRate(tx, C1_CURRENCY, datum)
  if (kurs === null) throw new Refusal('invalid', `Za valutu ${C1_CURRENCY} nema kursa.`)
  return kurs
}

const writeC1 = documentWriter('c1', [...C1_FIELDS, 'valuta'], 'broj_c1')

const LINE = {
  id: 'int',
  pozicija: 'int',
  redni_broj: 'int',
  kolicina: 'int',
  cena: 'int',
  iznos: 'int',
  proizvod_id: 'text',
  broj_fakture: 'text',
} as const

const INSERT_LINES = statement<{ id: number; pozicija: number }, [c1_id: number, lines: string]>(
  (engine) => sql`
    insert into c1_stavka (c1_id, pozicija, redni_broj, kolicina, cena, iznos, proizvod_id, broj_fakture)
    select cast(${0} as bigint), pozicija, redni_broj, kolicina, cena, iznos, proizvod_id, broj_fakture
    from ${engine.rows(LINE, [])} g order by pozicija
    returning id, pozicija`,
)

/** Writes the lines and answers their ids, in the order of the plan. */
async function writeLines(
  engine: Engine,
  tx: Tx,
  c1_id: number,
  plan: readonly PlannedLine[],
  oldLines: readonly StoredLine[],
): Promise<number[]> {
  const kept = new Set(plan.flatMap(({ stored }) => (stored ? [stored.id] : [])))
  const removed = oldLines.filter(({ id }) => !kept.has(id))
  if (removed.length > 0)
    await sql`delete from c1_stavka where id in ${engine.list<number>(removed.map(({ id }) => id))}`.execute(tx)
  const changed = plan.filter(({ stored }) => stored)
  if (changed.length > 0) {
    const rows = engine.rows(
      LINE,
      changed.map(({ line, stored }) => ({ ...line, id: stored?.id })),
    )
    await sql`update c1_stavka set pozicija = g.pozicija, redni_broj = g.redni_broj, kolicina = g.kolicina, cena = g.cena,
      iznos = g.iznos, proizvod_id = g.proizvod_id, broj_fakture = g.broj_fakture
      from ${rows} g where c1_stavka.id = g.id`.execute(tx)
  }
  const added = plan.filter(({ stored }) => !stored)
  const ids = new Map<number, number>(changed.map(({ line, stored }) => [line.pozicija, stored?.id as number]))
  if (added.length > 0) {
    const rows = added.map(({ line }) => ({ ...line, id: 0 }))
    const inserted = await INSERT_LINES(tx, c1_id, tuplesOf(LINE, rows))
    for (const { id, pozicija } of inserted) ids.set(pozicija, id)
  }
  return plan.map(({ line }) => ids.get(line.pozicija) as number)
}
