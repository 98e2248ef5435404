import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { ostalaRazduzenjaEndpoints } from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { read } from '#web/queries.ts'

/** The day of the document whose lines are entered, and the document itself, whose own quantities count as free. */
export const LotsAsked = createContext<{ datum: CalendarDate | null; bez_dokumenta: number | null }>({
  datum: null,
  bez_dokumenta: null,
})

/** The lots of a material with what may be taken of each on the day of the document; none without a material or a day. */
export function useLots(materijal_id: string) {
  const { datum, bez_dokumenta } = use(LotsAsked)
  const asked = materijal_id !== '' && datum !== null
  const query = { materijal_id, datum, ...(bez_dokumenta !== null && { bez_dokumenta }) }
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...read(ostalaRazduzenjaEndpoints.mogucnostiRazduzenja, { query }),
    enabled: asked,
  })
  // The limits of another day or material are none of these.
  const lots = asked && !isPlaceholderData ? data?.results : undefined
  return { datum, lots, failed: asked && isError && !lots, retry: () => void refetch() }
}
