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
import { type Micro, multiplyToAtto, type Para, sum } from '#domain/decimal.ts'
import { lotAccount } from '#domain/lot-account.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds, type Period, within } from '#server/db/period.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { integerOf, valueToPara } from '#server/stock/exact-sums.ts'
import { isShortage } from '#server/stock/no-lot.ts'
import { checksOf } from './obracun-checks.ts'
import { normativiOf } from './obracun-normativi.ts'
import { refuseUnknown, type Scope } from './obracun-scope.ts'

/**
 * The account of a scope (customs §5): what its lots held, what came in, what went out in which exports and what is
 * left. From one moment of the database; call it with `readAtOnce`. Refuses more lots than MAX_OBRACUN_LOTS.
 */
export async function obracunOf(db: Db, scope: Scope): Promise<Obracun> {
  await refuseTooMany(db, scope)
  return reckon(db, scope)
}

/** The same of a scope that was accountable when it was handed in, however many lots it has now. */
export async function reckon(db: Db, scope: Scope): Promise<Obracun> {
  const { c4_ids, odobrenje_id, ...period } = scope
  const stored = await storedLots(db, lotsIn(db, scope), period)
  const stavke = stored.map((lot) => rowOf(lot, period))
  const izvoz = await drawsOf(db, stavke, period)
  const bez_pokrica = c4_ids?.length ? [] : await shortagesOf(db, period, odobrenje_id)
  const normativi = await normativiOf(db, izvoz)
  return {
    datum_od: period.datum_od ?? null,
    datum_do: period.datum_do ?? null,
    stavke,
    izvoz,
    normativi,
    bez_pokrica,
    ukupno: totalsOf(stavke),
    provere: checksOf({ stavke, izvoz, normativi, bez_pokrica, stored }),
  }
}

/** Refuses the account of an import or an authorisation that does not exist, and one of more lots than MAX_OBRACUN_LOTS. */
export async function refuseUnaccountable(db: Db, scope: Scope): Promise<void> {
  await refuseUnknown(db, scope)
  await refuseTooMany(db, scope)
}

async function refuseTooMany(db: Db, scope: Scope): Promise<void> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from c4_stavka l where ${lotsIn(db, scope)}`.execute(db)
  const total = rows[0]?.total ?? 0
  if (total > MAX_OBRACUN_LOTS) throw new Refusal('invalid', obracunTexts.tooMany(total))
}

/** The lots that held something in the period: imported by its end, and not used up before it began. */
function lotsIn(db: Db, { datum_od, datum_do, c4_ids, odobrenje_id }: Scope): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`1 = 1`]
  if (c4_ids?.length) conditions.push(sql<SqlBool>`l.c4_id in ${engineOf(db).list(c4_ids)}`)
  if (odobrenje_id) {
    const theirs = sql`(select c4.id from c4 where c4.odobrenje_id = ${odobrenje_id})`
    conditions.push(sql<SqlBool>`l.c4_id in ${theirs}`)
  }
  if (datum_do) conditions.push(sql<SqlBool>`l.datum <= ${datum_do}`)
  if (datum_od) conditions.push(sql<SqlBool>`(l.utrosen is null or l.utrosen >= ${datum_od})`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
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
> & {
  dokazuje: Flag
  kolicina: Micro
  cena_po_jedinici: Micro
  kurs: Micro
  iznos: Para
  /** Of the material as it is today. */
  tarifni_broj_materijala: string
  ranije: string
  u_periodu: string
}

/** The lots by day, import and place, each with what exports took of it before the period and within it. */
async function storedLots(db: Db, scope: RawBuilder<SqlBool>, { datum_od, datum_do }: Period): Promise<StoredLot[]> {
  const drawn = (when: RawBuilder<SqlBool>) =>
    sql`cast(coalesce((select sum(r.kolicina) from razduzenje r where r.c4_stavka_id = l.id and ${when}), 0) as text)`
  const before = datum_od ? sql<SqlBool>`r.datum < ${datum_od}` : sql<SqlBool>`1 = 0`
  const period = within({ datum_od, datum_do }, 'r.datum')
  const { rows } = await sql<StoredLot>`
    select l.id as ulaz_stavka_id, l.c4_id, c4.broj_c4, l.datum, l.broj_fakture, l.redni_broj, l.tarifni_broj,
      l.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, l.zemlja_porekla, l.dokazuje_poreklo as dokazuje,
      l.kolicina, l.cena_po_jedinici, l.kurs, l.iznos, m.tarifni_broj as tarifni_broj_materijala,
      ${drawn(before)} as ranije, ${drawn(period)} as u_periodu
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${scope} order by l.datum, l.c4_id, l.pozicija`.execute(db)
  return rows
}

function rowOf(stored: StoredLot, { datum_od }: Period): ObracunStavka {
  const { ranije, u_periodu, kolicina, cena_po_jedinici, kurs, dokazuje, iznos: _, ...rest } = stored
  const { tarifni_broj_materijala: __, ...said } = rest
  const drawn = { ranije: integerOf<Micro>(ranije), ugradjeno: integerOf<Micro>(u_periodu) }
  const account = lotAccount({ datum: stored.datum, kolicina, ...drawn }, datum_od ?? null)
  return {
    ...said,
    dokazuje_poreklo: dokazuje === 1,
    uvezeno: kolicina,
    ...account,
    vrednost_rsd: valueToPara(multiplyToAtto(account.krajnje_stanje, cena_po_jedinici, kurs)),
  }
}

/** What exports of the period took of these lots, in the order of the exports. */
async function drawsOf(db: Db, lots: readonly ObracunStavka[], period: Period): Promise<ObracunIzvoz[]> {
  if (lots.length === 0) return []
  const ids = engineOf(db).list(lots.map(({ ulaz_stavka_id }) => ulaz_stavka_id))
  const conditions = [sql<SqlBool>`r.c4_stavka_id in ${ids}`, ...bounds(period, 'r.datum')]
  type Stored = Omit<ObracunIzvoz, 'broj_c4' | 'c4_id' | 'ulaz_redni_broj' | 'materijal_naziv'>
  const { rows } = await sql<Stored>`
    select c1.id as c1_id, c1.broj_c1, c1.datum, c1.tip_dokumenta, i.id as c1_stavka_id, i.broj_fakture, i.redni_broj,
      i.proizvod_id, p.naziv as proizvod_naziv, i.hs_code, i.kolicina as izvezeno, i.jedinica_mere,
      r.c4_stavka_id as ulaz_stavka_id, r.materijal_id, r.kolicina as razduzeno
    from razduzenje r join c1_stavka i on i.id = r.c1_stavka_id join c1 on c1.id = i.c1_id
      join proizvod p on p.id = i.proizvod_id
    where ${sql.join(conditions, sql` and `)}
    order by c1.datum, c1.id, i.pozicija, r.materijal_id`.execute(db)
  const byId = new Map(lots.map((lot) => [lot.ulaz_stavka_id, lot]))
  return rows.map((draw) => {
    const { broj_c4, c4_id, redni_broj, materijal_naziv } = byId.get(draw.ulaz_stavka_id) as ObracunStavka
    return { ...draw, broj_c4, c4_id, ulaz_redni_broj: redni_broj, materijal_naziv }
  })
}

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
      ugradjeno: sum(group.map((row) => row.ugradjeno)),
      krajnje_stanje: sum(group.map((row) => row.krajnje_stanje)),
      vrednost_rsd: sum(group.map((row) => row.vrednost_rsd)),
    }
  })
}
