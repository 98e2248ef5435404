import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import type { AuditRow } from '#contract/audit.ts'
import { titleOf } from '#web/audit/entry-words.ts'
import { addressOf } from '#web/screens/things.ts'

/** From an entry to what it is about, as it is now; an import of many is about none, and what was deleted is gone. */
export function RecordLink({ row }: { row: AuditRow }) {
  const address = addressOf(row.vrsta, row.predmet)
  if (!address || !row.predmet || row.radnja === 'obrisano') return null
  const name = `Otvori: ${titleOf(row)}`
  return (
    <Link to={address} aria-label={name} title={name} className="icon-button">
      <ArrowUpRight aria-hidden />
    </Link>
  )
}
