import { dayIn, lastDayOf } from '#domain/calendar-date.ts'
import { type DocumentKind, LIST_PATHS } from '#web/screens/record-addresses.ts'

/** The list of the documents of a month (`2026-03`), whose values a bar adds up. */
export const documentsOf = (vrsta: DocumentKind, mesec: string): string =>
  `${LIST_PATHS[vrsta]}?datum_od=${dayIn(mesec, 1)}&datum_do=${dayIn(mesec, lastDayOf(mesec))}`
