import { sql } from 'kysely'
import { add, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { comparePositions, type Position, type Requirement } from '#domain/fifo.ts'
import { breathe, each, isDue } from '#server/breathe.ts'
import { tuplesOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { NO_LOT } from './no-lot.ts'
import type { Released, StoredDraw } from './open-ledger.ts'

/** A draw or a shortage, and where its requirement stands. */
export type StoredRow = StoredDraw & Position

const POSITION = { materijal_id: 'text', datum: 'text', c1_id: 'int', c1_stavka_id: 'int' } as const
/** What stands at or behind these positions: draws from lots that were not used up before, and shortages. */
const LATER = statement<StoredRow, [positions: string]>(
  (engine) => {
    const row = sql`r.c1_stavka_id, r.materijal_id, r.c4_stavka_id, r.c1_id, r.datum, r.kolicina`
    const behind = sql`(r.datum, r.c1_id, r.c1_stavka_id) >= (f.datum, f.c1_id, f.c1_stavka_id)`
    return sql`
    with f as (select * from ${engine.rows(POSITION, [])} g)
    select ${row} from f join c4_stavka l on l.materijal_id = f.materijal_id and l.utrosen >= f.datum
      join razduzenje r on r.c4_stavka_id = l.id where ${behind}
    union all
    select ${row} from f join stanje s on s.materijal_id = f.materijal_id
      join razduzenje r on r.c4_stavka_id = s.zapocet_lot where ${behind}
    union all
    select ${row} from f cross join razduzenje r
    where r.materijal_id = f.materijal_id and r.c4_stavka_id = ${sql.lit(NO_LOT)} and ${behind}`
  },
  { long: true },
)

/**
 * Of each material every requirement at or after its position, in FIFO order, and the draws that cover them. A requirement
 * is the sum of its rows in `razduzenje`. No index by material is needed: lots are consumed in order, so whatever is
 * drawn on or after a day comes from a lot that was not used up before that day.
 */
export async function readLater(
  tx: Tx,
  positions: readonly (Position & { readonly materijal_id: string })[],
): Promise<{ requirements: Map<string, Released[]>; draws: StoredDraw[] }> {
  const rows = await LATER(tx, tuplesOf(POSITION, positions))
  const later = new Map<string, Map<number, Summed>>()
  const draws: StoredDraw[] = []
  const one = <T extends string>(text: T): T => (texts.get(text) ?? (texts.set(text, text) && text)) as T
  // Each row has texts of its own, and there may be hundreds of thousands.
  const texts = new Map<string, string>()
  await each(rows, (row) => {
    const { c1_stavka_id, c4_stavka_id, c1_id, kolicina } = row
    const [materijal_id, datum] = [one(row.materijal_id), one(row.datum)]
    const manjak = c4_stavka_id === NO_LOT ? kolicina : NO_QUANTITY
    const lines = later.get(materijal_id) ?? new Map<number, Summed>()
    const known = lines.get(c1_stavka_id)
    if (lines.size === 0) later.set(materijal_id, lines)
    if (known) {
      known.kolicina = add(known.kolicina, kolicina)
      known.manjak = add(known.manjak, manjak)
    } else lines.set(c1_stavka_id, { c1_stavka_id, materijal_id, c1_id, datum, kolicina, manjak })
    if (c4_stavka_id !== NO_LOT) draws.push({ c1_stavka_id, c4_stavka_id, materijal_id, kolicina })
  })
  const requirements = new Map<string, Released[]>()
  for (const [materijal_id, lines] of later) {
    requirements.set(materijal_id, [...lines.values()].sort(comparePositions))
    if (isDue()) await breathe()
  }
  return { requirements, draws }
}

type Summed = Omit<Requirement, 'kolicina'> & { readonly materijal_id: string; kolicina: Micro; manjak: Micro }
