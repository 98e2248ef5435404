import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SHORTCUTS } from '#web/ui/shortcut.ts'
import { LETTERS } from './sections.ts'

type Shortcut = (typeof SHORTCUTS)[number]

const COLUMNS: readonly Column<Shortcut>[] = [
  {
    id: 'keys',
    header: 'Tasteri',
    width: '40%',
    wrap: true,
    cell: ({ keys }) => <kbd className="font-medium font-sans">{keys}</kbd>,
  },
  {
    id: 'does',
    header: 'Šta rade',
    wrap: true,
    cell: ({ keys, does }) => (keys === 'G, pa slovo' ? `${does}: ${LETTERS}` : does),
  },
]

/** Prečice: everything that keys do. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog open reading onClose={onClose} title="Prečice">
    <DataTable
      label="Prečice"
      columns={COLUMNS}
      rows={SHORTCUTS}
      rowKey={({ where, keys }) => `${where} ${keys}`}
      groupBy={({ where }) => where}
      band={([first]) => <strong>{first?.where}</strong>}
    />
  </Dialog>
)
