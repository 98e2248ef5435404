import { type CalendarDate, dayAfter, monthOf, type PartOfYear, partsOfYears } from './calendar-date.ts'
import { daysAfter } from './rok.ts'

/** How an account of a quarter stands: it is still running, to be handed in, late, or handed in. */
export const STANJA_PODNOSENJA = ['kasni', 'za podnošenje', 'u toku', 'podnet'] as const
export type StanjePodnosenja = (typeof STANJA_PODNOSENJA)[number]

/** Months `YYYY-MM` in which some lot held something; `poslednji` null: it still does. */
export type HeldMonths = { readonly prvi: string; readonly poslednji: string | null }
/** The days of an account that was handed in. */
type HandedIn = { readonly datum_od: CalendarDate; readonly datum_do: CalendarDate }

/**
 * The quarters in which any lot held something, up to and including the quarter of `dan`, the newest first. Each has
 * the day on which its account is due and the account that completes it, if it is handed in: one of the quarter, of a
 * longer period, or the last of several that leave no day out. An account is due `rok_dana` days after the end of its
 * period; null where no authorisation says so.
 */
export function kvartaliZaPodnosenje<H extends HandedIn>(
  { drzali, podneti, rok_dana }: { drzali: readonly HeldMonths[]; podneti: readonly H[]; rok_dana: number | null },
  dan: CalendarDate,
  count: number,
): (PartOfYear & { rok_podnosenja: CalendarDate | null; stanje: StanjePodnosenja; podnet: H | null })[] {
  return partsOfYears(dan, 3, count).flatMap((kvartal) => {
    const [prvi, poslednji] = [monthOf(kvartal.od), monthOf(kvartal.do)]
    if (!drzali.some((held) => held.prvi <= poslednji && (held.poslednji ?? poslednji) >= prvi)) return []
    const podnet = completedBy(kvartal, podneti)
    const rok_podnosenja = rok_dana === null ? null : daysAfter(kvartal.do, rok_dana)
    return { ...kvartal, rok_podnosenja, podnet, stanje: stanjeOf(kvartal.do, rok_podnosenja, podnet !== null, dan) }
  })
}

function stanjeOf(last: CalendarDate, rok: CalendarDate | null, podnet: boolean, dan: CalendarDate): StanjePodnosenja {
  if (podnet) return 'podnet'
  if (last >= dan) return 'u toku'
  return rok !== null && rok < dan ? 'kasni' : 'za podnošenje'
}

/** The account with which every day of the period is handed in; null where one is not. */
function completedBy<H extends HandedIn>({ od, do: last }: PartOfYear, podneti: readonly H[]): H | null {
  let open = od
  for (const podnet of [...podneti].sort((a, b) => (a.datum_od < b.datum_od ? -1 : 1))) {
    if (podnet.datum_od > open || podnet.datum_do < open) continue
    if (podnet.datum_do >= last) return podnet
    open = dayAfter(podnet.datum_do)
  }
  return null
}
