import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft, ChevronLeft, ChevronRight, Pencil, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { isFocusFree } from '#web/ui/pass-focus.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadError } from './load-error.tsx'
import { useEmail } from './logged-in.ts'
import { noteVisit } from './visited.ts'

/** The state of a visit that came from the list: the way back leads to where it stood. */
export const FROM_LIST = { fromList: true } as const

/** The path of the page that was shown last. */
let shownLast = ''

/** Whether the page at this address was the last one shown of any record. */
export const wasShownLast = (address: string): boolean => address === shownLast

/** The address and the name of a record of the same kind. */
export type Neighbour = { address: string; name: string } | null | undefined

export type RecordPageProps = {
  /** The list in which the record stands. */
  list: { path: string; label: string }
  prethodni?: Neighbour
  sledeci?: Neighbour
  title: ReactNode
  /** Under the title. */
  sub?: ReactNode
  actions: ReactNode
  children: ReactNode
  /** The content in its place where somebody else deleted it. */
  gone?: ReactNode
  /** The windows over it. They stay when the record goes: what is typed there can still be saved as a new one. */
  windows?: ReactNode
}

/** The page of one record: the way back to its list, its neighbours there, its name and all that can be done to it. */
export function RecordPage({
  list,
  prethodni,
  sledeci,
  title,
  sub,
  actions,
  children,
  gone,
  windows,
}: RecordPageProps) {
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const email = useEmail()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another record
  useEffect(() => {
    if (isFocusFree()) heading.current?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(() => {
    shownLast = pathname
  }, [pathname])
  // After each rendering: the name comes later than the page.
  useEffect(() => {
    const name = [...(heading.current?.childNodes ?? [])].map((part) => part.textContent).join(' ')
    if (email && name) noteVisit(email, { to: pathname, name })
  })
  return (
    <>
      {gone || (
        <div className="flex flex-col gap-4">
          <RecordNavigation list={list} prethodni={prethodni} sledeci={sledeci} />
          <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <div className="min-w-0 flex-1 basis-72">
              <h2
                ref={heading}
                tabIndex={-1}
                className="wrap-anywhere flex min-h-6.5 min-w-0 flex-wrap items-baseline gap-x-3 font-semibold text-xl focus:outline-none"
              >
                {title}
              </h2>
              {sub && <p className="text-ink-2">{sub}</p>}
            </div>
            <div data-actions className="flex flex-wrap gap-2 print:hidden">
              {actions}
            </div>
          </header>
          {children}
        </div>
      )}
      {windows}
    </>
  )
}

type NavigationProps = Pick<RecordPageProps, 'list' | 'prethodni' | 'sledeci'>

export const RecordNavigation = ({ list, prethodni, sledeci }: NavigationProps) => (
  <nav aria-label="Zapisi" className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
    <BackToList list={list} />
    <span className="ml-auto flex gap-2">
      <NeighbourLink of={prethodni} text="Prethodni" icon={<ChevronLeft aria-hidden />} />
      <NeighbourLink of={sledeci} text="Sledeći" icon={<ChevronRight aria-hidden />} iconLast />
    </span>
  </nav>
)

export type NotShownProps = {
  query: UseQueryResult
  /** The title of the panel, where its content will have one. */
  title?: string
  /** The sentence where it cannot be read. */
  text: string
  /** Reads again; the query alone unless given. */
  onRetry?: () => void
}

/** The panel in place of a page while it is read, or where it cannot be. */
export const NotShown = ({ query, title, text, onRetry = () => query.refetch() }: NotShownProps) => (
  <Panel title={title}>
    {query.isError ? (
      <LoadError text={text} error={query.error} onRetry={onRetry} />
    ) : (
      <div aria-busy className="flex flex-col gap-5 px-4 py-5">
        <span className="sr-only">Učitavanje...</span>
        <Skeleton className="w-2/5" />
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/5" />
      </div>
    )}
  </Panel>
)

/** Opens the form of the record. */
export const EditButton = ({ onEdit, busy }: { onEdit: () => void; busy?: boolean }) => (
  <Button data-edits variant="primary" icon={<Pencil aria-hidden />} changes busy={busy} onClick={onEdit}>
    Izmeni
  </Button>
)

type DeleteButtonProps = { onDelete: () => void; busy?: boolean | undefined; disabled?: boolean }

export const DeleteButton = ({ onDelete, busy, disabled }: DeleteButtonProps) => (
  <Button icon={<Trash2 aria-hidden />} changes disabled={disabled} busy={busy} onClick={onDelete}>
    Obriši
  </Button>
)

/** Leads a user who came from the list back to his place in it, any other user to the list. */
export function useWayToList(path: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return () => void (state?.fromList ? navigate(-1) : navigate(path))
}

function BackToList({ list: { path, label } }: Pick<RecordPageProps, 'list'>) {
  const toList = useWayToList(path)
  function press(event: MouseEvent) {
    // With a key held the link opens elsewhere, as any link does.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    toList()
  }
  return (
    <Link to={path} onClick={press} className="inline-flex min-h-6 items-center gap-1.5">
      <ArrowLeft className="size-4" aria-hidden />
      {label}
    </Link>
  )
}

type NeighbourLinkProps = { of: Neighbour; text: string; icon: ReactNode; iconLast?: boolean }

/** Takes the place of this page in the browser's history, so that Back still leads to the list. */
function NeighbourLink({ of, text, icon, iconLast }: NeighbourLinkProps) {
  const { state } = useLocation()
  if (!of) return null
  return (
    <Link
      to={of.address}
      replace
      state={state}
      title={of.name}
      aria-label={`${text}: ${of.name}`}
      className={buttonClass()}
    >
      {!iconLast && icon}
      {text}
      {iconLast && icon}
    </Link>
  )
}
