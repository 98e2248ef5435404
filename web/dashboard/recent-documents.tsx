import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { RecentDocument } from '#contract/dashboard.ts'
import { DocumentLine, DocumentLineSkeletons } from '#web/document-list/document-line.tsx'
import { type DocumentKind, LIST_PATHS } from '#web/screens/record-addresses.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { NotLoaded } from './not-loaded.tsx'

/** How many the server answers (spec §9). */
const RECENT_DOCUMENTS = 5

type RecentDocumentsProps = {
  title: string
  vrsta: DocumentKind
  total: number | undefined
  documents: readonly RecentDocument[] | undefined
  emptyText: string
  firstAction: string
  /** The documents could not be loaded. */
  failed: boolean
}

/** The five latest documents of one kind and the way to all of them. */
export function RecentDocuments(props: RecentDocumentsProps) {
  const { title, vrsta, total, documents, emptyText, firstAction, failed } = props
  const path = LIST_PATHS[vrsta]
  return (
    <Panel
      title={title}
      right={
        total !== undefined && (
          <Link to={path} className="hit">
            {`Pogledaj sve (${total})`}
          </Link>
        )
      }
    >
      {documents?.length ? (
        <ul>
          {documents.map((document) => (
            <DocumentLine key={document.id} vrsta={vrsta} {...document} />
          ))}
        </ul>
      ) : failed ? (
        <NotLoaded />
      ) : documents ? (
        <EmptyState
          text={emptyText}
          action={
            <Link to={path} state={{ openModal: true }} className={buttonClass()}>
              <Plus aria-hidden />
              {firstAction}
            </Link>
          }
        />
      ) : (
        <DocumentLineSkeletons count={RECENT_DOCUMENTS} />
      )}
    </Panel>
  )
}
