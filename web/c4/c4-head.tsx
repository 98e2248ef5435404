import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useMemo } from 'react'
import { C4_TYPES, CURRENCIES, c4Endpoints, PARITIES } from '#contract/c4.ts'
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
import type { C4Dispatch, C4Head } from './c4-draft.ts'

type C4HeadFieldsProps = { head: C4Head; errors: FieldSentences; kurs: Micro | null; dispatch: C4Dispatch }

/** The fields of a C4 above its invoices. */
export const C4HeadFields = memo(function C4HeadFields({ head, errors, kurs, dispatch }: C4HeadFieldsProps) {
  const { data } = useQuery(read(c4Endpoints.c4Firms))
  const senders = useMemo(() => senderOptions(data ?? []), [data])
  const receivers = useMemo(() => receiverOptions(data ?? []), [data])
  const change = useCallback((fields: Partial<C4Head>) => dispatch({ do: 'changeHead', change: fields }), [dispatch])

  return (
    <div className={HEAD_GRID}>
      <Field label="Tip dokumenta" required error={errors.tip_dokumenta} className={WHOLE_ROW}>
        <Select
          name="tip_dokumenta"
          options={C4_TYPES}
          emptyText="Izaberite"
          value={head.tip_dokumenta}
          onChange={(event) => change({ tip_dokumenta: event.currentTarget.value })}
        />
      </Field>
      <Field label="Broj terminala" required error={errors.broj_terminala}>
        <TextInput
          name="broj_terminala"
          className="code"
          value={head.broj_terminala}
          onChange={(event) => change({ broj_terminala: event.currentTarget.value })}
        />
      </Field>
      <Field label="C4 broj" required error={errors.broj_c4}>
        <TextInput
          name="broj_c4"
          className="code"
          value={head.broj_c4}
          onChange={(event) => change({ broj_c4: event.currentTarget.value })}
        />
      </Field>
      <Field label="Datum" required error={errors.datum} className={WHOLE_ROW}>
        <DateInput name="datum" value={head.datum} onChange={(datum) => change({ datum })} />
      </Field>
      <Field label="Valuta" required error={errors.valuta}>
        <Select
          name="valuta"
          options={CURRENCIES}
          value={head.valuta}
          onChange={(event) => change({ valuta: event.currentTarget.value })}
        />
      </Field>
      <Field label="Paritet" required error={errors.paritet}>
        <Select
          name="paritet"
          options={PARITIES}
          value={head.paritet}
          onChange={(event) => change({ paritet: event.currentTarget.value })}
        />
      </Field>
      <SenderFields head={head} errors={errors} onChange={change} firms={senders} />
      <Field label="Zemlja otpreme" required error={errors.zemlja_otpreme}>
        <CountryInput
          name="zemlja_otpreme"
          value={head.zemlja_otpreme}
          onChange={(zemlja_otpreme) => change({ zemlja_otpreme })}
        />
      </Field>
      <RateField kurs={kurs} />
      <ReceiverFields head={head} errors={errors} onChange={change} firms={receivers} />
    </div>
  )
})
