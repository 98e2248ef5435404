import { type ArchiveDocument, archiveEndpoints } from '#contract/archive.ts'
import { formatPara, type Micro, type Para } from '#domain/decimal.ts'
import { DocumentLine, DocumentLineSkeletons } from '#web/document-list/document-line.tsx'
import { read } from '#web/queries.ts'
import { MaterialLink } from '#web/stock/lot-columns.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { type ArchiveAddress, type ArchiveView, isOfPeriod, periodOf, viewChange } from './archive-address.ts'
import { archiveTexts } from './archive-texts.ts'
import { FirstImport } from './first-import.tsx'
import { type ReportFailure, useArchiveQuery } from './use-archive-query.ts'

/** Rows of each list on the overview (spec §9). */
const SHOWN = 5

/** Pregled: four figures, the newest documents and the materials with the most value left. */
export function OverviewTab({ at, setAt, onFailure }: ArchiveView & { onFailure: ReportFailure }) {
  const query = useArchiveQuery(read(archiveEndpoints.archiveOverview, { query: periodOf(at) }), onFailure)
  const overview = query.data
  const figure = (label: string, value: string | number | undefined) => (
    <StatCard label={label} loading={query.isPending} value={value ?? '–'} />
  )
  return (
    <div
      className={`flex flex-col gap-4 ${query.isPlaceholderData ? 'outdated' : ''}`}
      aria-busy={query.isPlaceholderData}
    >
      <div className="grid grid-cols-2 gap-3 *:first:col-span-2 *:last:col-span-2 md:grid-cols-4 md:*:first:col-span-1 md:*:last:col-span-1">
        {figure('Ukupno dokumenata', overview?.ukupno_dokumenata)}
        {figure('C4 Dokumenti', overview?.ukupno_c4)}
        {figure('C1 Dokumenti', overview?.ukupno_c1)}
        {figure('Ukupna vrednost (RSD)', overview && formatPara(overview.vrednost_rsd))}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel
          title="Nedavni dokumenti"
          right={<ViewLink text="Svi dokumenti" onClick={() => setAt(viewChange('documents'))} />}
        >
          <Recent at={at} documents={overview?.nedavni} loading={query.isPending} />
        </Panel>
        <Panel
          title="Top materijali po vrednosti (RSD)"
          right={<ViewLink text="Rezime materijala" onClick={() => setAt(viewChange('materials-summary'))} />}
        >
          {isOfPeriod(at) && (
            <p className="border-line-quiet border-b px-4 py-2 text-ink-3 text-sm">{archiveTexts.allTime}</p>
          )}
          <TopMaterials materials={overview?.top_materijali} loading={query.isPending} />
        </Panel>
      </div>
    </div>
  )
}

const ViewLink = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <button type="button" className="hit rounded-sm text-accent hover:underline" onClick={onClick}>
    {text}
  </button>
)

type RecentProps = { at: ArchiveAddress; documents: readonly ArchiveDocument[] | undefined; loading: boolean }

function Recent({ at, documents, loading }: RecentProps) {
  if (loading) return <DocumentLineSkeletons count={SHOWN} />
  if (!documents) return <EmptyState text={archiveTexts.notLoaded} />
  if (documents.length === 0)
    return (
      <EmptyState
        text={isOfPeriod(at) ? archiveTexts.noDocuments : archiveTexts.noDocumentsYet}
        action={<FirstImport at={at} />}
      />
    )
  return (
    <ul>
      {documents.map((document) => (
        <DocumentLine key={`${document.vrsta} ${document.id}`} {...document} kind={document.tip} />
      ))}
    </ul>
  )
}

type TopMaterial = {
  materijal_id: string
  naziv: string
  jedinica_mere: string
  preostalo: Micro
  vrednost_rsd: Para
}

function TopMaterials({ materials, loading }: { materials: readonly TopMaterial[] | undefined; loading: boolean }) {
  if (loading) return <DocumentLineSkeletons count={SHOWN} />
  if (!materials?.length) return <EmptyState text={materials ? archiveTexts.noMaterials : archiveTexts.notLoaded} />
  const most = materials[0]?.vrednost_rsd ?? 1
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)_minmax(9rem,auto)]">
      {materials.map(({ materijal_id, naziv, jedinica_mere, preostalo, vrednost_rsd }) => (
        <li
          key={materijal_id}
          className="col-span-2 grid min-h-12.5 grid-cols-subgrid items-center gap-4 border-line-quiet border-b px-4 py-1.5 last:border-b-0"
        >
          <div className="min-w-0">
            <p>
              <MaterialLink id={materijal_id} name={naziv} />
            </p>
            <div className="mt-1.5 h-1.5 rounded-full bg-band">
              <div
                className="drawn h-full rounded-full bg-series-1"
                style={{ width: `${(vrednost_rsd / most) * 100}%` }}
              />
            </div>
          </div>
          <div className="text-right">
            <p>
              <Money value={vrednost_rsd} currency="RSD" />
            </p>
            <p className="text-sm">
              <Quantity value={preostalo} unit={jedinica_mere} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
