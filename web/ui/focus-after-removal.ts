import { type RefObject, useEffect, useRef } from 'react'

type Chosen = { key: string; at: number; action: string }

/**
 * A row that is deleted takes the button with it that had the focus: it then goes to the same action of the row that
 * takes its place, or to `otherwise` when there is none. Call `noteChoice` with what may take its row away.
 */
export function useFocusAfterRemoval(
  box: RefObject<HTMLElement | null>,
  keys: readonly string[],
  otherwise: RefObject<HTMLElement | null> | undefined,
) {
  const chosen = useRef<Chosen>(null)

  useEffect(() => {
    const gone = chosen.current
    if (!gone || keys.includes(gone.key)) return
    chosen.current = null
    // Focus that has gone elsewhere stays there.
    if (document.activeElement !== document.body) return
    const actions = box.current?.querySelectorAll<HTMLElement>('tr.row td.actions')
    const place = actions?.[Math.min(gone.at, keys.length - 1)]
    const same = place?.querySelector<HTMLElement>(`[data-action="${CSS.escape(gone.action)}"]`)
    // An action without a button of its own stands in the menu of the row.
    const next = same ?? place?.querySelector<HTMLElement>('[aria-haspopup]') ?? otherwise?.current
    next?.focus()
  }, [box, keys, otherwise])

  return (key: string, action: string) => {
    chosen.current = { key, at: keys.indexOf(key), action }
  }
}
