import './document-view.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useParams } from 'react-router'
import type { SusedniDokumenti } from '#contract/documents.ts'
import { type FieldKind, type FieldTable, namesIn } from '#contract/form-fields.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { Attachments } from '#web/beside/attachments.tsx'
import { NotesAndHistory } from '#web/beside/notes-and-history.tsx'
import { PdfPreview } from '#web/beside/pdf-side.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { isOfCarina } from '#web/document-form/head-fields.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import { FactsPanel } from '#web/screens/facts-panel.tsx'
import { documentAddress, LIST_PATHS } from '#web/screens/record-addresses.ts'
import { DeleteButton, EditButton, type Neighbour, RecordPage, useWayToList } from '#web/screens/record-page.tsx'
import { ClosedBadge } from '#web/screens/zakljuceno.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type DocumentScreen, useDocumentActions } from './use-document-actions.tsx'

type Shown = { id: number; datum: CalendarDate; pdf_fajl: string | null }

type DocumentViewProps<Document extends Row, Row> = {
  screen: DocumentScreen<Document, Row>
  /** The document of the page's address, and those beside it. */
  query: UseQueryResult<Document>
  susedni: SusedniDokumenti | undefined
  parts: (document: Document) => DocumentParts
}

/** The parts of a page that one kind of document shows in its own way. */
type DocumentParts = {
  /** Shown next to the number. */
  marks?: ReactNode
  /** A line under the number with the facts that customs ask for. */
  standing?: ReactNode
  /** The fields of the head, each with its name. */
  facts: readonly { name: string; value: ReactNode }[]
  /** The papers made from the document. */
  papers: ReactNode
  loadPdf: () => Promise<{ blob: Blob }>
  /** Replaces the buttons to change, copy and delete, where that is done elsewhere. */
  changed?: ReactNode
  /** Above the lines. */
  notice?: ReactNode
  lines: ReactNode
  discharge?: ReactNode
}

/** The page of one document: its content, its discharge, its papers and its history. */
export function DocumentView<Document extends Row, Row extends Shown>({
  screen,
  query,
  susedni,
  parts,
}: DocumentViewProps<Document, Row>) {
  const { vrsta, label, texts } = screen
  const predmet = Number(useParams().id)
  const notShown = (
    <RecordNotShown
      list={{ path: LIST_PATHS[vrsta], label }}
      subject={{ vrsta, predmet }}
      query={query}
      text={texts.loadItemsFailed}
    />
  )
  if (!query.data) return notShown
  return (
    <ShownDocument
      key={query.data.id}
      screen={screen}
      document={query.data}
      susedni={susedni}
      gone={isGone(query.error) && notShown}
      {...parts(query.data)}
    />
  )
}

type ShownDocumentProps<Document extends Row, Row> = DocumentParts & {
  screen: DocumentScreen<Document, Row>
  document: Document
  susedni: SusedniDokumenti | undefined
  /** Stands in place of a deleted document. */
  gone: ReactNode
}

function ShownDocument<Document extends Row, Row extends Shown>(props: ShownDocumentProps<Document, Row>) {
  const { screen, document, susedni } = props
  const { vrsta, numberOf } = screen
  const broj = numberOf(document)
  const toList = useWayToList(LIST_PATHS[vrsta])
  const neighbour = (of: SusedniDokumenti['prethodni'] | undefined): Neighbour =>
    of && { address: documentAddress(vrsta, of.id), name: of.broj }
  const { show, open, reading, sayNotOpened, download, ask, isGoing, duplicate, formOf, consequencesWindow } =
    useDocumentActions(screen, toList)
  const copy = duplicate(document)
  const { changed } = props
  useArrivalAtDischarge()

  return (
    <RecordPage
      list={{ path: LIST_PATHS[vrsta], label: screen.label }}
      prethodni={neighbour(susedni?.prethodni)}
      sledeci={neighbour(susedni?.sledeci)}
      title={
        <>
          <span className="code">{broj}</span>
          {props.marks}
          <ClosedBadge datum={document.datum} />
        </>
      }
      sub={
        <>
          {screen.typeOf(document)} · <span className="num">{formatDate(document.datum)}</span> ·{' '}
          {screen.partnerOf(document)}
          {props.standing && <span className="mt-0.5 block font-medium text-ink">{props.standing}</span>}
        </>
      }
      actions={
        <>
          {changed ?? <EditButton busy={reading !== undefined} onEdit={() => open(document.id).catch(sayNotOpened)} />}
          {props.papers}
          {!changed && (
            <>
              <Button icon={copy.icon} changes busy={copy.disabled ?? false} onClick={copy.onChoose}>
                {copy.text}
              </Button>
              <DeleteButton busy={isGoing(document)} onDelete={() => ask(document)} />
            </>
          )}
        </>
      }
      gone={props.gone}
      windows={
        <>
          {formOf(() => show(null))}
          {consequencesWindow}
        </>
      }
    >
      <div className="document-parts">
        <FactsPanel facts={props.facts} className="document-facts" />
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
        {props.notice}
        <Panel title="Stavke">{props.lines}</Panel>
        {props.discharge && (
          <div id={DISCHARGE} className="min-w-0 scroll-mt-16">
            <Panel title="Razduženje">{props.discharge}</Panel>
          </div>
        )}
        <Panel title="Prilozi" padded className="document-attachments print:hidden">
          <Attachments uz={vrsta} predmet={document.id} />
        </Panel>
        <NotesAndHistory vrsta={vrsta} predmet={String(document.id)} />
      </div>
    </RecordPage>
  )
}

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

/** Facts that the head of a page or each line shows already. */
const SAID = new Set(['tip_dokumenta', 'datum', 'broj_c4', 'broj_c1'])

type Totals = { valuta: string; kurs: Micro; vrednost_total: Para; vrednost_rsd: Para; kolicina_total: Micro }

/** The fields of a document's head and its totals, each with its name; a dash for an empty one. */
export function headFacts(table: FieldTable, document: Totals & object): { name: string; value: ReactNode }[] {
  const { valuta, kurs, vrednost_total, vrednost_rsd, kolicina_total } = document
  const values = document as unknown as Readonly<Record<string, string | null>>
  const ofCarina = namesIn(table).filter((name) => isOfCarina(name) && values[name] !== null)
  return [
    ...namesIn(table)
      .filter((name) => !SAID.has(name) && !isOfCarina(name))
      .map((name) => ({ name: table[name]?.label ?? name, value: values[name] || '—' })),
    { name: 'Kurs', value: <Quantity value={kurs} minPlaces={2} /> },
    { name: 'Ukupna količina', value: <Quantity value={kolicina_total} /> },
    { name: 'Ukupna vrednost', value: <Money value={vrednost_total} currency={valuta} strong /> },
    { name: 'Vrednost u RSD', value: <Money value={vrednost_rsd} currency="RSD" /> },
    ...ofCarina.map((name) => ({
      name: table[name]?.label ?? name,
      value: carinaValue(table[name]?.kind, values, name),
    })),
  ]
}

type Values = Readonly<Record<string, string | null>>
function carinaValue(kind: FieldKind | undefined, values: Values, name: string): ReactNode {
  if (kind === 'day') return <DateText value={values[name] as CalendarDate} />
  return kind === 'reference' ? values.odobrenje_broj : values[name]
}
