import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { C1_CURRENCY, C1_FILTER_COUNTRIES, C1_TYPES, type C1Row, c1Endpoints } from '#contract/c1.ts'
import { documentColumns } from '#web/document-list/document-columns.tsx'
import { DocumentImport } from '#web/document-list/document-import.tsx'
import { DocumentPage } from '#web/document-list/document-page.tsx'
import { FilterFields, SelectFilter } from '#web/document-list/filters.tsx'
import { LIST_DEFAULTS, listQuery } from '#web/document-list/list-address.ts'
import { read } from '#web/queries.ts'
import { ShortageMark } from '#web/screens/document-badges.tsx'
import { ListedDocumentLink } from '#web/screens/document-link.tsx'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/number.tsx'
import { C1_SCREEN } from './c1-form.tsx'
import { OutdatedPapersSign, usePapers } from './c1-papers.tsx'

const SHORTAGE_CHOICES = [
  { value: 'true', text: 'Sa manjkom' },
  { value: 'false', text: 'Bez manjka' },
]

/** Izlazni dokumenti: the list of C1 documents, their form, their papers and their discharge (spec §2). */
export function C1Page() {
  const [at, setAt] = useAddressValues(LIST_DEFAULTS)
  const { printing, papers } = usePapers()
  const query = listQuery(at, { vrsta: 'c1', broj: 'c1Number', partner: 'primalac' })
  const list = useQuery(read(c1Endpoints.listC1, { query }))

  return (
    <DocumentPage
      screen={C1_SCREEN}
      counted="izlaznih dokumenata"
      at={at}
      setAt={setAt}
      list={list}
      columns={c1Columns}
      buttons={
        <>
          <ListSheet sheet="c1" query={query} />
          <DocumentImport
            of="c1"
            endpoint={c1Endpoints.importC1}
            byLines={c1Endpoints.importC1Tok}
            template={c1Endpoints.c1DocumentsTemplate}
            templateName="template_c1.xlsx"
            title="Učitavanje izlaznih dokumenata iz fajla"
          />
        </>
      }
      filters={
        <>
          <FilterFields
            at={at}
            setAt={setAt}
            numberLabel="C1 broj"
            partnerLabel="Primalac"
            types={C1_TYPES}
            countries={C1_FILTER_COUNTRIES}
            currency={C1_CURRENCY}
          />
          <SelectFilter
            label="Manjak"
            options={SHORTAGE_CHOICES}
            emptyText="Svi"
            value={at.ima_manjak}
            onChange={(ima_manjak) => setAt({ ima_manjak })}
          />
        </>
      }
      moreActions={(row) => [
        { text: 'Preuzmi papire', icon: <FileDown />, disabled: printing === row.id, onChoose: () => papers(row.id) },
      ]}
    />
  )
}

/** The columns of spec §2; an export with a shortage says so beside its number. */
const c1Columns = (onDownload: (row: C1Row) => void): readonly Column<C1Row>[] => [
  {
    id: 'broj',
    header: 'C1 broj',
    sortable: true,
    width: '8.25rem',
    under: ({ tip_dokumenta }) => tip_dokumenta,
    cell: ({ id, broj_c1, ima_manjak, papiri_zastareli }) => (
      <span className="marked-number">
        <ListedDocumentLink vrsta="c1" id={id} broj={broj_c1} />
        {ima_manjak && <ShortageMark />}
        {papiri_zastareli && <OutdatedPapersSign />}
      </span>
    ),
  },
  documentColumns.type(),
  documentColumns.date(),
  documentColumns.partner('Primalac', (row) => row.primalac_naziv),
  documentColumns.country(),
  {
    id: 'vrednost_total',
    header: `Ukupna vrednost (${C1_CURRENCY})`,
    align: 'right',
    width: '6.5rem',
    card: 'right',
    sortable: true,
    cell: (row) => (
      <span>
        <Money value={row.vrednost_total} />
        {/* A card stands without the head that names the currency. */}
        <span className="text-ink-3 sm:hidden">{` ${C1_CURRENCY}`}</span>
      </span>
    ),
  },
  documentColumns.quantity(),
  documentColumns.carina(),
  documentColumns.pdf('Preuzmi', (row) => row.broj_c1, onDownload),
]
