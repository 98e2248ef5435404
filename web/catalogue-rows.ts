import { MAX_SEARCH_CHARACTERS, MAX_SEARCH_WORDS, MAX_SEARCHED_LETTERS } from '#contract/limits.ts'
import { type CallArguments, call, callWhole, type ListEndpoint, type Reply, type RowOf } from './api.ts'

/** The most rows that a search offers. */
const OFFERED_MAX = 20
/** More texts than this are looked up in the full catalogue at once. */
const SINGLE_LOOKUPS_MAX = 4

type Found<E extends ListEndpoint> = Pick<Extract<Reply<E>, { total: number }>, 'results' | 'total'>

/**
 * The first rows of a catalogue in which a text is found, with their number in all. A long name is looked for by as
 * many of its words, and of their letters, as a search may have. A text longer than any name is found in no row.
 */
export async function rowsLike<E extends ListEndpoint>(endpoint: E, search: string, signal?: AbortSignal) {
  if (search.length > MAX_SEARCH_CHARACTERS) return { results: [], total: 0 } as unknown as Found<E>
  const words = search.trim().split(/\s+/).slice(0, MAX_SEARCH_WORDS)
  const options = {
    query: { search: words.map((word) => word.slice(0, MAX_SEARCHED_LETTERS)).join(' '), limit: OFFERED_MAX },
    signal,
  }
  return (await call(endpoint, ...([options] as unknown as CallArguments<E>))) as Found<E>
}

/**
 * Every row of a catalogue that one of the texts can mean, each once. Where a search holds rows back, it is the full
 * catalogue: only all rows show whether a name is the only one of its kind.
 */
export async function rowsMeantBy<E extends ListEndpoint>(endpoint: E, texts: readonly string[]): Promise<RowOf<E>[]> {
  if (texts.length > SINGLE_LOOKUPS_MAX) return (await callWhole(endpoint, undefined)).results
  const pages = await Promise.all(texts.map((text) => rowsLike(endpoint, text)))
  if (pages.some(({ results, total }) => results.length < total)) return (await callWhole(endpoint, undefined)).results
  const rows = pages.flatMap(({ results }) => results as (RowOf<E> & { id: string })[])
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
