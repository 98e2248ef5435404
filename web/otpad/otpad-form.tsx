import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { OTPAD, type OtpadRaspored, otpadEndpoints, otpadTexts } from '#contract/otpad.ts'
import { parseTypedDate } from '#domain/calendar-date.ts'
import { formatMicro } from '#domain/decimal.ts'
import { RecordField, type RecordFields, RecordForm } from '#web/drafts/record-form.tsx'
import { read } from '#web/queries.ts'
import { defineRecord } from '#web/records/define-record.ts'
import { draftIn } from '#web/records/draft-in.ts'
import type { FormProps } from '#web/records/records-page.tsx'
import { ClosedNote, isOpenField, useClosed } from '#web/screens/zakljuceno.tsx'

const { listOtpad, getOtpad, createOtpad, updateOtpad, deleteOtpad } = otpadEndpoints

/** A use of waste that had left the lots with an export; it takes from no lot. */
export const RASPORED = defineRecord({
  vrsta: 'otpad',
  calls: { list: listOtpad, get: getOtpad, create: createOtpad, update: updateOtpad },
  deletion: { call: deleteOtpad, failed: 'Raspored otpada nije obrisan.' },
  ...draftIn(OTPAD, createOtpad.body),
  draftName: ({ vrsta, materijal_id }) => [vrsta, materijal_id].filter(Boolean).join(': '),
  nameOf: ({ vrsta, materijal_id, kolicina, jedinica_mere }) =>
    `${vrsta}: ${materijal_id} ${formatMicro(kolicina)} ${jedinica_mere}`,
  sort: 'datum',
  order: 'desc',
  words: {
    label: 'Raspored otpada',
    counted: 'rasporeda',
    search: 'Pretraži raspored otpada...',
    add: 'Novi raspored',
  },
  titles: { add: 'Novi raspored otpada', edit: 'Izmeni raspored otpada', submit: 'Dodaj raspored' },
  texts: {
    ...otpadTexts,
    loadFailed: 'Raspored otpada nije učitan.',
    saveFailed: 'Raspored otpada nije sačuvan.',
  },
})

/** Note or edit what became of waste; the materials that have any are offered. */
export const OtpadForm = (props: FormProps<OtpadRaspored>) => (
  <RecordForm of={RASPORED} {...props} fields={(form) => <Fields form={form} />} />
)

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
