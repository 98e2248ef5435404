import { sql } from 'kysely'
import { zakljucenjeTexts } from '#contract/zakljucenje.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Db } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'
import type { MovedLine } from './moves.ts'

/** Up to which day the books are closed: by the newest period that nobody has opened again. */
export const ZAKLJUCENO_DO = sql<CalendarDate | null>`
  (select do_dana from zakljucenje where otkljucano is null order by id desc limit 1)`

const READ = statement<{ zakljuceno_do: CalendarDate | null }, []>(() => sql`select ${ZAKLJUCENO_DO} as zakljuceno_do`)

/** The last closed day; null where no period is closed. */
export async function zakljucenoDo(db: Db): Promise<CalendarDate | null> {
  const [row] = await READ(db)
  return row?.zakljuceno_do ?? null
}

type Closed = { readonly zakljuceno_do: CalendarDate | null }

/** The first of these days that lies in the closed period; undefined where none does. */
export const closedDay = (
  { zakljuceno_do }: Closed,
  days: readonly (CalendarDate | null | undefined)[],
): CalendarDate | undefined =>
  days.find((day): day is CalendarDate => Boolean(day && zakljuceno_do && day <= zakljuceno_do))

/** Refuses (409) a document of which one of these days, the stored one first, lies in the closed period. */
export function refuseClosed(closed: Closed, days: readonly (CalendarDate | null | undefined)[]): void {
  const day = closedDay(closed, days)
  if (!day) return
  const message = zakljucenjeTexts.closed(closed.zakljuceno_do as CalendarDate, day)
  throw new Refusal('conflict', message, [{ field: 'datum', message }])
}

/** Refuses (409) what would change a draw, a shortage or a cost of an export of the closed period. */
export function refuseMovedClosed({ zakljuceno_do }: Closed, lines: ReadonlyMap<number, MovedLine>): void {
  if (!zakljuceno_do) return
  for (const { broj_c1, datum } of lines.values())
    if (datum <= zakljuceno_do) throw new Refusal('conflict', zakljucenjeTexts.wouldMove(zakljuceno_do, broj_c1, datum))
}
