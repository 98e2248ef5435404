import { type ComponentProps, type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFieldControl } from './field.tsx'
import { type FoundOptions, OptionList, type OptionSource, optionId, useFoundOptions } from './option-list.tsx'
import { begunAt, type Option } from './option-match.ts'
import { usePopoverBelow } from './popover.ts'
import { shortcutOf } from './shortcut.ts'

export type { Option } from './option-match.ts'

type ComboboxProps<T extends Option> = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'children'> &
  OptionSource<T> & {
    /** The shown text: the name of the chosen option, or the free text. */
    value: string
    /** The ID of the chosen option, in quieter ink at the end of the field. */
    code?: string | undefined
    onChoose: (option: T) => void
    /** Free text is kept (names of firms): called with every change. Without it the field only accepts an option. */
    onText?: ((text: string) => void) | undefined
    /** With free text: the option that Tab takes without walking to it. */
    meant?: (() => T | null) | undefined
    /** The user emptied the field of a choice. */
    onClear?: (() => void) | undefined
    emptyText?: string
    /** Offers as soon as it has the focus. It is all that its window holds: Escape closes both at once. */
    opens?: boolean
    /** Keys typed before the field had the focus, asked for when it gets it. */
    early?: (() => EarlyKeys) | undefined
  }

/** A text, and whether Enter followed it. */
export type EarlyKeys = { readonly text: string; readonly enter: boolean }

/**
 * A text field that offers choices while one types: arrows, Enter, Tab and Escape, as ARIA's combobox pattern has it.
 * With free text Enter takes what the text begins, which is shown as active; Tab takes nothing that the user has not
 * walked to, unless it is `meant`, so that it never replaces what was typed. Enter before the answer of a search waits
 * for it and takes the first. The form around does not hear this Enter: it would lead on, and a field that is left takes
 * nothing.
 */
export function Combobox<T extends Option>(props: ComboboxProps<T>) {
  const { value, code, onChoose, onText, meant, onClear, options, search, ...rest } = props
  const { emptyText = 'Nema rezultata', className = '', opens = false, early, ...input } = rest
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const listId = useId()

  const text = onText ? value : (typed ?? value)
  const asked = onText ? value : (typed ?? '')
  const found = useFoundOptions({ options, search }, asked, open)
  // Only while one types: Enter over a list opened on existing text must not choose that text again.
  const begun = !onText ? 0 : typed === null ? -1 : begunAt(found.options, value)
  const at = Math.min(active >= 0 ? active : begun, found.options.length - 1)
  const shown = open && !(onText && found.options.length === 0)
  const setWaiting = useFirstAnswer(found, choose)
  usePopoverBelow(box, popover, shown, { asWide: true })

  function arrive() {
    if (opens) setOpen(true)
    const kept = early?.()
    if (!kept?.text) return
    type(kept.text)
    setWaiting(kept.enter)
  }

  function type(next: string) {
    setOpen(true)
    setWaiting(false)
    setActive(-1)
    setTyped(next)
    onText?.(next)
  }

  function choose(option: T) {
    onChoose(option)
    setTyped(null)
    setOpen(false)
    setActive(-1)
  }

  function leave(event: FocusEvent<HTMLInputElement>) {
    if (!onText && typed !== null && typed.trim() === '') onClear?.()
    setTyped(null)
    setOpen(false)
    setWaiting(false)
    setActive(-1)
    input.onBlur?.(event)
  }

  function move(by: number) {
    const count = found.options.length
    if (!open) {
      setOpen(true)
      setActive(0)
    } else if (count) setActive((at + by + count) % count)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    // Typing here was the last change: the browser takes it back, and the form around does nothing.
    if (!onText && typed !== null && shortcutOf(event.nativeEvent) === 'undo') event.stopPropagation()
    // Offers shown while the answer is on its way belong to an earlier text: the user does not mean them.
    const option = shown && !found.busy ? found.options[at] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : at < 0 ? 0 : -1)
    } else if (event.key === 'Enter' && shown && (option || found.busy)) {
      event.preventDefault()
      if (option) choose(option)
      else event.stopPropagation()
      setWaiting(!option && !onText)
    } else if (event.key === 'Tab') {
      const walked = option && (active >= 0 || (!onText && typed)) ? option : undefined
      const taken = walked ?? (event.shiftKey ? null : meant?.())
      if (taken) choose(taken)
    } else if (event.key === 'Escape' && open && !opens) {
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
      setOpen(false)
    }
    input.onKeyDown?.(event)
  }

  return (
    <div ref={box} className={`relative ${className}`}>
      <input
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        {...useFieldControl()}
        {...input}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown ? optionId(listId, at) : undefined}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={() => setOpen(true)}
        onFocus={(event) => {
          arrive()
          input.onFocus?.(event)
        }}
        onBlur={leave}
        onKeyDown={press}
        className="control"
        style={code && typed === null ? { paddingRight: `${code.length + 2}ch` } : undefined}
      />
      {code && typed === null && (
        <span className="code pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-3 text-xs">
          {code}
        </span>
      )}
      {shown && <OptionList ref={popover} id={listId} found={found} at={at} onChoose={choose} emptyText={emptyText} />}
    </div>
  )
}

/** Enter before the answer: once it is set to wait, the first option that is found is chosen. */
function useFirstAnswer<T>(found: FoundOptions<T>, choose: (option: T) => void) {
  const [waiting, setWaiting] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer ends the waiting
  useEffect(() => {
    if (!waiting || found.busy) return
    setWaiting(false)
    const [first] = found.options
    if (first) choose(first)
  }, [waiting, found.busy])
  return setWaiting
}
