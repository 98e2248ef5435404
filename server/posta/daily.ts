import { type SqlBool, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { dayOf, timeOf } from '#server/local-time.ts'

/** From then on, by the clock of the books, the mail of the day goes out. */
const DAILY_FROM = '07:00'

/** Whether the mail of this day may go out by now. */
export const isDailyTime = (now: number): boolean => timeOf(now) >= DAILY_FROM

/** Wants it, may come in, and has none of this day yet. */
const due = (dan: CalendarDate) => sql<SqlBool>`dnevni_mejl = 1 and iskljucen = 0 and ceka_odobrenje = 0 and pozvan = 0
  and program = 0 and (dnevni_mejl_dana is null or dnevni_mejl_dana < ${dan})`

/** Whether anybody waits for the mail of this day. */
export const isDailyDue = async (db: Db, dan: CalendarDate): Promise<boolean> =>
  (await db.selectFrom('korisnik').select('id').where(due(dan)).limit(1).executeTakeFirst()) !== undefined

/** Takes all who wait for the mail of this day, in one statement: of instances that ask at once, one gets each. */
export const takeDaily = (tx: Tx, dan: CalendarDate) =>
  tx.updateTable('korisnik').set({ dnevni_mejl_dana: dan }).where(due(dan)).returning(['id', 'email']).execute()

/** Gives back one whose mail no server has taken, so that it is tried again. */
export const giveDailyBack = (tx: Tx, id: number, dan: CalendarDate) =>
  tx
    .updateTable('korisnik')
    .set({ dnevni_mejl_dana: null })
    .where('id', '=', id)
    .where('dnevni_mejl_dana', '=', dan)
    .execute()

/** Turns it on, from the next morning that comes, or off. */
export const switchDaily = (tx: Tx, id: number, on: boolean, now: number) =>
  tx
    .updateTable('korisnik')
    .set({ dnevni_mejl: on ? 1 : 0, dnevni_mejl_dana: isDailyTime(now) ? dayOf(now) : null })
    .where('id', '=', id)
    .execute()
