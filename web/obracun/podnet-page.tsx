import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { obracuniEndpoints, type Podnet } from '#contract/obracuni.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { HistoryOf } from '#web/beside/history-dialog.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { read } from '#web/queries.ts'
import { PODNETI, podnetAddress } from '#web/screens/record-addresses.ts'
import { RecordPage } from '#web/screens/record-page.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ChangedRows } from './changed-rows.tsx'
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
