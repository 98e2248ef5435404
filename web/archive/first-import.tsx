import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { type ArchiveAddress, isNarrowed } from './archive-address.ts'

/** The first step for an empty list without filters; nothing where filters left rows out. */
export const FirstImport = ({ at }: { at: ArchiveAddress }) =>
  isNarrowed(at) ? null : (
    <Link to="/dashboard/incoming" state={{ openModal: true }} className={buttonClass()}>
      <Plus aria-hidden />
      Novi ulazni dokument
    </Link>
  )
