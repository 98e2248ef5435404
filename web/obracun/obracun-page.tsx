import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type Obracun, obracunEndpoints } from '#contract/obracun.ts'
import { NO_QUANTITY, totalPara } from '#domain/decimal.ts'
import { documentAddress } from '#web/documents/document-link.tsx'
import { FiguresLine } from '#web/documents/figures-line.tsx'
import { PeriodFilter } from '#web/documents/period-filter.tsx'
import { SheetButton } from '#web/documents/sheet-button.tsx'
import { read } from '#web/queries.ts'
import { materialAddress, productAddress } from '#web/screens/record-addresses.ts'
import { NotShown } from '#web/screens/record-page.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Checks } from './checks.tsx'
import { DRAWS, LOTS, NORMATIVI, SHORTAGES, TOTALS } from './obracun-columns.tsx'

const DEFAULTS = { c4: '', datum_od: '', datum_do: '', deo: 'stavke' }

/** Rows of a part that are shown at once. */
const PAGE_ROWS = 50

/** Obračun: what was, came, went out and is left of one import or of all, over a period (customs §5). */
export function ObracunPage() {
  const [at, setAt] = useAddressValues(DEFAULTS)
  const navigate = useNavigate()
  const asked = { c4_id: Number(at.c4) || '', datum_od: at.datum_od, datum_do: at.datum_do } as const
  const query = useQuery(read(obracunEndpoints.getObracun, { query: asked }))
  const obracun = query.data
  const parts = PARTS.map((part) => ({ ...part, count: obracun && part.countOf(obracun) }))
  const active = PARTS.find(({ id }) => id === at.deo) ?? PARTS[0]
  return (
    <div className="print-lying flex flex-col gap-4">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <PeriodFilter at={at} setAt={setAt} />
        {at.c4 !== '' && (
          <Button icon={<X aria-hidden />} onClick={() => setAt({ c4: '' })}>
            Samo: {obracun?.stavke[0]?.broj_c4 ?? 'jedan C4'}
          </Button>
        )}
        <SheetButton className="sm:ml-auto" sheet="obracun" query={asked} />
      </div>
      {obracun ? (
        <>
          <Checks provere={obracun.provere} />
          <Panel>
            <div className="px-4 py-3">
              <Figures of={obracun} />
            </div>
            <Tabs
              label="Delovi obračuna"
              tabs={parts}
              active={active.id}
              onChange={(deo) => setAt({ deo }, { replace: true })}
              flush
            >
              {active.table(obracun, query.isPlaceholderData, navigate)}
            </Tabs>
          </Panel>
        </>
      ) : (
        <NotShown query={query} text="Obračun nije mogao da se učita." />
      )}
    </div>
  )
}

function Figures({ of: { stavke, izvoz, bez_pokrica } }: { of: Obracun }) {
  const left = stavke.filter(({ krajnje_stanje }) => krajnje_stanje !== NO_QUANTITY).length
  return (
    <FiguresLine
      figures={[
        { label: 'Uvoznih stavki', value: stavke.length },
        { label: 'Sa ostatkom', value: left },
        {
          label: 'Vrednost ostatka',
          value: <Money value={totalPara(stavke.map((row) => row.vrednost_rsd))} />,
          sub: 'RSD',
        },
        { label: 'Izvoza', value: new Set(izvoz.map(({ c1_id }) => c1_id)).size },
        { label: 'Bez pokrića', value: bez_pokrica.length, bad: bez_pokrica.length > 0 },
      ]}
    />
  )
}

type Part = {
  id: string
  name: string
  countOf: (obracun: Obracun) => number
  table: (obracun: Obracun, outdated: boolean, open: (address: string) => void) => ReactNode
}

function part<Row>(
  id: string,
  name: string,
  rowsOf: (obracun: Obracun) => readonly Row[],
  columns: readonly Column<Row>[],
  keyOf: (row: Row) => string,
  addressOf: (row: Row) => string,
): Part {
  return {
    id,
    name,
    countOf: (obracun) => rowsOf(obracun).length,
    table: (obracun, outdated, open) => (
      <DataTable
        key={id}
        label={name}
        columns={columns}
        rows={rowsOf(obracun)}
        rowKey={keyOf}
        onOpen={(row) => open(addressOf(row))}
        outdated={outdated}
        searchPlaceholder="Pretraži obračun..."
        pageSize={PAGE_ROWS}
      />
    ),
  }
}

const PARTS: readonly [Part, ...Part[]] = [
  part(
    'stavke',
    'Uvozne stavke',
    ({ stavke }) => stavke,
    LOTS,
    (row) => String(row.ulaz_stavka_id),
    (row) => documentAddress('c4', row.c4_id),
  ),
  part(
    'izvoz',
    'Izvoz',
    ({ izvoz }) => izvoz,
    DRAWS,
    (row) => `${row.c1_stavka_id} ${row.materijal_id} ${row.ulaz_stavka_id}`,
    (row) => documentAddress('c1', row.c1_id),
  ),
  part(
    'normativi',
    'Normativi',
    ({ normativi }) => normativi,
    NORMATIVI,
    (row) => `${row.proizvod_id} ${row.materijal_id} ${row.neto}`,
    (row) => productAddress(row.proizvod_id),
  ),
  part(
    'manjak',
    'Bez pokrića',
    ({ bez_pokrica }) => bez_pokrica,
    SHORTAGES,
    (row) => `${row.c1_id} ${row.materijal_id}`,
    (row) => documentAddress('c1', row.c1_id),
  ),
  part(
    'ukupno',
    'Zbirovi',
    ({ ukupno }) => ukupno,
    TOTALS,
    (row) => `${row.materijal_id} ${row.tarifni_broj}`,
    (row) => materialAddress(row.materijal_id),
  ),
]
