import { useQuery } from '@tanstack/react-query'
import { C4_FILTER_COUNTRIES, C4_TYPES, type C4Row, c4Endpoints } from '#contract/c4.ts'
import { documentColumns, QuantityUnder } from '#web/document-list/document-columns.tsx'
import { DocumentImport } from '#web/document-list/document-import.tsx'
import { DocumentPage } from '#web/document-list/document-page.tsx'
import { FilterFields } from '#web/document-list/filters.tsx'
import { LIST_DEFAULTS, listQuery } from '#web/document-list/list-address.ts'
import { read } from '#web/queries.ts'
import { RokSign, TypeBadge } from '#web/screens/document-badges.tsx'
import { ListedDocumentLink } from '#web/screens/document-link.tsx'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money } from '#web/ui/number.tsx'
import { C4_SCREEN } from './c4-form.tsx'
import { c4Texts } from './c4-texts.ts'
import { NewFromSupplier } from './from-supplier.tsx'

/** Ulazni dokumenti: the list of C4 documents and their form (spec §2). */
export function C4Page() {
  const [at, setAt] = useAddressValues(LIST_DEFAULTS)
  const query = listQuery(at, { vrsta: 'c4', broj: 'c4Number', partner: 'posiljalac' })
  const list = useQuery(read(c4Endpoints.listC4, { query }))
  return (
    <DocumentPage
      screen={C4_SCREEN}
      counted="ulaznih dokumenata"
      at={at}
      setAt={setAt}
      list={list}
      columns={c4Columns}
      buttons={
        <>
          <NewFromSupplier />
          <ListSheet sheet="c4" query={query} />
          <DocumentImport
            of="c4"
            endpoint={c4Endpoints.importC4}
            byLines={c4Endpoints.importC4Tok}
            template={c4Endpoints.c4DocumentsTemplate}
            templateName="template_c4.xlsx"
            title="Učitavanje ulaznih dokumenata iz fajla"
            day={c4Texts.startDay}
          />
        </>
      }
      filters={
        <FilterFields
          at={at}
          setAt={setAt}
          numberLabel="C4 broj"
          partnerLabel="Pošiljalac"
          types={C4_TYPES}
          countries={C4_FILTER_COUNTRIES}
          withRok
        />
      }
    />
  )
}

/** The columns of spec §2. */
const c4Columns = (onDownload: (row: C4Row) => void): readonly Column<C4Row>[] => [
  {
    id: 'broj',
    header: 'C4 broj',
    sortable: true,
    // Wide enough for the longest type, where the type stands under the number.
    width: 'clamp(8.25rem, (90rem - 100vw) * 100, 9.75rem)',
    under: ({ tip_dokumenta }) => tip_dokumenta,
    cell: ({ id, broj_c4 }) => <ListedDocumentLink vrsta="c4" id={id} broj={broj_c4} />,
  },
  {
    ...documentColumns.type(),
    onCard: ({ tip_dokumenta, zemlja_otpreme, rok, stanje_roka }) =>
      rok ? (
        <>
          <TypeBadge type={tip_dokumenta} /> rok <DateText value={rok} />
          {stanje_roka && <RokSign stanje={stanje_roka} />}
        </>
      ) : (
        `${tip_dokumenta} · ${zemlja_otpreme}`
      ),
  },
  documentColumns.date(),
  documentColumns.partner('Pošiljalac', (row) => row.posiljalac_naziv),
  documentColumns.country(),
  {
    id: 'vrednost_total',
    header: 'Ukupna vrednost',
    align: 'right',
    width: '8rem',
    card: 'right',
    sortable: true,
    cell: (row) => (
      <>
        <Money value={row.vrednost_total} currency={row.valuta} />
        <QuantityUnder {...row} />
      </>
    ),
  },
  // The quantity folds: beside the deadline it would leave the partner no room.
  { ...documentColumns.quantity(), fold: true },
  documentColumns.carina(),
  {
    id: 'rok',
    header: 'Rok',
    width: '7rem',
    card: 'none',
    cell: ({ rok, stanje_roka }) =>
      stanje_roka && (
        <>
          {rok ? <DateText value={rok} /> : stanje_roka}
          <RokSign stanje={stanje_roka} />
        </>
      ),
  },
  documentColumns.pdf('Preuzmi', (row) => row.broj_c4, onDownload),
]
