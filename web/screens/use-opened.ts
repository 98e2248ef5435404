import { useEffect, useRef, useState } from 'react'

/**
 * The content of a screen's window: null, or what `show` puts there. `open` puts a record there that has to be
 * read first; of several calls only the last counts, so that a late answer opens over nothing else. `reading`
 * is the ID of the record that is on its way.
 */
export function useOpened<W, Id>() {
  const [opened, setOpened] = useState<W | null>(null)
  const [reading, setReading] = useState<Id>()
  const wishes = useRef(0)

  function show(window: W | null) {
    wishes.current++
    setReading(undefined)
    setOpened(window)
  }

  /** Rejects when the record cannot be read, unless a later call has replaced it. */
  async function open(id: Id, read: () => Promise<W>) {
    const wish = ++wishes.current
    const isWished = () => wish === wishes.current
    setReading(id)
    try {
      const record = await read()
      if (isWished()) setOpened(record)
    } catch (error) {
      if (isWished()) throw error
    } finally {
      if (isWished()) setReading(undefined)
    }
  }

  return { opened, show, open, reading }
}

/** The part of a screen's address that opening a record reads and changes: `page` stays. */
type Opening = { readonly otvori: string; readonly page: string }

/**
 * Opens the record that the address of a screen asks for (`?otvori=…`), by a link or after a reload. `open` rejects
 * when it cannot be read; `sayNotOpened` then tells the user. Answers `forget`, which takes it out of the address.
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
