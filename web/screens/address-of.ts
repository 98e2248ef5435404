import type { Vrsta } from '#contract/audit.ts'
import {
  materialAddress,
  odobrenjeAddress,
  partnerAddress,
  podnetAddress,
  popisAddress,
  productAddress,
  USAGLASAVANJE,
  usaglasavanjeAddress,
} from '#web/screens/record-addresses.ts'
import { documentAddress } from './document-link.tsx'

/** Where a thing is shown, by its kind and its id as the audit trail has them; nothing for one without a page. */
export function addressOf(vrsta: Vrsta | string, predmet: string): string | undefined {
  if (vrsta === 'c4' || vrsta === 'c1' || vrsta === 'ostalo_razduzenje') return documentAddress(vrsta, predmet)
  if (vrsta === 'proizvod') return productAddress(predmet)
  if (vrsta === 'materijal') return materialAddress(predmet)
  if (vrsta === 'odobrenje') return odobrenjeAddress(predmet)
  if (vrsta === 'partner') return partnerAddress(predmet)
  if (vrsta === 'popis') return popisAddress(predmet)
  // An explanation has a key, and no place of its own.
  if (vrsta === 'usaglasavanje') return /^\d+$/.test(predmet) ? usaglasavanjeAddress(predmet) : USAGLASAVANJE.path
  if (vrsta === 'obracun') return podnetAddress(predmet)
  return undefined
}
