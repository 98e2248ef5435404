import { PARTNER, type Partner, partneriEndpoints, partnerTexts } from '#contract/partneri.ts'
import { RecordField, RecordForm } from '#web/drafts/record-form.tsx'
import { defineRecord } from '#web/records/define-record.ts'
import { draftIn, YES } from '#web/records/draft-in.ts'
import type { FormProps } from '#web/records/records-page.tsx'
import { partnerAddress } from '#web/screens/record-addresses.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

const { listPartneri, getPartner, createPartner, updatePartner } = partneriEndpoints

/** A firm of the register. */
export const PARTNER_RECORD = defineRecord({
  vrsta: 'partner',
  calls: { list: listPartneri, get: getPartner, create: createPartner, update: updatePartner },
  ...draftIn(PARTNER, updatePartner.body),
  draftName: ({ naziv }) => naziv,
  nameOf: ({ naziv }) => naziv,
  sort: 'naziv',
  order: 'asc',
  words: { label: 'Partneri', counted: 'partnera', search: 'Pretraži partnere...', add: 'Novi partner' },
  titles: { add: 'Novi partner', edit: 'Izmeni partnera', submit: 'Dodaj partnera' },
  texts: { ...partnerTexts, loadFailed: 'Partneri nisu učitani.', saveFailed: 'Partner nije sačuvan.' },
  page: { addressOf: partnerAddress, action: 'Pregled' },
})

/** Correct a partner, or add one before its first document. */
export const PartnerForm = (props: FormProps<Partner>) => (
  <RecordForm
    of={PARTNER_RECORD}
    {...props}
    fields={(form) => (
      <>
        <div className="grid gap-4 sm:grid-cols-6">
          <RecordField of={PARTNER} form={form} name="naziv" className="sm:col-span-6" data-autofocus />
          <RecordField of={PARTNER} form={form} name="grad" className="sm:col-span-3" />
          <RecordField of={PARTNER} form={form} name="drzava" className="sm:col-span-3" />
          <RecordField of={PARTNER} form={form} name="pib" className="sm:col-span-3" inputMode="numeric" />
          <RecordField of={PARTNER} form={form} name="mb" className="sm:col-span-3" inputMode="numeric" />
          <RecordField of={PARTNER} form={form} name="napomena" className="sm:col-span-6" />
          <Checkbox
            className="sm:col-span-6"
            checked={form.draft.head.ne_predlaze === YES}
            onChange={({ currentTarget }) =>
              form.dispatch({ do: 'changeHead', change: { ne_predlaze: currentTarget.checked ? YES : '' } })
            }
          >
            {PARTNER.ne_predlaze.label}
          </Checkbox>
        </div>
        <p className="mt-4 text-ink-3 text-sm">
          Ovako se partner predlaže u novim dokumentima. Sačuvani dokumenti ostaju kakvi jesu.
        </p>
      </>
    )}
  />
)
