import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CalendarDate, parseTypedDate, yearOf } from '#domain/calendar-date.ts'
import type { DraftDispatch } from '#web/drafts/draft-reducer.ts'
import { localDay } from '#web/ui/local-time.ts'
import type { DocumentTypes } from './document-types.ts'
import type { FormKind } from './use-document-form.ts'

/** Proposes what fits to a new document; gives the way to tell which partner was chosen. */
export function useProposals<D extends DocumentTypes>(
  of: FormKind<D>,
  datum: string,
  isNew: boolean,
  dispatch: DraftDispatch<D['head'], D['line']>,
) {
  const [partner, choosePartner] = useState<string>()
  // A day of the year: the next number is the same for all of them.
  const asked = { partner, datum: `${yearOf(parseTypedDate(datum) ?? localDay())}-12-31` as CalendarDate }
  const { data } = useQuery({
    queryKey: [of.list, 'predlog', asked],
    queryFn: ({ signal }) => of.propose(asked, signal),
    enabled: isNew,
  })
  useEffect(() => {
    if (data) dispatch({ do: 'proposeHead', change: of.fields.proposed(data) })
  }, [of, data, dispatch])
  return choosePartner
}
