import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import type { ReactNode } from 'react'

export type MenuEntry = { text: string; icon?: ReactNode; danger?: boolean; disabled?: boolean; onChoose: () => void }

type MenuProps = {
  /** Says what the menu is, for screen readers, when the button shows only an icon. */
  label?: string
  button: ReactNode
  buttonClassName?: string
  /** Stands above the entries: who is logged in, the theme. */
  head?: ReactNode
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
}

/** A button with a menu under it; arrows, Home, End, Escape and typing the first letters work. */
export function Menu({
  label,
  button,
  buttonClassName = 'button button-ghost',
  head,
  entries,
  align = 'end',
}: MenuProps) {
  return (
    <HeadlessMenu>
      <MenuButton aria-label={label} title={label} className={buttonClassName}>
        {button}
      </MenuButton>
      <MenuItems
        anchor={{ to: `bottom ${align}`, gap: 4, padding: 8 }}
        modal={false}
        className="z-60 min-w-48 rounded-panel border border-line-strong bg-panel p-1 shadow-popover focus:outline-none"
      >
        {head && <div className="mb-1 border-line border-b px-2.5 pt-1.5 pb-2.5">{head}</div>}
        {entries.map((entry) => (
          <MenuItem key={entry.text} disabled={entry.disabled ?? false}>
            <button
              type="button"
              onClick={entry.onChoose}
              className={`flex h-(--control) w-full items-center gap-2 rounded-control px-2.5 text-left data-disabled:opacity-50 data-focus:bg-band [&_svg]:size-4 ${
                entry.danger ? 'text-bad' : ''
              }`}
            >
              {entry.icon}
              {entry.text}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </HeadlessMenu>
  )
}
