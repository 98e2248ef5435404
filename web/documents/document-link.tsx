import { useEffect, useRef } from 'react'
import { Link, useNavigationType } from 'react-router'
import { FROM_LIST } from '#web/screens/record-page.tsx'

export type DocumentKind = 'c4' | 'c1'

/** Where all documents of a kind stand. */
export const LIST_PATHS: Readonly<Record<DocumentKind, string>> = {
  c4: '/dashboard/incoming',
  c1: '/dashboard/outgoing',
}

/** The page of a document. */
export const documentAddress = (vrsta: DocumentKind, id: number | string): string => `${LIST_PATHS[vrsta]}/${id}`

/** The part of a document's page that says where its material went or came from. */
export const dischargeAddress = (vrsta: DocumentKind, id: number | string): string =>
  `${documentAddress(vrsta, id)}#razduzenje`

type DocumentLinkProps = { vrsta: DocumentKind; id: number; broj: string; className?: string }

/** The number of a document, leading to its page. */
export const DocumentLink = ({ vrsta, id, broj, className = '' }: DocumentLinkProps) => (
  <Link to={documentAddress(vrsta, id)} className={`code text-ink ${className}`}>
    {broj}
  </Link>
)

/** The document of each kind whose page was shown last. */
const lastShown = new Map<DocumentKind, number>()

/** Notes whose page is shown: Back to the list gives its row the focus. */
export const noteShown = (vrsta: DocumentKind, id: number): void => void lastShown.set(vrsta, id)

/** The number of a document in the first column of its list. */
export function ListedDocumentLink({ vrsta, id, broj }: DocumentLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const cameBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is shown again
  useEffect(() => {
    const free = document.activeElement === document.body
    if (cameBack && free && lastShown.get(vrsta) === id) link.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Link
      ref={link}
      to={documentAddress(vrsta, id)}
      state={FROM_LIST}
      className="document-number code font-medium text-ink"
    >
      {broj}
    </Link>
  )
}

/** The number of a document in the discharge of another, leading to its own: from an export to its imports and back. */
export const DischargeLink = ({ vrsta, id, broj }: DocumentLinkProps) => (
  <Link to={dischargeAddress(vrsta, id)} className="code font-medium text-ink">
    {broj}
  </Link>
)
