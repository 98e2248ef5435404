import type { z } from 'zod'
import { PARTNER, type Partner, type PartnerBody, partnerBody } from '#contract/partneri.ts'
import type { RecordFacts } from '#web/drafts/differences.ts'
import { checkIn, emptyIn, readIn, shapeIn, type TypedOf, typedIn } from '#web/drafts/typed-fields.ts'
import type { Checked } from '#web/screens/form-errors.ts'

const { ne_predlaze, ...TYPED } = PARTNER
/** The typed fields of a partner; yes is a word, so that all of it is text. */
export type PartnerDraft = TypedOf<typeof TYPED> & { readonly ne_predlaze: string }

/** The kind of form, under which drafts are kept. */
export const PARTNER_KIND = 'partner'
export const YES = 'DA'

/** The shape that a kept draft must have to be offered. */
export const partnerShape: z.ZodType<PartnerDraft> = shapeIn({
  ...TYPED,
  ne_predlaze: { ...ne_predlaze, kind: 'text' },
}) as unknown as z.ZodType<PartnerDraft>

export const NO_PARTNER: PartnerDraft = { ...emptyIn(TYPED), ne_predlaze: '' }

/** A stored partner as the form shows it. */
export const draftOf = (partner: Partner): PartnerDraft => ({
  ...typedIn(TYPED, partner),
  ne_predlaze: partner.ne_predlaze ? YES : '',
})

const fieldsOf = (draft: PartnerDraft) => ({ ...draft, ne_predlaze: draft.ne_predlaze === YES })

/** The body to be sent, or what is wrong. */
export const checkPartner = (draft: PartnerDraft): Checked<PartnerBody> =>
  checkIn(PARTNER, fieldsOf(draft), partnerBody)

/** The fields as the form calls them. */
export const factsOf = (draft: PartnerDraft): RecordFacts => ({ facts: readIn(PARTNER, fieldsOf(draft)), lines: [] })
