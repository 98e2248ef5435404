import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { type Odobrenje, odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { HistoryOf } from '#web/documents/history-dialog.tsx'
import { RecordNotShown } from '#web/documents/record-not-shown.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { ODOBRENJA } from '#web/screens/record-addresses.ts'
import { RecordPage, useWayToList } from '#web/screens/record-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { OdobrenjeForm } from './odobrenje-form.tsx'
import { odobrenjeScreenTexts } from './odobrenje-texts.ts'
import { useDeleteOdobrenje } from './use-delete-odobrenje.tsx'

/** One authorisation: its imports and how they stand, what it allows, what it says, and its history. */
export function OdobrenjePage() {
  const { id = '' } = useParams()
  const params = { id: Number(id) }
  const subject = { vrsta: 'odobrenje', predmet: id } as const
  const stored = useQuery(read(odobrenjaEndpoints.getOdobrenje, { params }))
  const [editing, setEditing] = useState<Odobrenje | null>(null)
  const { ask, isGoing } = useDeleteOdobrenje(useWayToList(ODOBRENJA.path))
  const odobrenje = stored.data
  // What somebody else deleted is not there any more, even if it was read before.
  if (!odobrenje || (stored.isError && isGone(stored.error)))
    return <RecordNotShown list={ODOBRENJA} subject={subject} text={odobrenjeScreenTexts.pageFailed} query={stored} />

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
          <Button variant="primary" icon={<Pencil aria-hidden />} onClick={() => setEditing(odobrenje)}>
            Izmeni
          </Button>
          <Button icon={<Trash2 aria-hidden />} busy={isGoing(odobrenje)} onClick={() => ask(odobrenje)}>
            Obriši
          </Button>
        </>
      }
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <StatCard label="Uvoza" value={String(odobrenje.broj_c4)} />
        <StatCard label="Otvorenih uvoza" value={String(odobrenje.otvoreno_c4)} />
        <StatCard label="Najbliži rok" value={rok ? formatDate(rok) : '–'} />
      </div>
      <Panel title="Istorija" className="print:hidden">
        <HistoryOf key={id} subject={subject} />
      </Panel>
      {editing && <OdobrenjeForm odobrenje={editing} onClose={() => setEditing(null)} />}
    </RecordPage>
  )
}
