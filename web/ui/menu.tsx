import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems, MenuSeparator } from '@headlessui/react'
import { Check } from 'lucide-react'
import { Fragment, type ReactNode, useRef } from 'react'
import { usePopoverBelow } from './popover.ts'

export type MenuEntry = {
  text: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** One of several choices, and the one that holds: shows a check mark. */
  checked?: boolean
  /** Starts a new part of the menu. */
  line?: boolean
  onChoose: () => void
}

type MenuProps = {
  /** Says what the menu is, for screen readers, when the button shows only an icon. */
  label?: string
  button: ReactNode
  buttonClassName?: string
  /** Quiet text above the entries, e.g. who is logged in. */
  head?: string
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
}

/** A button with a menu under it; arrows, Home, End, Escape and typing the first letters work. */
export const Menu = (props: MenuProps) => (
  <HeadlessMenu>{({ open }) => <OpenOrClosed {...props} open={open} />}</HeadlessMenu>
)

function OpenOrClosed(props: MenuProps & { open: boolean }) {
  const { label, button, buttonClassName = 'button button-ghost', head, entries, align = 'end', open } = props
  const anchor = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  usePopoverBelow(anchor, popover, open, { align })
  const choices = entries.some((entry) => entry.checked !== undefined)

  return (
    <>
      <MenuButton ref={anchor} aria-label={label} title={label} className={buttonClassName}>
        {button}
      </MenuButton>
      <MenuItems ref={popover} popover="manual" modal={false} className="popover min-w-48 text-left focus:outline-none">
        {head && <div className="mb-1 truncate border-line border-b px-2.5 pt-1.5 pb-2 text-ink-3 text-sm">{head}</div>}
        {entries.map((entry) => (
          <Fragment key={entry.text}>
            {entry.line && <MenuSeparator className="my-1 h-px bg-line" />}
            <MenuItem disabled={entry.disabled ?? false}>
              <button
                type="button"
                onClick={entry.onChoose}
                className={`flex h-(--control) w-full items-center gap-2 rounded-control px-2.5 text-left data-disabled:opacity-50 data-focus:bg-band [&_svg]:size-4 ${
                  entry.danger ? 'text-bad' : ''
                }`}
              >
                {entry.icon}
                {choices && !entry.icon && <Check aria-hidden className={entry.checked ? '' : 'invisible'} />}
                {entry.text}
                {entry.checked && <span className="sr-only">(izabrano)</span>}
              </button>
            </MenuItem>
          </Fragment>
        ))}
      </MenuItems>
    </>
  )
}
