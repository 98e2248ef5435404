import type { FakturaDobavljaca } from '#contract/fakture.ts'
import { MATERIJAL } from '#contract/figures/figure.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import type { ChosenMaterial } from './supplier-invoices.ts'

type Row = FakturaDobavljaca['stavke'][number]

/** One invoice: its head, the points to check, and its lines. */
export function InvoiceRead({
  of,
  materialOf,
}: {
  of: FakturaDobavljaca
  materialOf: (row: Row) => ChosenMaterial | undefined
}) {
  const { fajl, vrsta, broj_fakture, datum, valuta, paritet, prodavac, stavke, zbir_stavki, popusti, ukupno, sumnje } =
    of
  const said = [
    datum && formatDate(datum),
    [prodavac.naziv, prodavac.pib].filter(Boolean).join(', '),
    prodavac.zemlja,
    paritet,
    prodavac.partner_id === null && 'nov partner',
  ]
  return (
    <section className="overflow-clip rounded-panel border border-line">
      <div className="flex flex-col gap-1 border-line border-b px-4 py-2">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="code">{broj_fakture}</span> <Badge tone="accent">{vrsta}</Badge>
          <span className="wrap-anywhere font-normal text-ink-3 text-sm">{fajl}</span>
        </h3>
        <p className="text-ink-2 text-sm">{said.filter(Boolean).join(' · ')}</p>
        <p className="text-ink-2 text-sm">
          Zbir stavki: <Money value={zbir_stavki} currency={valuta} />
          {popusti !== 0 && (
            <>
              {' '}
              · popusti: <Money value={popusti} currency={valuta} />
            </>
          )}
          {ukupno !== null && (
            <>
              {' '}
              · ukupno bez poreza: <Money value={ukupno} currency={valuta} />
            </>
          )}
        </p>
        {sumnje.length > 0 && (
          <ul aria-label={`Proverite: ${broj_fakture}`} className="list-disc pl-5 text-sm text-warning">
            {sumnje.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      <DataTable
        label={`Stavke fakture ${broj_fakture}`}
        columns={lineColumns(materialOf)}
        rows={stavke}
        rowKey={({ redni_broj }) => String(redni_broj)}
      />
    </section>
  )
}

const lineColumns = (materialOf: (row: Row) => ChosenMaterial | undefined): readonly Column<Row>[] => [
  { id: 'redni_broj', header: 'R.\u00a0br.', align: 'right', card: 'fact', cell: ({ redni_broj }) => redni_broj },
  {
    id: 'naziv',
    header: 'Na fakturi',
    wrap: true,
    card: 'second',
    cell: ({ naziv, sifra_prodavca }) => <NameWithId name={naziv} id={sifra_prodavca} />,
  },
  {
    id: 'materijal',
    header: MATERIJAL,
    wrap: true,
    cell: (row) => {
      const material = materialOf(row)
      if (!material) return row.materijal_id ?? <Badge tone="warning">nije izabran</Badge>
      return <NameWithId name={material.naziv} id={material.id} />
    },
  },
  { id: 'kako', header: 'Nađen po', card: 'fact', cell: ({ kako }) => kako ?? '—' },
  {
    id: 'kolicina',
    header: 'Količina',
    align: 'right',
    card: 'second-right',
    cell: ({ kolicina, jedinica_mere }) => <Quantity value={kolicina} unit={jedinica_mere} />,
  },
  {
    id: 'cena',
    header: 'Cena',
    align: 'right',
    card: 'fact',
    cell: ({ cena }) => <Quantity value={cena} minPlaces={2} />,
  },
  { id: 'iznos', header: 'Iznos', align: 'right', card: 'right', cell: ({ iznos }) => <Money value={iznos} /> },
]
