import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ObracunIzvoz } from '#contract/obracun.ts'
import type { Uzeto } from '#domain/lot-account.ts'
import { drawMarks } from '#domain/rok.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { partsOfDraws } from '#server/stock/draw-parts.ts'
import { type StoredLot, storedLots } from './obracun-lots.ts'

/** The names of an export, a product and a lot. */
type Export = Pick<ObracunIzvoz, 'broj_c1' | 'broj_jci' | 'tip_dokumenta'>
type Product = Pick<ObracunIzvoz, 'proizvod_naziv'>
type Lot = Pick<
  ObracunIzvoz,
  'broj_c4' | 'c4_id' | 'ulaz_redni_broj' | 'materijal_naziv' | 'materijal_jm' | 'posle_roka' | 'pre_prelaska'
>

/** The draw of an exported line from a lot, without names, because thousands of draws have the same names. */
type Draw = Omit<ObracunIzvoz, keyof Export | keyof Product | keyof Lot | 'usmereno'> & {
  usmereno: Flag
  pozicija: number
  sa_otpadom: Flag
}

/** Draws `r` of lines `i`. `join` stands behind their tables in the SQL, `rest` behind the condition. */
export async function readDraws(
  db: Db,
  when: RawBuilder<unknown>,
  { join = sql``, rest = sql`` } = {},
): Promise<Draw[]> {
  const { rows } = await sql<Omit<Draw, keyof Uzeto>>`
    select i.c1_id, r.datum, i.id as c1_stavka_id, i.broj_fakture, i.redni_broj, i.pozicija, i.proizvod_id, i.hs_code,
      i.kolicina as izvezeno, i.jedinica_mere, i.sa_otpadom, r.c4_stavka_id as ulaz_stavka_id, r.materijal_id,
      r.kolicina as razduzeno, r.usmereno
    from razduzenje r join c1_stavka i on i.id = r.c1_stavka_id ${join} where ${when} ${rest}`.execute(db)
  const partsOf = await partsOfDraws(db, rows)
  // The row itself gets the parts: copies of 20,000 rows are a tenth of the answer's time.
  return rows.map((row) => {
    const { c1_stavka_id, materijal_id, ulaz_stavka_id: c4_stavka_id, razduzeno: kolicina, usmereno } = row
    return Object.assign(row, partsOf({ c1_stavka_id, materijal_id, c4_stavka_id, kolicina, usmereno }))
  })
}

/** `limit` draws behind the first `before`, in the order of their exports; `when` may use the table `c1`. */
export async function pageOfDraws(
  db: Db,
  when: RawBuilder<SqlBool>,
  { limit, before }: { limit: number; before: number },
): Promise<ObracunIzvoz[]> {
  const order = sql`order by c1.datum, c1.id, i.pozicija, r.materijal_id, r.c4_stavka_id, r.usmereno`
  const join = sql`join c1 on c1.id = i.c1_id`
  const draws = await readDraws(db, when, { join, rest: sql`${order} limit ${limit} offset ${before}` })
  const ids = [...new Set(draws.map(({ ulaz_stavka_id }) => ulaz_stavka_id))]
  return namedDraws(db, draws, await storedLots(db, ids, {}))
}

/** The draws with the names of their exports and products, which it reads, and of their `lots`. */
export async function namedDraws(db: Db, draws: readonly Draw[], lots: readonly StoredLot[]): Promise<ObracunIzvoz[]> {
  if (draws.length === 0) return []
  const { list } = engineOf(db)
  const [exportIds, productIds] = [new Set<number>(), new Set<string>()]
  for (const { c1_id, proizvod_id } of draws) {
    exportIds.add(c1_id)
    productIds.add(proizvod_id)
  }
  const exports = await byIdOf(
    db,
    sql<
      Export & { id: number }
    >`select id, broj_c1, broj_jci, tip_dokumenta from c1 where id in ${list([...exportIds])}`,
  )
  const products = await byIdOf(
    db,
    sql<
      Product & { id: string }
    >`select id, naziv as proizvod_naziv from proizvod where id in ${list([...productIds])}`,
  )
  const byId = new Map(lots.map((lot) => [lot.ulaz_stavka_id, lot]))
  // Field by field: taking the rest of a row is as slow as reading it.
  return draws.map((draw) => {
    const { broj_c1, broj_jci, tip_dokumenta } = exports.get(draw.c1_id) as Export
    const { proizvod_naziv } = products.get(draw.proizvod_id) as Product
    const lot = byId.get(draw.ulaz_stavka_id) as StoredLot
    return {
      c1_id: draw.c1_id,
      broj_c1,
      broj_jci,
      datum: draw.datum,
      tip_dokumenta,
      c1_stavka_id: draw.c1_stavka_id,
      broj_fakture: draw.broj_fakture,
      redni_broj: draw.redni_broj,
      proizvod_id: draw.proizvod_id,
      proizvod_naziv,
      hs_code: draw.hs_code,
      izvezeno: draw.izvezeno,
      jedinica_mere: draw.jedinica_mere,
      ulaz_stavka_id: draw.ulaz_stavka_id,
      materijal_id: draw.materijal_id,
      razduzeno: draw.razduzeno,
      ugradjeno: draw.ugradjeno,
      otpad: draw.otpad,
      gubitak: draw.gubitak,
      broj_c4: lot.broj_c4,
      c4_id: lot.c4_id,
      ulaz_redni_broj: lot.redni_broj,
      materijal_naziv: lot.materijal_naziv,
      materijal_jm: lot.jedinica_mere,
      ...drawMarks(lot, draw.datum),
      usmereno: draw.usmereno === 1,
    }
  })
}

async function byIdOf<Row extends { id: number | string }>(
  db: Db,
  query: RawBuilder<Row>,
): Promise<Map<Row['id'], Row>> {
  return new Map((await query.execute(db)).rows.map((row) => [row.id, row]))
}

/** Sorts draws in the order of their exports. */
export const inOrder = (a: Draw, b: Draw): number =>
  (a.datum < b.datum ? -1 : a.datum > b.datum ? 1 : 0) ||
  a.c1_id - b.c1_id ||
  a.pozicija - b.pozicija ||
  (a.materijal_id < b.materijal_id ? -1 : a.materijal_id > b.materijal_id ? 1 : 0) ||
  a.ulaz_stavka_id - b.ulaz_stavka_id ||
  a.usmereno - b.usmereno
