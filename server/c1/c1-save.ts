import { sql } from 'kysely'
import { C1_CURRENCY, type C1Body, type C1Document, type C1StavkaBody } from '#contract/c1.ts'
import { sentences } from '#contract/errors.ts'
import { requiredQuantity } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { rateOn } from '#domain/currency.ts'
import { type Micro, NO_QUANTITY, type Para } from '#domain/decimal.ts'
import { comparePositions, type Position } from '#domain/fifo.ts'
import { matchLines } from '#domain/invoice.ts'
import type { Log } from '#server/audit/log.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Tx } from '#server/db/open.ts'
import { assertVersion } from '#server/db/versions.ts'
import { derivedColumns, refuseIf, withAmounts } from '#server/documents/document-columns.ts'
import { adoptPdf } from '#server/files/pdfs.ts'
import { Refusal } from '#server/http/refusal.ts'
import { book, dropRequirements, openLedger, release } from '#server/stock/ledger.ts'
import { logChange } from '#server/stock/log-change.ts'
import { loadRates } from '#server/stock/rate-table.ts'
import { c1Entry } from './c1-entry.ts'
import { byId, findC1 } from './c1-queries.ts'

/** New rows get the highest ids: they stand behind everything of the same day. */
const LAST_ID = Number.MAX_SAFE_INTEGER

type Line = C1StavkaBody & { readonly iznos: Para; readonly pozicija: number }
type StoredLine = { id: number; broj_fakture: string; redni_broj: number; proizvod_id: string }
type Need = { materijal_id: string; potrebna_kolicina: Micro; kolicina: Micro }
type StoredNeed = Need & { c1_stavka_id: number }
/** A line with the stored one that it is (null: new) and what it needs of each material. */
type PlannedLine = { line: Line; stored: StoredLine | null; needs: Need[] }

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
  const plan = await planLines(engine, tx, lines, oldLines, oldNeeds)
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
  const saved = await findC1(tx, byId(c1_id))
  if (!saved) throw new Error('a saved C1 is gone')
  return { ...saved, promenjeni_c1: await logChange(engine, tx, log, booked, c1Entry(before, saved)) }
}

/** Removes an export document; what it had drawn goes back, and later exports take the older lots. */
export async function deleteC1(engine: Engine, tx: Tx, log: Log, id: number, ifVersion: number | null) {
  const stored = await existing(engine, tx, id, ifVersion)
  const entry = c1Entry((await findC1(tx, byId(id))) as C1Document, null)
  const touched = new Set((await storedNeeds(tx, id)).map(({ materijal_id }) => materijal_id))
  const ledger = await openLedger(engine, tx, touched)
  const from = { datum: stored.datum, c1_id: id, c1_stavka_id: 0 }
  await release(ledger, new Map([...touched].map((materijal_id) => [materijal_id, from])))
  await dropRequirements(ledger, id, touched)
  await tx.deleteFrom('c1').where('id', '=', id).execute()
  return logChange(engine, tx, log, await book(ledger, []), entry)
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

const storedLines = (tx: Tx, c1_id: number): Promise<StoredLine[]> =>
  tx
    .selectFrom('c1_stavka')
    .select(['id', 'broj_fakture', 'redni_broj', 'proizvod_id'])
    .where('c1_id', '=', c1_id)
    .orderBy('id')
    .execute()

const storedNeeds = (tx: Tx, c1_id: number): Promise<StoredNeed[]> =>
  tx
    .selectFrom('potreba')
    .innerJoin('c1_stavka', 'c1_stavka.id', 'c1_stavka_id')
    .select(['c1_stavka_id', 'materijal_id', 'potrebna_kolicina', 'potreba.kolicina'])
    .where('c1_stavka.c1_id', '=', c1_id)
    .execute()

/**
 * Which stored line each line is, and what it needs: an unchanged product keeps the normativ that was copied when it
 * was saved, another product takes today's (decisions §1). A line saved when its product had none takes today's too.
 */
async function planLines(
  engine: Engine,
  tx: Tx,
  lines: Line[],
  oldLines: StoredLine[],
  oldNeeds: StoredNeed[],
): Promise<PlannedLine[]> {
  const { matched, unknown } = matchLines(oldLines, lines, [
    ({ broj_fakture, redni_broj, proizvod_id }) => `${broj_fakture}\n${redni_broj}\n${proizvod_id}`,
    ({ proizvod_id }) => proizvod_id,
    ({ broj_fakture, redni_broj }) => `${broj_fakture}\n${redni_broj}`,
  ])
  refuseIf(
    unknown.map((index) => ({
      field: `stavke.${index}.id`,
      message: `Stavka ${index + 1}: dokument nema stavku ${lines[index]?.id}.`,
    })),
  )
  const copies = Map.groupBy(oldNeeds, ({ c1_stavka_id }) => c1_stavka_id)
  const normativi = await todaysNormativi(engine, tx, lines)
  const errors: { field: string; message: string }[] = []
  const plan = lines.map((line, index) => {
    const stored = matched[index] ?? null
    const copied = stored?.proizvod_id === line.proizvod_id ? copies.get(stored.id) : undefined
    const needs = (copied ?? normativi.get(line.proizvod_id) ?? []).map(({ materijal_id, potrebna_kolicina }) => {
      const kolicina = requiredQuantity(line.kolicina, potrebna_kolicina)
      if (kolicina === null) {
        errors.push({
          field: `stavke.${index}.kolicina`,
          message: `Stavka ${index + 1}: potrebna količina materijala ${materijal_id} je prevelika.`,
        })
      }
      return { materijal_id, potrebna_kolicina, kolicina: kolicina ?? NO_QUANTITY }
    })
    return { line, stored, needs }
  })
  refuseIf(errors)
  return plan
}

/** The normativi of the products as they are today; refuses products that do not exist, naming the line. */
async function todaysNormativi(engine: Engine, tx: Tx, lines: readonly Line[]) {
  const { rows } = await sql<{ id: string; materijal_id: string | null; potrebna_kolicina: Micro }>`
    select p.id, n.materijal_id, n.potrebna_kolicina from proizvod p left join normativ n on n.proizvod_id = p.id
    where p.id in ${engine.list<string>([...new Set(lines.map(({ proizvod_id }) => proizvod_id))])}
    order by p.id, n.pozicija`.execute(tx)
  const known = Map.groupBy(rows, ({ id }) => id)
  refuseIf(
    lines.flatMap(({ proizvod_id }, index) =>
      known.has(proizvod_id)
        ? []
        : [
            {
              field: `stavke.${index}.proizvod_id`,
              message: `Stavka ${index + 1}: proizvod ${proizvod_id} ne postoji.`,
            },
          ],
    ),
  )
  const normativi = new Map<string, { materijal_id: string; potrebna_kolicina: Micro }[]>()
  for (const [id, items] of known) {
    normativi.set(
      id,
      items.flatMap(({ materijal_id, potrebna_kolicina }) =>
        materijal_id === null ? [] : [{ materijal_id, potrebna_kolicina }],
      ),
    )
  }
  return normativi
}

/** Materials of which the document needs something else than before; all of them when its date changed. */
function touchedMaterials(
  plan: readonly PlannedLine[],
  oldNeeds: readonly StoredNeed[],
  redated: boolean,
): Set<string> {
  const keyOf = (c1_stavka_id: number, need: Need) =>
    `${c1_stavka_id} ${need.materijal_id} ${need.potrebna_kolicina} ${need.kolicina}`
  const before = new Map(oldNeeds.map((need) => [keyOf(need.c1_stavka_id, need), need.materijal_id]))
  const touched = new Set<string>()
  for (const { stored, needs } of plan) {
    for (const need of needs) {
      if (redated || !stored || !before.delete(keyOf(stored.id, need))) touched.add(need.materijal_id)
    }
  }
  for (const materijal_id of before.values()) touched.add(materijal_id)
  return touched
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
  const kurs = rateOn(await loadRates(tx), C1_CURRENCY, datum)
  if (kurs === null) throw new Refusal('invalid', `Za valutu ${C1_CURRENCY} nema kursa.`)
  return kurs
}

type Columns = Omit<C1Body, 'stavke' | 'pdf_fajl'> &
  ReturnType<typeof derivedColumns> & { valuta: string; kurs: Micro; pdf_fajl: string | null }

async function writeC1(
  engine: Engine,
  tx: Tx,
  stored: { id: number; verzija: number } | null,
  columns: Columns,
): Promise<number> {
  try {
    if (!stored) {
      const { id } = await tx
        .insertInto('c1')
        .values({ ...columns, verzija: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    await tx
      .updateTable('c1')
      .set({ ...columns, verzija: stored.verzija + 1 })
      .where('id', '=', stored.id)
      .execute()
    return stored.id
  } catch (error) {
    if (!engine.isUniqueViolation(error)) throw error
    throw new Refusal('conflict', sentences.documentExists, [{ field: 'broj_c1', message: sentences.documentExists }])
  }
}

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
    const rows = engine.rows(
      LINE,
      added.map(({ line }) => ({ ...line, id: 0 })),
    )
    const inserted = await sql<{ id: number; pozicija: number }>`
      insert into c1_stavka (c1_id, pozicija, redni_broj, kolicina, cena, iznos, proizvod_id, broj_fakture)
      select cast(${c1_id} as bigint), pozicija, redni_broj, kolicina, cena, iznos, proizvod_id, broj_fakture from ${rows} g order by pozicija
      returning id, pozicija`.execute(tx)
    for (const { id, pozicija } of inserted.rows) ids.set(pozicija, id)
  }
  return plan.map(({ line }) => ids.get(line.pozicija) as number)
}
