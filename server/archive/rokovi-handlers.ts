import { sql } from 'kysely'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import type { RokoviQuery, RokRed, rokoviEndpoints } from '#contract/rokovi.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatPara } from '#domain/decimal.ts'
import { daysAfter } from '#domain/rok.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { imaOstatak, upozorenjeDana } from '#server/documents/carina.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { pageOf } from '#server/records/page.ts'
import { rokovi } from '#server/stock/rokovi.ts'
import { makeSheet } from './make-sheet.ts'

type Filters = Pick<RokoviQuery, 'stanje' | 'odobrenje_id' | 'datum'>

/** The deadlines of imports that have something left. */
export const rokoviHandlers = ({ readLong, place }: Store): Handlers<typeof rokoviEndpoints> => {
  const read = (query: Filters & { page: number; limit: number }, now: number) =>
    readLong(async (db: Db) =>
      rokovi(db, { ...query, dan: query.datum ?? dayOf(now), upozorenje: await upozorenjeDana(db) }),
    )
  return {
    async listRokovi({ query, now }) {
      const found = await read(query, now)
      return { ...pageOf(found, query), stanja: found.stanja }
    },

    async rokoviIcs({ query, now }) {
      const { rows } = await read({ ...query, page: 1, limit: MAX_PAGE_ROWS }, now)
      const open = rows.filter(({ broj_stavki }) => broj_stavki > 0)
      const text = icsOf(open, now, await readLong((db: Db) => booksOf(db, dayOf(now))))
      return { name: 'rokovi.ics', type: 'text/calendar; charset=utf-8', bytes: new TextEncoder().encode(text) }
    },

    rokoviSheet: ({ query, now }) =>
      makeSheet(place, { sheet: 'rokovi', query: { ...query, datum: query.datum ?? dayOf(now) } }),
  }
}

/** The name of these books, and the imports that were discharged before their deadline. */
async function booksOf(db: Db, dan: CalendarDate) {
  const { ime } = await db.selectFrom('instalacija').select('ime').executeTakeFirstOrThrow()
  const { rows } = await sql<Razduzen>`
    select c4.id as c4_id, c4.broj_c4, c4.rok from c4
    where c4.rok >= ${dan} and not ${imaOstatak}
    order by c4.rok, c4.id limit ${MAX_PAGE_ROWS}`.execute(db)
  return { instalacija: ime, razduzeni: rows }
}

/** A line of a calendar has at most this many octets, without its end (RFC 5545, 3.1). */
const MAX_LINE_OCTETS = 75

/** `instalacija` names the books; a calendar loses the deadlines of `razduzeni`, which are discharged imports. */
type Books = { readonly instalacija: string; readonly razduzeni: readonly Razduzen[] }
export type Razduzen = Pick<RokRed, 'c4_id' | 'broj_c4'> & { readonly rok: CalendarDate }

/** The deadlines among these rows as a calendar (RFC 5545): all-day events, each with the same UID every time. */
export function icsOf(rows: readonly RokRed[], now: number, { instalacija, razduzeni }: Books): string {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const begun = (row: Pick<RokRed, 'c4_id' | 'broj_c4'>, rok: CalendarDate) => [
    'BEGIN:VEVENT',
    `UID:rok-c4-${row.c4_id}@${instalacija}.zalihe`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${basic(rok)}`,
    // The end is the day behind the last one (3.6.1).
    `DTEND;VALUE=DATE:${basic(daysAfter(rok, 1))}`,
    `SUMMARY:${escaped(`Rok za razduženje ${row.broj_c4}`)}`,
  ]
  const events = [
    ...rows.flatMap((row) => (row.rok ? [...begun(row, row.rok), ...restOf(row)] : [])),
    ...razduzeni.flatMap((row) => [...begun(row, row.rok), 'SEQUENCE:1', 'STATUS:CANCELLED', 'END:VEVENT']),
  ]
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Zalihe//Rokovi//SR', ...events, 'END:VCALENDAR']
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function restOf(row: RokRed): string[] {
  const { odobrenje, rok_obracuna, broj_stavki, vrednost_rsd } = row
  const said = [
    `Stavki sa ostatkom: ${broj_stavki}, vrednost ostatka ${formatPara(vrednost_rsd)} RSD.`,
    ...(odobrenje ? [`Odobrenje ${odobrenje}.`] : []),
    ...(rok_obracuna ? [`Rok za obračun ${formatDate(rok_obracuna)}`] : []),
  ]
  return [`DESCRIPTION:${escaped(said.join('\n'))}`, 'TRANSP:TRANSPARENT', 'END:VEVENT']
}

const basic = (day: CalendarDate) => day.replaceAll('-', '')

/** A text with the escapes of a text value (3.3.11). */
export const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

/** Folds a long line: the next one begins with a space, and no character is cut (3.1). */
export function folded(line: string): string {
  let text = ''
  let octets = 0
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (octets + size > MAX_LINE_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += sign
    octets += size
  }
  return text
}
