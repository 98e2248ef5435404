import { useQuery } from '@tanstack/react-query'
import { C4_HEAD, c4Endpoints } from '#contract/c4.ts'
import { WHOLE_ROW } from '#web/document-form/document-dialog.tsx'
import { HeadFields, type HeadProps } from '#web/document-form/head-fields.tsx'
import { read } from '#web/queries.ts'

const LAYOUT: { readonly [K in keyof typeof C4_HEAD | 'kurs']?: string } = {
  tip_dokumenta: WHOLE_ROW,
  broj_terminala: '',
  broj_c4: '',
  datum: WHOLE_ROW,
  valuta: '',
  paritet: '',
  posiljalac_naziv: 'col-span-2',
  posiljalac_grad: '',
  posiljalac_drzava: '',
  zemlja_otpreme: '',
  kurs: '',
  primalac_naziv: 'col-span-2',
  primalac_pib: '',
  primalac_mb: '',
  primalac_grad: 'col-span-2',
}

/** The fields of a C4 above its invoices. */
export const C4HeadFields = (props: HeadProps) => (
  <HeadFields {...props} table={C4_HEAD} layout={LAYOUT} firms={useQuery(read(c4Endpoints.c4Firms)).data} />
)
