import { sql } from 'kysely'
import { compareLots, type Requirement } from '#domain/fifo.ts'
import { statement } from '#server/db/statement.ts'
import { type Ledger, type PricedLot, withRemains } from './open-ledger.ts'

/** So many open lots of a material are read when its oldest is not enough; the next rounds read sixteen times as many. */
const MORE_LOTS = 4

const OLDEST_LOTS = statement<Omit<PricedLot, 'preostalo'>, [materials: string, latest: string, limit: number]>(
  (engine) => {
    // A limit that is a parameter alone has SQLite compile the statement anew whenever it is bound.
    const ids = sql`select id from c4_stavka where materijal_id = m.value and utrosen is null and datum <= ${''}
    order by datum, c4_id, id limit cast(${0} as integer)`
    return sql`
    select l.id, l.c4_id, l.materijal_id, l.datum, l.zemlja_porekla, l.kolicina, l.utrosen, l.cena_po_jedinici,
      l.kurs
    from ${engine.list([''])} m ${engine.joinEach('c4_stavka', 'l', ids)}`
  },
)

/** Per material, what is open or was given back to, in FIFO order, as many lots as its queue, oldest first, can need. */
export async function openLots(
  ledger: Ledger,
  queues: ReadonlyMap<string, readonly Requirement[]>,
): Promise<Map<string, PricedLot[]>> {
  const found = new Map(ledger.oldest)
  const returned = Map.groupBy(ledger.returned.values(), ({ materijal_id }) => materijal_id)
  // Exact as a number: what is beyond the books (MAX_SUM) is refused in the end.
  const sumOf = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((sum, row) => sum + value(row), 0)
  const needed = new Map([...queues].map(([id, queue]) => [id, sumOf(queue, ({ kolicina }) => kolicina)]))
  const isEnough = (materijal_id: string) =>
    sumOf(found.get(materijal_id) ?? [], ({ preostalo }) => preostalo) >= (needed.get(materijal_id) ?? 0)
  // Lots of a later day than the last requirement are of no use; `discharge` looks at the day of each.
  const latest = [...queues.values()].reduce((day, queue) => {
    const last = queue.at(-1)?.datum ?? ''
    return last > day ? last : day
  }, '')
  let wanted = [...queues.keys()].filter((id) => found.get(id)?.length !== 0 && !isEnough(id))
  for (let limit = MORE_LOTS; wanted.length > 0; limit *= 16) {
    const lots = await OLDEST_LOTS(ledger.tx, JSON.stringify(wanted), latest, limit)
    const read = Map.groupBy(
      lots.map((lot) => withRemains(ledger, lot)),
      ({ materijal_id }) => materijal_id,
    )
    // Fewer lots than were asked for are all that there are.
    const isAll = (id: string) => (read.get(id)?.length ?? 0) < limit
    for (const id of wanted) found.set(id, inQueue(read.get(id) ?? [], returned.get(id) ?? [], isAll(id)))
    wanted = wanted.filter((id) => !isAll(id) && !isEnough(id))
  }
  return found
}

/**
 * Open lots together with those that were given back to, which may be the same, in FIFO order. Where not all open lots
 * were read, another may stand behind the last of them: what was given back to behind that one has to wait.
 */
function inQueue(open: readonly PricedLot[], returned: readonly PricedLot[], isAll: boolean): PricedLot[] {
  const ids = new Set(returned.map(({ id }) => id))
  const lots = [...open.filter(({ id }) => !ids.has(id)), ...returned].sort(compareLots)
  if (isAll) return lots
  const last = open.reduce((latest, lot) => (compareLots(lot, latest) > 0 ? lot : latest))
  return lots.filter((lot) => compareLots(lot, last) <= 0)
}
