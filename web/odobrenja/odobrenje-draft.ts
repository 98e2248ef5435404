import { z } from 'zod'
import { ODOBRENJE, ODOBRENJE_LINE, type Odobrenje, type OdobrenjeBody, odobrenjeBody } from '#contract/odobrenja.ts'
import type { RecordFacts } from '#web/drafts/differences.ts'
import { withoutFirst } from '#web/drafts/draft.ts'
import { checkIn, emptyIn, readIn, shapeIn, type TypedOf, typedIn, wireIn } from '#web/drafts/typed-fields.ts'
import type { Checked } from '#web/screens/form-errors.ts'

/** A line as it is typed; yes is a word, so that all of it is text. */
export type LineDraft = { readonly [K in keyof typeof ODOBRENJE_LINE]: string }
export type OdobrenjeDraft = TypedOf<typeof ODOBRENJE> & { readonly stavke: readonly LineDraft[] }

/** The kind of form, under which drafts are kept. */
export const ODOBRENJE_KIND = 'odobrenje'
export const YES = 'DA'

const typed = z.string()
const lineShape = z.object({
  tarifni_broj: typed,
  opis: typed,
  najvise_kolicina: typed,
  jedinica_mere: typed,
  sporedni: typed,
})
/** The shape that a kept draft must have to be offered. */
export const odobrenjeShape: z.ZodType<OdobrenjeDraft> = shapeIn(ODOBRENJE).extend({ stavke: z.array(lineShape) })

export const NEW_LINE: LineDraft = { ...emptyIn(ODOBRENJE_LINE), sporedni: '' }
/** With a first line to type into; untouched it is not sent. */
export const NO_ODOBRENJE: OdobrenjeDraft = { ...emptyIn(ODOBRENJE), stavke: [NEW_LINE] }

/** A stored authorisation as the form shows it. */
export const draftOf = (odobrenje: Odobrenje): OdobrenjeDraft => ({
  ...typedIn(ODOBRENJE, odobrenje),
  stavke: odobrenje.stavke.map((line) => ({
    ...typedIn(ODOBRENJE_LINE, line),
    sporedni: line.sporedni ? YES : '',
  })),
})

const fieldsOf = (line: LineDraft) => ({ ...line, sporedni: line.sporedni === YES })

/** The body to be sent, or what is wrong, a day that cannot be read in the words of the form. */
export const checkOdobrenje = (draft: OdobrenjeDraft): Checked<OdobrenjeBody> =>
  checkIn(ODOBRENJE, draft, odobrenjeBody, {
    stavke: withoutFirst(draft.stavke, NEW_LINE).map((line) => wireIn(ODOBRENJE_LINE, fieldsOf(line))),
  })

/** The fields and lines as the form calls them. */
export const factsOf = (draft: OdobrenjeDraft): RecordFacts => ({
  facts: readIn(ODOBRENJE, draft),
  lines: withoutFirst(draft.stavke, NEW_LINE).map((line, at) => {
    const facts = readIn(ODOBRENJE_LINE, fieldsOf(line))
    const summary = facts.flatMap(({ field, text }) => (text && field !== 'sporedni' ? [text] : [])).join(' · ')
    return { id: String(at), name: `Stavka ${at + 1}`, summary, facts }
  }),
})
