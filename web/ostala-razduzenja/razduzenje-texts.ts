import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatDate } from '#domain/calendar-date.ts'

/** The sentences of the screens of other discharges. */
export const razduzenjeScreenTexts = {
  deleteQuestion: 'Da li ste sigurni da želite da obrišete ovo razduženje?',
  loadItemsFailed: 'Razduženje nije učitano.',
  saveFailed: 'Razduženje nije sačuvano.',
  paperFailed: 'Dokument nije napravljen.',
  lotsFailed: 'Stavke uvoza nisu učitane.',
  noMaterial: 'Izaberite materijal iz kataloga.',
  unknownMaterial: (text: string) => `Materijal „${text}“ ne postoji u katalogu.`,
  /** The known consequence of customs §4.3. */
  consequence: (datum: CalendarDate | null) =>
    `Čuvanjem se ova količina rezerviše: izvoz koji se kasnije unese sa datumom pre ${datum ? formatDate(datum) : 'datuma razduženja'} više ne može da je uzme.`,
} as const
