import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  MAX_OBRACUN_LOTS,
  type Obracun,
  type ObracunIzvoz,
  type ObracunManjak,
  type ObracunStavka,
  type ObracunUkupno,
  obracunTexts,
} from '#contract/obracun.ts'
import { add, type Micro, multiplyToAtto, type Para, sum } from '#domain/decimal.ts'
import { IZUZETO, type Izuzeto, lotAccount, NOT_NAMED, UZETO, type Uzeto } from '#domain/lot-account.ts'
import { KOLONA_RAZDUZENJA, type VrstaRazduzenja } from '#domain/named-draws.ts'
import { breathe, isDue, portions } from '#server/breathe.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds, type Period, within } from '#server/db/period.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { dayOf } from '#server/local-time.ts'
import { Refusal } from '#server/refusal.ts'
import { partsOfDraws } from '#server/stock/draw-parts.ts'
import { integerOf, valueToPara } from '#server/stock/exact-sums.ts'
import { isShortage } from '#server/stock/no-lot.ts'
import { wasteBalances } from '#server/stock/waste-balance.ts'
import { beyondAllowed } from './obracun-beyond-allowed.ts'
import { checksOf } from './obracun-checks.ts'
import { customsChecks } from './obracun-customs-checks.ts'
import { normativiOf } from './obracun-normativi.ts'
import { refuseUnknown, type Scope } from './obracun-scope.ts'

/** Of how many lots rows and draws are read at once; on SQLite nothing else is done meanwhile. */
const LOTS_AT_ONCE = 500

/**
 * The account of a scope (customs §5): what its lots held, what came in, what went out in which exports and what is
 * left. From one moment of the database, some lots at a time, so that others are let in; call it with `readLong`.
 * Refuses more lots than MAX_OBRACUN_LOTS.
 */
export async function obracunOf(db: Db, scope: Scope): Promise<Obracun> {
  return accountOf(db, scope, await accountable(db, scope))
}

/** The same of a scope that was accountable when it was handed in, however many lots it has now. */
export const reckon = async (db: Db, scope: Scope): Promise<Obracun> => accountOf(db, scope, await idsOf(db, scope))

async function accountOf(db: Db, scope: Scope, lots: readonly number[]): Promise<Obracun> {
  const { c4_ids, odobrenje_id, ...period } = scope
  const stored: StoredLot[] = []
  const stavke: ObracunStavka[] = []
  const draws: StoredDraw[] = []
  for (const ids of portions(lots, LOTS_AT_ONCE)) {
    const some = await accountsOf(db, ids, period)
    stored.push(...some.stored)
    stavke.push(...some.stavke)
    draws.push(...some.draws)
    if (isDue()) await breathe()
  }
  const izvoz = withLots(draws.sort(inOrder), stored)
  const bez_pokrica = c4_ids?.length ? [] : await shortagesOf(db, period, odobrenje_id)
  const normativi = await normativiOf(db, izvoz)
  const otpad = await wasteBalances(db, period, wholeBooks(scope) ? null : materialsOf(stavke))
  const usesOdobrenja = (await db.selectFrom('odobrenje').select('id').limit(1).executeTakeFirst()) !== undefined
  const kraj = period.datum_do ?? dayOf(Date.now())
  return {
    datum_od: period.datum_od ?? null,
    datum_do: period.datum_do ?? null,
    stavke,
    izvoz,
    normativi,
    otpad,
    bez_pokrica,
    ukupno: totalsOf(stavke),
    provere: [
      ...checksOf({ stavke, izvoz, normativi, bez_pokrica, stored }),
      ...customsChecks({ stavke, izvoz, stored, kraj, usesOdobrenja }),
      ...(await beyondAllowed(db, stavke, stored, kraj)),
    ],
  }
}

/** Waste belongs to a material and to no lot, so that of some imports is that of their materials. */
const materialsOf = (stavke: readonly ObracunStavka[]) => [...new Set(stavke.map(({ materijal_id }) => materijal_id))]
const wholeBooks = ({ c4_ids, odobrenje_id }: Scope) => !c4_ids?.length && !odobrenje_id

/** Refuses the account of an import or an authorisation that does not exist, and one of more lots than MAX_OBRACUN_LOTS. */
export async function refuseUnaccountable(db: Db, scope: Scope): Promise<void> {
  await refuseUnknown(db, scope)
  await accountable(db, scope)
}

/** The lots of a scope, unless there are too many of them. */
async function accountable(db: Db, scope: Scope): Promise<number[]> {
  const ids = await idsOf(db, scope, sql`limit ${MAX_OBRACUN_LOTS + 1}`)
  if (ids.length > MAX_OBRACUN_LOTS) throw new Refusal('invalid', obracunTexts.tooMany)
  return ids
}

/** Their ids, in the order in which an account names them. */
async function idsOf(db: Db, scope: Scope, most = sql``): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from c4_stavka l where ${lotsIn(db, scope)} order by l.datum, l.c4_id, l.id ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The lots that held something in the period: imported by its end, and not used up before it began. */
export function lotsIn(db: Db, scope: Scope): RawBuilder<SqlBool> {
  const { datum_od, datum_do } = scope
  const conditions = [sql<SqlBool>`1 = 1`, ...documentsIn(db, scope)]
  if (datum_do) conditions.push(sql<SqlBool>`l.datum <= ${datum_do}`)
  if (datum_od)
    conditions.push(sql<SqlBool>`(l.utrosen is null or l.utrosen >= ${datum_od} or l.izuzeto_do >= ${datum_od})`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** What keeps lots `l` to the imports of a scope. */
export function documentsIn(db: Db, { c4_ids, odobrenje_id }: Scope): RawBuilder<SqlBool>[] {
  const theirs = sql`(select c4.id from c4 where c4.odobrenje_id = ${odobrenje_id})`
  return [
    ...(c4_ids?.length ? [sql<SqlBool>`l.c4_id in ${engineOf(db).list(c4_ids)}`] : []),
    ...(odobrenje_id ? [sql<SqlBool>`l.c4_id in ${theirs}`] : []),
  ]
}

export type StoredLot = Pick<
  ObracunStavka,
  | 'ulaz_stavka_id'
  | 'c4_id'
  | 'broj_c4'
  | 'datum'
  | 'broj_fakture'
  | 'redni_broj'
  | 'tarifni_broj'
  | 'materijal_id'
  | 'materijal_naziv'
  | 'jedinica_mere'
  | 'zemlja_porekla'
  | 'oznaka_postupka'
  | 'broj_jci'
  | 'rok'
> & {
  odobrenje_id: number | null
  dokazuje: Flag
  kolicina: Micro
  cena_po_jedinici: Micro
  kurs: Micro
  iznos: Para
  /** Of the material as it is today. */
  tarifni_broj_materijala: string
  ranije: string
}
type StoredDraw = Omit<ObracunIzvoz, 'posle_roka' | 'broj_c4' | 'c4_id' | 'ulaz_redni_broj' | 'materijal_naziv'> & {
  pozicija: number
  sa_otpadom: Flag
}

/** The accounts of these lots, in their order, and what exports of the period took of them, in the order of the exports. */
export async function accountsOf(db: Db, ids: readonly number[], period: Period) {
  const stored = await storedLots(db, ids, period)
  const taken = sql<SqlBool>`r.c4_stavka_id in ${engineOf(db).list(ids)}`
  const draws = ids.length === 0 ? [] : await readDraws(db, sql`${taken} and ${within(period, 'r.datum')}`)
  const drawn = Map.groupBy(draws, ({ ulaz_stavka_id }) => ulaz_stavka_id)
  const izuzeto = await namedIn(db, ids, period)
  const stavke = stored.map((lot) => {
    const id = lot.ulaz_stavka_id
    return rowOf(lot, { ...takenOf(drawn.get(id) ?? []), ...(izuzeto.get(id) ?? NOT_NAMED) }, period)
  })
  return { stored, stavke, draws }
}

/** These lots by day, import and line, each with what exports took of it before the period. */
async function storedLots(db: Db, ids: readonly number[], { datum_od }: Period): Promise<StoredLot[]> {
  const ranije = datum_od
    ? sql`coalesce((select sum(r.kolicina) from razduzenje r where r.c4_stavka_id = l.id and r.datum < ${datum_od}), 0)
        + case when l.izuzeto > 0 then coalesce((select sum(n.kolicina) from ostalo_razduzenje_stavka n
          where n.ulaz_stavka_id = l.id and n.datum < ${datum_od}), 0) else 0 end`
    : sql`0`
  const { rows } = await sql<StoredLot>`
    select l.id as ulaz_stavka_id, l.c4_id, c4.broj_c4, c4.oznaka_postupka, c4.broj_jci, c4.rok, c4.odobrenje_id,
      l.datum, l.broj_fakture, l.redni_broj, l.tarifni_broj, l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, l.zemlja_porekla,
      l.dokazuje_poreklo as dokazuje, l.kolicina, l.cena_po_jedinici, l.kurs, l.iznos,
      m.tarifni_broj as tarifni_broj_materijala,
      cast(${ranije} as text) as ranije
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where l.id in ${engineOf(db).list(ids)} order by l.datum, l.c4_id, l.id`.execute(db)
  return rows
}

function rowOf(stored: StoredLot, rashod: Uzeto & Izuzeto, { datum_od }: Period): ObracunStavka {
  const { ranije, kolicina, cena_po_jedinici, kurs, dokazuje, iznos: _, ...rest } = stored
  const { tarifni_broj_materijala: __, odobrenje_id: ___, ...said } = rest
  const account = lotAccount(
    { datum: stored.datum, kolicina, ranije: integerOf<Micro>(ranije), ...rashod },
    datum_od ?? null,
  )
  return {
    ...said,
    dokazuje_poreklo: dokazuje === 1,
    uvezeno: kolicina,
    ...account,
    vrednost_rsd: valueToPara(multiplyToAtto(account.krajnje_stanje, cena_po_jedinici, kurs)),
  }
}

/** How much of these rows went where, together. */
const takenOf = (rows: readonly Uzeto[]): Uzeto =>
  Object.fromEntries(UZETO.map((name) => [name, sum(rows.map((row) => row[name]))])) as Uzeto

/** What documents of the period took of these lots that name them, by the id of the lot; of most lots they take nothing. */
async function namedIn(db: Db, ids: readonly number[], period: Period): Promise<Map<number, Izuzeto>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; vrsta: VrstaRazduzenja; kolicina: string }>`
    select n.ulaz_stavka_id as id, n.vrsta, cast(sum(n.kolicina) as text) as kolicina
    from ostalo_razduzenje_stavka n
    where n.ulaz_stavka_id in ${engineOf(db).list(ids)} and ${within(period, 'n.datum')} group by 1, 2`.execute(db)
  const named = new Map<number, Izuzeto>()
  for (const { id, vrsta, kolicina } of rows) {
    const known = named.get(id) ?? NOT_NAMED
    const kolona = KOLONA_RAZDUZENJA[vrsta]
    named.set(id, { ...known, [kolona]: add(known[kolona], integerOf<Micro>(kolicina)) })
  }
  return named
}

/** Draws `r` with their exports; `rest` follows the condition. */
async function readDraws(db: Db, when: RawBuilder<unknown>, rest = sql``): Promise<StoredDraw[]> {
  const { rows } = await sql<Omit<StoredDraw, keyof Uzeto>>`
    select c1.id as c1_id, c1.broj_c1, c1.broj_jci, c1.datum, c1.tip_dokumenta, i.id as c1_stavka_id, i.broj_fakture, i.redni_broj,
      i.pozicija, i.proizvod_id, p.naziv as proizvod_naziv, i.hs_code, i.kolicina as izvezeno, i.jedinica_mere, i.sa_otpadom,
      r.c4_stavka_id as ulaz_stavka_id, r.materijal_id, r.kolicina as razduzeno
    from razduzenje r join c1_stavka i on i.id = r.c1_stavka_id join c1 on c1.id = i.c1_id
      join proizvod p on p.id = i.proizvod_id
    where ${when} ${rest}`.execute(db)
  const partsOf = await partsOfDraws(db, rows)
  return rows.map((row) => ({
    ...row,
    ...partsOf({ ...row, c4_stavka_id: row.ulaz_stavka_id, kolicina: row.razduzeno }),
  }))
}

/** `limit` draws from the one behind `before` others on, as their exports follow each other. */
export async function pageOfDraws(
  db: Db,
  when: RawBuilder<SqlBool>,
  { limit, before }: { limit: number; before: number },
): Promise<ObracunIzvoz[]> {
  const order = sql`order by c1.datum, c1.id, i.pozicija, r.materijal_id, r.c4_stavka_id`
  const draws = await readDraws(db, when, sql`${order} limit ${limit} offset ${before}`)
  const ids = [...new Set(draws.map(({ ulaz_stavka_id }) => ulaz_stavka_id))]
  return withLots(draws, await storedLots(db, ids, {}))
}

function withLots(draws: readonly StoredDraw[], lots: readonly StoredLot[]): ObracunIzvoz[] {
  const byId = new Map(lots.map((lot) => [lot.ulaz_stavka_id, lot]))
  return draws.map(({ pozicija: _, sa_otpadom: __, ...draw }) => {
    const { broj_c4, c4_id, redni_broj, materijal_naziv, rok } = byId.get(draw.ulaz_stavka_id) as StoredLot
    return {
      ...draw,
      broj_c4,
      c4_id,
      ulaz_redni_broj: redni_broj,
      materijal_naziv,
      posle_roka: rok !== null && draw.datum > rok,
    }
  })
}

/** Draws as their exports follow each other. */
const inOrder = (a: StoredDraw, b: StoredDraw): number =>
  (a.datum < b.datum ? -1 : a.datum > b.datum ? 1 : 0) ||
  a.c1_id - b.c1_id ||
  a.pozicija - b.pozicija ||
  (a.materijal_id < b.materijal_id ? -1 : a.materijal_id > b.materijal_id ? 1 : 0) ||
  a.ulaz_stavka_id - b.ulaz_stavka_id

/** What no import covers in the exports of the period, of an authorisation or all of them. */
async function shortagesOf(db: Db, period: Period, odobrenje_id: number | null | undefined): Promise<ObracunManjak[]> {
  const conditions = [isShortage, ...bounds(period, 'r.datum')]
  if (odobrenje_id) conditions.push(sql<SqlBool>`c1.odobrenje_id = ${odobrenje_id}`)
  const { rows } = await sql<Omit<ObracunManjak, 'manjak'> & { lacking: string }>`
    select r.c1_id, c1.broj_c1, c1.datum, r.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere,
      cast(sum(r.kolicina) as text) as lacking
    from razduzenje r join c1 on c1.id = r.c1_id join materijal m on m.id = r.materijal_id
    where ${sql.join(conditions, sql` and `)}
    group by r.c1_id, c1.broj_c1, c1.datum, r.materijal_id, m.naziv, m.jedinica_mere
    order by c1.datum, r.c1_id, r.materijal_id`.execute(db)
  return rows.map(({ lacking, ...row }) => ({ ...row, manjak: integerOf<Micro>(lacking) }))
}

/** The sums of the rows by material and tariff number, also of their rounded values: what is printed adds up. */
function totalsOf(rows: readonly ObracunStavka[]): ObracunUkupno[] {
  const groups = Map.groupBy(rows, ({ materijal_id, tarifni_broj }) => `${materijal_id}\n${tarifni_broj}`)
  return [...groups.values()].map((group) => {
    const [first] = group as [ObracunStavka, ...ObracunStavka[]]
    const { materijal_id, materijal_naziv, jedinica_mere, tarifni_broj } = first
    return {
      materijal_id,
      materijal_naziv,
      jedinica_mere,
      tarifni_broj,
      uvezeno: sum(group.map((row) => row.uvezeno)),
      pocetno_stanje: sum(group.map((row) => row.pocetno_stanje)),
      ulaz: sum(group.map((row) => row.ulaz)),
      ...takenOf(group),
      ...(Object.fromEntries(IZUZETO.map((name) => [name, sum(group.map((row) => row[name]))])) as Izuzeto),
      krajnje_stanje: sum(group.map((row) => row.krajnje_stanje)),
      vrednost_rsd: sum(group.map((row) => row.vrednost_rsd)),
    }
  })
}
