import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo } from 'react'
import { C1_CURRENCY, C1_TYPES, c1Endpoints } from '#contract/c1.ts'
import type { Micro } from '#domain/decimal.ts'
import { HEAD_GRID, WHOLE_ROW } from '#web/documents/document-dialog.tsx'
import type { FieldSentences } from '#web/documents/draft.ts'
import { receiverOptions, senderOptions } from '#web/documents/firm-options.ts'
import { ReceiverFields, SenderFields } from '#web/documents/partner-fields.tsx'
import { RateField } from '#web/documents/rate-field.tsx'
import { read } from '#web/queries.ts'
import { CountryInput } from '#web/screens/country-input.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { C1Dispatch, C1Head } from './c1-draft.ts'

type C1HeadFieldsProps = { head: C1Head; errors: FieldSentences; kurs: Micro | null; dispatch: C1Dispatch }

/** The fields of a C1 above its invoices. */
export const C1HeadFields = memo(function C1HeadFields({ head, errors, kurs, dispatch }: C1HeadFieldsProps) {
  const { data } = useQuery(read(c1Endpoints.c1Firms))
  const senders = useMemo(() => senderOptions(data ?? []), [data])
  const receivers = useMemo(() => receiverOptions(data ?? []), [data])
  const change = useCallback((fields: Partial<C1Head>) => dispatch({ do: 'changeHead', change: fields }), [dispatch])

  return (
    <div className={HEAD_GRID}>
      <Field label="Tip dokumenta" required error={errors.tip_dokumenta} className={WHOLE_ROW}>
        <Select
          name="tip_dokumenta"
          options={C1_TYPES}
          emptyText="Izaberite"
          value={head.tip_dokumenta}
          onChange={(event) => change({ tip_dokumenta: event.currentTarget.value })}
        />
      </Field>
      <Field label="C1 broj" required error={errors.broj_c1}>
        <TextInput
          name="broj_c1"
          className="code"
          value={head.broj_c1}
          onChange={(event) => change({ broj_c1: event.currentTarget.value })}
        />
      </Field>
      <Field label="Datum" required error={errors.datum}>
        <DateInput name="datum" value={head.datum} onChange={(datum) => change({ datum })} />
      </Field>
      <Field label="Zemlja otpreme" required error={errors.zemlja_otpreme} className={WHOLE_ROW}>
        <CountryInput
          name="zemlja_otpreme"
          value={head.zemlja_otpreme}
          onChange={(zemlja_otpreme) => change({ zemlja_otpreme })}
        />
      </Field>
      <Field label="Valuta">
        <TextInput readOnly tabIndex={-1} value={C1_CURRENCY} title="Izvoz se vodi u evrima" />
      </Field>
      <RateField kurs={kurs} />
      <SenderFields head={head} errors={errors} onChange={change} firms={senders} wide />
      <ReceiverFields head={head} errors={errors} onChange={change} firms={receivers} />
    </div>
  )
})
