import { sql } from 'kysely'
import type { ObracunIzvoz, ObracunNormativ } from '#contract/obracun.ts'
import { NO_WASTE, type Norm, requiredQuantity, yieldOf } from '#domain/bom.ts'
import { MICRO, type Micro, NO_QUANTITY, nearSum } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds, type Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { normativOf } from '#server/stock/c1-line-texts.ts'
import { isShortage } from '#server/stock/ledger-sql.ts'

const ONE_PIECE = MICRO as Micro
const NO_NORM: Norm = { potrebna_kolicina: NO_QUANTITY, ...NO_WASTE }

type Names = 'c1_stavka_id' | 'proizvod_id' | 'proizvod_naziv' | 'materijal_id' | 'materijal_naziv' | 'materijal_jm'
/** A draw of a line, or its shortage (no lot covers it). */
type Taken = Pick<ObracunIzvoz, Names | 'izvezeno' | 'jedinica_mere' | 'razduzeno'> & { readonly bez_pokrica?: true }

/** The shortages in the lines of the period, as draws without a lot. */
export async function uncoveredOf(db: Db, period: Period): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select r.c1_stavka_id, i.proizvod_id, p.naziv as proizvod_naziv, i.jedinica_mere, i.kolicina as izvezeno,
      r.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere as materijal_jm, r.kolicina as razduzeno
    from razduzenje r join c1_stavka i on i.id = r.c1_stavka_id join proizvod p on p.id = i.proizvod_id
      join materijal m on m.id = r.materijal_id
    where ${sql.join([isShortage, ...bounds(period, 'r.datum')], sql` and `)}
    order by r.datum, r.c1_id, i.pozicija, r.materijal_id`.execute(db)
  return rows.map((row) => ({ ...row, bez_pokrica: true }))
}

/**
 * Part C: for each product of these rows and each of its materials, the norm of its saved lines, the quantity that went
 * out and the quantity that it took. Parts B and E add up to it. A product with two norms has a row for each.
 */
export async function normativiOf(db: Db, izvoz: readonly Taken[]): Promise<ObracunNormativ[]> {
  if (izvoz.length === 0) return []
  const norms = await copiesOf(db, [...new Set(izvoz.map(({ c1_stavka_id }) => c1_stavka_id))])
  const versioned = [...norms.values()].some(({ verzija }) => verzija !== null)
  const acts = versioned ? await actsOf(db, new Set(izvoz.map(({ proizvod_id }) => proizvod_id))) : new Map()
  const found = new Map<string, Summed>()
  const counted = new Set<string>()
  for (const draw of izvoz) {
    const { c1_stavka_id, proizvod_id, proizvod_naziv, materijal_id, materijal_naziv, materijal_jm, izvezeno } = draw
    const line = norms.get(c1_stavka_id)
    const norm = line?.norms.get(materijal_id) ?? NO_NORM
    const normativ_verzija = line?.verzija ?? null
    const { potrebna_kolicina: neto, otpad_procenat, gubitak_procenat, osnov_otpada } = norm
    const key = [
      proizvod_id,
      materijal_id,
      normativ_verzija,
      neto,
      otpad_procenat,
      gubitak_procenat,
      osnov_otpada,
    ].join('\n')
    let row = found.get(key)
    if (!row) {
      const bruto = requiredQuantity(ONE_PIECE, norm) ?? NO_QUANTITY
      row = {
        proizvod_id,
        proizvod_naziv,
        proizvod_jm: draw.jedinica_mere,
        materijal_id,
        materijal_naziv,
        materijal_jm,
        normativ_verzija,
        broj_akta: acts.get(`${proizvod_id}\n${normativ_verzija}`) ?? null,
        neto,
        otpad_procenat,
        gubitak_procenat,
        osnov_otpada,
        bruto,
        prinos: yieldOf(bruto),
        izvezeno: [],
        ukupno: [],
        bez_pokrica: [],
      }
      found.set(key, row)
    }
    // A line that drew one material from several lots went out once.
    const need = `${c1_stavka_id}\n${materijal_id}`
    if (!counted.has(need)) row.izvezeno.push(izvezeno)
    counted.add(need)
    row.ukupno.push(draw.razduzeno)
    if (draw.bez_pokrica) row.bez_pokrica.push(draw.razduzeno)
  }
  const summed = ({ izvezeno, ukupno, bez_pokrica }: Summed) => ({
    izvezeno: nearSum(izvezeno),
    ukupno: nearSum(ukupno),
    bez_pokrica: nearSum(bez_pokrica),
  })
  return [...found.values()].map((row) => ({ ...row, ...summed(row) }))
}

/** A row whose figures are not added up yet. */
type Sums = 'izvezeno' | 'ukupno' | 'bez_pokrica'
type Summed = Omit<ObracunNormativ, Sums> & Record<Sums, Micro[]>

/** The norm that each of these exported lines holds as a copy, and the version of the normativ that it came from. */
async function copiesOf(db: Db, ids: readonly number[]) {
  const norms = new Map<number, { verzija: number | null; norms: ReadonlyMap<string, Norm> }>()
  // Thousands of lines of a product carry the same copy of its norm.
  const read = new Map<string, ReadonlyMap<string, Norm>>()
  const { rows } = await sql<{ id: number; normativ: string; normativ_verzija: number | null }>`
    select id, normativ, normativ_verzija from c1_stavka where id in ${engineOf(db).list(ids)}`.execute(db)
  for (const { id, normativ, normativ_verzija: verzija } of rows) {
    const copy = read.get(normativ) ?? new Map(normativOf(normativ).map((norm) => [norm.materijal_id, norm]))
    read.set(normativ, copy)
    norms.set(id, { verzija, norms: copy })
  }
  return norms
}

/** The acts of the versions of these products, by product and version. */
async function actsOf(db: Db, products: ReadonlySet<string>): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('normativ_verzija')
    .select(['proizvod_id', 'verzija', 'broj_akta'])
    .where('proizvod_id', 'in', engineOf(db).list([...products]))
    .execute()
  return new Map(rows.map(({ proizvod_id, verzija, broj_akta }) => [`${proizvod_id}\n${verzija}`, broj_akta]))
}
