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
  /** It changes the books: not there for who may only read. */
  changes?: boolean
  onChoose: () => void
}

type RowActionsProps = {
  /** The first one is what is done to such a row most. */
  actions: readonly RowAction[]
  /** The row, in the labels of its buttons. */
  name: string
}

/** The actions of a row: the first one as a word, the others in one menu; all of them where there is no room for a word. */
export function RowActions({ actions, name }: RowActionsProps) {
  const allowed = useChangesAllowed()
  const possible = actions.filter(({ changes }) => allowed || !changes)
  const tight = useTight() && possible.length > 1
  const [first, ...rest] = possible
  const others = tight ? possible : rest
  return (
    <>
      {first && !tight && <RowWord of={first} name={name} />}
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

function RowWord({ of, name }: { of: RowAction; name: string }) {
  const { text, danger = false, disabled = false, onChoose } = of
  return (
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
  )
}
