import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChangesAllowed } from './changes-allowed.ts'
import { Menu } from './menu.tsx'
import { useTight } from './use-narrow.ts'

/** Something that can be done to a row. */
export type RowAction = {
  text: string
  icon: ReactNode
  /** It may take the row away. */
  danger?: boolean
  disabled?: boolean
  /** It changes the books: hidden from users who may only read. */
  changes?: boolean
  onChoose: () => void
}

type RowActionsProps = {
  /** The first one is what is done to such a row most. */
  actions: readonly RowAction[]
  /** The row, in the labels of its buttons. */
  name: string
  /** The first action is its icon. */
  asIcon?: boolean | undefined
}

/** The actions of a row: the first as a word or an icon, the others in one menu; without room all in the menu. */
export function RowActions({ actions, name, asIcon = false }: RowActionsProps) {
  const allowed = useChangesAllowed()
  const possible = actions.filter(({ changes }) => allowed || !changes)
  const tight = useTight() && possible.length > 1
  const [first, ...rest] = possible
  const others = tight ? possible : rest
  return (
    <>
      {first && !tight && <FirstAction of={first} name={name} asIcon={asIcon} />}
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

function FirstAction({ of, name, asIcon }: { of: RowAction; name: string; asIcon: boolean }) {
  const { text, icon, danger = false, disabled = false, onChoose } = of
  const look = asIcon ? 'icon-button' : `button button-ghost row-action ${danger ? 'row-action-danger' : ''}`
  return (
    <button
      type="button"
      data-action={text}
      className={look}
      aria-label={`${text}: ${name}`}
      title={asIcon ? text : undefined}
      // Not `disabled`: a waiting button keeps the focus for keyboard users.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onChoose}
    >
      {asIcon ? icon : text}
    </button>
  )
}
