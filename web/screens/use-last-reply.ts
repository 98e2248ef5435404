import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'

type ListReply = { page: number; results: readonly unknown[] }

/**
 * The reply that a list shows: its own, or the last one that could be read where another page failed. Then `failed`
 * says so, and the reply has the number of the page that was asked for, so that its pager leads on from there.
 */
export function useLastReply<R extends ListReply>(list: UseQueryResult<R>, page: number) {
  const last = useRef<R>(undefined)
  if (list.data) last.current = list.data
  const failed = list.isError && !list.data
  const reply = failed && last.current ? { ...last.current, page } : list.data
  return { reply, failed, outdated: list.isPlaceholderData || failed }
}
