import { createHash } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { BACKWARDS } from '#contract/fields.ts'
import { MAX_USAGLASENIH } from '#contract/limits.ts'
import {
  type NasaStavka,
  type NjihovaStavka,
  type UsaglasenRed,
  type UsaglasiQuery,
  usaglasavanjeTexts,
} from '#contract/usaglasavanje.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { convertPara, type Micro } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { brojKey, type NasRed, type Tolerancija, uparene, znakRazlike } from '#domain/usaglasavanje.ts'
import { type DvosmislenRed, type KolonaBrojeva, procitani } from '#domain/usaglasavanje-brojevi.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'

export type ComparedDays = { readonly datum_od: CalendarDate; readonly datum_do: CalendarDate }
/** The compared rows, in the order of days, numbers and lines; explanations are not looked up yet. */
export type Uporedjeno = {
  readonly nasih: number
  readonly njihovih: number
  readonly van_perioda: number
  /** How ambiguous numbers were read. */
  readonly napomene: readonly string[]
  readonly redovi: readonly (Omit<UsaglasenRed, 'objasnjenje'> & { readonly datum: CalendarDate })[]
}

/** The period that is compared: as it was chosen, else from the first to the last day of the sheet. */
export function periodOf(query: UsaglasiQuery, redovi: readonly NjihovaStavka[]): ComparedDays {
  let [first, last] = [query.datum_od, query.datum_do]
  if (!first || !last) {
    const days = redovi.flatMap(({ datum }) => datum ?? []).sort()
    first ??= days[0]
    last ??= days.at(-1)
  }
  if (!first || !last) throw new Refusal('invalid', usaglasavanjeTexts.noPeriod)
  if (first > last) throw new Refusal('invalid', BACKWARDS, 'datum_do')
  return { datum_od: first, datum_do: last }
}

type Read = {
  readonly redovi: readonly (DvosmislenRed & { readonly red: number })[]
  readonly dokazano: Readonly<Record<KolonaBrojeva, boolean>>
}
type Asked = ComparedDays & { readonly odobrenje_id: number | undefined; readonly tolerancija: Tolerancija }

/**
 * Compares the rows of a sheet with our imports of a period. A row of another day is left out, unless it names an
 * import of ours: then the day may be the difference.
 */
export async function uporedi(
  db: Db,
  { redovi, dokazano }: Read,
  { odobrenje_id, tolerancija, ...period }: Asked,
): Promise<Uporedjeno> {
  const brojevi = redovi.flatMap(({ broj }) => broj || [])
  const nase = await naseStavke(db, { ...period, odobrenje_id, brojevi })
  const known = new Set(nase.flatMap(({ broj, broj_jci }) => [brojKey(broj), ...(broj_jci ? [brojKey(broj_jci)] : [])]))
  const nasi = nase.map(inDomain)
  const within = redovi.filter(
    ({ datum, broj }) =>
      datum === null || (datum >= period.datum_od && datum <= period.datum_do) || known.has(brojKey(broj)),
  )
  const { redovi: njihove, napomene } = procitani(nasi, within, dokazano)
  const rows = uparene(nasi, njihove, tolerancija).map(({ nas, njihov, vrsta, polja }): Placed => {
    const [ours, theirs] = [at(nase, nas), at(njihove, njihov)]
    const datum = ours?.datum ?? theirs?.datum ?? period.datum_do
    return {
      znak: vrsta === 'isto' ? '' : znakRazlike(vrsta, polja, at(nasi, nas), theirs),
      datum,
      place: placeOf(datum, ours, theirs),
      razlika: { vrsta, polja: [...polja], nas: ours, njihov: theirs },
    }
  })
  rows.sort(byPlace)
  return {
    nasih: nase.length,
    njihovih: njihove.length,
    van_perioda: redovi.length - njihove.length,
    napomene,
    redovi: withKeys(rows),
  }
}

const at = <T>(rows: readonly T[], place: number | null): T | null => (place === null ? null : (rows[place] as T))

const inDomain = (row: NasaStavka): NasRed => ({
  ...row,
  vrednosti: [row.vrednost, row.vrednost_rsd, ...(row.carinska_vrednost_rsd ? [row.carinska_vrednost_rsd] : [])],
})

type Placed = {
  znak: string
  datum: CalendarDate
  place: readonly (string | number)[]
  razlika: UsaglasenRed['razlika']
}

function byPlace({ place: one }: Placed, { place: other }: Placed): number {
  for (const [at, part] of one.entries()) {
    const than = other[at] as typeof part
    if (part !== than) return part < than ? -1 : 1
  }
  return 0
}
const placeOf = (datum: CalendarDate, nas: NasaStavka | null, njihov: NjihovaStavka | null) => [
  datum,
  nas?.broj ?? njihov?.broj ?? '',
  nas?.redni_broj ?? njihov?.redni_broj ?? 0,
  nas?.ulaz_stavka_id ?? 0,
  njihov?.red ?? 0,
]

/** The differences with their keys; equal differences have different keys. */
function withKeys(rows: readonly Placed[]): Uporedjeno['redovi'] {
  const times = new Map<string, number>()
  return rows.map(({ znak, datum, razlika }) => {
    const time = times.get(znak) ?? 0
    times.set(znak, time + 1)
    const kljuc = znak === '' ? '' : createHash('sha256').update(`${znak}\n${time}`).digest('hex').slice(0, 32)
    return { kljuc, datum, razlika }
  })
}

type AskedLines = Omit<Asked, 'tolerancija'> & {
  /** Numbers in the sheet: their imports are compared whatever their day, so that a wrong day shows. */
  readonly brojevi: readonly string[]
}

/** The lines of our imports to compare with a sheet: those of the period and those that it names. */
async function naseStavke(db: Db, { datum_od, datum_do, odobrenje_id, brojevi }: AskedLines): Promise<NasaStavka[]> {
  const theirs = sql`(select c4.id from c4 where c4.odobrenje_id = ${odobrenje_id})`
  const ofOdobrenje = odobrenje_id === undefined ? sql`` : sql`and l.c4_id in ${theirs}`
  const ids = await idsOf(db, sql`c4_stavka l where l.datum >= ${datum_od} and l.datum <= ${datum_do} ${ofOdobrenje}`)
  const keys = [...new Set(brojevi.map(codeKey))]
  const named = sql`c4_stavka l join c4 on c4.id = l.c4_id
    where c4.broj_kljuc in ${engineOf(db).list(keys)} and (c4.datum < ${datum_od} or c4.datum > ${datum_do})`
  const others = keys.length === 0 ? [] : await idsOf(db, named)
  const all = [...ids, ...others]
  if (all.length > MAX_USAGLASENIH) throw new Refusal('invalid', usaglasavanjeTexts.tooMany)
  return all.length === 0 ? [] : linesOf(db, all)
}

async function idsOf(db: Db, from: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select l.id from ${from} limit ${MAX_USAGLASENIH + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

async function linesOf(db: Db, ids: readonly number[]): Promise<NasaStavka[]> {
  const { rows } = await sql<Omit<NasaStavka, 'vrednost_rsd'> & { kurs: Micro }>`
    select l.c4_id, l.id as ulaz_stavka_id, c4.broj_c4 as broj, c4.broj_jci, l.datum, l.broj_fakture, l.redni_broj,
      l.tarifni_broj, l.materijal_id, m.naziv as materijal_naziv, l.kolicina, m.jedinica_mere, l.iznos as vrednost,
      c4.valuta, l.kurs, l.carinska_vrednost_rsd
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${sql<SqlBool>`l.id in ${engineOf(db).list(ids)}`}`.execute(db)
  return rows.map(({ kurs, ...row }) => ({ ...row, vrednost_rsd: convertPara(row.vrednost, kurs) }))
}
