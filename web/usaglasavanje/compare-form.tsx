import { useMutation } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { SheetReading } from '#contract/imports.ts'
import { MAX_TOLERANCIJA } from '#contract/limits.ts'
import {
  type IshodUsaglasavanja,
  type ProcitaneKolone,
  usaglasavanjeEndpoints,
  usaglasavanjeTexts,
} from '#contract/usaglasavanje.ts'
import { formatDate, parseIsoDate, parseTypedDate } from '#domain/calendar-date.ts'
import { MAX_DECIMALA } from '#domain/usaglasavanje.ts'
import { call, messageOf, reasonOf } from '#web/api.ts'
import { PeriodMenu, useOdobrenja } from '#web/document-list/filters.tsx'
import { loadLater } from '#web/load-later.tsx'
import { excelFault } from '#web/screens/excel-file.ts'
import { FileNote } from '#web/screens/file-note.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { choiceFields, NO_CHOICE, type SheetChoice, withProposals } from '#web/screens/sheet-choice.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { WorkBar } from '#web/ui/progress-bar.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import { compareFile } from './compare-file.ts'
import { usaglasavanjeScreenTexts } from './usaglasavanje-texts.ts'

const SheetColumns = loadLater(async () => (await import('#web/screens/sheet-columns.tsx')).SheetColumns)

type CompareFormProps = { onClose: () => void; onCompared: (reply: IshodUsaglasavanja) => void }

/** A sheet of the forwarder or of customs: the file, which of its columns is which, which days, and then what differs. */
export function CompareForm({ onClose, onCompared }: CompareFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [choice, setChoice] = useState<SheetChoice>(NO_CHOICE)
  const [days, setDays] = useState({ datum_od: '', datum_do: '' })
  const [odobrenje, setOdobrenje] = useState('')
  const [same, setSame] = useState<Same>({ vrednost: '0', decimale: MAX_DECIMALA })
  const [tried, setTried] = useState(false)
  const [progress, setProgress] = useState<number>()
  /** How far the server is, in percent; null while the file is sent and read. */
  const [compared, setCompared] = useState<number | null>(null)
  const stillOpen = useStillOpen()
  const columns = useColumns({
    onProgress: setProgress,
    onRead: (read) => setSame({ vrednost: String(read.tolerancija_vrednosti), decimale: read.decimale_kolicine }),
    onFailed: (error) => setFault(messageOf(error, usaglasavanjeScreenTexts.readFailed)),
  })
  const compare = useMutation({
    mutationFn: ({ chosen, said }: { chosen: File; said: SheetChoice }) => {
      const query = queryOf(days, odobrenje, same)
      return compareFile({ query, file: chosen, fields: choiceFields(said) }, setProgress, setCompared)
    },
    onSettled: () => {
      setProgress(undefined)
      setCompared(null)
    },
    onSuccess: (reply) => {
      if (!stillOpen.current) return
      onClose()
      onCompared(reply)
    },
  })

  function choose(chosen: File | null) {
    const wrong = chosen ? excelFault(chosen, { ods: true }) : null
    setFile(chosen)
    setFault(wrong ?? undefined)
    setChoice(NO_CHOICE)
    setTried(false)
    columns.reset()
    compare.reset()
    if (chosen && !wrong) columns.read(chosen, NO_CHOICE)
  }

  /** Another sheet of the workbook has other columns. */
  function say(next: SheetChoice) {
    setChoice(next)
    if (file && next.list !== choice.list) columns.read(file, next)
  }

  const shown = columns.data
  const dated = shown !== undefined && isSaid('datum', choice, shown)
  const faults = dayFaults(days, dated)
  function submit() {
    setTried(true)
    if (!file) setFault(excelFault(null) ?? undefined)
    if (!file || !shown || Object.keys(faults).length > 0 || compare.isPending) return
    if (sameFault(same)) return
    compare.mutate({ chosen: file, said: withProposals(choice, shown) })
  }

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      onSubmit={submit}
      title="Upoređivanje sa špediterom ili carinom"
      busy={compare.isPending}
      dirty={file !== null}
      foot={(close) => <Foot onClose={close} busy={compare.isPending} disabled={columns.isPending} />}
    >
      {compare.error && (
        <FormBanner title={usaglasavanjeScreenTexts.compareFailed}>{reasonOf(compare.error)}</FormBanner>
      )}
      <FileDrop
        label="Tabela špeditera ili carine"
        accept=".xlsx,.xls,.ods,.csv"
        file={file}
        onChoose={choose}
        onRemove={() => choose(null)}
        progress={progress}
        error={fault}
        hint="Excel, ODS ili CSV, najviše 10MB. Nijedan dokument se ne menja."
      />
      <p role="status" className="mt-2 text-ink-2 text-sm empty:hidden">
        {columns.isPending ? 'Čitanje kolona...' : compare.isPending ? comparedText(compared) : ''}
      </p>
      {compare.isPending && compared !== null && <WorkBar percent={compared} label="Upoređivanje" />}
      {shown && (
        <>
          {shown.napomena && <FileNote text={shown.napomena} />}
          <Suspense>
            <SheetColumns
              key={`${file?.name} ${shown.list}`}
              of="usaglasavanje"
              reading={shown}
              choice={choice}
              onChange={say}
            />
          </Suspense>
          <Scope
            days={days}
            faults={tried ? faults : {}}
            onDays={(change) => setDays({ ...days, ...change })}
            odobrenje={odobrenje}
            onOdobrenje={setOdobrenje}
            dated={dated}
          />
          <WhatIsSame same={same} fault={tried ? sameFault(same) : undefined} onChange={setSame} />
        </>
      )}
    </Dialog>
  )
}

type Heard = {
  onProgress: (percent: number | undefined) => void
  onRead: (read: ProcitaneKolone) => void
  onFailed: (error: Error) => void
}

/** The columns of the chosen file; another choice drops what is still being read. */
function useColumns({ onProgress, onRead, onFailed }: Heard) {
  const reading = useRef<AbortController>(undefined)
  const { mutate, reset, data, isPending } = useMutation({
    meta: { readsOnly: true },
    mutationFn: ({ chosen, said }: { chosen: File; said: SheetChoice }) => {
      reading.current = new AbortController()
      const { signal } = reading.current
      return call(usaglasavanjeEndpoints.citajKolone, { file: chosen, fields: choiceFields(said), onProgress, signal })
    },
  })
  return {
    data,
    isPending,
    reset: () => {
      reading.current?.abort()
      reset()
    },
    read: (chosen: File, said: SheetChoice) =>
      mutate({ chosen, said }, { onSuccess: onRead, onError: onFailed, onSettled: () => onProgress(undefined) }),
  }
}

const comparedText = (percent: number | null) =>
  percent === null ? 'Slanje i čitanje fajla...' : `Upoređivanje: ${percent} %`

const Foot = ({ onClose, busy, disabled }: { onClose: () => void; busy: boolean; disabled: boolean }) => (
  <>
    <Button onClick={onClose}>Otkaži</Button>
    <Button type="submit" variant="primary" busy={busy} busyText="Upoređivanje..." disabled={disabled}>
      Uporedi
      <SaveKey />
    </Button>
  </>
)

type Days = { datum_od: string; datum_do: string }
const queryOf = (days: Days, odobrenje: string, same: Same) => ({
  datum_od: parseTypedDate(days.datum_od) ?? ('' as const),
  datum_do: parseTypedDate(days.datum_do) ?? ('' as const),
  odobrenje_id: Number(odobrenje) || ('' as const),
  tolerancija_vrednosti: Number(same.vrednost),
  decimale_kolicine: same.decimale,
})

/** A day as it is typed, and back; '' where there is none. */
const isoOf = (typed: string) => parseTypedDate(typed) ?? ''
function typedOf(iso: string) {
  const day = parseIsoDate(iso)
  return day ? formatDate(day) : ''
}

type DayFaults = Partial<Record<keyof Days, string>>

/** Whether a column or a value says something of a field, as the file was read and by what is chosen since. */
const isSaid = (polje: string, { kolone, vrednosti }: SheetChoice, read: Pick<SheetReading, 'kolone' | 'vrednosti'>) =>
  polje in kolone || Boolean(vrednosti[polje]) || [...read.kolone, ...read.vrednosti].some((one) => one.polje === polje)

/** A file without days needs a period. */
function dayFaults(days: Days, dated: boolean): DayFaults {
  const faults: DayFaults = {}
  for (const name of ['datum_od', 'datum_do'] as const) {
    if (days[name].trim() !== '' && !parseTypedDate(days[name])) faults[name] = 'Nije datum'
    else if (!dated && days[name].trim() === '') faults[name] = usaglasavanjeTexts.noPeriod
  }
  return faults
}

type ScopeProps = {
  days: Days
  faults: DayFaults
  onDays: (change: Partial<Days>) => void
  odobrenje: string
  onOdobrenje: (id: string) => void
  /** Whether the file has days, from which the period follows by itself. */
  dated: boolean
}

/** Which of our imports are laid beside it. */
function Scope({ days, faults, onDays, odobrenje, onOdobrenje, dated }: ScopeProps) {
  const odobrenja = useOdobrenja()
  const bind = (name: keyof Days) => ({ value: days[name], onChange: (text: string) => onDays({ [name]: text }) })
  return (
    <fieldset className="mt-4 rounded-panel border border-line p-3">
      <legend className="px-1 font-medium">Naš uvoz</legend>
      <p className="mb-3 text-ink-2 text-sm">
        {dated
          ? 'Bez izabranog perioda, od prvog do poslednjeg datuma u fajlu.'
          : 'Fajl nema kolonu sa datumom, pa izaberite period.'}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Datum od" error={faults.datum_od} optional={dated}>
          <DateInput {...bind('datum_od')} />
        </Field>
        <Field label="Datum do" error={faults.datum_do} optional={dated}>
          <DateInput {...bind('datum_do')} />
        </Field>
        <PeriodMenu
          at={{ datum_od: isoOf(days.datum_od), datum_do: isoOf(days.datum_do) }}
          onChoose={({ datum_od, datum_do }) => onDays({ datum_od: typedOf(datum_od), datum_do: typedOf(datum_do) })}
        />
        {odobrenja.length > 0 && (
          <Field label="Odobrenje" optional>
            <Select
              emptyText="Sva odobrenja"
              options={odobrenja.map(({ id, broj }) => ({ value: String(id), text: broj }))}
              value={odobrenje}
              onChange={(event) => onOdobrenje(event.currentTarget.value)}
            />
          </Field>
        )}
      </div>
    </fieldset>
  )
}

type Same = { vrednost: string; decimale: number }

/** Why a difference of values is none that may be allowed. */
const sameFault = ({ vrednost }: Same): string | undefined =>
  /^\d+$/.test(vrednost.trim()) && Number(vrednost) <= MAX_TOLERANCIJA ? undefined : 'Očekuje se ceo broj od 0 naviše'

const PLACES = Array.from({ length: MAX_DECIMALA }, (_, places) => ({ value: String(places), text: String(places) }))

/** How far the two sides may lie apart and be the same. */
const WhatIsSame = (props: { same: Same; fault: string | undefined; onChange: (same: Same) => void }) => (
  <fieldset className="mt-4 rounded-panel border border-line p-3">
    <legend className="px-1 font-medium">Tolerancija</legend>
    <p className="mb-3 text-ink-2 text-sm">Pamti se za tabele sa istim zaglavljem, dakle istog pošiljaoca.</p>
    <div className="grid gap-3 sm:grid-cols-3">
      <Field label="Razlika u vrednosti, celih jedinica" error={props.fault}>
        <TextInput
          inputMode="numeric"
          value={props.same.vrednost}
          onChange={(event) => props.onChange({ ...props.same, vrednost: event.currentTarget.value })}
        />
      </Field>
      <Field label="Decimala u količini">
        <Select
          emptyText="Sve"
          options={PLACES}
          value={props.same.decimale === MAX_DECIMALA ? '' : String(props.same.decimale)}
          onChange={(event) =>
            props.onChange({ ...props.same, decimale: Number(event.currentTarget.value || MAX_DECIMALA) })
          }
        />
      </Field>
    </div>
  </fieldset>
)
