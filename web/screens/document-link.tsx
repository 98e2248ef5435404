import { Link } from 'react-router'
import { ListedLink } from '#web/screens/listed-link.tsx'

export type DocumentKind = 'c4' | 'c1'
/** Documents with a list, and each with a page. */
export type ListedKind = DocumentKind | 'ostalo_razduzenje'

/** Where all documents of a kind stand. */
export const LIST_PATHS: Readonly<Record<ListedKind, string>> = {
  c4: '/dashboard/incoming',
  c1: '/dashboard/outgoing',
  ostalo_razduzenje: '/dashboard/ostala-razduzenja',
}

/** The page of a document. */
export const documentAddress = (vrsta: ListedKind, id: number | string): string => `${LIST_PATHS[vrsta]}/${id}`

/** The part of a document's page that says where its material went or came from. */
export const dischargeAddress = (vrsta: DocumentKind, id: number | string): string =>
  `${documentAddress(vrsta, id)}#razduzenje`

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
