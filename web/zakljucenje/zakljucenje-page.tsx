import { useMutation, useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { dayField } from '#contract/form-fields.ts'
import { CLOSING_PAGE_ROWS } from '#contract/limits.ts'
import { type Zakljucenje, type ZakljucenjeBody, zakljucenjeEndpoints } from '#contract/zakljucenje.ts'
import { type CalendarDate, formatDate, parseIsoDate } from '#domain/calendar-date.ts'
import { ApiError, call, reasonOf } from '#web/api.ts'
import { useTypedFields } from '#web/drafts/small-form.tsx'
import { checkIn } from '#web/drafts/typed-fields.ts'
import { read } from '#web/queries.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField, checkBy } from '#web/screens/form-errors.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { useAdministers } from '#web/screens/logged-in.ts'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useZakljucenoDo } from '#web/screens/zakljuceno.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { localDay, localTime } from '#web/ui/local-time.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

const EMPTY = { do_dana: '', razlog: '' }
const DAYS = { do_dana: dayField('Do dana') }
const BODY = zakljucenjeEndpoints.zakljuci.body

/** The last day that the address proposes: that of an account that was handed in. */
const DEFAULTS = { do: '' }

/** Zaključavanje: closes the documents up to a day, opens them again, and shows who did it when (customs §4.6). */
export function ZakljucenjePage() {
  const [at] = useAddressValues(DEFAULTS)
  const proposed = parseIsoDate(at.do)
  const administers = useAdministers()
  const {
    values,
    errors,
    change: changeFields,
    refuse,
  } = useTypedFields({ ...EMPTY, do_dana: proposed ? formatDate(proposed) : '' })
  const [potvrda, setPotvrda] = useState(false)
  const [opening, setOpening] = useState(false)
  const zakljuceno_do = useZakljucenoDo()
  const save = useMutation({
    mutationFn: (body: ZakljucenjeBody) => call(zakljucenjeEndpoints.zakljuci, { body }),
    onSuccess: ({ do_dana }) => {
      toastSuccess(`Period do ${formatDate(do_dana)} je zaključan.`)
      change(EMPTY)
    },
    onError: (error) => {
      const own = error instanceof ApiError ? error.errors.filter(({ field }) => field === 'do_dana') : []
      refuse(byField(own))
    },
  })
  const open = save.error instanceof ApiError ? save.error.errors.filter(({ field }) => field === 'potvrda') : []

  function change(fields: Partial<typeof EMPTY>) {
    changeFields(fields)
    setPotvrda(false)
    if (save.isError) save.reset()
  }

  function submit() {
    const { body, errors: found } = checkIn(DAYS, values, BODY, { razlog: values.razlog, potvrda })
    refuse(byField(found))
    if (body && !save.isPending) save.mutate(body)
  }

  return (
    <div className="flex flex-col gap-4">
      <Panel
        title={zakljuceno_do ? `Zaključano do ${formatDate(zakljuceno_do)}` : 'Nijedan period nije zaključan.'}
        right={administers && zakljuceno_do && <Button onClick={() => setOpening(true)}>Otključaj</Button>}
        padded
      >
        {save.error && open.length === 0 && !errors.do_dana && (
          <FormBanner title="Period nije zaključan.">{reasonOf(save.error)}</FormBanner>
        )}
        {open.length > 0 && (
          <div className="mb-4">
            <Banner tone="warning" title={save.error?.message ?? ''}>
              <ul className="list-disc pl-4">
                {open.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
              <Checkbox
                className="mt-2 text-ink"
                checked={potvrda}
                onChange={(event) => setPotvrda(event.currentTarget.checked)}
              >
                Zaključaj i pored otvorenih provera
              </Checkbox>
            </Banner>
          </div>
        )}
        {administers && (
          <form
            noValidate
            className="grid items-start gap-3 sm:grid-cols-[10rem_minmax(0,32rem)_auto]"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <Field label="Do dana" required error={errors.do_dana}>
              <DateInput name="do_dana" value={values.do_dana} onChange={(do_dana) => change({ do_dana })} />
            </Field>
            <Field label="Razlog" optional error={errors.razlog}>
              <TextInput
                name="razlog"
                value={values.razlog}
                onChange={(event) => change({ razlog: event.currentTarget.value })}
              />
            </Field>
            <Button
              type="submit"
              variant="primary"
              className="sm:mt-5 sm:justify-self-start"
              icon={<LockKeyhole aria-hidden />}
              busy={save.isPending}
              busyText="Provera knjiga..."
            >
              Zaključaj
            </Button>
          </form>
        )}
        <p className={`text-ink-3 text-sm ${administers ? 'mt-2' : ''}`}>
          Dokumenti do tog dana više se ne unose, ne menjaju i ne brišu. PDF i carinski podaci koji ne menjaju količine
          i dalje mogu da se dopune. Pre zaključavanja knjige se proveravaju. Zaključava i otključava administrator.
        </p>
      </Panel>
      <ZakljucenjeTable />
      {opening && zakljuceno_do && (
        <OtkljucavanjeDialog zakljuceno_do={zakljuceno_do} onClose={() => setOpening(false)} />
      )}
    </div>
  )
}

type OtkljucavanjeDialogProps = { zakljuceno_do: CalendarDate; onClose: () => void }

/** Asks why the newest closed period is opened again. */
function OtkljucavanjeDialog({ zakljuceno_do, onClose }: OtkljucavanjeDialogProps) {
  const [razlog, setRazlog] = useState('')
  const [fault, setFault] = useState<string>()
  const save = useMutation({
    mutationFn: (body: { razlog: string }) => call(zakljucenjeEndpoints.otkljucaj, { body }),
    onSuccess: () => toastSuccess(`Period do ${formatDate(zakljuceno_do)} je otključan.`),
  })

  function submit() {
    const { body, errors } = checkBy(zakljucenjeEndpoints.otkljucaj.body, { razlog })
    setFault(errors?.[0]?.message)
    if (body && !save.isPending) save.mutate(body, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      onSubmit={submit}
      title={`Otključavanje perioda do ${formatDate(zakljuceno_do)}`}
      busy={save.isPending}
      dirty={razlog !== ''}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Otključavanje...">
            Otključaj period
          </Button>
        </>
      )}
    >
      {save.error && <FormBanner title="Period nije otključan.">{reasonOf(save.error)}</FormBanner>}
      <Field label="Razlog" required error={fault} hint="Ostaje u istoriji, sa vašim imenom.">
        <TextInput
          name="razlog"
          value={razlog}
          onChange={(event) => {
            setRazlog(event.currentTarget.value)
            setFault(undefined)
          }}
        />
      </Field>
    </Dialog>
  )
}

/** Every period that was closed, the newest first, with who closed it, and who opened it again and why. */
function ZakljucenjeTable() {
  const [page, setPage] = useState(1)
  const list = useQuery(read(zakljucenjeEndpoints.getZakljucenje, { query: { page, limit: CLOSING_PAGE_ROWS } }))
  const { results = [], total = 0 } = list.data ?? {}
  if (list.isError && !list.data)
    return <LoadError text="Greška pri učitavanju zaključavanja" error={list.error} onRetry={() => list.refetch()} />
  return (
    <div className="overflow-clip rounded-panel border border-line [--sticky-top:0px]">
      <DataTable
        label="Zaključavanja"
        columns={COLUMNS}
        rows={results}
        rowKey={({ id }) => String(id)}
        loading={list.isPending}
        skeletonRows={3}
        emptyText="Još ništa nije zaključavano."
        footer={
          total > CLOSING_PAGE_ROWS && (
            <Pager page={page} totalPages={list.data?.totalPages ?? 1} onPage={setPage} of="zaključavanja" />
          )
        }
      />
    </div>
  )
}

/** The user, the time and the reason, one under the other. */
const Deed = ({ who, when, why }: { who: string; when: number; why: string | null }) => (
  <div className="min-w-0">
    <div className="truncate" title={who}>
      {who}
    </div>
    <div className="num text-ink-3 text-sm">{`${formatDate(localDay(when))} ${localTime(when)}`}</div>
    {why && <div className="wrap-anywhere text-ink-2 text-sm">{why}</div>}
  </div>
)

const COLUMNS: readonly Column<Zakljucenje>[] = [
  {
    id: 'do_dana',
    header: 'Do dana',
    width: '7rem',
    card: 'title',
    cell: ({ do_dana, otkljucano }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <DateText value={do_dana} />
        {otkljucano === null ? <Badge tone="good">zaključano</Badge> : <Badge>otključano</Badge>}
      </span>
    ),
  },
  {
    id: 'zakljucio',
    header: 'Zaključao',
    wrap: true,
    card: 'second',
    cell: ({ korisnik, vreme, razlog }) => <Deed who={korisnik} when={vreme} why={razlog} />,
  },
  {
    id: 'otkljucao',
    header: 'Otključao',
    wrap: true,
    cell: ({ otkljucao, otkljucano, razlog_otkljucavanja }) =>
      otkljucao !== null && otkljucano !== null ? (
        <Deed who={otkljucao} when={otkljucano} why={razlog_otkljucavanja} />
      ) : null,
  },
]
