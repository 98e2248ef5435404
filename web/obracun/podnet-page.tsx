import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { OBRACUN_FIGURES, OBRACUN_NAZIVI } from '#contract/figures/obracun.ts'
import { obracuniEndpoints, obracuniTexts, type Podnet, type Promenjen } from '#contract/obracuni.ts'
import { formatDate, parseIsoDate } from '#domain/calendar-date.ts'
import { formatMicro, microFromNumber } from '#domain/decimal.ts'
import { HistoryOf } from '#web/beside/history-dialog.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { read } from '#web/queries.ts'
import { documentAddress, PODNETI, podnetAddress } from '#web/screens/record-addresses.ts'
import { RecordPage } from '#web/screens/record-page.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ObracunParts, PART_SHOWN } from './obracun-parts.tsx'
import { PodnetActions } from './podnet-actions.tsx'
import { obimText, StanjeBadge } from './podnet-words.tsx'

/** The page of one account: its rows and its paper as they were handed in. */
export function PodnetPage() {
  const id = Number(useParams().id)
  const query = useQuery(read(obracuniEndpoints.getPodnet, { params: { id } }))
  const subject = { vrsta: 'obracun', predmet: id } as const
  if (!query.data)
    return <RecordNotShown list={PODNETI} query={query} subject={subject} text="Obračun nije mogao da se učita." />
  return <Shown key={id} obracun={query.data} />
}

function Shown({ obracun }: { obracun: Podnet }) {
  const [at, setAt] = useAddressValues(PART_SHOWN)
  const { id, broj, datum_od, datum_do, prethodni_id, prethodni_broj } = obracun
  return (
    <RecordPage
      list={PODNETI}
      prethodni={null}
      sledeci={null}
      title={
        <>
          <span className="code">{broj}</span>
          <StanjeBadge stanje={obracun.stanje} />
        </>
      }
      sub={
        <>
          {obimText(obracun)} ·{' '}
          <span className="num">
            {formatDate(datum_od)} – {formatDate(datum_do)}
          </span>
          {prethodni_id !== null && (
            <>
              {' · ispravlja '}
              <Link to={podnetAddress(prethodni_id)} className="code">
                {prethodni_broj}
              </Link>
            </>
          )}
        </>
      }
      actions={<PodnetActions obracun={obracun} />}
    >
      <ChangedRows of={obracun} />
      <Facts of={obracun} />
      <ObracunParts of={obracun} at={at} setAt={setAt} />
      <Panel title="Istorija" className="print:hidden">
        <HistoryOf subject={{ vrsta: 'obracun', predmet: id }} />
      </Panel>
    </RecordPage>
  )
}

function Facts({ of: { datum_podnosenja, rok_podnosenja, broj_akta, korisnik, sha256 } }: { of: Podnet }) {
  const facts = [
    ['Podnet', datum_podnosenja && formatDate(datum_podnosenja)],
    ['Podneo', korisnik],
    ['Rok za obračun', rok_podnosenja && formatDate(rok_podnosenja)],
    ['Broj akta', broj_akta],
    ['SHA-256 redova', sha256],
  ] as const
  return (
    <Panel title="Podaci" padded>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]">
        {facts.map(([name, value]) => (
          <div key={name} className={`min-w-0 ${name === 'SHA-256 redova' ? 'col-span-2' : ''}`}>
            <dt className="text-ink-3 text-sm">{name}</dt>
            <dd className={`wrap-anywhere ${name === 'SHA-256 redova' ? 'code' : ''}`}>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** Changed rows that are shown at once. */
const PAGE_ROWS = 25

/** Promenjeno posle podnošenja: the rows that differ from today's, each with its handed-in and its present values. */
function ChangedRows({ of: { promenjeno, broj_promenjenih, datum_podnosenja } }: { of: Podnet }) {
  if (broj_promenjenih === 0 || !datum_podnosenja) return null
  const said = obracuniTexts.changed(formatDate(datum_podnosenja), broj_promenjenih)
  return (
    <Panel title="Promenjeno posle podnošenja">
      <div className="px-4 py-3">
        <Banner tone="warning" title={said}>
          {promenjeno.length < broj_promenjenih && `Prikazano je prvih ${promenjeno.length}.`}
        </Banner>
      </div>
      <DataTable
        label="Promenjeno posle podnošenja"
        columns={COLUMNS}
        rows={promenjeno}
        rowKey={(row) => `${row.deo} ${row.promena} ${row.red} ${row.c4_id} ${row.c1_id}`}
        pageSize={PAGE_ROWS}
      />
    </Panel>
  )
}

const CHANGES: Record<Promenjen['promena'], { text: string; tone: BadgeTone }> = {
  izmenjen: { text: 'Izmenjen', tone: 'accent' },
  dodat: { text: 'Dodat', tone: 'good' },
  nestao: { text: 'Nestao', tone: 'bad' },
}

/** The fields that differ, as account, sheet and paper call them; any other field has its name of the API. */
const FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(OBRACUN_FIGURES).flatMap((figures) => figures.map(({ id, heading }) => [id, heading])),
)

function shown(value: Promenjen['polja'][number]['pre']): string {
  if (value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'DA' : 'NE'
  if (typeof value === 'number') {
    const micro = microFromNumber(value)
    return micro === null ? String(value) : formatMicro(micro)
  }
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? parseIsoDate(value) : null
  return day ? formatDate(day) : value
}

const address = ({ c4_id, c1_id }: Promenjen): string | null => {
  if (c1_id !== null) return documentAddress('c1', c1_id)
  return c4_id === null ? null : documentAddress('c4', c4_id)
}

const COLUMNS: readonly Column<Promenjen>[] = [
  { id: 'deo', header: 'Deo', card: 'second', cell: ({ deo }) => OBRACUN_NAZIVI[deo].naziv },
  {
    id: 'promena',
    header: 'Promena',
    card: 'right',
    cell: ({ promena }) => <Badge tone={CHANGES[promena].tone}>{CHANGES[promena].text}</Badge>,
  },
  {
    id: 'red',
    header: 'Red',
    card: 'title',
    wrap: true,
    cell: (row) => {
      const to = row.promena === 'nestao' ? null : address(row)
      return to ? (
        <Link to={to} className="hit text-ink">
          {row.red}
        </Link>
      ) : (
        row.red
      )
    },
  },
  {
    id: 'polja',
    header: 'Podneto → sada',
    card: 'wide-fact',
    wrap: true,
    cell: ({ polja }) => (
      <ul>
        {polja.map(({ polje, pre, posle }) => (
          <li key={polje}>
            <span className="text-ink-2">{FIELDS[polje] ?? polje}:</span>{' '}
            <del className="num text-ink-3">{shown(pre)}</del>{' '}
            <span aria-hidden className="text-ink-3">
              →
            </span>{' '}
            <ins className="num font-semibold no-underline">{shown(posle)}</ins>
          </li>
        ))}
      </ul>
    ),
  },
]
