import { Link } from 'react-router'
import { ListedLink } from './listed-link.tsx'
import { type DocumentKind, dischargeAddress, documentAddress, type ListedKind } from './record-addresses.ts'

type DocumentLinkProps = { vrsta: ListedKind; id: number; broj: string; className?: string }

/** The number of a document, leading to its page. */
export const DocumentLink = ({ vrsta, id, broj, className = '' }: DocumentLinkProps) => (
  <Link to={documentAddress(vrsta, id)} className={`hit code text-ink ${className}`}>
    {broj}
  </Link>
)

/** The number of a document in the first column of its list. */
export const ListedDocumentLink = ({ vrsta, id, broj }: DocumentLinkProps) => (
  <ListedLink to={documentAddress(vrsta, id)} className="document-number code font-medium">
    {broj}
  </ListedLink>
)

/** The number of a document in the discharge of another, leading to its own: from an export to its imports and back. */
export const DischargeLink = ({ vrsta, id, broj }: DocumentLinkProps & { vrsta: DocumentKind }) => (
  <Link to={dischargeAddress(vrsta, id)} className="hit code font-medium text-ink">
    {broj}
  </Link>
)
