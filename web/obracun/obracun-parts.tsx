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

type PlainPart<Row> = Pick<Part, 'id' | 'name' | 'optional'> & {
  rowsOf: (obracun: Delovi) => readonly Row[]
  columns: readonly FigureColumn<Row>[]
  keyOf: (row: Row) => string
  addressOf: (row: Row) => string
}

function part<Row>({ rowsOf, columns, keyOf, addressOf, ...named }: PlainPart<Row>): Part {
  return {
    ...named,
    countOf: (obracun) => rowsOf(obracun).length,
    table: (obracun, outdated, open) => (
      <PartTable
        key={named.id}
        label={named.name}
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
  part({
    id: 'izvoz',
    name: 'Izvoz',
    rowsOf: ({ izvoz }) => izvoz,
    columns: DRAWS,
    keyOf: drawKey,
    addressOf: ({ c1_id }) => documentAddress('c1', c1_id),
  }),
  part({
    id: 'normativi',
    name: 'Normativi',
    rowsOf: ({ normativi }) => normativi,
    columns: NORMATIVI,
    keyOf: (row) =>
      `${row.proizvod_id} ${row.materijal_id} ${row.normativ_verzija} ${row.neto} ${row.otpad_procenat} ${row.gubitak_procenat} ${row.osnov_otpada}`,
    addressOf: ({ proizvod_id }) => productAddress(proizvod_id),
  }),
  part({
    id: 'otpad',
    name: 'Otpad',
    optional: true,
    rowsOf: ({ otpad }) => otpad,
    columns: WASTE,
    keyOf: ({ materijal_id }) => materijal_id,
    addressOf: ({ materijal_id }) => materialAddress(materijal_id),
  }),
  part({
    id: 'manjak',
    name: 'Bez pokrića',
    rowsOf: ({ bez_pokrica }) => bez_pokrica,
    columns: SHORTAGES,
    keyOf: ({ c1_id, materijal_id }) => `${c1_id} ${materijal_id}`,
    addressOf: ({ c1_id }) => documentAddress('c1', c1_id),
  }),
  part({
    id: 'ukupno',
    name: 'Zbirovi',
    rowsOf: ({ ukupno }) => ukupno,
    columns: TOTALS,
    keyOf: ({ materijal_id, tarifni_broj }) => `${materijal_id} ${tarifni_broj}`,
    addressOf: ({ materijal_id }) => materialAddress(materijal_id),
  }),
  part({
    id: 'ostala',
    name: 'Ostala razduženja',
    optional: true,
    rowsOf: (obracun) => obracun.ostala_razduzenja,
    columns: OTHERS,
    keyOf: (row) => `${row.ostalo_razduzenje_id} ${row.ulaz_stavka_id}`,
    addressOf: (row) => documentAddress('ostalo_razduzenje', row.ostalo_razduzenje_id),
  }),
  part({
    id: 'produzenja',
    name: 'Produženja roka',
    optional: true,
    rowsOf: ({ produzenja }) => produzenja,
    columns: PROLONGED,
    keyOf: ({ c4_id, novi_rok }) => `${c4_id} ${novi_rok}`,
    addressOf: ({ c4_id }) => documentAddress('c4', c4_id),
  }),
  part({
    id: 'objasnjenja',
    name: 'Objašnjenja',
    optional: true,
    rowsOf: ({ objasnjenja }) => objasnjenja,
    columns: EXPLANATIONS,
    keyOf: (row) => `${row.usaglasavanje_id} ${row.broj} ${row.stavka} ${row.vrsta} ${row.kod_nas} ${row.kod_njih}`,
    addressOf: ({ usaglasavanje_id }) => usaglasavanjeAddress(usaglasavanje_id),
  }),
]
