import { Link } from 'react-router'

export type DocumentKind = 'c4' | 'c1'

/** Where all documents of a kind stand. */
export const LIST_PATHS: Readonly<Record<DocumentKind, string>> = {
  c4: '/dashboard/incoming',
  c1: '/dashboard/outgoing',
}

/** Where the form of a document opens, over the list in which it stands. */
export const documentAddress = (vrsta: DocumentKind, id: number | string): string => `${LIST_PATHS[vrsta]}?otvori=${id}`

type DocumentLinkProps = { vrsta: DocumentKind; id: number; broj: string; className?: string }

/** The number of a document, leading to its form. */
export const DocumentLink = ({ vrsta, id, broj, className = '' }: DocumentLinkProps) => (
  <Link to={documentAddress(vrsta, id)} className={`code text-ink ${className}`}>
    {broj}
  </Link>
)

type DischargeLinkProps = Omit<DocumentLinkProps, 'className'>

/** The number of a document in the discharge of another, leading to its own: from an export to its imports and back. */
export const DischargeLink = ({ vrsta, id, broj }: DischargeLinkProps) => (
  <Link to={`${LIST_PATHS[vrsta]}?razduzenje=${id}`} className="code font-medium text-ink">
    {broj}
  </Link>
)
