import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Uobicajeno, uobicajenoBody } from '#contract/documents.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { doubtSentences, type Goods } from '#domain/doubt-sentences.ts'
import { USUAL_LINES, usualQuantity } from '#domain/doubts.ts'
import { breathe, isDue } from '#server/breathe.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/**
 * Products are searched in this many exported lines, the newest ones. No index leads from a product to its lines: each
 * save of an export would have to write it (docs/decisions/aggregates.md).
 */
export const RECENT_EXPORTED_LINES = 20_000

type Asked = z.output<typeof uobicajenoBody>
type Line = Omit<Uobicajeno, 'poslednja_cena' | 'uobicajena_kolicina'> & { kolicina: Micro; cena: Micro }

/** The last price of these materials and their usual quantity in an import, without that document. */
export async function usualMaterials(db: Db, { ids, bez_dokumenta }: Asked): Promise<Uobicajeno[]> {
  const engine = engineOf(db)
  const last = sql`select id from c4_stavka where materijal_id = m.value and c4_id <> ${bez_dokumenta ?? 0}
    order by datum desc, c4_id desc, id desc limit ${sql.lit(USUAL_LINES)}`
  return usualOf(
    db,
    sql`
    select l.materijal_id as id, t.naziv, t.jedinica_mere, l.kolicina, l.cena_po_jedinici as cena, c4.valuta, l.kurs
    from ${engine.list(ids)} m ${engine.joinEach('c4_stavka', 'l', last)}
    join c4 on c4.id = l.c4_id join materijal t on t.id = l.materijal_id
    order by l.datum desc, l.c4_id desc, l.id desc`,
  )
}

/** The same of products and exports. */
export async function usualProducts(db: Db, { ids, bez_dokumenta }: Asked): Promise<Uobicajeno[]> {
  return usualOf(
    db,
    sql`
    select s.proizvod_id as id, p.naziv, p.jedinica_mere, s.kolicina, s.cena, c1.valuta, c1.kurs
    from (select id, c1_id, proizvod_id, kolicina, cena from c1_stavka order by id desc
      limit ${sql.lit(RECENT_EXPORTED_LINES)}) s
    join c1 on c1.id = s.c1_id join proizvod p on p.id = s.proizvod_id
    where s.proizvod_id in ${engineOf(db).list(ids)} and s.c1_id <> ${bez_dokumenta ?? 0}
    order by c1.datum desc, c1.id desc, s.id desc`,
  )
}

/** The lines of an invoice that is not saved yet; without a currency their prices are not compared. */
export type NewLines = {
  readonly datum: CalendarDate
  readonly valuta: string
  readonly kurs: Micro | null
  readonly lines: readonly Goods[]
}

/** The sentences about unusual values in each of these lines of materials, at its place. */
export async function unusualMaterials(db: Db, { lines, ...document }: NewLines): Promise<string[][]> {
  const ids = [...new Set(lines.map(({ roba_id }) => roba_id))]
  const usual = new Map((ids.length > 0 ? await usualMaterials(db, { ids }) : []).map((one) => [one.id, one]))
  const usualOf = async (some: readonly string[]) => some.flatMap((id) => usual.get(id) ?? [])
  const sentences: string[][] = []
  for (const line of lines) {
    const alone = { ...document, lines: [line] }
    sentences.push(await doubtSentences({ document: alone, saved: null, usualOf, today: document.datum }))
    if (isDue()) await breathe()
  }
  return sentences
}

/** From lines, the last first. */
async function usualOf(db: Db, lines: RawBuilder<unknown>): Promise<Uobicajeno[]> {
  const { rows } = await sql<Line>`${lines}`.execute(db)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [last] = own
    if (!last) return []
    const { id, naziv, jedinica_mere, cena, valuta, kurs } = last
    const uobicajena_kolicina = usualQuantity(own.slice(0, USUAL_LINES).map(({ kolicina }) => kolicina))
    return [{ id, naziv, jedinica_mere, poslednja_cena: cena, valuta, kurs, uobicajena_kolicina }]
  })
}
