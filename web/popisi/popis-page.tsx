import { useQuery } from '@tanstack/react-query'
import { PackageMinus } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { popisiEndpoints } from '#contract/popisi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call } from '#web/api.ts'
import { HistoryOf } from '#web/beside/history-dialog.tsx'
import { RecordNotShown } from '#web/beside/record-not-shown.tsx'
import { isGone } from '#web/drafts/use-conflict.ts'
import { read } from '#web/queries.ts'
import { useRecordDeletion } from '#web/records/use-record-deletion.tsx'
import { OpenPaperButton } from '#web/screens/open-paper-button.tsx'
import { firstPaper } from '#web/screens/paper-file.ts'
import { LIST_PATHS, POPISI } from '#web/screens/record-addresses.ts'
import { DeleteButton, RecordPage, useWayToList } from '#web/screens/record-page.tsx'
import type { Arrival } from '#web/screens/use-arrival.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { PopisLines } from './popis-lines.tsx'
import { POPIS_RECORD, popisScreenTexts } from './popis-record.ts'

/** One count: what was found of each material, what the books had then, and the difference. */
export function PopisPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const subject = { vrsta: 'popis', predmet: id } as const
  const stored = useQuery(read(popisiEndpoints.getPopis, { params: { id: Number(id) } }))
  const { ask, isGoing } = useRecordDeletion(POPIS_RECORD, { onGone: useWayToList(POPISI.path) })
  const popis = stored.data
  const notShown = <RecordNotShown list={POPISI} subject={subject} text={popisScreenTexts.pageFailed} query={stored} />
  if (!popis) return notShown
  const { datum, komisija, napomena, korisnik, broj_materijala, manjkova, viskova } = popis
  return (
    <RecordPage
      list={POPISI}
      title={`Popis od ${formatDate(datum)}`}
      sub={[komisija && `Komisija: ${komisija}`, napomena, `uneo ${korisnik}`].filter(Boolean).join(' · ')}
      actions={
        <>
          {manjkova > 0 && (
            <Button
              variant="primary"
              icon={<PackageMinus aria-hidden />}
              changes
              onClick={() => navigate(LIST_PATHS.ostalo_razduzenje, { state: { begin: popis.id } satisfies Arrival })}
            >
              Manjak po popisu
            </Button>
          )}
          <OpenPaperButton
            name="Popis (PDF)"
            draw={async () => firstPaper(await call(popisiEndpoints.popisFiles, { params: { id: popis.id } }))}
            failed={popisScreenTexts.paperFailed}
          />
          <DeleteButton busy={isGoing(popis)} onDelete={() => ask(popis)} />
        </>
      }
      gone={isGone(stored.error) && notShown}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <StatCard label="Izbrojano materijala" value={String(broj_materijala)} />
        <StatCard label="Manjkova" value={String(manjkova)} />
        <StatCard label="Viškova" value={String(viskova)} />
      </div>
      <Panel title="Materijali">
        <PopisLines stavke={popis.stavke} />
      </Panel>
      <Panel title="Istorija" className="print:hidden">
        <HistoryOf key={id} subject={subject} />
      </Panel>
    </RecordPage>
  )
}
