import { Copy, FileText, FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import type { RowAction } from '#web/ui/row-actions.tsx'
import { pageIn } from './address-values.ts'
import { rowsPerPage } from './rows-per-page.ts'
import { useArrival } from './use-arrival.ts'

type Address = { page: string; search: string; sort: string; order: string; limit: string }

/** The query of a list, from its address. */
export const pagedQuery = ({ search, page, limit, sort, order }: Address, list: string) => ({
  search,
  page: pageIn(page),
  limit: rowsPerPage(list, limit),
  sort,
  order,
})

/** The button that opens the form of a new record. */
export const NewButton = ({ text, onNew }: { text: string; onNew: () => void }) => (
  <Button data-opens-modal variant="primary" icon={<Plus aria-hidden />} changes onClick={onNew}>
    {text}
  </Button>
)

/** The button that opens the import of a list; a link to the import opens it too. */
export function ImportButton({ text = 'Učitaj iz Excela', onImport }: { text?: string; onImport: () => void }) {
  useArrival(({ openImport }) => openImport && onImport())
  return (
    <Button icon={<FileUp aria-hidden />} changes onClick={onImport}>
      {text}
    </Button>
  )
}

/** In a list that holds nothing: what to do next, and the buttons for it. */
export const NextStep = ({ text, children }: { text: string; children: ReactNode }) => (
  <>
    <p className="-mt-2 max-w-prose text-balance text-ink-3 text-sm">{text}</p>
    <div className="flex flex-wrap justify-center gap-2">{children}</div>
  </>
)

/** Opens the import whose button stands elsewhere on the screen. */
export function OpenImport({ text = 'Učitaj iz Excela' }: { text?: string }) {
  const navigate = useNavigate()
  return (
    <Button
      icon={<FileUp aria-hidden />}
      changes
      onClick={() => navigate('.', { state: { openImport: true }, replace: true, preventScrollReset: true })}
    >
      {text}
    </Button>
  )
}

type Chosen = RowAction['onChoose']

/** The actions on the rows of most lists. `disabled`: one is running already. */
export const rowAction = {
  edit: (onChoose: Chosen, disabled = false): RowAction => ({
    text: 'Izmeni',
    changes: true,
    icon: <Pencil />,
    disabled,
    onChoose,
  }),
  show: (onChoose: Chosen): RowAction => ({ text: 'Pregled', icon: <FileText />, onChoose }),
  duplicate: (onChoose: Chosen, disabled: boolean): RowAction => ({
    text: 'Dupliraj',
    changes: true,
    icon: <Copy />,
    disabled,
    onChoose,
  }),
  remove: (onChoose: Chosen, disabled: boolean): RowAction => ({
    text: 'Obriši',
    changes: true,
    icon: <Trash2 />,
    danger: true,
    disabled,
    onChoose,
  }),
} as const
