import { useQuery } from '@tanstack/react-query'
import { OTPAD, type OtpadBody, type OtpadRaspored, otpadEndpoints, otpadTexts } from '#contract/otpad.ts'
import { formatMicro } from '#domain/decimal.ts'
import { call } from '#web/api.ts'
import { RecordField } from '#web/drafts/record-field.tsx'
import { RecordForm, type RecordKind } from '#web/drafts/record-form.tsx'
import { read } from '#web/queries.ts'
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
  titles: { add: 'Nov raspored otpada', edit: 'Izmeni raspored otpada', submit: 'Dodaj raspored' },
}

type OtpadFormProps = {
  /** What is stored; none for a new one. */
  raspored?: OtpadRaspored | null
  onClose: () => void
}

/** Note or edit what became of waste; the materials that have any are offered. */
export function OtpadForm({ raspored = null, onClose }: OtpadFormProps) {
  const { data } = useQuery(read(otpadEndpoints.otpadStanje))
  const left = (data?.results ?? []).filter(({ stanje }) => stanje > 0)
  return (
    <RecordForm
      of={OTPAD_FORM}
      stored={raspored}
      onClose={onClose}
      fields={(form) => {
        const id = String(form.draft.head.materijal_id ?? '')
        const balance = data?.results.find(({ materijal_id }) => materijal_id === id)
        const hint = balance
          ? `Otpada ima ${formatMicro(balance.stanje)} ${balance.jedinica_mere} (${balance.materijal_naziv}).`
          : 'ID materijala od kog je otpad.'
        return (
          <div className="grid gap-4 sm:grid-cols-2">
            <RecordField of={OTPAD} form={form} name="datum" data-autofocus />
            <RecordField of={OTPAD} form={form} name="vrsta" />
            <RecordField
              of={OTPAD}
              form={form}
              name="materijal_id"
              hint={hint}
              offered={left.map(({ materijal_id }) => ({ id: materijal_id, hidesId: true, name: materijal_id }))}
            />
            <RecordField of={OTPAD} form={form} name="kolicina" inputMode="decimal" />
            <RecordField of={OTPAD} form={form} name="broj_jci" />
            <RecordField of={OTPAD} form={form} name="napomena" />
          </div>
        )
      }}
    />
  )
}
