import type { RokRed } from '#contract/rokovi.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatPara } from '#domain/decimal.ts'
import { daysAfter } from '#domain/rok.ts'

/** A line of a calendar has so many octets at most, without its end (RFC 5545, 3.1). */
const MAX_LINE_OCTETS = 75

/** `instalacija` names the books; `razduzeni` are discharged imports, whose deadlines a calendar that has them loses. */
type Books = { readonly instalacija: string; readonly razduzeni: readonly Razduzen[] }
export type Razduzen = Pick<RokRed, 'c4_id' | 'broj_c4'> & { readonly rok: CalendarDate }

/** The deadlines among these rows as a calendar (RFC 5545): each a whole day, under the same UID whenever it is made. */
export function icsOf(rows: readonly RokRed[], now: number, { instalacija, razduzeni }: Books): string {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const begun = (row: Pick<RokRed, 'c4_id' | 'broj_c4'>, rok: CalendarDate) => [
    'BEGIN:VEVENT',
    `UID:rok-c4-${row.c4_id}@${instalacija}.zalihe`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${basic(rok)}`,
    // The day behind the last one (3.6.1).
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

/** A text value (3.3.11). */
export const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

/** Goes on in the next line behind a space, and never within a character (3.1). */
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
