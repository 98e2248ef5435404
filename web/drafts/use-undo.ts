import { useEffect } from 'react'
import { toastSuccess } from '#web/ui/toast.tsx'
import type { Draft, KeyedLine } from './draft.ts'
import type { DraftDispatch } from './draft-reducer.ts'
import { canUndo, isRemoval } from './undo.ts'

/**
 * Says what was removed last from a form, with its way back, until something else can be taken back or the form closes.
 * Gives what Ctrl + Z does; undefined where that is the browser's.
 */
export function useUndo<H, L extends KeyedLine>(
  draft: Draft<H, L>,
  dispatch: DraftDispatch<H, L>,
): (() => void) | undefined {
  const last = draft.done.at(-1)
  const removed = last && isRemoval(last) ? last : undefined
  useEffect(() => {
    if (!removed) return
    const { key, at, line, invoice } = removed
    const what = line ? `Stavka ${at + 1}` : `Faktura ${invoice.broj_fakture.trim() || 'bez broja'}`
    return toastSuccess(`${what} je uklonjena.`, {
      text: 'Vrati',
      onChoose: () => dispatch({ do: 'putBack', key }),
    })
  }, [removed, dispatch])
  return canUndo(draft) ? () => dispatch({ do: 'undo' }) : undefined
}
