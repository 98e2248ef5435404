import { keepPreviousData, MutationCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  ApiError,
  type CallArguments,
  type CallOptions,
  call,
  callWhole,
  type ListEndpoint,
  type Reply,
} from './api.ts'
import { sessionToken, watchSession } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The call writes nothing: earlier answers stay valid. */
      readsOnly?: boolean
      /** The list that holds what is saved, by the path of its endpoint. */
      list?: string
    }
  }
}

const FRESH_MS = 15_000
const MAX_RETRIES = 1
const RETRY_DELAY_MS = 500

/**
 * Answers kept for all screens. One export changes stock, archive and dashboard alike, so every successful mutation
 * makes everything stale: what is on the screen is read again, the rest when it is next shown. One that writes nothing
 * says `meta: { readsOnly: true }`.
 */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Calls are sent even if the browser believes it is offline: the server may stand on this machine. A call that
      // cannot be sent fails at once, and is not kept until its user has long given it up.
      networkMode: 'always',
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      retryDelay: RETRY_DELAY_MS,
    },
    mutations: { networkMode: 'always', retry: false },
  },
  mutationCache: new MutationCache({
    // Not awaited: a saved form closes at once, whatever becomes of the reading.
    onSuccess: (reply, _sent, _context, { meta }) => {
      if (meta?.list) showSaved(meta.list, reply as Saved)
      if (!meta?.readsOnly) void queryClient.invalidateQueries()
    },
    // Somebody else changed or deleted it: what is on the screen is no longer so.
    onError: (error) => {
      if (error instanceof ApiError && [404, 409].includes(error.status)) void queryClient.invalidateQueries()
    },
  }),
})

type Saved = { readonly id: number | string }

/**
 * Shows the saved row as the answer has it. Its user may delete it before the list is read again, and must not hear
 * that somebody else changed it.
 */
const showSaved = (list: string, saved: Saved) =>
  queryClient.setQueriesData<{ readonly results?: readonly Saved[] }>(
    { queryKey: [list] },
    (page) =>
      page?.results && {
        ...page,
        results: page.results.map((row) => (row.id === saved.id ? { ...row, ...saved } : row)),
      },
  )

// The next user of this tab must not see, even for a moment, what the last one read.
watchSession(() => {
  if (!sessionToken()) queryClient.clear()
})

/** Only what may pass by itself is tried again: no answer, or a server in trouble. A refusal stays one. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/**
 * The query of one GET: `useQuery(read(materialEndpoints.listMaterials, { query: { page } }))`. While another page or
 * filter is being read, the rows of before stay (`isPlaceholderData` says so); those of another document never do.
 */
export function read<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) {
  const options = args[0] as CallOptions<E> | undefined
  const subject = JSON.stringify(options?.params ?? null)
  return queryOptions({
    queryKey: [endpoint.path, subject, options?.query ?? null],
    queryFn: ({ signal }): Promise<Reply<E>> =>
      call(endpoint, ...([{ ...options, signal }] as unknown as CallArguments<E>)),
    // `never`: what was read of the same endpoint has the same type, which the library cannot see.
    placeholderData: (before: unknown, query) => (query?.queryKey[1] === subject ? before : undefined) as never,
  })
}

/**
 * The query of the record that a form opens with: read again for each opening, and never while it is open. The version
 * that is saved over is then that of its fields, whatever somebody else saves meanwhile.
 */
export function readOnce<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) {
  const { queryKey, queryFn } = read(endpoint, ...args)
  return queryOptions({ queryKey: [...queryKey, 'once'], queryFn, gcTime: 0, staleTime: 'static' })
}

/** The query of a list with all its rows: `useQuery(readWhole(archiveEndpoints.archiveMaterials, {}))`. */
export const readWhole = <E extends ListEndpoint>(endpoint: E, query: CallOptions<E>['query']) =>
  queryOptions({
    queryKey: [endpoint.path, 'whole', query ?? null],
    queryFn: ({ signal }) => callWhole(endpoint, query, signal),
    placeholderData: keepPreviousData as never,
  })
