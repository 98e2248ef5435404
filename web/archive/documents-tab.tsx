import { useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type ArchiveDocument, archiveEndpoints } from '#contract/archive.ts'
import { C1_FILTER_COUNTRIES, C1_TYPES, c1Endpoints } from '#contract/c1.ts'
import { C4_FILTER_COUNTRIES, C4_TYPES, c4Endpoints } from '#contract/c4.ts'
import { ARCHIVE_FILTER_DEBOUNCE_MS, ARCHIVE_SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { isUnknownCurrency } from '#domain/currency.ts'
import { call, reasonOf } from '#web/api.ts'
import { documentColumns, PdfCell } from '#web/document-list/document-columns.tsx'
import { SelectFilter, TextFilter } from '#web/document-list/filters.tsx'
import { read } from '#web/queries.ts'
import { openPdf } from '#web/received-file.ts'
import { ShortageMark } from '#web/screens/document-badges.tsx'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { ListPager } from '#web/screens/list-pager.tsx'
import { documentAddress } from '#web/screens/record-addresses.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FilterPanel } from '#web/ui/filter-panel.tsx'
import { Money } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { type ArchiveView, documentsQuery, hasDocumentFilters, NO_FILTERS } from './archive-address.ts'
import { archiveTexts } from './archive-texts.ts'
import { FirstImport } from './first-import.tsx'
import { type ReportFailure, useArchiveQuery } from './use-archive-query.ts'

/** Svi dokumenti: C4 and C1 in one list, newest first, searched, filtered, sorted and paged by the server. */
export function DocumentsTab({ at, setAt, onFailure }: ArchiveView & { onFailure: ReportFailure }) {
  const query = documentsQuery(at)
  const list = useArchiveQuery(read(archiveEndpoints.archiveDocuments, { query }), onFailure)
  const openPdfOf = useOpenPdf()
  const columns = useMemo(() => archiveColumns(openPdfOf), [openPdfOf])
  const filtered = hasDocumentFilters(at)
  const navigate = useNavigate()
  const searchField = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-4">
      <FilterPanel active={filtered} defaultOpen={filtered} onClear={() => setAt({ ...NO_FILTERS })}>
        <DocumentFilters at={at} setAt={setAt} />
      </FilterPanel>
      <Panel>
        <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b px-4 py-2">
          <SearchBox
            ref={searchField}
            className="w-full sm:w-72"
            value={at.search}
            onChange={(search) => setAt({ search }, { replace: true })}
            placeholder="Pretraži dokumente..."
            debounceMs={ARCHIVE_SEARCH_DEBOUNCE_MS}
          />
          <SheetButton sheet="documents" query={query} />
        </div>
        <DataTable
          label="Svi dokumenti"
          columns={columns}
          rows={list.data?.results ?? []}
          rowKey={({ vrsta, id }) => `${vrsta} ${id}`}
          onOpen={({ vrsta, id }) => navigate(documentAddress(vrsta, id))}
          searchField={searchField}
          loading={list.isPending}
          outdated={list.isPlaceholderData}
          {...(list.data ? { emptyAction: <FirstImport at={at} /> } : { emptyText: archiveTexts.notLoaded })}
          skeletonRows={12}
          sort={{ id: at.sort, desc: at.order === 'desc' }}
          onSort={({ id, desc }) => setAt({ sort: id, order: desc ? 'desc' : 'asc' })}
          footer={
            list.data && (
              <ListPager
                reply={list.data}
                counted="dokumenata"
                onPage={(page, how) => setAt({ page: String(page) }, how)}
                rows={{ of: 'archive', limit: query.limit, onChoose: (rows) => setAt({ limit: String(rows) }) }}
              />
            )
          }
        />
      </Panel>
    </div>
  )
}

/** Opens the PDF of a document in a new tab; the token stands in no address (decisions §3). */
function useOpenPdf() {
  const alert = useAlert()
  return useMemo(
    () =>
      async ({ vrsta, id }: ArchiveDocument) => {
        const endpoint = vrsta === 'c4' ? c4Endpoints.downloadC4Pdf : c1Endpoints.downloadC1Pdf
        try {
          await openPdf(call(endpoint, { params: { id } }))
        } catch (error) {
          await alert({ text: archiveTexts.pdfFailed, ...(reasonOf(error) ? { reason: reasonOf(error) } : {}) })
        }
      },
    [alert],
  )
}

/** The columns of spec §2; sorted by the server under their ids. */
const archiveColumns = (onPdf: (document: ArchiveDocument) => void): readonly Column<ArchiveDocument>[] => [
  {
    id: 'broj',
    header: 'Broj dokumenta',
    sortable: true,
    width: '8.25rem',
    under: ({ tip, tip_dokumenta }) => `${tip} · ${tip_dokumenta}`,
    cell: ({ vrsta, id, broj, ima_manjak }) => (
      <span className="marked-number">
        <DocumentLink vrsta={vrsta} id={id} broj={broj} className="document-number" />
        {ima_manjak && <ShortageMark />}
      </span>
    ),
  },
  {
    id: 'tip',
    header: 'Tip',
    sortable: true,
    width: '5.5rem',
    fold: true,
    card: 'none',
    cell: ({ tip }) => <KindBadge kind={tip} />,
  },
  {
    ...documentColumns.type('Vrsta dokumenta'),
    onCard: ({ tip, tip_dokumenta }) => `${tip} · ${tip_dokumenta}`,
  },
  documentColumns.date(),
  documentColumns.partner('Partner', ({ partner }) => partner),
  documentColumns.country(),
  {
    id: 'vrednost_rsd',
    header: 'Ukupna vrednost',
    align: 'right',
    width: '9.5rem',
    card: 'right',
    sortable: true,
    cell: (row) => <ValueInBoth {...row} />,
    onCard: ({ vrednost_total, valuta }) => <Money value={vrednost_total} currency={valuta} />,
  },
  documentColumns.quantity(),
  {
    ...documentColumns.pdf<ArchiveDocument>('Otvori', ({ broj }) => broj, onPdf),
    card: 'second-right',
    onCard: (row) => row.pdf_fajl && <PdfCell broj={row.broj} stored verb="Otvori" onChoose={() => onPdf(row)} />,
  },
]

/** The value of a document in its own currency and in RSD, by which the column sorts (spec §9). */
function ValueInBoth({ valuta, kurs, vrednost_total, vrednost_rsd }: ArchiveDocument) {
  if (valuta === 'RSD') return <Money value={vrednost_rsd} currency="RSD" />
  return (
    <>
      <Money value={vrednost_total} currency={valuta} />
      <span className="under block">
        {isUnknownCurrency(valuta, kurs) ? 'nepoznata valuta, 1 : 1' : <Money value={vrednost_rsd} currency="RSD" />}
      </span>
    </>
  )
}

/** Whether a document brought goods in or took them out. */
const KindBadge = ({ kind }: { kind: ArchiveDocument['tip'] }) => (
  <Badge tone={kind === 'Dolazni' ? 'accent' : 'neutral'}>{kind}</Badge>
)

const TYPES = { '': [...C4_TYPES, ...C1_TYPES], Dolazni: C4_TYPES, Odlazni: C1_TYPES }
const serbian = new Intl.Collator('sr-Latn')
const COUNTRIES = [...new Set([...C4_FILTER_COUNTRIES, ...C1_FILTER_COUNTRIES])].sort(serbian.compare)

/** The filters of all documents; the period stands above all views. */
function DocumentFilters({ at, setAt }: ArchiveView) {
  return (
    <>
      <SelectFilter
        label="Tip"
        className="max-md:col-span-2"
        options={['Dolazni', 'Odlazni']}
        emptyText="Svi"
        value={at.tip}
        onChange={(tip) => setAt({ tip, tip_dokumenta: '' })}
      />
      <SelectFilter
        label="Vrsta dokumenta"
        className="max-md:col-span-2"
        options={TYPES[at.tip as keyof typeof TYPES] ?? TYPES['']}
        emptyText="Sve vrste"
        value={at.tip_dokumenta}
        onChange={(tip_dokumenta) => setAt({ tip_dokumenta })}
      />
      <TextFilter
        label="Partner"
        value={at.partner}
        onChange={(partner) => setAt({ partner }, { replace: true })}
        pauseMs={ARCHIVE_FILTER_DEBOUNCE_MS}
      />
      <SelectFilter
        label="Zemlja otpreme"
        options={COUNTRIES}
        emptyText="Sve zemlje"
        value={at.zemlja_otpreme}
        onChange={(zemlja_otpreme) => setAt({ zemlja_otpreme })}
      />
    </>
  )
}
