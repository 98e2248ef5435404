import { useQuery } from '@tanstack/react-query'
import { Pencil, Scale, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { obracuniEndpoints } from '#contract/obracuni.ts'
import { ODOBRENJE, type Odobrenje, odobrenjaEndpoints, ROK_DO_KRAJA_TEXTS } from '#contract/odobrenja.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { countOf } from '#domain/count-words.ts'
import { daysAfter } from '#domain/rok.ts'
import { NotesAndHistory } from '#web/beside/notes-and-history.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { useRecordDeletion } from '#web/records/use-record-deletion.tsx'
import { ODOBRENJA } from '#web/screens/record-addresses.ts'
import { RecordPage, useWayToList } from '#web/screens/record-page.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { AllowedGoods } from './allowed-goods.tsx'
import { ItsAccounts } from './its-accounts.tsx'
import { ItsImports } from './its-imports.tsx'
import { OdobrenjeForm } from './odobrenje-form.tsx'
import { ODOBRENJE_RECORD } from './odobrenje-record.tsx'

/** One authorisation: its imports and how they stand, what it allows, what it says, and its history. */
export function OdobrenjePage() {
  const { id = '' } = useParams()
  const params = { id: Number(id) }
  const subject = { vrsta: 'odobrenje', predmet: id } as const
  const stored = useQuery(read(odobrenjaEndpoints.getOdobrenje, { params }))
  const [editing, setEditing] = useState<Odobrenje | null>(null)
  const { ask, isGoing } = useRecordDeletion(ODOBRENJE_RECORD, { onGone: useWayToList(ODOBRENJA.path) })
  const odobrenje = stored.data
  const notShown = <RecordNotShown list={ODOBRENJA} subject={subject} text="Odobrenje nije učitano." query={stored} />
  if (!odobrenje) return notShown

  const { broj, vrsta_postupka, vazi_od, vazi_do } = odobrenje
  const rok = odobrenje.najblizi_rok
  return (
    <RecordPage
      list={ODOBRENJA}
      prethodni={null}
      sledeci={null}
      title={<span className="code">{broj}</span>}
      sub={[vrsta_postupka, `važi od ${formatDate(vazi_od)}${vazi_do ? ` do ${formatDate(vazi_do)}` : ''}`]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <>
          <Button
            data-edits
            variant="primary"
            icon={<Pencil aria-hidden />}
            changes
            onClick={() => setEditing(odobrenje)}
          >
            Izmeni
          </Button>
          <AccountLink of={odobrenje} />
          <Button icon={<Trash2 aria-hidden />} changes busy={isGoing(odobrenje)} onClick={() => ask(odobrenje)}>
            Obriši
          </Button>
        </>
      }
      gone={isGone(stored.error) && notShown}
      windows={editing && <OdobrenjeForm stored={editing} onClose={() => setEditing(null)} />}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <StatCard label="Uvoza" value={String(odobrenje.broj_c4)} />
        <StatCard label="Otvorenih uvoza" value={String(odobrenje.otvoreno_c4)} />
        <StatCard label="Najbliži rok" value={rok ? formatDate(rok) : '–'} />
      </div>
      <Panel title="Podaci" padded>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
          {factsOf(odobrenje).map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="text-ink-3 text-sm">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <AllowedGoods key={`roba ${id}`} id={odobrenje.id} />
      <ItsImports key={`uvozi ${id}`} id={odobrenje.id} />
      <ItsAccounts key={`obračuni ${id}`} id={odobrenje.id} />
      <NotesAndHistory key={id} vrsta="odobrenje" predmet={id} />
    </RecordPage>
  )
}

/** To its account over the days of which none is handed in yet: until today, and since it is valid where none is at all. */
function AccountLink({ of: { id, vazi_od } }: { of: Odobrenje }) {
  const handed = useQuery(read(obracuniEndpoints.listObracuni, { query: { odobrenje_id: id } })).data?.results ?? []
  const today = localDay()
  const ends = handed.filter(({ stanje }) => stanje !== 'nacrt').map(({ datum_do }) => datum_do)
  const last = ends
    .filter((end) => end < today)
    .sort()
    .at(-1)
  const period = `datum_od=${last ? daysAfter(last, 1) : vazi_od}&datum_do=${today}`
  return (
    <Link to={`/dashboard/obracun?odobrenje=${id}&${period}`} className={buttonClass()}>
      <Scale aria-hidden />
      Obračun
    </Link>
  )
}

/** Facts beside those in the head of the page; a dash for what is empty. */
const factsOf = ({ carinski_organ, nadzorni_organ, ...odobrenje }: Odobrenje) => [
  { name: ODOBRENJE.carinski_organ.label, value: carinski_organ || '—' },
  { name: ODOBRENJE.nadzorni_organ.label, value: nadzorni_organ || '—' },
  { name: 'Rok za razduženje', value: deadlineText(odobrenje) },
  { name: 'Rok za obračun', value: `${daysText(odobrenje.rok_obracuna_dana)} posle roka` },
  { name: ODOBRENJE.napomena.label, value: odobrenje.napomena || '—' },
]

/** '6 meseci od uvoza, do kraja kvartala'. */
function deadlineText({ rok_meseci, rok_do_kraja }: Pick<Odobrenje, 'rok_meseci' | 'rok_do_kraja'>): string {
  if (rok_meseci === null) return '—'
  const end = rok_do_kraja === 'dan' ? '' : `, do kraja ${ROK_DO_KRAJA_TEXTS[rok_do_kraja]}`
  return `${countOf(rok_meseci, 'mesec', 'meseca', 'meseci')} od uvoza${end}`
}

const daysText = (days: number): string => countOf(days, 'dan', 'dana', 'dana')
