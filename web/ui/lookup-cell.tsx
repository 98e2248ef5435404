import {
  type ComponentProps,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  useId,
  useRef,
  useState,
} from 'react'
import type { Option } from './combobox.tsx'
import { staysSeen } from './leave-unseen.ts'
import { OptionList, optionId, useFoundOptions } from './option-list.tsx'
import { usePopoverBelow } from './popover.ts'
import { shortcutOf } from './shortcut.ts'

type LookupCellProps<T extends Option> = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'children'> & {
  /** The shown text: the name of the choice, or text that is still looked up or unknown. */
  value: string
  /** The ID of the chosen record, in quieter ink. */
  code: string
  search: (text: string, signal: AbortSignal) => Promise<readonly T[]>
  onChoose: (option: T) => void
  /** The cell was left with text that nobody chose; blank text empties it. `seen`: its user sees what becomes of it. */
  onLeave: (text: string, seen: boolean) => void
  emptyText?: string | undefined
  /** Offered where nothing is found: to add what was typed. The arrow down reaches it, Enter alone moves on. */
  adding?: { readonly text: (typed: string) => string; readonly onChoose: (typed: string) => void } | undefined
}

/** A letter of an ID is at most about this wide. */
const CODE_LETTER_PX = 8

/**
 * A cell of a grid that offers choices while one types. Unlike a Combobox it leaves arrows to the grid while its list
 * is closed, and it never drops typed text: text left before the offer came is looked up after leaving the cell.
 */
export function LookupCell<T extends Option>(props: LookupCellProps<T>) {
  const { value, code, search, onChoose, onLeave, emptyText = 'Nema rezultata', adding, ...input } = props
  const [typed, showTyped] = useState<string | null>(null)
  // Choosing moves the focus before React has rendered: the old text must not leave the cell then.
  const pending = useRef<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const listId = useId()
  // Text that is nothing of the catalogue is looked for again when the list is opened on it.
  const asked = typed ?? (code ? '' : value)
  const found = useFoundOptions({ options: undefined, search }, asked, open)
  const none = found.options.length === 0
  const isAdding = adding !== undefined && none && !found.busy && !found.failed && asked.trim() !== ''
  const options = isAdding ? [newOption<T>(adding.text(asked.trim()))] : found.options
  const at = Math.min(active < 0 && !isAdding ? 0 : active, options.length - 1)
  usePopoverBelow(box, popover, open, { asWide: true })

  function setTyped(text: string | null) {
    pending.current = text
    showTyped(text)
  }

  function choose(option: T) {
    setTyped(null)
    setOpen(false)
    if (isAdding) adding.onChoose(asked.trim())
    else onChoose(option)
  }

  function leave(event: FocusEvent<HTMLInputElement>) {
    const left = pending.current?.trim()
    setTyped(null)
    setOpen(false)
    if (left !== undefined && left !== value) onLeave(left, staysSeen(event.currentTarget))
    input.onBlur?.(event)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    // Typing here was the last change: the browser takes it back, letter by letter, and the grid does nothing.
    if (typed !== null && shortcutOf(event.nativeEvent) === 'undo') event.stopPropagation()
    // Offers for an earlier text are no answer to this one.
    const option = open && !found.busy ? options[at] : undefined
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      setOpen(true)
    } else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const count = options.length
      if (count) setActive((at + (event.key === 'ArrowDown' ? 1 : -1) + count) % count)
    } else if (event.key === 'Enter' && option) {
      event.preventDefault()
      // The grid would move on; the window that adds the record leads back to this cell.
      if (isAdding) event.stopPropagation()
      choose(option)
    } else if (event.key === 'Tab' && option && typed && !isAdding) {
      choose(option)
    } else if (event.key === 'Escape' && (open || typed !== null)) {
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
      setOpen(false)
    }
    input.onKeyDown?.(event)
  }

  const shownCode = typed === null ? code : ''
  return (
    <div
      ref={box}
      className={`relative ${shownCode ? 'lookup-coded' : ''}`}
      style={{ '--code-room': `${shownCode.length * CODE_LETTER_PX + 20}px` } as CSSProperties}
    >
      <input
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        {...input}
        title={value}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? optionId(listId, at) : undefined}
        value={typed ?? value}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setOpen(true)
          setActive(-1)
        }}
        onFocus={(event) => event.currentTarget.select()}
        onDoubleClick={() => setOpen(true)}
        onBlur={leave}
        onKeyDown={press}
        className="control"
      />
      {shownCode && (
        <span className="lookup-code code pointer-events-none absolute text-ink-3 text-xs">{shownCode}</span>
      )}
      {open && (
        <OptionList
          ref={popover}
          id={listId}
          found={{ ...found, options }}
          at={at}
          onChoose={choose}
          emptyText={emptyText}
          none={none}
        />
      )}
    </div>
  )
}

/** An offer that is none of the catalogue. */
const newOption = <T extends Option>(name: string) => ({ id: name, name }) as T
