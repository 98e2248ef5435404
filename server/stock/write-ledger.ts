import { sql } from 'kysely'
import type { Draw } from '#domain/fifo.ts'
import { engineOf, insertion, update } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Decision } from './decide-draws.ts'
import { firstOpen, isFound, NEVER_DRAWN, NO_LOT, queues } from './ledger-sql.ts'
import type { MaterialBook } from './read-ledger.ts'

// The third step of a save in the ledger (ledger.ts): writing the decision.

const DRAW_KEY = { c1_stavka_id: 'int', materijal_id: 'text', c4_stavka_id: 'int' } as const
const DRAW = { ...DRAW_KEY, c1_id: 'int', kolicina: 'int', datum: 'text' } as const
const TOTALS = {
  total_input: 'int',
  total_consumed: 'int',
  manjak: 'int',
  vrednost: 'text',
  broj_c4: 'int',
  poslednji_uvoz: 'text',
  poslednji_izvoz: 'text',
} as const
const insertDraws = insertion('razduzenje', DRAW)
const changeDraws = update('razduzenje', { ...DRAW_KEY, usmereno: 'int' }, { kolicina: 'int' })
// There are two verbs: a draw that ends no lot writes no index of lots.
const drawLots = update('c4_stavka', { id: 'int' }, { preostalo: 'int' })
const turnLots = update('c4_stavka', { id: 'int' }, { preostalo: 'int', utrosen: 'text' })
const updateTotals = update('stanje', { materijal_id: 'text' }, TOTALS)

/** Writes draws, shortages, what remains of lots, and totals. */
export async function writeDecision(
  tx: Tx,
  materials: ReadonlyMap<string, MaterialBook>,
  { inserted, updated, deleted, remains, left }: Decision,
): Promise<void> {
  const changed = updated.map((row) => ({ ...row, usmereno: 0 }))
  const { drawn = [], turned = [] } = Object.groupBy(remains, ({ turns }) => (turns ? 'turned' : 'drawn'))
  const totals = [...materials].map(([materijal_id, { totals }]) => {
    return { materijal_id, ...totals, vrednost: totals.vrednost.toString() }
  })
  await deleteDraws(tx, deleted)
  const writes = [insertDraws(inserted), changeDraws(changed), drawLots(drawn), turnLots(turned), updateTotals(totals)]
  await engineOf(tx).write(tx, writes)
  await findLastAgain(tx, left)
}

/** Removes these draws; it passes over draws that are gone already. */
export async function deleteDraws(tx: Tx, draws: readonly (Draw & { readonly materijal_id: string })[]): Promise<void> {
  if (draws.length === 0) return
  const names = sql.join(Object.keys(DRAW_KEY).map((name) => sql.ref(name)))
  await sql`
    delete from razduzenje as r
    where (${names}) in (select ${names} from ${engineOf(tx).rows(DRAW_KEY, draws)} g) and ${isFound}`.execute(tx)
}

/**
 * Looks up `poslednji_izvoz` of materials that no released or new requirement needs any more. This is rare; in other
 * cases the last requirement of the queue says it. The last draw is from the first open lot of a queue or from the lot
 * that was used up last.
 */
async function findLastAgain(tx: Tx, left: readonly string[]) {
  if (left.length === 0) return
  const engine = engineOf(tx)
  await sql`
    update stanje set poslednji_izvoz = (select max(datum) from (
      select max(r.datum) as datum from razduzenje r
      where r.c4_stavka_id = ${sql.lit(NO_LOT)} and r.materijal_id = stanje.materijal_id
      union all select (select max(r.datum) from razduzenje r
        where ${isFound} and r.c4_stavka_id = ${firstOpen(sql`stanje.materijal_id`, sql`q.red`)}) from ${queues(engine)}
      union all select max(l.utrosen) from c4_stavka l
      where l.materijal_id = stanje.materijal_id and l.utrosen > ${NEVER_DRAWN}) d)
    where materijal_id in ${engine.list(left)}`.execute(tx)
}

/** Gives new materials their totals, all zero; from then on the ledger alone writes them. */
export async function startStock(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = engineOf(tx).rows(
    { materijal_id: 'text' },
    ids.map((materijal_id) => ({ materijal_id })),
  )
  await sql`insert into stanje (materijal_id) select materijal_id from ${rows} g`.execute(tx)
}
