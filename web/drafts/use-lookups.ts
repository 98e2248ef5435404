import { type RefObject, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { leaveUnseen } from '#web/ui/leave-unseen.ts'
import type { Draft, KeyedLine } from './draft.ts'
import type { DraftDispatch, SettledLine } from './draft-reducer.ts'

/**
 * Text that may mean goods of the catalogue, and its line; `naziv` is the name that may come beside an ID. `typed`: the
 * user has just left the cell and sees the result, so a single offer may be taken. `unit`: the unit in which these
 * fields of the line were pasted.
 */
export type Lookup = {
  readonly line: string
  readonly id: string
  readonly naziv: string
  readonly typed?: true
  readonly unit?: PastedUnit | undefined
}
export type PastedUnit = { readonly of: string; readonly fields: readonly string[] }

export type LookupKind<L extends KeyedLine> = {
  /** The text of a line that is not (yet) something of the catalogue; '' where there is none. */
  readonly pendingText: (line: L) => string
  readonly lookUp: (lookups: readonly Lookup[]) => Promise<Map<string, SettledLine<L>>>
  /** The log entry for a catalogue that cannot be read while somebody types; the texts then stay as they are. */
  readonly failed: string
}

/** Looks up text that was typed or pasted without a choice. Keep `kind` the same object between renders. */
export function useLookups<H, L extends KeyedLine>(
  latest: RefObject<Draft<H, L>>,
  dispatch: DraftDispatch<H, L>,
  kind: LookupKind<L>,
) {
  return useMemo(() => {
    async function ask(lookups: readonly Lookup[]): Promise<void> {
      const wanted = lookups.filter(({ id }) => id !== '')
      if (wanted.length === 0) return
      const settled = await kind.lookUp(wanted)
      flushSync(() => dispatch({ do: 'settleLines', settled }))
    }

    const lookUp = (lookups: readonly Lookup[]): Promise<void> =>
      ask(lookups).catch((error) => console.error(kind.failed, error))

    /**
     * The form to be sent, with the cell that is still being typed in and the lookups that still run. Rejects when the
     * catalogue cannot be read: its content is unknown then.
     */
    async function settle(): Promise<Draft<H, L>> {
      leaveUnseen()
      const lines = latest.current.invoices.flatMap((invoice) => invoice.lines)
      await ask(lines.map((line) => ({ line: line.key, id: kind.pendingText(line), naziv: kind.pendingText(line) })))
      return latest.current
    }
    return { lookUp, settle }
  }, [latest, dispatch, kind])
}
