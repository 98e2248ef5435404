import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MAX_TOLERANCIJA } from '#contract/limits.ts'
import {
  type IshodUsaglasavanja,
  type ProcitaneKolone,
  usaglasavanjeEndpoints,
  usaglasavanjeTexts,
} from '#contract/usaglasavanje.ts'
import { formatDate, parseIsoDate, parseTypedDate } from '#domain/calendar-date.ts'
import { counted } from '#domain/count-words.ts'
import { formatWhole } from '#domain/decimal.ts'
import { MAX_DECIMALA } from '#domain/usaglasavanje.ts'
import { call, messageOf, reasonOf } from '#web/api.ts'
import { PeriodMenu, useOdobrenja } from '#web/document-list/filters.tsx'
import { excelFault } from '#web/screens/excel-file.ts'
import { FileNote } from '#web/screens/file-note.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import type { ImportFile } from '#web/screens/import-dialog.tsx'
import { choiceFields, isAsking, NO_CHOICE, type SheetChoice, withProposals } from '#web/screens/sheet-choice.ts'
import { SheetFoot, SheetRead, useGoAhead } from '#web/screens/sheet-read.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { WorkBar } from '#web/ui/progress-bar.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import { compareFile } from './compare-file.ts'
import { usaglasavanjeScreenTexts } from './usaglasavanje-texts.ts'

/** A finished comparison, and its file with the answers about its columns. */
export type Compared = { readonly reply: IshodUsaglasavanja; readonly sent: ImportFile }
type CompareFormProps = { onClose: () => void; onCompared: (compared: Compared) => void }
const FOOT = { text: 'Uporedi', busyText: 'Upoređivanje...' }

/** Compares a sheet of the forwarder or of customs: the file, its columns, the days, and then the differences. */
export function CompareForm({ onClose, onCompared }: CompareFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [choice, setChoice] = useState<SheetChoice>(NO_CHOICE)
  const [days, setDays] = useState({ datum_od: '', datum_do: '' })
  const [odobrenje, setOdobrenje] = useState('')
  const [same, setSame] = useState<Same>({ vrednost: '0', decimale: MAX_DECIMALA })
  const [tried, setTried] = useState(false)
  const [progress, setProgress] = useState<number>()
  /** The server's progress in percent; null while the file is sent and read. */
  const [compared, setCompared] = useState<number | null>(null)
  const stillOpen = useStillOpen()
  const columns = useColumns({
    onProgress: setProgress,
    onRead: (read, said) => {
      if (said === NO_CHOICE)
        setSame({ vrednost: String(read.tolerancija_vrednosti), decimale: read.decimale_kolicine })
    },
    onFailed: (error) => setFault(messageOf(error, usaglasavanjeScreenTexts.readFailed)),
  })
  const compare = useMutation({
    mutationFn: (sent: ImportFile) =>
      compareFile({ query: queryOf(days, odobrenje, same), ...sent }, setProgress, setCompared),
    onSettled: () => {
      setProgress(undefined)
      setCompared(null)
    },
    onSuccess: (reply, sent) => {
      if (!stillOpen.current) return
      onClose()
      onCompared({ reply, sent })
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

  const { data: shown, said } = columns
  const ahead = useGoAhead(shown)
  const asks = shown !== undefined && isAsking(shown, choice, said)
  const foot = { ...FOOT, ahead, asks }
  const dated = shown !== undefined && [...shown.kolone, ...shown.vrednosti].some(({ polje }) => polje === 'datum')
  const faults = dayFaults(days, dated)
  function submit() {
    if (!file) setFault(excelFault(null) ?? undefined)
    if (!file || !shown || columns.isPending || compare.isPending) return
    if (asks) {
      const next = withProposals(choice, shown)
      setChoice(next)
      return columns.read(file, next)
    }
    setTried(true)
    if (Object.keys(faults).length > 0 || sameFault(same)) return
    compare.mutate({ file, fields: choiceFields(choice) })
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
      foot={(close) => <SheetFoot {...foot} busy={compare.isPending} disabled={columns.isPending} onClose={close} />}
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
      <HowFar
        reading={columns.isPending}
        compared={compare.isPending ? compared : undefined}
        read={asks ? undefined : shown}
      />
      {shown && (
        <>
          {shown.napomena && <FileNote text={shown.napomena} />}
          <SheetRead
            of="usaglasavanje"
            reading={shown}
            onChange={setChoice}
            endpoint={usaglasavanjeEndpoints.usaglasi}
            {...{ choice, said, file }}
          />
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
  onRead: (read: ProcitaneKolone, said: SheetChoice) => void
  onFailed: (error: Error) => void
}

/** The columns of the chosen file; another choice drops what is still being read. */
function useColumns({ onProgress, onRead, onFailed }: Heard) {
  const reading = useRef<AbortController>(undefined)
  const { mutate, reset, data, variables, isPending } = useMutation({
    meta: { readsOnly: true },
    mutationFn: ({ chosen, said }: { chosen: File; said: SheetChoice }) => {
      reading.current = new AbortController()
      const { signal } = reading.current
      return call(usaglasavanjeEndpoints.citajKolone, { file: chosen, fields: choiceFields(said), onProgress, signal })
    },
  })
  return {
    data,
    said: variables?.said,
    isPending,
    reset: () => {
      reading.current?.abort()
      reset()
    },
    read: (chosen: File, said: SheetChoice) =>
      mutate(
        { chosen, said },
        {
          onSuccess: (read) => onRead(read, said),
          onError: onFailed,
          onSettled: () => onProgress(undefined),
        },
      ),
  }
}

type HowFarProps = {
  reading: boolean
  /** In percent; null while the file is sent, undefined while nothing is compared. */
  compared: number | null | undefined
  /** The comparison, once no question is open. */
  read: ProcitaneKolone | undefined
}

function HowFar({ reading, compared, read }: HowFarProps) {
  const rows = read && `Za poređenje: ${formatWhole(read.redova)} ${counted(read.redova, 'red', 'reda', 'redova')}.`
  const working = compared === null ? 'Slanje i čitanje fajla...' : `Upoređivanje: ${compared} %`
  return (
    <>
      <p role="status" className="mt-2 text-ink-2 text-sm empty:hidden">
        {reading ? 'Čitanje kolona...' : compared === undefined ? rows : working}
      </p>
      {typeof compared === 'number' && <WorkBar percent={compared} label="Upoređivanje" />}
    </>
  )
}

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

/** The choice of our imports that are compared with it. */
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

/** The fault of an allowed difference of values; undefined for a good one. */
const sameFault = ({ vrednost }: Same): string | undefined =>
  /^\d+$/.test(vrednost.trim()) && Number(vrednost) <= MAX_TOLERANCIJA ? undefined : 'Očekuje se ceo broj od 0 naviše'

const PLACES = Array.from({ length: MAX_DECIMALA }, (_, places) => ({ value: String(places), text: String(places) }))

/** The differences within which the two sides count as the same. */
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
