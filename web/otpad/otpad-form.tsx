import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { OTPAD, type OtpadBody, type OtpadRaspored, otpadEndpoints, otpadTexts } from '#contract/otpad.ts'
import { parseTypedDate } from '#domain/calendar-date.ts'
import { formatMicro } from '#domain/decimal.ts'
import { call } from '#web/api.ts'
import { RecordField, type RecordFields, RecordForm, type RecordKind } from '#web/drafts/record-form.tsx'
import { read } from '#web/queries.ts'
import { ClosedNote, isOpenField, useClosed } from '#web/screens/zakljuceno.tsx'
import { checkOtpad, draftOf, factsOf, NO_OTPAD, OTPAD_KIND, type OtpadDraft, otpadShape } from './otpad-draft.ts'
import { otpadScreenTexts } from './otpad-texts.ts'

const OTPAD_FORM: RecordKind<OtpadRaspored, OtpadDraft, OtpadBody> = {
  kind: OTPAD_KIND,
  list: otpadEndpoints.listOtpad.path,
  empty: NO_OTPAD,
  shape: otpadShape,
  draftOf,
  nameOf: ({ vrsta, materijal_id }) => [vrsta, materijal_id].filter(Boolean).join(': '),
  factsOf,
  check: checkOtpad,
  load: (id) => call(otpadEndpoints.getOtpad, { params: { id } }),
  create: (body, idempotencyKey) => call(otpadEndpoints.createOtpad, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(otpadEndpoints.updateOtpad, { params: { id }, body, ifVersion }),
  texts: { ...otpadTexts, saveFailed: otpadScreenTexts.saveFailed },
  titles: { add: 'Novi raspored otpada', edit: 'Izmeni raspored otpada', submit: 'Dodaj raspored' },
}

type OtpadFormProps = {
  /** The stored record; none for a new one. */
  raspored?: OtpadRaspored | null
  onClose: () => void
}

/** Note or edit what became of waste; the materials that have any are offered. */
export function OtpadForm({ raspored = null, onClose }: OtpadFormProps) {
  return <RecordForm of={OTPAD_FORM} stored={raspored} onClose={onClose} fields={(form) => <Fields form={form} />} />
}

const NAMES = ['datum', 'vrsta', 'materijal_id', 'kolicina', 'broj_jci', 'napomena'] as const

function Fields({ form }: { form: RecordFields<OtpadRaspored> }) {
  const { draft, stored } = form
  const closed = useClosed(stored?.datum)
  const dayIsClosed = useClosed(parseTypedDate(draft.head.datum ?? ''))
  const { data } = useQuery(read(otpadEndpoints.otpadStanje))
  const left = (data?.results ?? []).filter(({ stanje }) => stanje > 0)
  const id = String(draft.head.materijal_id ?? '')
  const balance = data?.results.find(({ materijal_id }) => materijal_id === id)
  const hint = balance
    ? `Otpada ima ${formatMicro(balance.stanje)} ${balance.jedinica_mere} (${balance.materijal_naziv}).`
    : 'ID materijala od kog je otpad.'
  const more: Partial<Record<(typeof NAMES)[number], Partial<ComponentProps<typeof RecordField>>>> = {
    datum: dayIsClosed && !closed ? { hint: 'Taj period je zaključan.' } : {},
    materijal_id: {
      hint,
      offered: left.map(({ materijal_id }) => ({ id: materijal_id, hidesId: true, name: materijal_id })),
    },
    kolicina: { inputMode: 'decimal' },
  }
  const first = NAMES.find((name) => !closed || isOpenField(name))
  return (
    <>
      {closed && (
        <ClosedNote
          zakljuceno_do={closed}
          open={NAMES.filter(isOpenField).map((name) => OTPAD[name].label)}
          pdf={false}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {NAMES.map((name) => (
          <fieldset key={name} disabled={closed !== null && !isOpenField(name)} className="min-w-0">
            <RecordField
              of={OTPAD}
              form={form}
              name={name}
              {...more[name]}
              data-autofocus={name === first || undefined}
            />
          </fieldset>
        ))}
      </div>
    </>
  )
}
