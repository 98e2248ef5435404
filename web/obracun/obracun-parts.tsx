import { X } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Obracun, shortagesText } from '#contract/obracun.ts'
import { NO_QUANTITY, totalPara } from '#domain/decimal.ts'
import { FiguresLine } from '#web/document-list/figures-line.tsx'
import { type FigureColumn, withoutEmpty } from '#web/screens/figure-columns.tsx'
import {
  documentAddress,
  materialAddress,
  productAddress,
  usaglasavanjeAddress,
} from '#web/screens/record-addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/number.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { passFocus } from '#web/ui/pass-focus.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Checks } from './checks.tsx'
import { Lots, PAGE_ROWS } from './lots.tsx'
import {
  DRAWS,
  drawKey,
  EXPLANATIONS,
  NORMATIVI,
  OTHERS,
  PROLONGED,
  SHORTAGES,
  TOTALS,
  WASTE,
} from './obracun-columns.tsx'
import { rowsOfCheck } from './rows-of-check.ts'

type Delovi = Omit<Obracun, 'datum_od' | 'datum_do'>

/** The values in the address of an account: the part that is shown, and the check whose rows alone are shown. */
export const PART_SHOWN = { deo: 'stavke', provera: '' }

type ObracunPartsProps = {
  of: Delovi
  at: typeof PART_SHOWN
  setAt: (change: Partial<typeof PART_SHOWN>, how?: { replace?: boolean }) => void
  outdated?: boolean
  /** Whether it is the account as it is now. */
  live?: boolean
}

/** An account, as it is now or as it was handed in: its checks, its figures and its parts. */
export function ObracunParts({ of, at, setAt, outdated = false, live = false }: ObracunPartsProps) {
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  const parts = PARTS.map((part) => ({ ...part, count: part.countOf(of) })).filter(
    ({ optional, count }) => !optional || count > 0,
  )
  const active = PARTS.find(({ id }) => id === at.deo) ?? PARTS[0]
  const check = of.provere.find(({ vrsta }) => vrsta === at.provera)
  const shown = useMemo(() => (check ? rowsOfCheck(of, check) : of), [of, check])
  return (
    <>
      <Checks
        provere={of.provere}
        live={live}
        onShow={(provera, deo) => {
          setAt({ provera, deo })
          place.current?.scrollIntoView()
        }}
      />
      <div ref={place} className="scroll-mt-[calc(var(--sticky-top)+8px)]">
        <Panel>
          <div className="px-4 py-3">
            <Figures of={of} />
          </div>
          <Tabs
            label="Delovi obračuna"
            tabs={parts}
            active={active.id}
            onChange={(deo) => setAt({ deo, provera: '' }, { replace: true })}
            flush
          >
            {check && (
              <div className="flex flex-wrap items-center gap-x-2 border-line border-b px-4 py-2">
                <p className="text-ink-2">
                  Samo: <span className="text-warning">{check.tekst}</span>
                </p>
                <Button ref={passFocus} variant="ghost" icon={<X aria-hidden />} onClick={() => setAt({ provera: '' })}>
                  Prikaži sve redove
                </Button>
              </div>
            )}
            {active.table(shown, outdated, navigate)}
          </Tabs>
        </Panel>
      </div>
    </>
  )
}

function Figures({ of: { stavke, izvoz, bez_pokrica } }: { of: Delovi }) {
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
        { label: 'Bez pokrića', value: shortagesText(bez_pokrica) || 0, bad: bez_pokrica.length > 0 },
      ]}
    />
  )
}

type Part = {
  id: string
  name: string
  countOf: (obracun: Delovi) => number
  /** Not offered where it has no rows. */
  optional?: boolean
  table: (obracun: Delovi, outdated: boolean, open: (address: string) => void) => ReactNode
}

function part<Row>(
  id: string,
  name: string,
  rowsOf: (obracun: Delovi) => readonly Row[],
  columns: readonly FigureColumn<Row>[],
  keyOf: (row: Row) => string,
  addressOf: (row: Row) => string,
): Part {
  return {
    id,
    name,
    countOf: (obracun) => rowsOf(obracun).length,
    table: (obracun, outdated, open) => (
      <PartTable
        key={id}
        label={name}
        columns={columns}
        rows={rowsOf(obracun)}
        rowKey={keyOf}
        onOpen={(row) => open(addressOf(row))}
        outdated={outdated}
      />
    ),
  }
}

function PartTable<Row>(props: DataTableProps<Row> & { columns: readonly FigureColumn<Row>[] }) {
  const { columns, rows } = props
  const used = useMemo(() => withoutEmpty(columns, rows), [columns, rows])
  return (
    <DataTable {...props} columns={used} totalsInSight searchPlaceholder="Pretraži obračun..." pageSize={PAGE_ROWS} />
  )
}

const PARTS: readonly [Part, ...Part[]] = [
  {
    id: 'stavke',
    name: 'Uvozne stavke',
    countOf: ({ stavke }) => stavke.length,
    table: ({ stavke, izvoz }, outdated, open) => (
      <Lots
        stavke={stavke}
        izvoz={izvoz}
        outdated={outdated}
        onOpen={({ c4_id }) => open(documentAddress('c4', c4_id))}
      />
    ),
  },
  part(
    'izvoz',
    'Izvoz',
    ({ izvoz }) => izvoz,
    DRAWS,
    drawKey,
    (row) => documentAddress('c1', row.c1_id),
  ),
  part(
    'normativi',
    'Normativi',
    ({ normativi }) => normativi,
    NORMATIVI,
    (row) =>
      `${row.proizvod_id} ${row.materijal_id} ${row.normativ_verzija} ${row.neto} ${row.otpad_procenat} ${row.gubitak_procenat} ${row.osnov_otpada}`,
    (row) => productAddress(row.proizvod_id),
  ),
  {
    ...part(
      'otpad',
      'Otpad',
      ({ otpad }) => otpad,
      WASTE,
      (row) => row.materijal_id,
      (row) => materialAddress(row.materijal_id),
    ),
    optional: true,
  },
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
  {
    ...part(
      'ostala',
      'Ostala razduženja',
      (of) => of.ostala_razduzenja,
      OTHERS,
      (row) => `${row.ostalo_razduzenje_id} ${row.ulaz_stavka_id}`,
      (row) => documentAddress('ostalo_razduzenje', row.ostalo_razduzenje_id),
    ),
    optional: true,
  },
  {
    ...part(
      'produzenja',
      'Produženja roka',
      (of) => of.produzenja,
      PROLONGED,
      (row) => `${row.c4_id} ${row.novi_rok}`,
      (row) => documentAddress('c4', row.c4_id),
    ),
    optional: true,
  },
  {
    ...part(
      'objasnjenja',
      'Objašnjenja',
      ({ objasnjenja }) => objasnjenja,
      EXPLANATIONS,
      (row) => `${row.usaglasavanje_id} ${row.broj} ${row.stavka} ${row.vrsta} ${row.kod_nas} ${row.kod_njih}`,
      (row) => usaglasavanjeAddress(row.usaglasavanje_id),
    ),
    optional: true,
  },
]
