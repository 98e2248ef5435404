import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  MAX_OBRACUN_LOTS,
  type Obracun,
  type ObracunIzvoz,
  type ObracunManjak,
  type ObracunOstalo,
  type ObracunOtpad,
  type ObracunProduzenje,
  type ObracunStavka,
  type ObracunUkupno,
  obracunTexts,
} from '#contract/obracun.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_AMOUNT, NO_QUANTITY, nearSum, type Para, worthOf } from '#domain/decimal.ts'
import { dutyOf, shareOf } from '#domain/duty.ts'
import { IZUZETO, type Izuzeto, lotAccount, NOT_NAMED, UZETO, type Uzeto } from '#domain/lot-account.ts'
import { KOLONA_RAZDUZENJA, type VrstaRazduzenja } from '#domain/named-draws.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds, type Period, within } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { dayOf } from '#server/local-time.ts'
import { Refusal } from '#server/refusal.ts'
import { integerOf } from '#server/stock/exact-sums.ts'
import { isShortage } from '#server/stock/ledger-sql.ts'
import { wasteBalances } from '#server/stock/waste-balance.ts'
import { beyondAllowed } from './obracun-beyond-allowed.ts'
import { checksOf, customsChecks, usaglasenoIn } from './obracun-checks.ts'
import { inOrder, namedDraws, readDraws } from './obracun-izvoz.ts'
import { type StoredLot, storedLots } from './obracun-lots.ts'
import { normativiOf, uncoveredOf } from './obracun-normativi.ts'
import { refuseUnknown, type Scope } from './obracun-scope.ts'

/**
 * The account of a scope (customs §5): the stock of its lots before, imports, the exports that took it and the rest.
 * Call it with `readLong`: it has to be from one moment of the database, and 10,000 lots take a third of a second.
 * Refuses more lots than MAX_OBRACUN_LOTS.
 */
export async function obracunOf(db: Db, scope: Scope): Promise<Obracun> {
  return accountOf(db, scope, await accountable(db, scope))
}

/** The same without a limit of lots, for a scope that is handed in already. */
export const reckon = async (db: Db, scope: Scope): Promise<Obracun> => accountOf(db, scope, await idsOf(db, scope))

async function accountOf(db: Db, scope: Scope, lots: readonly number[]): Promise<Obracun> {
  const { c4_ids, odobrenje_id, ...period } = scope
  const { stored, stavke, draws } = await accountsOf(db, lots, period)
  const izvoz = await namedDraws(db, draws.sort(inOrder), stored)
  const bez_pokrica = c4_ids?.length ? [] : await shortagesOf(db, period, odobrenje_id)
  // A shortage belongs to no import, so only the account of everything has it in its norms.
  const normativi = await normativiOf(db, [...izvoz, ...(wholeBooks(scope) ? await uncoveredOf(db, period) : [])])
  const otpad = wholeBooks(scope) ? await wasteBalances(db, period) : wasteOf(izvoz)
  const usesOdobrenja = (await db.selectFrom('odobrenje').select('id').limit(1).executeTakeFirst()) !== undefined
  const spediter = await usaglasenoIn(db, scope)
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
    ostala_razduzenja: await ostaloOf(db, stavke, period),
    produzenja: await produzenjaOfLots(db, stavke),
    provere: [
      ...checksOf({ stavke, izvoz, normativi, bez_pokrica, stored }),
      ...customsChecks({ stavke, izvoz, stored, kraj, usesOdobrenja }),
      ...(await beyondAllowed(db, stavke, stored, kraj)),
      ...spediter.provere,
    ],
    objasnjenja: spediter.objasnjenja,
  }
}

/** The waste from the lots of some imports, without a balance: no lot has a share in the uses of waste. */
const NO_BALANCE = {
  ...{ pocetno: null, izvezeno: null, pusteno: null, unisteno: null, reciklirano: null },
  ...{ rasporedjeno: null, stanje: null },
}
function wasteOf(izvoz: readonly ObracunIzvoz[]): ObracunOtpad[] {
  const wasted = Map.groupBy(
    izvoz.filter(({ otpad }) => otpad > 0),
    ({ materijal_id }) => materijal_id,
  )
  const rows = [...wasted].map(([materijal_id, draws]) => {
    const { materijal_naziv, materijal_jm: jedinica_mere } = draws[0] as ObracunIzvoz
    const nastalo = nearSum(draws.map(({ otpad }) => otpad))
    return { materijal_id, materijal_naziv, jedinica_mere, nastalo, ...NO_BALANCE }
  })
  return rows.sort((a, b) => (a.materijal_id < b.materijal_id ? -1 : 1))
}
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

/** The ids of the lots of a scope, in the order in which an account names them. */
async function idsOf(db: Db, scope: Scope, most = sql``): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from c4_stavka l where ${lotsIn(db, scope)} order by l.datum, l.c4_id, l.id ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The lots that held something in the period: imported by its end, and not used up before it began. */
export function lotsIn(db: Db, scope: Scope): RawBuilder<SqlBool> {
  const { datum_od, datum_do } = scope
  const conditions = [sql<SqlBool>`1 = 1`, ...importConditions(db, scope)]
  if (datum_do) conditions.push(sql<SqlBool>`l.datum <= ${datum_do}`)
  if (datum_od)
    conditions.push(sql<SqlBool>`(l.utrosen is null or l.utrosen >= ${datum_od} or l.izuzeto_do >= ${datum_od})`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The SQL condition that keeps lots `l` to the imports of a scope. */
export function importConditions(db: Db, { c4_ids, odobrenje_id }: Scope): RawBuilder<SqlBool>[] {
  const theirs = sql`(select c4.id from c4 where c4.odobrenje_id = ${odobrenje_id})`
  return [
    ...(c4_ids?.length ? [sql<SqlBool>`l.c4_id in ${engineOf(db).list(c4_ids)}`] : []),
    ...(odobrenje_id ? [sql<SqlBool>`l.c4_id in ${theirs}`] : []),
  ]
}

/** The accounts of these lots, in their order, and the draws of exports of the period, in the order of the exports. */
export async function accountsOf(db: Db, ids: readonly number[], period: Period) {
  if (ids.length === 0) return { stored: [], stavke: [], draws: [] }
  const stored = await storedLots(db, ids, period)
  const taken = sql<SqlBool>`r.c4_stavka_id in ${engineOf(db).list(ids)}`
  const draws = await readDraws(db, sql`${taken} and ${within(period, 'r.datum')}`)
  const drawn = Map.groupBy(draws, ({ ulaz_stavka_id }) => ulaz_stavka_id)
  const izuzeto = await namedIn(db, ids, period)
  const stavke = stored.map((lot) => {
    const id = lot.ulaz_stavka_id
    return rowOf(lot, { ...takenOf(drawn.get(id) ?? []), ...(izuzeto.get(id) ?? NOT_NAMED) }, period)
  })
  return { stored, stavke, draws }
}

function rowOf(stored: StoredLot, rashod: Uzeto & Izuzeto, { datum_od, datum_do }: Period): ObracunStavka {
  const { ranije, kolicina, cena_po_jedinici, kurs, dokazuje, iznos: _, ...rest } = stored
  const { tarifni_broj_materijala: __, odobrenje_id: ___, stopa_pdv: ____, ...said } = rest
  const account = lotAccount(
    { datum: stored.datum, kolicina, ranije: integerOf<Micro>(ranije), ...rashod },
    datum_od ?? null,
  )
  return {
    ...said,
    dokazuje_poreklo: dokazuje === 1,
    uvezeno: kolicina,
    ...account,
    vrednost_rsd: worthOf(account.krajnje_stanje, cena_po_jedinici, kurs),
    ...dutyIn(stored, account.krajnje_stanje, datum_do ?? dayOf(Date.now())),
  }
}

/**
 * Duty and tax for the rest of a line on a day: its share of the customs value, where rate and value were typed from
 * the JCI. Neither is guessed. Goods that left before the day of change-over get no amount, because it would read like
 * a debt.
 */
function dutyIn(stored: StoredLot, ostalo: Micro, kraj: CalendarDate): Ostatak {
  const { stopa_carine, carinska_vrednost_rsd, stopa_pdv, kolicina, rok } = stored
  if (stopa_pdv === null || stopa_carine === null || carinska_vrednost_rsd === null) return NO_DUTY
  const carinska_vrednost_ostatka = shareOf(carinska_vrednost_rsd, ostalo, kolicina)
  const { iznos_carine: carina, iznos_pdv: pdv } = dutyOf(carinska_vrednost_ostatka, stopa_carine, stopa_pdv)
  const isLate = rok !== null && rok < kraj
  return {
    carinska_vrednost_ostatka,
    carina_ostatka: carina,
    pdv_ostatka: pdv,
    carina_posle_roka: isLate ? carina : NO_AMOUNT,
    pdv_posle_roka: isLate ? pdv : NO_AMOUNT,
  }
}
const OSTATAK = [
  'carinska_vrednost_ostatka',
  'carina_ostatka',
  'pdv_ostatka',
  'carina_posle_roka',
  'pdv_posle_roka',
] as const
type Ostatak = Pick<ObracunStavka, (typeof OSTATAK)[number]>
const NO_DUTY = Object.fromEntries(OSTATAK.map((name) => [name, null])) as Ostatak

/** The sums of these rows: built in, waste and loss. */
function takenOf(rows: readonly Uzeto[]): Uzeto {
  const taken = { ugradjeno: NO_QUANTITY, otpad: NO_QUANTITY, gubitak: NO_QUANTITY }
  for (const row of rows) for (const name of UZETO) taken[name] = add(taken[name], row[name])
  return taken
}

/** The draws from these lots by documents of the period that name them, by the id of the lot. Most lots have none. */
async function namedIn(db: Db, ids: readonly number[], period: Period): Promise<Map<number, Izuzeto>> {
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

/** The shortages in the exports of the period, for one authorisation or all of them. */
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

/** The sums by tariff number and material, in this order, also of rounded values: what is printed adds up. */
function totalsOf(rows: readonly ObracunStavka[]): ObracunUkupno[] {
  const groups = Map.groupBy(rows, ({ materijal_id, tarifni_broj }) => `${materijal_id}\n${tarifni_broj}`)
  const totals = [...groups.values()].map((group) => {
    const [first] = group as [ObracunStavka, ...ObracunStavka[]]
    const { materijal_id, materijal_naziv, jedinica_mere, tarifni_broj } = first
    return {
      materijal_id,
      materijal_naziv,
      jedinica_mere,
      tarifni_broj,
      uvezeno: nearSum(group.map((row) => row.uvezeno)),
      pocetno_stanje: nearSum(group.map((row) => row.pocetno_stanje)),
      ulaz: nearSum(group.map((row) => row.ulaz)),
      ...takenOf(group),
      ...(Object.fromEntries(IZUZETO.map((name) => [name, nearSum(group.map((row) => row[name]))])) as Izuzeto),
      krajnje_stanje: nearSum(group.map((row) => row.krajnje_stanje)),
      vrednost_rsd: nearSum(group.map((row) => row.vrednost_rsd)),
      carinska_vrednost_rsd: sumOfKnown(group.map((row) => row.carinska_vrednost_rsd)),
      ...(Object.fromEntries(OSTATAK.map((name) => [name, sumOfKnown(group.map((row) => row[name]))])) as Ostatak),
    }
  })
  const placeOf = ({ tarifni_broj, materijal_id }: ObracunUkupno) => `${tarifni_broj}\n${materijal_id}`
  return totals.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/** The sum of the known amounts; null where none is known. */
function sumOfKnown(amounts: readonly (Para | null)[]): Para | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : nearSum(known)
}

/** The draws from these lots by documents of the period that name them, in the order of their days. */
async function ostaloOf(db: Db, lots: readonly ObracunStavka[], period: Period): Promise<ObracunOstalo[]> {
  const ids = lots.map(({ ulaz_stavka_id }) => ulaz_stavka_id)
  if (ids.length === 0) return []
  const conditions = [sql<SqlBool>`n.ulaz_stavka_id in ${engineOf(db).list(ids)}`, ...bounds(period, 'n.datum')]
  const { rows } = await sql<ObracunOstalo>`
    select o.id as ostalo_razduzenje_id, o.broj, n.datum, n.vrsta, o.broj_jci, n.ulaz_stavka_id, l.c4_id, c4.broj_c4,
      l.redni_broj, l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, n.kolicina
    from ostalo_razduzenje_stavka n join ostalo_razduzenje o on o.id = n.ostalo_razduzenje_id
      join c4_stavka l on l.id = n.ulaz_stavka_id join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${sql.join(conditions, sql` and `)} order by n.datum, o.id, n.pozicija`.execute(db)
  return rows
}

/** The prolonged deadlines of the imports of these lots, each import from its first to the one in force. */
async function produzenjaOfLots(db: Db, lots: readonly ObracunStavka[]): Promise<ObracunProduzenje[]> {
  const ids = [...new Set(lots.map(({ c4_id }) => c4_id))]
  if (ids.length === 0) return []
  const { rows } = await sql<ObracunProduzenje>`
    select p.c4_id, c4.broj_c4, c4.datum, p.novi_rok, p.broj_akta, p.datum_akta, p.napomena
    from produzenje_roka p join c4 on c4.id = p.c4_id
    where p.c4_id in ${engineOf(db).list(ids)} order by c4.datum, c4.id, p.novi_rok, p.id`.execute(db)
  return rows
}
