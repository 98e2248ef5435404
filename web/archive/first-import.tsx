import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { type ArchiveAddress, isNarrowed } from './archive-address.ts'

/** What can be done where nothing is shown although nothing is left out; otherwise nothing. */
export const FirstImport = ({ at }: { at: ArchiveAddress }) =>
  isNarrowed(at) ? null : (
    <Link to="/dashboard/incoming" state={{ openModal: true }} className={buttonClass()}>
      <Plus aria-hidden />
      Dodaj ulazni dokument
    </Link>
  )
