import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Menu } from './menu.tsx'

/** Something that can be done to a row. */
export type RowAction = {
  text: string
  icon: ReactNode
  /** It may take the row away. */
  danger?: boolean
  disabled?: boolean
  onChoose: () => void
}

type RowActionsProps = {
  actions: readonly RowAction[]
  /** The row, in the labels of its buttons. */
  name: string
  /** On a narrow screen there is room for one button: a menu. */
  narrow: boolean
}

/** The actions of a row: a button for each, or one menu for several on a narrow screen. */
export function RowActions({ actions, name, narrow }: RowActionsProps) {
  if (narrow && actions.length > 1)
    return (
      <Menu
        label={`Akcije: ${name}`}
        button={<EllipsisVertical aria-hidden />}
        buttonClassName="icon-button"
        head={name}
        entries={actions}
      />
    )
  return actions.map(({ text, icon, danger = false, disabled = false, onChoose }) => (
    <IconButton
      key={text}
      data-action={text}
      label={`${text}: ${name}`}
      icon={icon}
      danger={danger}
      // Not `disabled`: a waiting button keeps the focus for keyboard users.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onChoose}
    />
  ))
}
