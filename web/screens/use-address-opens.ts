import { useEffect, useRef } from 'react'

/** The part of a screen's address that opening a record reads and changes: `page` stays. */
type Opening = { readonly otvori: string; readonly page: string }

/**
 * Opens the record that the address of a screen asks for (`?otvori=…`), by a link or after a reload. `open` rejects when
 * it cannot be read; `sayNotOpened` then tells the user. Answers `forget`, which takes it out of the address.
 */
export function useAddressOpens(
  { otvori, page }: Opening,
  setAt: (change: Opening, how: { replace: boolean }) => void,
  open: (id: string) => Promise<void>,
  sayNotOpened: (error: unknown) => unknown,
): () => void {
  function forget() {
    if (otvori) setAt({ otvori: '', page }, { replace: true })
  }
  function refused(error: unknown) {
    forget()
    sayNotOpened(error)
  }
  const latest = useRef({ open, refused })
  latest.current = { open, refused }

  useEffect(() => {
    if (otvori) latest.current.open(otvori).catch((error) => latest.current.refused(error))
  }, [otvori])
  return forget
}
