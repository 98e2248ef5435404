import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { quantityOf, type UsaglasavanjeRed, type UsaglasenRed, VRSTE_U_RECI } from '#contract/usaglasavanje.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatPara } from '#domain/decimal.ts'
import type { PoljeRazlike } from '#domain/usaglasavanje.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds, type Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'

// The differences between our imports and a sheet of the forwarder or of customs, from the last comparisons.

/** A difference with its comparison and its day. */
export type KeptRazlika = UsaglasenRed & {
  readonly usaglasavanje_id: number
  readonly datum: CalendarDate
  readonly c4_id: number | null
}

type Stored = {
  usaglasavanje_id: number
  kljuc: string
  vrsta: UsaglasenRed['razlika']['vrsta']
  datum: CalendarDate
  c4_id: number | null
  podaci: string
  objasnjenje: string | null
}

const COLUMNS = sql`r.usaglasavanje_id, r.kljuc, r.vrsta, r.datum, r.c4_id, r.podaci, o.objasnjenje
  from usaglasavanje_razlika r left join usaglasavanje_objasnjenje o on o.kljuc = r.kljuc`

/** The JSON of a row, kept beside its columns. */
export const podaciOf = ({ polja, nas, njihov }: UsaglasenRed['razlika']): string =>
  JSON.stringify({ polja, nas, njihov })

const rowOf = ({ vrsta, podaci, ...row }: Stored): KeptRazlika => ({
  ...row,
  razlika: { vrsta, ...(JSON.parse(podaci) as Omit<UsaglasenRed['razlika'], 'vrsta'>) },
})

/** The comparisons, newest first. */
export async function usaglasavanja(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: UsaglasavanjeRed[]; total: number }> {
  const { rows } = await heads(db, sql`order by u.id desc limit ${limit} offset ${(page - 1) * limit}`)
  const counted = await sql<{ total: number }>`select count(*) as total from usaglasavanje`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

const heads = (db: Db, rest: RawBuilder<unknown>) =>
  sql<UsaglasavanjeRed>`
    select u.id, u.fajl, u.datum_od, u.datum_do, u.odobrenje_id, d.broj as odobrenje_broj, u.nasih, u.njihovih, u.istih,
      u.tolerancija_vrednosti, u.decimale_kolicine, u.vreme, u.korisnik,
      (select count(*) from usaglasavanje_razlika r where r.usaglasavanje_id = u.id) as broj_razlika,
      (select count(*) from usaglasavanje_razlika r join usaglasavanje_objasnjenje o on o.kljuc = r.kljuc
        where r.usaglasavanje_id = u.id) as objasnjenih
    from usaglasavanje u left join odobrenje d on d.id = u.odobrenje_id ${rest}`.execute(db)

/** One comparison; undefined if there is none. */
export const usaglasavanjeById = async (db: Db, id: number): Promise<UsaglasavanjeRed | undefined> =>
  (await heads(db, sql`where u.id = ${id}`)).rows[0]

/**
 * Differences in the order in which they were found: of a comparison, of a kind, or all. Null if there are more than
 * `limit`.
 */
export async function razlikeOf(
  db: Db,
  { id, vrsta, limit }: { id?: number | undefined; vrsta?: string | undefined; limit?: number },
): Promise<KeptRazlika[] | null> {
  const conditions = [sql<SqlBool>`1 = 1`]
  if (id !== undefined) conditions.push(sql<SqlBool>`r.usaglasavanje_id = ${id}`)
  if (vrsta !== undefined) conditions.push(sql<SqlBool>`r.vrsta = ${vrsta}`)
  const most = limit === undefined ? sql`` : sql`limit ${limit + 1}`
  const { rows } = await sql<Stored>`
    select ${COLUMNS} where ${sql.join(conditions, sql` and `)} order by r.usaglasavanje_id, r.pozicija ${most}`.execute(
    db,
  )
  return limit !== undefined && rows.length > limit ? null : rows.map(rowOf)
}

/** The same by their keys, each once. */
export async function razlikeByKeys(db: Db, kljucevi: readonly string[]): Promise<Map<string, KeptRazlika>> {
  const { rows } = await sql<Stored>`
    select ${COLUMNS} where r.kljuc in ${engineOf(db).list(kljucevi)} order by r.usaglasavanje_id`.execute(db)
  return new Map(rows.map((row) => [row.kljuc, rowOf(row)]))
}

type Scope = Period & {
  readonly c4_ids?: readonly number[] | null | undefined
  readonly odobrenje_id?: number | null | undefined
}

/** The differences of a period, of these imports, of an authorisation, or all: each once, by day. */
export async function razlikeIn(db: Db, { c4_ids, odobrenje_id, ...period }: Scope): Promise<KeptRazlika[]> {
  const conditions = [sql<SqlBool>`1 = 1`, ...bounds(period, 'r.datum')]
  if (c4_ids?.length) conditions.push(sql<SqlBool>`r.c4_id in ${engineOf(db).list(c4_ids)}`)
  if (odobrenje_id) {
    const asked = sql`(select u.id from usaglasavanje u where u.odobrenje_id = ${odobrenje_id})`
    const theirs = sql`(select c4.id from c4 where c4.odobrenje_id = ${odobrenje_id})`
    conditions.push(sql<SqlBool>`(r.usaglasavanje_id in ${asked} or r.c4_id in ${theirs})`)
  }
  const { rows } = await sql<Stored>`
    select ${COLUMNS} where ${sql.join(conditions, sql` and `)}
    order by r.datum, r.usaglasavanje_id, r.pozicija`.execute(db)
  return [...new Map(rows.map((row) => [row.kljuc, row])).values()].map(rowOf)
}

type Side = NonNullable<UsaglasenRed['razlika']['nas'] | UsaglasenRed['razlika']['njihov']>

/**
 * The values of a side in the fields that differ: `2.500 kom`, `7318.15`; of a row without a partner, the row itself.
 */
function saidBy(row: Side, polja: readonly PoljeRazlike[]): string {
  const named: readonly PoljeRazlike[] = polja.length > 0 ? polja : ['tarifni_broj', 'kolicina']
  const words: Readonly<Record<PoljeRazlike, () => string>> = {
    broj: () => row.broj,
    kolicina: () => quantityOf(row),
    jedinica_mere: () => (named.includes('kolicina') ? '' : row.jedinica_mere),
    tarifni_broj: () => row.tarifni_broj,
    vrednost: () =>
      row.vrednost === null ? '' : `${formatPara(row.vrednost)}${'valuta' in row ? ` ${row.valuta}` : ''}`,
    datum: () => (row.datum === null ? '' : formatDate(row.datum)),
  }
  return named
    .map((polje) => words[polje]())
    .filter((text) => text !== '')
    .join(', ')
}

/** A difference in words: its kind, and the values of each side. */
export function razlikaWords({ razlika: { vrsta, polja, nas, njihov } }: Pick<UsaglasenRed, 'razlika'>) {
  const redni_broj = nas?.redni_broj ?? njihov?.redni_broj ?? null
  return {
    vrsta: VRSTE_U_RECI[vrsta],
    broj: nas?.broj ?? (njihov?.broj || '—'),
    stavka: nas
      ? `faktura ${nas.broj_fakture}, stavka ${nas.redni_broj}`
      : redni_broj === null
        ? ''
        : `R. br. ${redni_broj}`,
    kod_nas: nas ? saidBy(nas, polja) : '',
    kod_njih: njihov ? saidBy(njihov, polja) : '',
  }
}
