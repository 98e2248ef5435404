import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatPara, type Para } from '#domain/decimal.ts'

/** What the audit trail says of a document that came or went: day, partner, lines and value. */
export const documentSummary = (
  partner: string,
  document: { datum: CalendarDate; stavke: readonly unknown[]; vrednost_total: Para; valuta: string },
): string =>
  [
    formatDate(document.datum),
    partner,
    `stavki: ${document.stavke.length}`,
    `${formatPara(document.vrednost_total)} ${document.valuta}`,
  ].join(' · ')
