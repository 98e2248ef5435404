import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { type AddressValues, addressAfter, valuesIn } from '#web/screens/address-values.ts'

type Change<T> = (change: Partial<T>, how?: { replace?: boolean; toTop?: boolean }) => void

/**
 * Page, search and filters of a list, kept in the address so that Back, reload and a sent link show the same:
 * `const [at, setAt] = useAddressValues(DEFAULTS)` with DEFAULTS at module scope. Use `replace` for what is typed, so
 * that Back does not walk through its letters, and `toTop` for what is another view and starts at its top.
 */
export function useAddressValues<T extends AddressValues>(defaults: T): [T, Change<T>] {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  // Two filters may change before the router has drawn the first: the second must not take it back.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const change = useCallback<Change<T>>(
    (values, { replace = false, toTop = false } = {}) => {
      latest.current = addressAfter(latest.current, defaults, values)
      // A user who turns a page looks at its pager and stays there.
      setSearch(latest.current, { replace, preventScrollReset: !toTop, ...(replace && { state }) })
    },
    [setSearch, defaults, state],
  )
  return [valuesIn(search, defaults), change]
}
