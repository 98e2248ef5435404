import type { z } from 'zod'
import { OTPAD, type OtpadBody, type OtpadRaspored, otpadEndpoints } from '#contract/otpad.ts'
import type { RecordFacts } from '#web/drafts/differences.ts'
import { checkIn, emptyIn, readIn, shapeIn, type TypedOf, typedIn } from '#web/drafts/typed-fields.ts'
import type { Checked } from '#web/screens/form-errors.ts'

export type OtpadDraft = TypedOf<typeof OTPAD>

/** The kind of form, under which drafts are kept. */
export const OTPAD_KIND = 'otpad'

/** The shape that a kept draft must have to be offered. */
export const otpadShape = shapeIn(OTPAD) as z.ZodType<OtpadDraft>

export const NO_OTPAD: OtpadDraft = emptyIn(OTPAD)

/** A use of waste as the form shows it. */
export const draftOf = (raspored: OtpadRaspored): OtpadDraft => typedIn(OTPAD, raspored)

const { body: BODY } = otpadEndpoints.createOtpad

/** The body to be sent, or what is wrong, a day that cannot be read in the words of the form. */
export const checkOtpad = (draft: OtpadDraft): Checked<OtpadBody> => checkIn(OTPAD, draft, BODY)

/** The fields as the form calls them. */
export const factsOf = (draft: OtpadDraft): RecordFacts => ({ facts: readIn(OTPAD, draft), lines: [] })
