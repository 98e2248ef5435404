import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft, ChevronLeft, ChevronRight, Download, Pencil, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { SusedniDokumenti } from '#contract/documents.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { HistoryOf } from '#web/audit/history-dialog.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type DocumentKind, documentAddress, LIST_PATHS, noteShown } from './document-link.tsx'
import { documentScreenTexts } from './document-texts.ts'
import './document-view.css'
import { PdfPreview } from './pdf-side.tsx'
import { type DocumentScreen, useDocumentActions } from './use-document-actions.tsx'

type Shown = { id: number; tip_dokumenta: string; datum: CalendarDate; pdf_fajl: string | null }

type DocumentViewProps<Document extends Row, Row> = {
  screen: DocumentScreen<Document, Row>
  document: Document
  susedni: SusedniDokumenti | undefined
  /** Beside the number. */
  marks?: ReactNode
  /** The fields of the head, each with its name. */
  facts: readonly { name: string; value: ReactNode }[]
  /** The papers that are drawn of it. */
  papers: ReactNode
  loadPdf: () => Promise<{ blob: Blob }>
  lines: ReactNode
  discharge: ReactNode
}

/** The page of one document: what it holds, where its material went or came from, its papers and its history. */
export function DocumentView<Document extends Row, Row extends Shown>(props: DocumentViewProps<Document, Row>) {
  const { screen, document, susedni } = props
  const { vrsta, numberOf } = screen
  const broj = numberOf(document)
  const toList = useWayToList(vrsta)
  const { show, open, reading, sayNotOpened, download, ask, isGoing, formOf, consequencesWindow } = useDocumentActions(
    screen,
    toList,
  )
  useArrivalAtDischarge()
  useEffect(() => noteShown(vrsta, document.id), [vrsta, document.id])

  return (
    <div className="flex flex-col gap-4">
      <nav aria-label="Dokumenti" className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <BackToList vrsta={vrsta} label={screen.label} onBack={toList} />
        <span className="ml-auto flex gap-2">
          <Neighbour vrsta={vrsta} of={susedni?.prethodni} name="Prethodni" icon={<ChevronLeft aria-hidden />} />
          <Neighbour vrsta={vrsta} of={susedni?.sledeci} name="Sledeći" icon={<ChevronRight aria-hidden />} />
        </span>
      </nav>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-3 font-semibold text-xl">
            <span className="code">{broj}</span>
            {props.marks}
          </h2>
          <p className="text-ink-2">
            {document.tip_dokumenta} · <span className="num">{formatDate(document.datum)}</span> ·{' '}
            {screen.partnerOf(document)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            variant="primary"
            icon={<Pencil aria-hidden />}
            busy={reading !== undefined}
            onClick={() => open(document.id).catch(sayNotOpened)}
          >
            Izmeni
          </Button>
          {props.papers}
          <Button icon={<Trash2 aria-hidden />} busy={isGoing(document)} onClick={() => ask(document)}>
            Obriši
          </Button>
        </div>
      </header>
      <div className="document-parts">
        <Panel title="Podaci" padded className="document-facts">
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
            {props.facts.map(({ name, value }) => (
              <div key={name} className="min-w-0">
                <dt className="text-ink-3 text-sm">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Panel title="PDF dokumenta" padded className="document-pdf print:hidden">
          {document.pdf_fajl === null ? (
            <p className="text-ink-3">{documentScreenTexts.noPdf}</p>
          ) : (
            <div className="flex h-full flex-col gap-3">
              <PdfPreview key={document.pdf_fajl} read={() => props.loadPdf().then(({ blob }) => blob)} name={broj} />
              <Button icon={<Download aria-hidden />} onClick={() => download(document)}>
                Preuzmi PDF
              </Button>
            </div>
          )}
        </Panel>
        <Panel title="Stavke">{props.lines}</Panel>
        <div id={DISCHARGE} className="min-w-0 scroll-mt-16">
          <Panel title="Razduženje">{props.discharge}</Panel>
        </div>
        <Panel title="Istorija" className="print:hidden">
          <HistoryOf subject={{ vrsta, predmet: document.id }} />
        </Panel>
      </div>
      {formOf(() => show(null))}
      {consequencesWindow}
    </div>
  )
}

/** The page while its document is read, or where it cannot be. */
export const DocumentNotShown = ({ query, text }: { query: UseQueryResult; text: string }) => (
  <Panel>
    {query.isError ? (
      <LoadError text={text} error={query.error} onRetry={() => query.refetch()} />
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

/** Where a document's discharge stands on its page, in its address. */
const DISCHARGE = 'razduzenje'

/** An address with `#razduzenje` leads to that part once the document is there. */
function useArrivalAtDischarge() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(() => {
    if (hash === `#${DISCHARGE}`) window.document.getElementById(DISCHARGE)?.scrollIntoView()
  }, [hash, key])
}

/** Back to where the list stood, for who came from it; else to the list. */
function useWayToList(vrsta: DocumentKind): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return () => (state?.fromList ? navigate(-1) : navigate(LIST_PATHS[vrsta]))
}

function BackToList({ vrsta, label, onBack }: { vrsta: DocumentKind; label: string; onBack: () => void }) {
  function press(event: MouseEvent) {
    // With a key held the link opens elsewhere, as any link does.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onBack()
  }
  return (
    <Link to={LIST_PATHS[vrsta]} onClick={press} className="inline-flex min-h-6 items-center gap-1.5">
      <ArrowLeft className="size-4" aria-hidden />
      {label}
    </Link>
  )
}

type NeighbourProps = {
  vrsta: DocumentKind
  of: SusedniDokumenti['prethodni'] | undefined
  name: string
  icon: ReactNode
}

/** Takes the place of this document in the browser's history, so that Back still leads to the list. */
function Neighbour({ vrsta, of, name, icon }: NeighbourProps) {
  const { state } = useLocation()
  if (!of) return null
  return (
    <Link
      to={documentAddress(vrsta, of.id)}
      replace
      state={state}
      title={of.broj}
      aria-label={`${name}: ${of.broj}`}
      className={buttonClass()}
    >
      {name === 'Prethodni' && icon}
      {name}
      {name !== 'Prethodni' && icon}
    </Link>
  )
}
