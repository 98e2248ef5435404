import { Trash2 } from 'lucide-react'
import { microFromNumber, NO_QUANTITY } from '#domain/decimal.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Quantity } from '#web/ui/number.tsx'
import type { C1Line } from './c1-draft.ts'
import { directedIn, directedText } from './usmerenja.ts'

/** The directed draws of a line, each with a button that takes it back. */
export function DirectedList({ line, onChange }: { line: C1Line; onChange: (change: Partial<C1Line>) => void }) {
  const directed = directedIn(line.usmerenja)
  if (directed.length === 0) return null
  return (
    <ul aria-label="Usmereno" className="mt-1">
      {directed.map(({ materijal_id, ulaz_stavka_id, kolicina, razlog, lot }) => (
        <li key={ulaz_stavka_id} className="flex items-center gap-2">
          <span className="min-w-0 text-ink-2">
            Usmereno: <span className="code">{materijal_id}</span>{' '}
            <Quantity value={microFromNumber(kolicina) ?? NO_QUANTITY} strong /> iz <span className="code">{lot}</span>{' '}
            · {razlog}
          </span>
          <IconButton
            label={`Ukloni usmerenje ${materijal_id} iz ${lot}`}
            icon={<Trash2 />}
            danger
            onClick={() =>
              onChange({ usmerenja: directedText(directed.filter((one) => one.ulaz_stavka_id !== ulaz_stavka_id)) })
            }
          />
        </li>
      ))}
    </ul>
  )
}
