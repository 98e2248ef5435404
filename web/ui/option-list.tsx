import { type RefObject, useEffect, useState } from 'react'
import { matchOptions, type Option } from './option-match.ts'

/** The pause after a letter before the server is asked. The answer shall be there 100 ms after the last one. */
const SEARCH_DELAY_MS = 20

export type OptionSource<T extends Option> = {
  /** All the choices there are … */
  options?: readonly T[] | undefined
  /** … or a question to the server; `signal` ends it when the text changes. */
  search?: ((text: string, signal: AbortSignal) => Promise<readonly T[]>) | undefined
}

/** The options found for a text so far; `busy`: the answer on its way may be another. */
export type FoundOptions<T> = { options: readonly T[]; busy: boolean; failed: boolean }

/** The choices for a text: from the given options at once, from `search` after a short pause; nothing while closed. */
export function useFoundOptions<T extends Option>(
  { options, search }: OptionSource<T>,
  text: string,
  open: boolean,
): FoundOptions<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ to: null, options: [], failed: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `search` function is no new question
  useEffect(() => {
    if (!open || !search) return
    const control = new AbortController()
    const timer = setTimeout(async () => {
      const found = await search(text, control.signal).catch(() => null)
      if (!control.signal.aborted) setAnswer({ to: text, options: found ?? [], failed: found === null })
    }, SEARCH_DELAY_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [text, open, search === undefined])

  // Derived from the text: state set by an effect comes too late for Enter right after a letter.
  if (search) return { ...answer, busy: open && answer.to !== text }
  return { options: open ? matchOptions(options ?? [], text) : [], busy: false, failed: false }
}

/** The answer to the last question, and the text that it asked; null before the first. */
type Answer<T> = { readonly to: string | null; readonly options: readonly T[]; readonly failed: boolean }

/**
 * The choices that a field offers while one types, in a popover of its own. The field keeps the focus and names the
 * active option, `at`, by `optionId`. A choice by the mouse goes to `onChoose`.
 */
export function OptionList<T extends Option>(props: {
  ref: RefObject<HTMLDivElement | null>
  id: string
  found: FoundOptions<T>
  at: number
  onChoose: (option: T) => void
  emptyText: string
  /** Nothing was found; the list offers another way out. */
  none?: boolean
}) {
  const { ref, id, found, at, onChoose, emptyText, none = found.options.length === 0 } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the field while one clicks
    <div ref={ref} popover="manual" className="popover" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label="Ponuđeno" aria-busy={found.busy} className="flex flex-col">
        {found.options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, as the combobox pattern has it
          <div
            key={option.id}
            id={optionId(id, index)}
            ref={index === at ? (row) => row?.scrollIntoView({ block: 'nearest' }) : null}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => onChoose(option)}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 hover:bg-hover aria-selected:bg-accent-soft"
          >
            <span className="min-w-0 flex-1">
              {option.name} {option.detail && <span className="text-ink-3"> · {option.detail}</span>}
            </span>
            {option.id !== option.name && !option.hidesId && (
              <span className="code text-ink-3 text-xs">{option.id}</span>
            )}
          </div>
        ))}
      </div>
      {none && (
        <p role="status" className="px-2 py-1 text-ink-3">
          {found.busy ? 'Pretraga...' : found.failed ? 'Pretraga nije uspela.' : emptyText}
        </p>
      )}
    </div>
  )
}

/** The ID of the element of an option, for `aria-activedescendant`; none when no option is active. */
export const optionId = (listId: string, at: number): string | undefined => (at >= 0 ? `${listId}-${at}` : undefined)
