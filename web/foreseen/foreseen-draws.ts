import { createContext } from 'react'
import type { Provera } from '#contract/documents.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'

/** A draw by a line or from it, after the save; without `other` nothing covers it. */
export type ForeseenDraw = {
  readonly key: string
  /** The place of its line in the checked document. */
  readonly at?: number | undefined
  readonly materijal_id: string
  readonly materijal_naziv: string
  readonly jedinica_mere: string
  readonly kolicina: Micro
  /** Whether an export named the lot. */
  readonly usmereno?: boolean
  /** Whether it comes after the deadline of the lot. */
  readonly posle_roka?: boolean
  /** Whether it comes before the day of change-over of a lot with a quantity that had left before. */
  readonly pre_prelaska?: boolean | undefined
  readonly other: {
    readonly broj: string
    readonly datum: CalendarDate
    readonly stavka: string
    /** The customs facts of a lot. */
    readonly lot?: {
      readonly rok: CalendarDate | null
      readonly zemlja_porekla: string
      readonly dokazuje_poreklo: boolean
    }
  } | null
}

export type Foreseen = Pick<Provera<unknown>, 'manjak' | 'promenjeni_c1' | 'promenjenih_c1' | 'odbijeno'>
/** The result, and the name of the document on the other side of its draws: 'C4' or 'C1'. */
export type ForeseenDocument = {
  readonly told: Foreseen
  readonly draws: readonly ForeseenDraw[]
  readonly other: 'C4' | 'C1'
}

/** The last result of 'Proveri': the draws by the key of their line; `outdated`: the form has changed since. */
export type ForeseenLines = {
  readonly byLine: ReadonlyMap<string, readonly ForeseenDraw[]>
  readonly outdated: boolean
}
export const ForeseenLinesShown = createContext<ForeseenLines | null>(null)
