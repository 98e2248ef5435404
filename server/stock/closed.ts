import { sql } from 'kysely'
import { type PromenjenRokC1, rokTexts } from '#contract/carina.ts'
import { zakljucenjeTexts } from '#contract/zakljucenje.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { LogEntry } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'

/** The last closed day: the end of the newest period that nobody has opened again. */
export const ZAKLJUCENO_DO = sql<CalendarDate | null>`
  (select do_dana from zakljucenje where otkljucano is null order by id desc limit 1)`

const READ = statement<{ zakljuceno_do: CalendarDate | null }, []>(() => sql`select ${ZAKLJUCENO_DO} as zakljuceno_do`)

/** The last closed day; null where no period is closed. */
export async function zakljucenoDo(db: Db): Promise<CalendarDate | null> {
  const [row] = await READ(db)
  return row?.zakljuceno_do ?? null
}

type Closed = { readonly zakljuceno_do: CalendarDate | null }

/** The first of these days within the closed period; undefined if there is none. */
export const closedDay = (
  { zakljuceno_do }: Closed,
  days: readonly (CalendarDate | null | undefined)[],
): CalendarDate | undefined =>
  days.find((day): day is CalendarDate => Boolean(day && zakljuceno_do && day <= zakljuceno_do))

/** Refuses (409) a document with one of these days, the stored one first, in the closed period. */
export function refuseClosed(closed: Closed, days: readonly (CalendarDate | null | undefined)[]): void {
  const day = closedDay(closed, days)
  if (!day) return
  const message = zakljucenjeTexts.closed(closed.zakljuceno_do as CalendarDate, day)
  throw new Refusal('conflict', message, 'datum')
}

type MovedExport = { readonly broj_c1: string; readonly datum: CalendarDate }

/** Refuses (409) a change of a draw, a shortage or a cost of an export in the closed period. */
export function refuseMovedClosed({ zakljuceno_do }: Closed, lines: Iterable<MovedExport>): void {
  if (!zakljuceno_do) return
  for (const { broj_c1, datum } of lines)
    if (datum <= zakljuceno_do) throw new Refusal('conflict', zakljucenjeTexts.wouldMove(zakljuceno_do, broj_c1, datum))
}

/** A C4 with its deadline before (`pre`) and now (`posle`). */
type ChangedRok = { readonly id: number; readonly pre: CalendarDate | null; readonly posle: CalendarDate | null }

/**
 * The exports of the closed period that drew from these C4, and that a change of the deadline put behind it or before
 * it, by their day. The lock lets a deadline change (customs §4.6), so the trail names them.
 */
export async function closedByRok(tx: Tx, changed: readonly ChangedRok[]): Promise<PromenjenRokC1[]> {
  const rokOf = new Map(changed.filter(({ pre, posle }) => pre !== posle).map((one) => [one.id, one]))
  const zakljuceno_do = rokOf.size > 0 ? await zakljucenoDo(tx) : null
  if (!zakljuceno_do) return []
  const { rows } = await sql<{ id: number; broj_c1: string; datum: CalendarDate; c4_id: number }>`
    select distinct c1.id, c1.broj_c1, c1.datum, l.c4_id
    from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id join c1 on c1.id = r.c1_id
    where l.c4_id in ${engineOf(tx).list([...rokOf.keys()])} and r.datum <= ${zakljuceno_do}
    order by c1.datum, c1.id, l.c4_id`.execute(tx)
  // One change moves all deadlines the same way: whichever import of an export comes last says it.
  const told = new Map<number, PromenjenRokC1>()
  for (const { c4_id, ...c1 } of rows) {
    const isBehind = (rok: CalendarDate | null | undefined) => rok != null && c1.datum > rok
    const posle_roka = isBehind(rokOf.get(c4_id)?.posle)
    if (posle_roka !== isBehind(rokOf.get(c4_id)?.pre)) told.set(c1.id, { ...c1, posle_roka })
  }
  return [...told.values()]
}

/** The entry of the trail about the change, with these exports. */
export const withClosedByRok = (entry: LogEntry, exports: readonly PromenjenRokC1[]): LogEntry =>
  exports.length === 0 ? entry : { ...entry, posle: { ...entry.posle, izvozi_zakljucenog: rokTexts.closed(exports) } }
