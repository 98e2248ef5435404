import type { CalendarDate } from '#domain/calendar-date.ts'
import type { DraftLine, TypedHead } from '#web/drafts/draft.ts'
import type { SavedRate } from './rate.ts'

export type StoredDocument = SavedRate & {
  readonly id: number
  readonly verzija: number
  readonly pdf_fajl: string | null
  readonly stavke: readonly { readonly id: number; readonly redni_broj: number; readonly broj_fakture: string }[]
}

/** The shapes of one kind of document: as it is stored, its head and lines as they are typed, what is sent and answered. */
export type DocumentTypes = {
  stored: StoredDocument
  head: TypedHead & { readonly datum: string }
  line: DraftLine
  body: { pdf_fajl?: string | null | undefined; datum: CalendarDate }
  saved: unknown
}
