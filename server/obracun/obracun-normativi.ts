import { sql } from 'kysely'
import type { ObracunIzvoz, ObracunNormativ } from '#contract/obracun.ts'
import { NO_WASTE, type Norm, requiredQuantity, yieldOf } from '#domain/bom.ts'
import { MICRO, type Micro, NO_QUANTITY, nearSum } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { normativOf } from '#server/stock/normativ-copy.ts'

const ONE_PIECE = MICRO as Micro
const NO_NORM: Norm = { potrebna_kolicina: NO_QUANTITY, ...NO_WASTE }

/**
 * Part C: for each product of these draws and each material drawn for it, the norm that its lines were saved with, how
 * many pieces went out and what they needed together. A product with two norms has a row for each.
 */
export async function normativiOf(db: Db, izvoz: readonly ObracunIzvoz[]): Promise<ObracunNormativ[]> {
  if (izvoz.length === 0) return []
  const norms = await copiesOf(db, [...new Set(izvoz.map(({ c1_stavka_id }) => c1_stavka_id))])
  const versioned = [...norms.values()].some(({ verzija }) => verzija !== null)
  const acts = versioned ? await actsOf(db, new Set(izvoz.map(({ proizvod_id }) => proizvod_id))) : new Map()
  const found = new Map<string, Summed>()
  const counted = new Set<string>()
  for (const draw of izvoz) {
    const { c1_stavka_id, proizvod_id, proizvod_naziv, materijal_id, materijal_naziv, materijal_jm, izvezeno } = draw
    // A line that drew one material from several lots went out once.
    const need = `${c1_stavka_id}\n${materijal_id}`
    if (counted.has(need)) continue
    counted.add(need)
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
      }
      found.set(key, row)
    }
    row.izvezeno.push(izvezeno)
    row.ukupno.push(requiredQuantity(izvezeno, norm) ?? NO_QUANTITY)
  }
  return [...found.values()].map((row) => ({ ...row, izvezeno: nearSum(row.izvezeno), ukupno: nearSum(row.ukupno) }))
}

/** A row whose figures are not added up yet. */
type Summed = Omit<ObracunNormativ, 'izvezeno' | 'ukupno'> & Record<'izvezeno' | 'ukupno', Micro[]>

/** The norm that was copied onto each of these exported lines, and of which version it is. */
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
