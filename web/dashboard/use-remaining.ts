import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { archiveEndpoints, type RemainingC4 } from '#contract/archive.ts'
import { call } from '#web/api.ts'

/** Shown at first (spec §9). */
const FIRST_DOCUMENTS = 5
/** Read at once when all are asked for; the rest follows while one scrolls. */
const MORE_DOCUMENTS = 100

export type Remaining = {
  documents: readonly RemainingC4[]
  /** Undefined until the first answer. */
  total: number | undefined
  expanded: boolean
  setExpanded: (expanded: boolean) => void
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
  error: unknown
  retry: () => void
}

/** The C4 documents with something left, oldest first: five of them, or all, page after page. */
export function useRemaining(): Remaining {
  const [expanded, setExpanded] = useState(false)
  const limit = expanded ? MORE_DOCUMENTS : FIRST_DOCUMENTS
  const query = useInfiniteQuery({
    queryKey: [archiveEndpoints.archiveRemaining.path, 'dashboard', limit],
    queryFn: ({ pageParam, signal }) =>
      call(archiveEndpoints.archiveRemaining, { query: { page: pageParam, limit }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (expanded && last.page < last.totalPages ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  return {
    documents: pages.flatMap((page) => page.results).slice(0, expanded ? undefined : FIRST_DOCUMENTS),
    total: pages[0]?.total,
    expanded,
    setExpanded,
    hasMore: query.hasNextPage && !query.isPlaceholderData,
    loadingMore: query.isFetchingNextPage || query.isPlaceholderData,
    loadMore: () => void query.fetchNextPage(),
    error: query.error,
    retry: () => void query.refetch(),
  }
}
