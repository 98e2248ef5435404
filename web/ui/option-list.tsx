import type { RefObject } from 'react'
import type { FoundOptions } from './combobox-options.ts'
import type { Option } from './option-match.ts'

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
  /** Nothing was found; what is listed is another way out. */
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
