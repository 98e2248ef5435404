import { useQuery } from '@tanstack/react-query'
import { C1_CURRENCY, C1_HEAD, c1Endpoints } from '#contract/c1.ts'
import { WHOLE_ROW } from '#web/document-form/document-dialog.tsx'
import { HeadFields, type HeadProps } from '#web/document-form/head-fields.tsx'
import { read } from '#web/queries.ts'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

const LAYOUT: { readonly [K in keyof typeof C1_HEAD | 'kurs' | 'valuta']?: string } = {
  tip_dokumenta: WHOLE_ROW,
  broj_c1: '',
  datum: '',
  zemlja_otpreme: WHOLE_ROW,
  valuta: '',
  kurs: '',
  posiljalac_naziv: 'col-span-2',
  posiljalac_grad: '@3xl:col-span-2',
  posiljalac_drzava: '@3xl:col-span-2',
  primalac_naziv: 'col-span-2',
  primalac_pib: '',
  primalac_mb: '',
  primalac_grad: 'col-span-2',
}

const FIXED = {
  valuta: (
    <Field key="valuta" label="Valuta">
      <TextInput readOnly tabIndex={-1} value={C1_CURRENCY} title="Izvoz se vodi u evrima" />
    </Field>
  ),
}

/** The fields of a C1 above its invoices. */
export const C1HeadFields = (props: HeadProps) => (
  <HeadFields
    {...props}
    table={C1_HEAD}
    layout={LAYOUT}
    fixed={FIXED}
    firms={useQuery(read(c1Endpoints.c1Firms)).data}
  />
)
