import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { namesIn } from '#contract/form-fields.ts'
import { obracunEndpoints } from '#contract/obracun.ts'
import {
  OBRACUN_POLJA,
  type ObracunUnos,
  obracuniEndpoints,
  obracuniTexts,
  type PodnetRed,
} from '#contract/obracuni.ts'
import { type CalendarDate, formatDate, parseTypedDate, yearOf } from '#domain/calendar-date.ts'
import { nextNumbers } from '#domain/next-number.ts'
import { call, reasonOf } from '#web/api.ts'
import type { FieldSentences } from '#web/drafts/draft.ts'
import { useTypedFields } from '#web/drafts/small-form.tsx'
import { checkIn, typedIn } from '#web/drafts/typed-fields.ts'
import { read, readOnce } from '#web/queries.ts'
import { TableField } from '#web/screens/field-input.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField, refusedFields } from '#web/screens/form-errors.ts'
import { requestKeys } from '#web/screens/only-once.ts'
import { podnetAddress } from '#web/screens/record-addresses.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { closeFirst } from '#web/ui/dialog-focus.ts'
import { Field } from '#web/ui/field.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { Select } from '#web/ui/select.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { type HandInQuestion, questionsOf } from './hand-in-questions.ts'

type HandInDialogProps = {
  scope: { c4_ids: number[] | null; odobrenje_id: number | null }
  /** The scope in words: 'Svi uvozi', 'Odobrenje OP-1/26'. */
  obim: string
  /** The account that this one corrects. */
  ispravlja?: PodnetRed
  period: { datum_od: string; datum_do: string }
  onClose: () => void
}

const BODY = obracuniEndpoints.createObracun.body

/** Sačuvaj kao podnet: the scope of the account, its days and its deadline, before its rows are frozen. */
export function HandInDialog(props: HandInDialogProps) {
  const { datum_od, datum_do } = props.period
  const newest = useQuery(readOnce(obracuniEndpoints.listObracuni, { query: { limit: 1 } }))
  const known = useKnown(props.scope, parseTypedDate(datum_od), parseTypedDate(datum_do))
  if (newest.isPending || known.isLoading) return null
  return <HandInForm {...props} proposed={proposedAfter(newest.data?.results[0])} rok={known.data?.rok_podnosenja} />
}

/** The number after that of the newest account: `OBR-1/2026` where there is none, or none that counts. */
function proposedAfter(newest: { broj: string; datum_do: CalendarDate } | undefined): string {
  const year = yearOf(localDay())
  const [next] = newest ? nextNumbers(newest.broj, yearOf(newest.datum_do), year, 1) : []
  return next ?? `OBR-1/${year}`
}

type Day = CalendarDate | null
type ScopeOf = HandInDialogProps['scope']

/** The query of an account; null for days that cannot be read yet, and for a list of imports, which no query names. */
function queryOf({ c4_ids, odobrenje_id }: ScopeOf, datum_od: Day, datum_do: Day) {
  if (!datum_od || !datum_do || datum_od > datum_do || (c4_ids?.length ?? 0) > 1) return null
  return { c4_id: c4_ids?.[0] ?? ('' as const), odobrenje_id: odobrenje_id ?? ('' as const), datum_od, datum_do }
}

/** The deadline of such an account, and the accounts of its days that were handed in before. */
function useKnown(scope: ScopeOf, datum_od: Day, datum_do: Day) {
  const query = queryOf(scope, datum_od, datum_do)
  return useQuery({ ...read(obracuniEndpoints.predlogObracuna, { query: query ?? {} }), enabled: query !== null })
}

/** The account of these days, and the number of pages of its paper. */
function useAccount(scope: ScopeOf, datum_od: Day, datum_do: Day) {
  const query = queryOf(scope, datum_od, datum_do)
  const asked = { query: query ?? {} }
  const enabled = query !== null
  const account = useQuery({ ...read(obracunEndpoints.getObracun, asked), enabled, placeholderData: undefined })
  const strane = useQuery({
    queryKey: ['strane obračuna', query],
    queryFn: async ({ signal }) => (await call(obracunEndpoints.obracunFiles, { ...asked, signal })).broj_strana,
    enabled,
    // A paper takes its time: one that cannot be drawn is not tried again, and none is kept.
    retry: false,
    gcTime: 0,
  })
  return { obracun: account.data, strane }
}

type HandInFormProps = HandInDialogProps & { proposed: string; rok: CalendarDate | null | undefined }

function HandInForm({ scope, obim, ispravlja, period, proposed, rok, onClose }: HandInFormProps) {
  const navigate = useNavigate()
  const [opened] = useState(() =>
    typedIn(OBRACUN_POLJA, {
      broj: proposed,
      datum_od: period.datum_od || null,
      datum_do: period.datum_do || null,
      rok_podnosenja: rok,
    }),
  )
  const [keyFor] = useState(() => requestKeys())
  const { values, errors, change, refuse } = useTypedFields(opened)
  const [datum_od, datum_do] = [parseTypedDate(values.datum_od), parseTypedDate(values.datum_do)]
  const podneti = useKnown(scope, datum_od, datum_do).data
  const proposedRok = useProposedRok(opened.rok_podnosenja, podneti?.rok_podnosenja, values.rok_podnosenja, change)
  const { obracun, strane } = useAccount(scope, datum_od, datum_do)
  const uncovered = obracun?.bez_pokrica ?? []
  const [potvrda_manjka, setConfirmed] = useState(false)
  const [corrected, setCorrected] = useState<PodnetRed | null>(ispravlja ?? null)
  const questions =
    datum_od && datum_do && datum_od <= datum_do
      ? questionsOf({ ...scope, datum_od, datum_do, podneti: podneti?.podneti ?? [], ispravlja: corrected }, localDay())
      : []
  const asking = useConfirmed(questions)
  const save = useMutation({
    mutationFn: (body: ObracunUnos) => call(obracuniEndpoints.createObracun, { body, idempotencyKey: keyFor(body) }),
    onSuccess: ({ broj, stanje }) =>
      toastSuccess(stanje === 'nacrt' ? `Nacrt obračuna ${broj} je sačuvan.` : `Obračun ${broj} je podnet.`),
    onError: (error) => refuse(refusedFields(error)),
  })
  const asks = uncovered.length > 0 || (save.error && 'potvrda_manjka' in refusedFields(save.error))

  function submit(stanje: ObracunUnos['stanje']) {
    const { body, errors: found } = checkIn(OBRACUN_POLJA, values, BODY, {
      ...scope,
      ...(values.rok_podnosenja.trim() === '' && { rok_podnosenja: null }),
      prethodni_id: corrected?.id,
      stanje,
      potvrda_manjka,
    })
    refuse(byField(found))
    if (!body || save.isPending || (stanje === 'podnet' && !asking.answered())) return
    save.mutate(body, {
      // Only where the window is still open: a user who closed it is somewhere else by now.
      onSuccess: async ({ id }) => {
        await closeFirst(onClose)
        void navigate(podnetAddress(id))
      },
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => submit('podnet')}
      title="Sačuvaj kao podnet"
      busy={save.isPending}
      dirty={namesIn(OBRACUN_POLJA).some(
        (name) => values[name] !== (name === 'rok_podnosenja' ? proposedRok : opened[name]),
      )}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button busy={save.isPending} onClick={() => submit('nacrt')}>
            Sačuvaj nacrt
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Podnošenje...">
            Podnesi
            <SaveKey />
          </Button>
        </>
      )}
    >
      {save.error && <FormBanner title="Obračun nije podnet.">{reasonOf(save.error)}</FormBanner>}
      <Facts
        facts={[
          ['Obim', obim],
          ['Uvoznih stavki', obracun?.stavke.length],
          ['Redova izvoza', obracun?.izvoz.length],
          ['Strana papira', strane.error ? reasonOf(strane.error) : (strane.data ?? (strane.isLoading ? '…' : null))],
        ]}
      />
      <Fields values={values} errors={errors} onChange={change}>
        {!ispravlja && podneti && podneti.podneti.length > 0 && (
          <Corrected of={podneti.podneti} chosen={corrected} onChoose={setCorrected} />
        )}
      </Fields>
      {questions.length > 0 && <Questions of={questions} asking={asking} onLeave={onClose} />}
      {asks && (
        <div className="mt-4">
          {uncovered.length > 0 && <p className="mb-2 text-warning">{obracuniTexts.uncovered(uncovered)}</p>}
          <Checkbox checked={potvrda_manjka} onChange={(event) => setConfirmed(event.currentTarget.checked)}>
            Podnosim i sa izvozima bez pokrića
          </Checkbox>
        </div>
      )}
      <p className="mt-4 text-ink-3 text-sm">
        Redovi i papir ostaju zauvek kakvi su u ovom trenutku. Šta god se posle promeni, videće se na stranici podnetog
        obračuna.
      </p>
    </Dialog>
  )
}

type FieldsProps = {
  values: ReturnType<typeof typedIn<typeof OBRACUN_POLJA>>
  errors: FieldSentences
  onChange: (fields: Partial<FieldsProps['values']>) => void
  children: ReactNode
}

const Fields = ({ values, errors, onChange, children }: FieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {namesIn(OBRACUN_POLJA).map((name) => (
      <TableField
        key={name}
        name={name}
        field={OBRACUN_POLJA[name]}
        value={values[name]}
        error={errors[name]}
        onChange={(text) => onChange({ [name]: text })}
      />
    ))}
    {children}
  </div>
)

type CorrectedProps = {
  of: readonly PodnetRed[]
  chosen: PodnetRed | null
  onChoose: (one: PodnetRed | null) => void
}

/** The choice of the earlier account that this one corrects. */
const Corrected = ({ of, chosen, onChoose }: CorrectedProps) => (
  <Field label="Ispravlja obračun" optional hint="Obračun koji se ispravlja dobija stanje 'ispravljen'.">
    <Select
      emptyText="Nijedan"
      options={of.map(({ id, broj }) => ({ value: String(id), text: broj }))}
      value={chosen ? String(chosen.id) : ''}
      onChange={({ currentTarget: { value } }) => onChoose(of.find(({ id }) => String(id) === value) ?? null)}
    />
  </Field>
)

/** Proposes the deadline of a changed period, in place of an earlier proposal that nobody has touched. */
function useProposedRok(
  first: string,
  rok: CalendarDate | null | undefined,
  typed: string,
  change: (fields: { rok_podnosenja: string }) => void,
): string {
  const [proposed, setProposed] = useState(first)
  const now = rok === undefined ? proposed : rok === null ? '' : formatDate(rok)
  useEffect(() => {
    if (now === proposed) return
    setProposed(now)
    if (typed === proposed) change({ rok_podnosenja: now })
  }, [now, proposed, typed, change])
  return proposed
}

type Asking = ReturnType<typeof useConfirmed>

/** Whether the questions were confirmed; other questions are asked again. */
function useConfirmed(questions: readonly HandInQuestion[]) {
  const asked = questions.map(({ text }) => text).join('\n')
  const [confirmed, setConfirmed] = useState('')
  const [refused, setRefused] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const checked = confirmed === asked
  function answered(): boolean {
    if (asked === '' || checked) return true
    setRefused(asked)
    box.current?.focus()
    return false
  }
  const confirm = (yes: boolean) => setConfirmed(yes ? asked : '')
  return {
    checked: asked !== '' && checked,
    refused: asked !== '' && refused === asked && !checked,
    confirm,
    answered,
    box,
  }
}

type QuestionsProps = { of: readonly HandInQuestion[]; asking: Asking; onLeave: () => void }

const Questions = ({ of, asking, onLeave }: QuestionsProps) => (
  <div className="mt-4">
    <Banner tone="warning" title="Proverite pre podnošenja">
      <ul className="list-disc pl-4">
        {of.map(({ text, podnet }) => (
          <li key={text}>
            {text}
            {podnet && (
              <>
                {' '}
                <Link to={podnetAddress(podnet.id)} className="code underline" onClick={onLeave}>
                  Otvori {podnet.broj}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
      <Checkbox
        ref={asking.box}
        className="mt-2 text-ink"
        checked={asking.checked}
        onChange={(event) => asking.confirm(event.currentTarget.checked)}
      >
        Podnosim i pored toga
      </Checkbox>
      {asking.refused && (
        <p role="alert" className="text-bad">
          Bez potvrde obračun nije podnet.
        </p>
      )}
    </Banner>
  </div>
)

const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="mb-4 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
    {facts.map(([name, value]) => (
      <div key={name} className="min-w-0">
        <dt className="text-ink-3 text-sm">{name}</dt>
        <dd className="num wrap-anywhere font-medium">{value ?? '—'}</dd>
      </div>
    ))}
  </dl>
)
