import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import type { AuditRow } from '#contract/audit.ts'
import { titleOf } from '#web/audit/entry-words.ts'
import { documentAddress } from '#web/documents/document-link.tsx'
import {
  materialAddress,
  odobrenjeAddress,
  podnetAddress,
  popisAddress,
  productAddress,
  USAGLASAVANJE,
  usaglasavanjeAddress,
} from '#web/screens/record-addresses.ts'

/** Where a thing is shown; nothing for one that has no page of its own. */
function addressOf({ vrsta, predmet }: AuditRow): string | undefined {
  if (vrsta === 'c4' || vrsta === 'c1' || vrsta === 'ostalo_razduzenje') return documentAddress(vrsta, predmet)
  if (vrsta === 'proizvod') return productAddress(predmet)
  if (vrsta === 'materijal') return materialAddress(predmet)
  if (vrsta === 'odobrenje') return odobrenjeAddress(predmet)
  if (vrsta === 'popis') return popisAddress(predmet)
  // An explanation has a key, and no place of its own.
  if (vrsta === 'usaglasavanje') return /^\d+$/.test(predmet) ? usaglasavanjeAddress(predmet) : USAGLASAVANJE.path
  if (vrsta === 'obracun') return podnetAddress(predmet)
  return undefined
}

/** From an entry to what it is about, as it is now; an import of many is about none, and what was deleted is gone. */
export function RecordLink({ row }: { row: AuditRow }) {
  const address = addressOf(row)
  if (!address || !row.predmet || row.radnja === 'obrisano') return null
  const name = `Otvori: ${titleOf(row)}`
  return (
    <Link to={address} aria-label={name} title={name} className="icon-button">
      <ArrowUpRight aria-hidden />
    </Link>
  )
}
