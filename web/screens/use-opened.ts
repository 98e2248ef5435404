import { useRef, useState } from 'react'

/**
 * The content of a screen's window: null, or what `show` puts there. `open` puts a record there that has to be
 * read first; of several wishes only the last counts, so that what is answered late opens over nothing else. `reading`
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

  /** Rejects when the record cannot be read, unless nobody wishes for it any more. */
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
