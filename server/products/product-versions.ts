import { type RawBuilder, sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { type NormativStavka, type NormativVerzija, productTexts, type VerzijaBody } from '#contract/products.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { factsOf, type Log, type LogEntry } from '#server/audit/log.ts'
import { holdSaves } from '#server/db/closing.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { dayOf } from '#server/local-time.ts'
import type { Rewrite } from '#server/records/record.ts'
import { Refusal } from '#server/refusal.ts'
import { assertMaterials } from './product-normativ.ts'
import { normativFacts, product } from './product-record.ts'

/** Exports that are named for each version. */
const NAMED_EXPORTS = 5

/** The number of the version without a day; lines of exports store null for it. */
const UNDATED = 1

/** All versions of a normativ with the exports that took each: first the one without a day, where it has rows. */
export async function versionsOf(db: Db, id: string): Promise<NormativVerzija[]> {
  const versions = await datedUses(db, id)
  if (versions.every(({ vazi_od }) => vazi_od === null)) return versions
  // The exports without a version are found among all lines of exports (docs/decisions/aggregates.md).
  const undated = (await usesOf(db, id, sql`normativ_verzija is null`)).get(UNDATED) ?? []
  return versions.map((one) => (one.vazi_od === null ? { ...one, ...usedBy(undated) } : one))
}

/** The same, but without the exports of the version without a day. */
async function datedUses(db: Db, id: string): Promise<NormativVerzija[]> {
  const dated = await db
    .selectFrom('normativ_verzija')
    .select(['verzija', 'vazi_od', 'broj_akta'])
    .where('proizvod_id', '=', id)
    .orderBy('vazi_od')
    .execute()
  const items = await db
    .selectFrom('normativ')
    .innerJoin('materijal', 'materijal.id', 'materijal_id')
    .select(['normativ.verzija', 'materijal_id', 'naziv', 'jedinica_mere', 'potrebna_kolicina'])
    .select(['otpad_procenat', 'gubitak_procenat'])
    .where('proizvod_id', '=', id)
    .orderBy('pozicija')
    .execute()
  const itemsOf = Map.groupBy(items, ({ verzija }) => verzija)
  const uses = await usesOf(db, id, sql`normativ_verzija is not null`)
  const today = dayOf(Date.now())
  const inForce = dated.findLast(({ vazi_od }) => vazi_od <= today)?.verzija ?? UNDATED
  const undated = itemsOf.has(UNDATED) ? [{ verzija: UNDATED, vazi_od: null, broj_akta: null }] : []
  return [...undated, ...dated].map((version) => ({
    ...version,
    u_snazi: version.verzija === inForce,
    stavke: (itemsOf.get(version.verzija) ?? []).map(({ verzija: _, ...item }) => item),
    ...(version.vazi_od === null ? { broj_izvoza: null, izvozi: [] } : usedBy(uses.get(version.verzija) ?? [])),
  }))
}

const usedBy = (exports: readonly Use[]) => ({
  broj_izvoza: exports[0]?.svega ?? 0,
  izvozi: exports.map(({ c1_id, broj_c1, datum }) => ({ c1_id, broj_c1, datum })),
})

type Use = { verzija: number; svega: number; c1_id: number; broj_c1: string; datum: CalendarDate }

/** The newest exports that took each of these versions, and the number of all. */
async function usesOf(db: Db, id: string, which: RawBuilder<unknown>): Promise<Map<number, Use[]>> {
  const { rows } = await sql<Use>`
    select verzija, svega, c1_id, broj_c1, datum from (
      select u.verzija, c1.id as c1_id, c1.broj_c1, c1.datum, count(*) over (partition by u.verzija) as svega,
        row_number() over (partition by u.verzija order by c1.datum desc, c1.id desc) as mesto
      from (select distinct coalesce(normativ_verzija, ${sql.lit(UNDATED)}) as verzija, c1_id from c1_stavka
        where proizvod_id = ${id} and ${which}) u
      join c1 on c1.id = u.c1_id) named
    where mesto <= ${NAMED_EXPORTS} order by verzija, mesto`.execute(db)
  return Map.groupBy(rows, ({ verzija }) => verzija)
}

/** Adds a version that is in force from a day on; existing exports keep their own copy of the normativ. */
export async function addVersion(
  tx: Tx,
  log: Log,
  { id, ifVersion }: Rewrite<string>,
  version: VerzijaBody,
): Promise<NormativVerzija> {
  const stored = await product.locked(tx, { id, ifVersion })
  const verzija = await writeVersion(tx, id, version, { day: 'vazi_od', list: 'items' })
  await touchProduct(tx, id)
  await log([versionEntry(stored, 'Nova verzija normativa', null, version)])
  return (await datedUses(tx, id)).find((one) => one.verzija === verzija) as NormativVerzija
}

/** Writes a new version and returns its number; refuses a day that has one. `fields` are the names in the call. */
export async function writeVersion(
  tx: Tx,
  id: string,
  { items, ...version }: VerzijaBody,
  fields: { readonly day: string; readonly list: 'items' | 'normativi' },
): Promise<number> {
  await assertMaterials(tx, fields.list, items)
  const known = await tx
    .selectFrom('normativ_verzija')
    .select(['verzija', 'vazi_od'])
    .where('proizvod_id', '=', id)
    .execute()
  const message = productTexts.versionExists
  if (known.some(({ vazi_od }) => vazi_od === version.vazi_od))
    throw new Refusal('conflict', message, [{ field: fields.day, message }])
  const verzija = Math.max(1, ...known.map((one) => one.verzija)) + 1
  await insertVersion(tx, id, { verzija, ...version }, items)
  return verzija
}

/** Writes a version with its materials. */
export async function insertVersion(
  tx: Tx,
  id: string,
  version: { verzija: number; vazi_od: CalendarDate; broj_akta: string | null },
  items: readonly NormativStavka[],
): Promise<void> {
  await tx
    .insertInto('normativ_verzija')
    .values({ proizvod_id: id, ...version })
    .execute()
  const rows = items.map((item, pozicija) => ({ ...item, proizvod_id: id, pozicija, verzija: version.verzija }))
  await tx.insertInto('normativ').values(rows).execute()
}

/**
 * Removes a version with a day that no export has taken. No save runs meanwhile: a save that has read the version would
 * write its number onto lines after it is gone.
 */
export async function deleteVersion(
  tx: Tx,
  log: Log,
  { id, ifVersion }: Rewrite<string>,
  verzija: number,
): Promise<{ message: string }> {
  await holdSaves(tx)
  const stored = await product.locked(tx, { id, ifVersion })
  const version = (await datedUses(tx, id)).find((one) => one.verzija === verzija)
  if (!version) throw new Refusal('not_found', sentences.notFound)
  if (version.vazi_od === null) throw new Refusal('conflict', productTexts.undatedStays)
  if (version.broj_izvoza) throw new Refusal('conflict', productTexts.versionInUse(verzija, version.broj_izvoza))
  await tx.deleteFrom('normativ').where('proizvod_id', '=', id).where('verzija', '=', verzija).execute()
  await tx.deleteFrom('normativ_verzija').where('proizvod_id', '=', id).where('verzija', '=', verzija).execute()
  await touchProduct(tx, id)
  await log([versionEntry(stored, 'Obrisana verzija normativa', { ...version, items: version.stavke }, null)])
  return { message: productTexts.versionDeleted(verzija) }
}

const touchProduct = (tx: Tx, id: string) => sql`update proizvod set verzija = verzija + 1 where id = ${id}`.execute(tx)

type Told = {
  readonly vazi_od: CalendarDate | null
  readonly broj_akta: string | null
  readonly items: readonly NormativStavka[]
}

/** The entry of the audit trail, under the product, about a version that is added or removed. */
export function versionEntry(
  { id, naziv }: { id: string; naziv: string },
  what: string,
  pre: Told | null,
  posle: Told | null,
) {
  const facts = (told: Told | null) =>
    told && { ...factsOf(told, ['vazi_od', 'broj_akta']), normativ: normativFacts(told.items) }
  const day = (posle ?? pre)?.vazi_od
  const entry: LogEntry = {
    radnja: 'izmenjeno',
    vrsta: 'proizvod',
    predmet: id,
    opis: naziv,
    sazetak: `${what} od ${day ? formatDate(day) : ''}`,
    pre: facts(pre),
    posle: facts(posle),
  }
  return entry
}
