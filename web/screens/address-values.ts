import { MAX_PAGE_ROWS } from '#contract/limits.ts'

export type AddressValues = Readonly<Record<string, string>>

/** The values of an address, with defaults for missing ones. */
export function valuesIn<T extends AddressValues>(search: URLSearchParams, defaults: T): T {
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, search.get(name) ?? value])) as T
}

/**
 * The address after a change. Defaults are left out of it; any change but one of the page itself
 * leads back to the first page (spec §4). Names that are not ours stay.
 */
export function addressAfter<T extends AddressValues>(
  search: URLSearchParams,
  defaults: T,
  change: Partial<T>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ page: defaults.page, ...change })) {
    if (value === undefined || value === defaults[name]) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The rows per page of an address; other text gives the list's own number. */
export const limitIn = (text: string, ownRows: number): number =>
  /^[1-9]\d{0,3}$/.test(text) ? Math.min(Number(text), MAX_PAGE_ROWS) : ownRows

/** The page number of an address; other text gives page 1. */
export const pageIn = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1)
