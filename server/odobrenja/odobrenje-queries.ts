import { sql } from 'kysely'
import { namesIn } from '#contract/form-fields.ts'
import {
  type KolicineOdobrenja,
  ODOBRENJE,
  ODOBRENJE_LINE,
  type Odobrenje,
  type OdobrenjeQuery,
  type OdobrenjeRow,
} from '#contract/odobrenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { underLines } from '#domain/odobreno.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { imaOstatak } from '#server/documents/carina.ts'
import { type Found, pageFrom } from '#server/records/page.ts'
import { integerOf } from '#server/stock/exact-sums.ts'

const HEAD = ['id', ...namesIn(ODOBRENJE), 'verzija'] as const

/** A page of the authorisations that show every word of `search`, and how many there are in all. */
export async function findOdobrenja(
  db: Db,
  { sort = 'vazi_od', ...query }: OdobrenjeQuery,
): Promise<Found<OdobrenjeRow>> {
  // The engines put what is empty at different ends.
  const by = sql`coalesce(${sql.ref(sort)}, '')`
  const { rows, total } = await pageFrom(db, 'odobrenje', db.selectFrom('odobrenje').select(HEAD), { ...query, by })
  return { rows: await withImports(db, rows), total }
}

/** One authorisation with its lines; null when there is none. */
export async function odobrenjeById(db: Db, id: number): Promise<Odobrenje | null> {
  const head = await db.selectFrom('odobrenje').select(HEAD).where('id', '=', id).executeTakeFirst()
  if (!head) return null
  const [row] = await withImports(db, [head])
  return row ? { ...row, stavke: await linesOf(db, id) } : null
}

async function linesOf(db: Db, id: number): Promise<Odobrenje['stavke']> {
  const stavke = await db
    .selectFrom('odobrenje_stavka')
    .select(namesIn(ODOBRENJE_LINE))
    .where('odobrenje_id', '=', id)
    .orderBy('pozicija')
    .execute()
  return stavke.map((line) => ({ ...line, sporedni: line.sporedni === 1 }))
}

/** Quantities imported under each line of an authorisation and still open; null when there is none. */
export async function kolicineOf(db: Db, id: number): Promise<KolicineOdobrenja | null> {
  const found = await db.selectFrom('odobrenje').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) return null
  const { rows } = await sql<Record<'tarifni_broj' | 'jedinica_mere' | 'uvezeno' | 'preostalo', string>>`
    select l.tarifni_broj, m.jedinica_mere, cast(sum(l.kolicina) as text) as uvezeno,
      cast(sum(l.preostalo) as text) as preostalo
    from c4 join c4_stavka l on l.c4_id = c4.id join materijal m on m.id = l.materijal_id
    where c4.odobrenje_id = ${id} group by l.tarifni_broj, m.jedinica_mere
    order by l.tarifni_broj, m.jedinica_mere`.execute(db)
  const imported = rows.map((row) => ({
    ...row,
    uvezeno: integerOf<Micro>(row.uvezeno),
    preostalo: integerOf<Micro>(row.preostalo),
  }))
  return underLines(await linesOf(db, id), imported)
}

type Imports = Pick<OdobrenjeRow, 'broj_c4' | 'otvoreno_c4' | 'najblizi_rok'>
const NO_IMPORTS: Imports = { broj_c4: 0, otvoreno_c4: 0, najblizi_rok: null }

/** Adds how many C4 each has, how many of them are open (one of their lots is) and the nearest deadline of these. */
async function withImports<T extends { readonly id: number }>(db: Db, heads: readonly T[]): Promise<(T & Imports)[]> {
  if (heads.length === 0) return []
  const ids = heads.map(({ id }) => id)
  const { rows } = await sql<Imports & { odobrenje_id: number; najblizi_rok: CalendarDate | null }>`
    select odobrenje_id, count(*) as broj_c4, count(*) filter (where otvoren) as otvoreno_c4,
      min(rok) filter (where otvoren) as najblizi_rok
    from (select odobrenje_id, rok, ${imaOstatak} as otvoren from c4
      where odobrenje_id in ${engineOf(db).list(ids)}) c
    group by odobrenje_id`.execute(db)
  const imports = new Map(rows.map(({ odobrenje_id, ...counts }) => [odobrenje_id, counts]))
  return heads.map((head) => ({ ...head, ...(imports.get(head.id) ?? NO_IMPORTS) }))
}
