import { type SqlBool, sql } from 'kysely'
import type { ListedPopis, Popis, PopisStavka } from '#contract/popisi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { type Found, pageFrom } from '#server/records/page.ts'
import { stockAt } from '#server/stock/stock-at.ts'

const LINES = sql`from popis_stavka s where s.popis_id = popis.id`
const headsOf = (db: Db) =>
  db
    .selectFrom('popis')
    .select(['id', 'datum', 'komisija', 'napomena', 'uneto', 'korisnik', 'verzija'])
    .select([
      sql<number>`(select count(*) ${LINES})`.as('broj_materijala'),
      sql<number>`(select count(*) ${LINES} and s.izbrojano < s.knjigovodstveno)`.as('manjkova'),
      sql<number>`(select count(*) ${LINES} and s.izbrojano > s.knjigovodstveno)`.as('viskova'),
    ])

type Asked = { page: number; limit: number; materijal_id?: string | undefined }

/** A page of the counts, newest first: of all, or of those that counted this material. */
export async function findPopisi(db: Db, { materijal_id, ...page }: Asked): Promise<Found<ListedPopis>> {
  const where = materijal_id ? [sql<SqlBool>`exists (select 1 ${LINES} and s.materijal_id = ${materijal_id})`] : []
  const { rows, total } = await pageFrom(db, 'popis', headsOf(db), { ...page, where, by: sql.ref('datum') })
  const ids = engineOf(db).list(rows.map(({ id }) => id))
  const lines =
    materijal_id && rows.length > 0
      ? await sql<PopisStavka & { popis_id: number }>`
        select s.popis_id, ${LINE} where s.popis_id in ${ids} and s.materijal_id = ${materijal_id}`.execute(db)
      : { rows: [] }
  const lineOf = new Map(lines.rows.map(({ popis_id, ...line }) => [popis_id, line]))
  return {
    rows: rows.map((row) => ({ ...row, stavka: lineOf.get(row.id) ?? null })),
    total,
  }
}

const LINE = sql`s.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, s.izbrojano, s.knjigovodstveno,
  s.izbrojano - s.knjigovodstveno as razlika from popis_stavka s join materijal m on m.id = s.materijal_id`

/** One count with its lines, those that differ first; null when there is none. */
export async function popisById(db: Db, id: number): Promise<Popis | null> {
  const head = await headsOf(db).where('id', '=', id).executeTakeFirst()
  if (!head) return null
  const lines = await sql<PopisStavka>`
    select ${LINE} where s.popis_id = ${id}
    order by case when s.izbrojano = s.knjigovodstveno then 1 else 0 end, m.naziv_red, m.id`.execute(db)
  return { ...head, stavke: lines.rows }
}

type Counted = { readonly materijal_id: string; readonly izbrojano: Micro }

/**
 * Counted quantities beside those of the books at the end of a day: the remainder in the lots of each material. An
 * unknown material is left out.
 */
export async function besideBooks<T extends Counted>(
  db: Db,
  datum: CalendarDate,
  counted: readonly T[],
): Promise<(T & PopisStavka)[]> {
  const ids = counted.map(({ materijal_id }) => materijal_id)
  const { rows } = await sql<{ id: string; naziv: string; jedinica_mere: string }>`
    select id, naziv, jedinica_mere from materijal where id in ${engineOf(db).list(ids)}`.execute(db)
  const materials = new Map(rows.map((row) => [row.id, row]))
  const stock = await stockAt(db, ids, datum)
  return counted.flatMap((line) => {
    const material = materials.get(line.materijal_id)
    if (!material) return []
    const books = stock.get(line.materijal_id)
    const knjigovodstveno = books ? add(subtract(books.total_input, books.total_consumed), books.manjak) : NO_QUANTITY
    const razlika = subtract(line.izbrojano, knjigovodstveno)
    const { naziv: materijal_naziv, jedinica_mere } = material
    return [{ ...line, materijal_naziv, jedinica_mere, knjigovodstveno, razlika }]
  })
}
