import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { C4Document } from '#contract/c4.ts'
import { carinaTexts, type PromenjenRokC1, type RokQuery } from '#contract/carina.ts'
import { PODESAVANJA_AT_FIRST } from '#contract/podesavanja.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro, NO_QUANTITY, nearSum, sum } from '#domain/decimal.ts'
import { isOfLine, namesTariff } from '#domain/odobreno.ts'
import { daysAfter, type RokDoKraja, rokUSnazi, stanjeRoka } from '#domain/rok.ts'
import { contains } from '#server/db/contains.ts'
import { type Engine, engineOf, update } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { closedByRok } from '#server/stock/closed.ts'
import { integerOf } from '#server/stock/exact-sums.ts'
import { JCI_MARK } from './document-columns.ts'

/** The number of the authorisation of a document, read with its row. */
export const odobrenjeBrojColumn = (table: 'c4' | 'c1') =>
  sql<string | null>`(select o.broj from odobrenje o where o.id = ${sql.ref(`${table}.odobrenje_id`)})`.as(
    'odobrenje_broj',
  )

const ODOBRENJE = ['id', 'broj', 'vazi_od', 'vazi_do', 'rok_meseci', 'rok_do_kraja', 'rok_obracuna_dana'] as const

/** The authorisation of a document, null if it names none; refuses one that does not exist. */
export async function odobrenjeOf(db: Db, { odobrenje_id }: { readonly odobrenje_id: number | null }) {
  if (odobrenje_id === null) return null
  const found = await db.selectFrom('odobrenje').select(ODOBRENJE).where('id', '=', odobrenje_id).executeTakeFirst()
  if (found) return found
  const message = carinaTexts.noOdobrenje
  throw new Refusal('invalid', message, 'odobrenje_id')
}
type Odobrenje = NonNullable<Awaited<ReturnType<typeof odobrenjeOf>>>

/** Locks the authorisation until the transaction ends: its deadlines are computed for the documents that it has now. */
export async function keepOdobrenje(tx: Tx, odobrenje_id: number | null): Promise<void> {
  if (odobrenje_id === null || !engineOf(tx).locksRows) return
  await sql`select 1 from odobrenje where id = ${odobrenje_id} for share`.execute(tx)
}

/** The latest prolongation of a C4. */
export async function produzenDo(db: Db, c4_id: number): Promise<CalendarDate | null> {
  const latest = db.selectFrom('produzenje_roka').select('novi_rok').where('c4_id', '=', c4_id)
  return (await latest.orderBy('novi_rok', 'desc').limit(1).executeTakeFirst())?.novi_rok ?? null
}

/** The deadline in force of a C4 that is saved; refuses one before its day. */
export function checkedRok(
  body: { readonly datum: CalendarDate; readonly rok_razduzenja: CalendarDate | null },
  produzen: CalendarDate | null,
  odobrenje: Odobrenje | null,
): CalendarDate | null {
  const typed = body.rok_razduzenja
  const rok = rokUSnazi(body, produzen, odobrenje)
  const [early] = [typed, rok].filter((day) => day !== null && day < body.datum)
  if (!early) return rok
  const message = carinaTexts.beforeImport
  throw new Refusal('invalid', message, [{ field: early === typed ? 'rok_razduzenja' : 'datum', message }])
}

const setRok = update('c4', { id: 'int' }, { rok: 'text' })

/** The stored deadline of each of these C4, and the one in force by its prolongations and its authorisation. */
export async function rokoviOf(db: Db, c4_ids: readonly number[]) {
  const { rows } = await sql<{
    id: number
    datum: CalendarDate
    rok: CalendarDate | null
    rok_razduzenja: CalendarDate | null
    produzen: CalendarDate | null
    rok_meseci: number | null
    rok_do_kraja: RokDoKraja | null
  }>`
    select c4.id, c4.datum, c4.rok, c4.rok_razduzenja, o.rok_meseci, o.rok_do_kraja,
      (select max(p.novi_rok) from produzenje_roka p where p.c4_id = c4.id) as produzen
    from c4 left join odobrenje o on o.id = c4.odobrenje_id where c4.id in ${engineOf(db).list(c4_ids)}`.execute(db)
  return rows.map(({ id, rok, produzen, rok_meseci, rok_do_kraja, ...c4 }) => ({
    id,
    rok,
    u_snazi: rokUSnazi(c4, produzen, rok_do_kraja && { rok_meseci, rok_do_kraja }),
  }))
}

/**
 * Computes the deadlines in force of these C4 again after a change of their authorisation. One statement reads them,
 * one writes those that changed. Prolonged and typed deadlines stay. Answers the change of exports in the closed
 * period.
 */
export async function recomputeRok(tx: Tx, c4_ids: readonly number[]): Promise<PromenjenRokC1[]> {
  if (c4_ids.length === 0) return []
  const rows = await rokoviOf(tx, c4_ids)
  const changed = rows.filter(({ rok, u_snazi }) => u_snazi !== rok)
  if (changed.length > 0)
    await engineOf(tx).write(tx, [setRok(changed.map(({ id, u_snazi }) => ({ id, rok: u_snazi })))])
  return closedByRok(
    tx,
    changed.map(({ id, rok, u_snazi }) => ({ id, pre: rok, posle: u_snazi })),
  )
}

/** The number of days before a deadline from which it counts as ending soon. */
export async function upozorenjeDana(db: Db): Promise<number> {
  const set = await db.selectFrom('podesavanja').select('upozorenje_roka_dana').executeTakeFirst()
  return set?.upozorenje_roka_dana ?? PODESAVANJA_AT_FIRST.upozorenje_roka_dana
}

/** True if something is left of an import; the index of lots has all columns for it. */
export const imaOstatak = sql<SqlBool>`exists (select 1 from c4_stavka l
  where l.datum = c4.datum and l.c4_id = c4.id and l.utrosen is null)`

/** For rows of a list: the same, 1 or 0. */
export const otvoren = sql<number>`case when ${imaOstatak} then 1 else 0 end`.as('otvoren')

type OfRow = { readonly rok: CalendarDate | null; readonly otvoren: number }
/** Rows of a list, each with the state of its deadline on a day. */
export async function withStanje<T extends OfRow>(db: Db, rows: readonly T[], dan: CalendarDate) {
  const days = rows.some(({ rok }) => rok !== null) ? await upozorenjeDana(db) : 0
  return rows.map(({ otvoren: left, ...row }) => ({
    ...row,
    stanje_roka: stanjeRoka({ rok: row.rok, razduzeno: left === 0 }, dan, days),
  }))
}

type Answered = 'stanje_roka' | 'rok_obracuna' | 'upozorenja'
/** A C4 without the fields that depend on the day of the question. */
export type StoredC4 = Omit<C4Document, Answered>

/** A stored C4 with the state of its deadline and its authorisation on a day. If it has neither, no statement runs. */
export async function withRok<T extends StoredC4>(db: Db, document: T, dan: CalendarDate) {
  const { rok, stavke, odobrenje_id, datum, broj_c4 } = document
  const left = stavke.filter(({ preostalo }) => preostalo > NO_QUANTITY)
  const razduzeno = left.length === 0
  if (rok === null && odobrenje_id === null)
    return { ...document, stanje_roka: stanjeRoka({ rok, razduzeno }, dan, 0), rok_obracuna: null, upozorenja: [] }
  const odobrenje = await odobrenjeOf(db, document)
  const stanje_roka = stanjeRoka({ rok, razduzeno }, dan, await upozorenjeDana(db))
  const upozorenja: string[] = []
  if (rok && stanje_roka === 'isteklo') upozorenja.push(carinaTexts.expired(broj_c4, formatDate(rok), leftOf(left)))
  if (odobrenje && (datum < odobrenje.vazi_od || datum > (odobrenje.vazi_do ?? datum)))
    upozorenja.push(carinaTexts.notValid(odobrenje.broj, formatDate(datum)))
  if (odobrenje) upozorenja.push(...(await beyond(db, odobrenje, document)))
  const rok_obracuna = rok && odobrenje && daysAfter(rok, odobrenje.rok_obracuna_dana)
  return { ...document, stanje_roka, rok_obracuna, upozorenja }
}

/** The rest of each unit: '40 kg, 12 kom'. */
const leftOf = (stavke: C4Document['stavke']): string =>
  [...Map.groupBy(stavke, ({ jedinica_mere }) => jedinica_mere)]
    .map(([jedinica_mere, lots]) => inUnit(sum(lots.map(({ preostalo }) => preostalo)), jedinica_mere))
    .join(', ')

const inUnit = (quantity: Micro, jedinica_mere: string) => `${formatMicro(quantity)} ${jedinica_mere}`.trim()

/**
 * Sentences about goods beyond the authorisation: one about goods that no line of it names, and one for each line of
 * which more has come in, up to and with this C4, than it allows. A line covers all tariff numbers that begin with its
 * own, in its unit if it names one.
 */
async function beyond(db: Db, { id, broj }: Odobrenje, document: StoredC4): Promise<string[]> {
  const goods = await db
    .selectFrom('odobrenje_stavka')
    .select(['tarifni_broj', 'najvise_kolicina', 'jedinica_mere'])
    .where('odobrenje_id', '=', id)
    .where('tarifni_broj', 'is not', null)
    .where('sporedni', '=', 0)
    .orderBy('pozicija')
    .execute()
  const unnamed =
    goods.length === 0
      ? []
      : document.stavke.filter((lot) => !goods.some((line) => namesTariff(line, lot.tarifni_broj)))
  const said =
    unnamed.length === 0 ? [] : [carinaTexts.notNamed([...new Set(unnamed.map((lot) => lot.tarifni_broj))], broj)]
  const touched = goods.filter(
    (line) => line.najvise_kolicina !== null && document.stavke.some((lot) => isOfLine(line, lot)),
  )
  if (touched.length === 0) return said
  const { rows } = await sql<{ tarifni_broj: string; jedinica_mere: string; kolicina: string }>`
    select l.tarifni_broj, m.jedinica_mere, cast(sum(l.kolicina) as text) as kolicina
    from c4 join c4_stavka l on l.datum = c4.datum and l.c4_id = c4.id join materijal m on m.id = l.materijal_id
    where c4.odobrenje_id = ${id} and (c4.datum, c4.id) <= (${document.datum}, ${document.id})
    group by l.tarifni_broj, m.jedinica_mere`.execute(db)
  const tooMuch = touched.flatMap((line) => {
    const mine = rows.filter((lot) => isOfLine(line, lot))
    const jedinica_mere = line.jedinica_mere ?? mine[0]?.jedinica_mere ?? ''
    const counted = mine.filter((lot) => lot.jedinica_mere === jedinica_mere)
    const now = nearSum(counted.map(({ kolicina }) => integerOf<Micro>(kolicina)))
    const allowed = line.najvise_kolicina as Micro
    return now > allowed ? [carinaTexts.tooMuch(inUnit(allowed, jedinica_mere), inUnit(now, jedinica_mere))] : []
  })
  return [...said, ...tooMuch]
}

/** The filters of both lists of documents. In the searched text a mark stands before the number of a JCI. */
export function ofCarina(engine: Engine, { odobrenje_id, broj_jci }: Pick<RokQuery, 'odobrenje_id' | 'broj_jci'>) {
  const jci =
    engine.name === 'sqlite'
      ? sql`substr(broj_trazi, nullif(instr(broj_trazi, ${JCI_MARK}), 0) + 1)`
      : sql`split_part(broj_trazi, ${JCI_MARK}, 2)`
  return {
    conditions: odobrenje_id === undefined ? [] : [sql<SqlBool>`odobrenje_id = ${odobrenje_id}`],
    texts: broj_jci === undefined ? [] : [contains(engine, jci, broj_jci)],
  }
}

/** The filters by the state of the deadline on a day; `days` are those of the warning. */
export function ofRok(
  { rok_od, rok_do, stanje_roka }: RokQuery,
  dan: CalendarDate,
  days: number,
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  if (rok_od) conditions.push(sql<SqlBool>`rok >= ${rok_od}`)
  if (rok_do) conditions.push(sql<SqlBool>`rok <= ${rok_do}`)
  if (!stanje_roka) return conditions
  const warned = daysAfter(dan, days)
  const standing = {
    razduženo: sql<SqlBool>`not ${imaOstatak}`,
    'u roku': sql<SqlBool>`rok > ${warned} and ${imaOstatak}`,
    ističe: sql<SqlBool>`rok >= ${dan} and rok <= ${warned} and ${imaOstatak}`,
    isteklo: sql<SqlBool>`rok < ${dan} and ${imaOstatak}`,
  }
  return [...conditions, standing[stanje_roka]]
}
