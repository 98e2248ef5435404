import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { C4_LINE, type InvoicePreview } from '#contract/c4.ts'
import { C4_CARINA } from '#contract/carina.ts'
import { MATERIJAL } from '#contract/figures/figure.ts'
import { type FieldTable, optionalIn } from '#contract/form-fields.ts'
import type { MaterialRow } from '#contract/materials.ts'
import { fakturaOf, stavkiOf } from '#domain/count-words.ts'
import { lineAmount } from '#domain/invoice.ts'
import { factIn, typedValue } from '#web/drafts/typed-fields.ts'
import { FileNote } from '#web/screens/file-note.tsx'
import { SheetRowNumber } from '#web/screens/import-preview.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import type { C4Draft } from './c4-draft.ts'
import { headOf, isInForm, repeatedInForm } from './imported-invoices.ts'

type Row = InvoicePreview['fakture'][number]['stavke'][number] & { broj_fakture: string }
type Skipped = InvoicePreview['preskoceni'][number]

type InvoicePreviewTableProps = {
  preview: InvoicePreview
  draft: Pick<C4Draft, 'invoices' | 'head'>
  materials: ReadonlyMap<string, MaterialRow>
}

/** Every row of an invoice file: the items by invoice with their guesses, and the skipped rows with the reason. */
export function InvoicePreviewTable({ preview, draft: { invoices, head }, materials }: InvoicePreviewTableProps) {
  const rows = useMemo(
    () => preview.fakture.flatMap(({ broj_fakture, stavke }) => stavke.map((stavka) => ({ ...stavka, broj_fakture }))),
    [preview],
  )
  const columns = useMemo(() => itemColumns(materials, rows), [materials, rows])
  const repeated = new Map(
    preview.fakture
      .filter((one) => isInForm(invoices, one))
      .map((one) => [one.broj_fakture, repeatedInForm(invoices, one)]),
  )
  const ofDocument = Object.entries(headOf(preview, head)).map(
    ([name, value]) =>
      `${C4_CARINA[name as keyof typeof C4_CARINA].label} ${name === 'odobrenje_id' ? preview.dokument.odobrenje_broj : value}`,
  )
  const marked = rows.filter(({ upozorenja }) => upozorenja.length > 0).length

  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="flex flex-wrap items-center gap-2 text-ink-2">
        <span>
          Za učitavanje: {fakturaOf(preview.broj_faktura)}, {stavkiOf(preview.broj_stavki)}. Ništa još nije upisano.
        </span>
        {marked > 0 && <Badge tone="warning">Sa napomenom: {marked}</Badge>}
        {preview.preskoceni.length > 0 && <Badge tone="bad">Preskočeno: {preview.preskoceni.length}</Badge>}
      </p>
      {ofDocument.length > 0 && <p>Za dokument: {ofDocument.join(' · ')}</p>}
      {preview.napomena && <FileNote text={preview.napomena} />}
      {preview.preskoceni.length > 0 && (
        <section className="overflow-clip rounded-panel border border-line">
          <h3 className="border-line border-b px-4 py-2 font-semibold">Preskočeni redovi</h3>
          <DataTable
            label="Preskočeni redovi"
            columns={SKIPPED_COLUMNS}
            rows={preview.preskoceni}
            rowKey={({ red }) => String(red)}
          />
        </section>
      )}
      <section className="overflow-clip rounded-panel border border-line">
        <DataTable
          label="Stavke za učitavanje"
          columns={columns}
          rows={rows}
          rowKey={({ red }) => String(red)}
          emptyText="U fajlu nema nijedne ispravne stavke."
          groupBy={({ broj_fakture }) => broj_fakture}
          band={([first, ...others]) => {
            if (!first) return null
            const again = repeated.get(first.broj_fakture)
            return (
              <>
                <strong className="code">{first.broj_fakture}</strong> · {stavkiOf(others.length + 1)} ·{' '}
                {again === undefined ? 'nova faktura' : 'dopunjava fakturu koja je već u dokumentu'}
                {Boolean(again) && <span className="font-medium text-warning"> · stavki već u njoj: {again}</span>}
              </>
            )
          }}
        />
      </section>
    </div>
  )
}

const { tarifni_broj, zemlja_porekla } = C4_LINE
/** The optional fields that some row has. */
const givenIn = (rows: readonly Row[]): FieldTable =>
  Object.fromEntries(
    Object.entries(optionalIn(C4_LINE)).filter(([id]) => rows.some((row) => row[id as keyof Row] !== null)),
  )
const itemColumns = (materials: ReadonlyMap<string, MaterialRow>, rows: readonly Row[]): readonly Column<Row>[] => [
  {
    id: 'red',
    header: 'Red',
    width: '56px',
    cell: ({ red }) => <SheetRowNumber red={red} />,
  },
  { id: 'redni_broj', header: 'R.\u00a0br.', align: 'right', card: 'fact', cell: ({ redni_broj }) => redni_broj },
  {
    id: 'materijal',
    header: MATERIJAL,
    wrap: true,
    card: 'second',
    cell: ({ materijal_id }) => (
      <span className="block sm:min-w-40">
        <NameWithId name={materials.get(materijal_id)?.naziv ?? materijal_id} id={materijal_id} />
      </span>
    ),
  },
  {
    id: 'kolicina',
    header: 'Količina',
    align: 'right',
    card: 'second-right',
    cell: ({ kolicina, materijal_id }) => (
      <Quantity value={kolicina} unit={materials.get(materijal_id)?.jedinica_mere} />
    ),
  },
  {
    id: 'cena',
    header: 'Cena po jedinici',
    align: 'right',
    card: 'fact',
    cell: ({ cena_po_jedinici }) => <Quantity value={cena_po_jedinici} minPlaces={2} />,
  },
  {
    id: 'iznos',
    header: 'Iznos',
    align: 'right',
    card: 'right',
    cell: ({ kolicina, cena_po_jedinici }) => {
      const iznos = lineAmount(kolicina, cena_po_jedinici)
      return iznos === null ? '—' : <Money value={iznos} />
    },
  },
  {
    id: 'poreklo',
    header: 'Dokazuje poreklo',
    card: 'fact',
    cell: ({ dokazuje_poreklo }) => <YesNo value={dokazuje_poreklo} />,
  },
  ...Object.entries({ tarifni_broj, zemlja_porekla, ...givenIn(rows) }).map(([id, field]): Column<Row> => {
    const text = (row: Row) => factIn(id, field, typedValue(field, row[id as keyof Row])).text
    return { id, header: field.label, card: 'fact', cell: (row) => <span className={field.kind}>{text(row)}</span> }
  }),
  {
    id: 'napomena',
    header: 'Napomena',
    wrap: true,
    card: 'wide-fact',
    cell: ({ upozorenja }) =>
      upozorenja.length > 0 && (
        <span className="flex sm:min-w-56 items-start gap-1.5 text-sm text-warning">
          <TriangleAlert className="mt-0.5 size-3.5 flex-none" aria-hidden />
          {upozorenja.join(' ')}
        </span>
      ),
  },
]

const SKIPPED_COLUMNS: readonly Column<Skipped>[] = [
  { id: 'red', header: 'Red', width: '56px', cell: ({ red }) => <SheetRowNumber red={red} /> },
  {
    id: 'faktura',
    header: 'Faktura',
    card: 'right',
    cell: ({ broj_fakture }) => <span className="code">{broj_fakture || '—'}</span>,
  },
  {
    id: 'materijal',
    header: MATERIJAL,
    wrap: true,
    card: 'second',
    cell: ({ materijal_id, materijal_naziv }) =>
      materijal_id || materijal_naziv ? <NameWithId name={materijal_naziv} id={materijal_id} /> : '—',
  },
  { id: 'razlog', header: 'Razlog', wrap: true, card: 'wide-fact', cell: ({ razlog }) => razlog },
]
