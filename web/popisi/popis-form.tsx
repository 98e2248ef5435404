import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { namesIn } from '#contract/form-fields.ts'
import { POPIS, type PopisBody, popisiEndpoints, popisTexts, type ReadPopis } from '#contract/popisi.ts'
import { formatDate, parseTypedDate } from '#domain/calendar-date.ts'
import { call, messageOf, reasonOf } from '#web/api.ts'
import { useTypedFields } from '#web/drafts/small-form.tsx'
import { checkIn, emptyIn, wireIn } from '#web/drafts/typed-fields.ts'
import { excelFault } from '#web/screens/excel-file.ts'
import { TableField } from '#web/screens/field-input.tsx'
import { FileNote } from '#web/screens/file-note.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField, refusedFields } from '#web/screens/form-errors.ts'
import { requestKeys } from '#web/screens/only-once.ts'
import { popisAddress } from '#web/screens/record-addresses.ts'
import { choiceFields, isAsking, NO_CHOICE, type SheetChoice, withProposals } from '#web/screens/sheet-choice.ts'
import { SheetFoot, SheetRead, useGoAhead } from '#web/screens/sheet-read.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { closeFirst } from '#web/ui/dialog-focus.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import { PopisLines } from './popis-lines.tsx'
import { popisScreenTexts } from './popis-record.ts'

const BODY = popisiEndpoints.createPopis.body
const FOOT = { text: 'Sačuvaj popis', busyText: 'Čuvanje...' }

type Chosen = { readonly file: File; readonly datum: string; readonly said: SheetChoice }

/** A filled count sheet becomes a count: its day first, then the file and what it differs by, then it is saved. */
export function PopisForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [opened] = useState(() => ({ ...emptyIn(POPIS), datum: formatDate(localDay()) }))
  const [keyFor] = useState(() => requestKeys())
  const { values, errors, change, refuse } = useTypedFields(opened)
  const [file, setFile] = useState<File | null>(null)
  const [choice, setChoice] = useState<SheetChoice>(NO_CHOICE)
  const [fault, setFault] = useState<string>()
  const datum = parseTypedDate(values.datum)

  const reading = useMutation({
    meta: { readsOnly: true },
    mutationFn: ({ file, datum, said }: Chosen) =>
      call(popisiEndpoints.readPopis, { file, query: { datum }, fields: choiceFields(said) }),
  })
  const save = useMutation({
    mutationFn: (body: PopisBody) => call(popisiEndpoints.createPopis, { body, idempotencyKey: keyFor(body) }),
    onSuccess: () => toastSuccess(popisTexts.added),
    onError: (error) => refuse(refusedFields(error)),
  })

  /** The answer of a request that was overtaken by another one is dropped. */
  function readBeside(chosen: Chosen) {
    setFault(undefined)
    setChoice(chosen.said)
    reading.mutate(chosen, { onError: (error) => setFault(messageOf(error, popisScreenTexts.readFailed)) })
  }

  function choose(chosen: File | null) {
    const wrong = chosen ? excelFault(chosen, { ods: true }) : null
    setFile(chosen)
    setFault(wrong ?? undefined)
    reading.reset()
    if (chosen && datum && !wrong) readBeside({ file: chosen, datum, said: NO_CHOICE })
  }

  const ahead = useGoAhead(reading.data)
  const asks = reading.data !== undefined && isAsking(reading.data, choice, reading.variables?.said)
  function submit() {
    if (asks && file && datum)
      return readBeside({ file, datum, said: withProposals(choice, reading.data as ReadPopis) })
    const stavke = (reading.data?.stavke ?? []).map(({ materijal_id, izbrojano }) => ({ materijal_id, izbrojano }))
    const { errors: found } = checkIn(POPIS, values, BODY, { stavke: [] })
    const said = (found ?? []).filter(({ field }) => field !== 'stavke')
    refuse(byField(said))
    if (stavke.length === 0) setFault(fault ?? popisTexts.noLines)
    if (said.length > 0 || stavke.length === 0 || save.isPending || reading.isPending) return
    const head = wireIn(POPIS, values) as Pick<PopisBody, 'datum' | 'komisija' | 'napomena'>
    save.mutate(
      { ...head, stavke },
      {
        // Only where the window is still open: a user who closed it is somewhere else by now.
        onSuccess: async ({ id }) => {
          await closeFirst(onClose)
          void navigate(popisAddress(id))
        },
      },
    )
  }

  /** The books of another day differ. */
  function changeDay(text: string) {
    change({ datum: text })
    const day = parseTypedDate(text)
    if (file && day && !excelFault(file, { ods: true })) readBeside({ file, datum: day, said: choice })
  }

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      onSubmit={submit}
      title="Novi popis"
      busy={save.isPending}
      dirty={file !== null || namesIn(POPIS).some((name) => values[name] !== opened[name])}
      foot={(close) => (
        <SheetFoot {...FOOT} {...{ ahead, asks }} busy={save.isPending} disabled={reading.isPending} onClose={close} />
      )}
    >
      {save.error && <FormBanner title={popisScreenTexts.saveFailed}>{reasonOf(save.error)}</FormBanner>}
      <Head
        values={values}
        errors={errors}
        onChange={(name, text) => (name === 'datum' ? changeDay(text) : change({ [name]: text }))}
      />
      <div className="mt-4">
        <FileDrop
          label="Popunjena popisna lista"
          accept=".xlsx,.xls,.ods,.csv"
          file={file}
          onChoose={choose}
          onRemove={() => choose(null)}
          error={fault}
          hint="Popisna lista u kojoj je popunjena kolona Izbrojano. Knjigovodstveno stanje je ono na kraju izabranog dana."
        />
      </div>
      {reading.isPending && <p className="mt-4 text-ink-2 text-sm">Čitanje fajla...</p>}
      {reading.data && (
        <>
          <SheetRead
            of="popis"
            reading={reading.data}
            said={reading.variables?.said}
            onChange={setChoice}
            endpoint={popisiEndpoints.readPopis}
            {...{ choice, file }}
          />
          {reading.data.pitanja.length === 0 && <Read read={reading.data} />}
        </>
      )}
    </Dialog>
  )
}

type HeadProps = {
  values: Readonly<Record<PopisName, string>>
  errors: Readonly<Partial<Record<PopisName, string>>>
  onChange: (name: PopisName, text: string) => void
}
type PopisName = keyof typeof POPIS

/** The day of the count, who counted, and a note. */
const Head = ({ values, errors, onChange }: HeadProps) => (
  <div className="grid gap-4 sm:grid-cols-3">
    {namesIn(POPIS).map((name) => (
      <TableField
        key={name}
        name={name}
        field={POPIS[name]}
        value={values[name]}
        error={errors[name]}
        onChange={(text) => onChange(name, text)}
      />
    ))}
  </div>
)

/** The read count: differences first. */
const Read = ({ read: { napomena, stavke, nebrojanih } }: { read: ReadPopis }) => (
  <section aria-label="Pročitana popisna lista" className="mt-5">
    <p role="status" className="mb-2 text-ink-2">
      Izbrojano materijala: {stavke.length}. Sa razlikom: {stavke.filter(({ razlika }) => razlika !== 0).length}.
      {nebrojanih > 0 && ` Bez količine, i zato preskočeno: ${nebrojanih}.`} Ništa još nije upisano.
    </p>
    {napomena && <FileNote text={napomena} />}
    <div className="overflow-clip rounded-panel border border-line">
      <PopisLines stavke={stavke.toSorted((a, b) => Number(a.razlika === 0) - Number(b.razlika === 0))} />
    </div>
  </section>
)
