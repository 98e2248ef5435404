import { sql } from 'kysely'
import type { ListedPopis, Popis, PopisRow, PopisStavka } from '#contract/popisi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { stockAt } from '#server/stock/stock-at.ts'

const HEAD = sql`p.id, p.datum, p.komisija, p.napomena, p.uneto, p.korisnik, p.verzija,
  (select count(*) from popis_stavka s where s.popis_id = p.id) as broj_materijala,
  (select count(*) from popis_stavka s where s.popis_id = p.id and s.izbrojano < s.knjigovodstveno) as manjkova,
  (select count(*) from popis_stavka s where s.popis_id = p.id and s.izbrojano > s.knjigovodstveno) as viskova`

type Asked = { page: number; limit: number; materijal_id?: string | undefined }

/** A page of the counts, newest first: of all, or of those that counted this material. */
export async function findPopisi(
  db: Db,
  { page, limit, materijal_id }: Asked,
): Promise<{ rows: ListedPopis[]; total: number }> {
  const having = materijal_id
    ? sql`where exists (select 1 from popis_stavka s where s.popis_id = p.id and s.materijal_id = ${materijal_id})`
    : sql``
  const { rows } = await sql<PopisRow>`
    select ${HEAD} from popis p ${having} order by p.datum desc, p.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from popis p ${having}`.execute(db)
  const ids = engineOf(db).list(rows.map(({ id }) => id))
  const lines =
    materijal_id && rows.length > 0
      ? await sql<PopisStavka & { popis_id: number }>`
        select s.popis_id, ${LINE} where s.popis_id in ${ids} and s.materijal_id = ${materijal_id}`.execute(db)
      : { rows: [] }
  const lineOf = new Map(lines.rows.map(({ popis_id, ...line }) => [popis_id, line]))
  return {
    rows: rows.map((row) => ({ ...row, stavka: lineOf.get(row.id) ?? null })),
    total: counted.rows[0]?.total ?? 0,
  }
}

const LINE = sql`s.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, s.izbrojano, s.knjigovodstveno,
  s.izbrojano - s.knjigovodstveno as razlika from popis_stavka s join materijal m on m.id = s.materijal_id`

/** One count with its lines, those that differ first; null when there is none. */
export async function popisById(db: Db, id: number): Promise<Popis | null> {
  const { rows } = await sql<PopisRow>`select ${HEAD} from popis p where p.id = ${id}`.execute(db)
  const [head] = rows
  if (!head) return null
  const lines = await sql<PopisStavka>`
    select ${LINE} where s.popis_id = ${id}
    order by case when s.izbrojano = s.knjigovodstveno then 1 else 0 end, m.naziv_red, m.id`.execute(db)
  return { ...head, stavke: lines.rows }
}

type Counted = { readonly materijal_id: string; readonly izbrojano: Micro }

/**
 * Counted quantities beside what the books had of each material at the end of a day: what remained of its lots. A
 * material that is not there is left out.
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
