import { PARTNER, type Partner, type PartnerBody, partneriEndpoints, partnerTexts } from '#contract/partneri.ts'
import { call } from '#web/api.ts'
import { RecordField, RecordForm, type RecordKind } from '#web/drafts/record-form.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import {
  checkPartner,
  draftOf,
  factsOf,
  NO_PARTNER,
  PARTNER_KIND,
  type PartnerDraft,
  partnerShape,
  YES,
} from './partner-draft.ts'
import { partnerScreenTexts } from './partner-texts.ts'

const PARTNER_FORM: RecordKind<Partner, PartnerDraft, PartnerBody> = {
  kind: PARTNER_KIND,
  list: partneriEndpoints.listPartneri.path,
  empty: NO_PARTNER,
  shape: partnerShape,
  draftOf,
  nameOf: ({ naziv }) => naziv,
  factsOf,
  check: checkPartner,
  load: (id) => call(partneriEndpoints.getPartner, { params: { id } }),
  create: (body, idempotencyKey) => call(partneriEndpoints.createPartner, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(partneriEndpoints.updatePartner, { params: { id }, body, ifVersion }),
  texts: { ...partnerTexts, saveFailed: partnerScreenTexts.saveFailed },
  titles: { add: 'Novi partner', edit: 'Izmeni partnera', submit: 'Dodaj partnera' },
}

type PartnerFormProps = {
  /** The stored partner; none for a new one. */
  partner?: Partner | null
  onClose: () => void
}

/** Correct a partner, or add one before its first document. */
export const PartnerForm = ({ partner = null, onClose }: PartnerFormProps) => (
  <RecordForm
    of={PARTNER_FORM}
    stored={partner}
    onClose={onClose}
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
