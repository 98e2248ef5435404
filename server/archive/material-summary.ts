import { sql } from 'kysely'
import type { MaterialSummary } from '#contract/archive.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Atto, type Micro, subtract } from '#domain/decimal.ts'
import { containsWords } from '#server/db/contains.ts'
import type { Db } from '#server/db/open.ts'
import { valueToPara } from '#server/stock/exact-sums.ts'

type Stored = Omit<MaterialSummary, 'totalQuantity' | 'vrednost_rsd' | 'poslednji_uvoz'> & {
  totalInput: Micro
  vrednost: string
  poslednji_uvoz: CalendarDate | null
}

/** Per material what came in, went out and remains, its value, and on how many C4 it stands (decisions §5). */
export async function materialSummaries(
  db: Db,
  { search, page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: MaterialSummary[]; total: number }> {
  const words = containsWords('m.trazi', search ?? '')
  const where = words.length ? sql`where ${sql.join(words, sql` and `)}` : sql``
  const { rows } = await sql<Stored>`
    select m.id as materijal_id, m.naziv, m.jedinica_mere,
      s.total_input as "totalInput", s.total_consumed as "totalConsumed", s.vrednost,
      s.broj_c4, s.poslednji_uvoz
    from materijal m join stanje s on s.materijal_id = m.id ${where}
    order by m.naziv_red, m.id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from materijal m ${where}`.execute(db)
  return { rows: rows.map(summaryOf), total: counted.rows[0]?.total ?? 0 }
}

function summaryOf({ vrednost, ...material }: Stored): MaterialSummary {
  return {
    ...material,
    totalQuantity: subtract(material.totalInput, material.totalConsumed),
    vrednost_rsd: valueToPara(BigInt(vrednost) as Atto),
  }
}
