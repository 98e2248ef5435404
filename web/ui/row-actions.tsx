import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
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
  /** The first one is what is done to such a row most. */
  actions: readonly RowAction[]
  /** The row, in the labels of its buttons. */
  name: string
}

/** The actions of a row: the first one as a word, the others in one menu. */
export function RowActions({ actions: [first, ...others], name }: RowActionsProps) {
  if (!first) return null
  const { text, danger = false, disabled = false, onChoose } = first
  return (
    <>
      <button
        type="button"
        data-action={text}
        className={`button button-ghost row-action ${danger ? 'row-action-danger' : ''}`}
        aria-label={`${text}: ${name}`}
        // Not `disabled`: a waiting button keeps the focus for keyboard users.
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : onChoose}
      >
        {text}
      </button>
      {others.length > 0 && (
        <Menu
          label={`Još: ${name}`}
          button={<EllipsisVertical aria-hidden />}
          buttonClassName="icon-button"
          head={name}
          entries={others}
        />
      )}
    </>
  )
}
