import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { type Beleska, beleskaTexts, beleskeEndpoints, type SaBeleskama } from '#contract/beleske.ts'
import { MAX_NOTE_CHARACTERS } from '#contract/limits.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call, reasonOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { isPaged, ListPager } from '#web/screens/list-pager.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { Field } from '#web/ui/field.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { localDay, localTime } from '#web/ui/local-time.ts'
import { Panel } from '#web/ui/panel.tsx'
import { TextArea } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { HistoryOf } from './history-dialog.tsx'

type Thing = { vrsta: SaBeleskama; predmet: string }

/** The end of the page of a record: its notes and its history. */
export const NotesAndHistory = (thing: Thing) => (
  <>
    <Panel title="Beleške" padded>
      <Notes {...thing} />
    </Panel>
    <Panel title="Istorija" className="print:hidden">
      <HistoryOf subject={thing} />
    </Panel>
  </>
)

function Notes({ vrsta, predmet }: Thing) {
  const [page, setPage] = useState(1)
  const allowed = useChangesAllowed()
  const list = useQuery(read(beleskeEndpoints.listBeleske, { query: { vrsta, predmet, page } }))
  if (list.isError && !list.data)
    return <LoadError text="Greška pri učitavanju beležaka" error={list.error} onRetry={() => list.refetch()} />
  return (
    <div className="flex flex-col gap-3">
      {allowed && <NewNote vrsta={vrsta} predmet={predmet} onAdded={() => setPage(1)} />}
      {!allowed && list.data?.total === 0 && <p className="text-ink-3">Nema beležaka.</p>}
      {list.data && list.data.total > 0 && (
        <ul aria-label="Beleške" className="flex flex-col gap-3">
          {list.data.results.map((note) => (
            <Note key={note.id} of={note} />
          ))}
        </ul>
      )}
      {list.data && isPaged(list.data) && (
        <ListPager reply={list.data} counted="beležaka" of="Beleške" onPage={setPage} />
      )}
    </div>
  )
}

/** One field and a button; Enter also adds, since a note is one sentence. */
function NewNote({ vrsta, predmet, onAdded }: Thing & { onAdded: () => void }) {
  const [tekst, setTekst] = useState('')
  const adding = useMutation({
    mutationFn: () => call(beleskeEndpoints.createBeleska, { body: { vrsta, predmet, tekst } }),
    onSuccess: () => {
      setTekst('')
      onAdded()
    },
  })
  const empty = tekst.trim() === ''
  const add = () => {
    if (!empty && !adding.isPending) adding.mutate()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    add()
  }
  return (
    <div className="flex items-end gap-2 print:hidden">
      {!empty && <LeaveGuard />}
      <Field label="Nova beleška" error={adding.isError ? reasonOf(adding.error) : undefined} className="flex-1">
        <TextArea
          value={tekst}
          rows={1}
          maxLength={MAX_NOTE_CHARACTERS}
          onChange={(event) => setTekst(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button busy={adding.isPending} disabled={empty} onClick={add}>
        Dodaj belešku
      </Button>
    </div>
  )
}

function Note({ of: note }: { of: Beleska }) {
  const alert = useAlert()
  const { ask, isGoing } = useDeletion({
    nameOf: ({ tekst }: Beleska) => tekst,
    remove: ({ id }) => call(beleskeEndpoints.deleteBeleska, { params: { id } }),
    onDeleted: () => toastSuccess(beleskaTexts.deleted),
    onKept: ([kept]) =>
      kept && alert({ title: deletionTitle(kept.error), text: 'Beleška nije obrisana.', reason: reasonOf(kept.error) }),
  })
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-line">{note.tekst}</p>
        <p className="text-ink-3 text-sm">
          <span className="num">
            {formatDate(localDay(note.uneto))} {localTime(note.uneto)}
          </span>{' '}
          · {note.korisnik}
        </p>
      </div>
      <IconButton
        label={`Obriši belešku: ${note.tekst}`}
        icon={<Trash2 aria-hidden />}
        changes
        disabled={isGoing(note)}
        className="print:hidden"
        onClick={() => ask(note)}
      />
    </li>
  )
}
