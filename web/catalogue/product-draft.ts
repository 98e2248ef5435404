import { z } from 'zod'
import { enteredIn } from '#contract/form-fields.ts'
import {
  NOVA_VERZIJA,
  PRODUCT,
  PRODUCT_CHANGE,
  type ProductSaved,
  productBody,
  productTexts,
} from '#contract/products.ts'
import { formatMicro, type Micro, NO_QUANTITY, parseSerbian } from '#domain/decimal.ts'
import type { RecordFacts } from '#web/drafts/differences.ts'
import { withoutFirst } from '#web/drafts/draft.ts'
import { checkIn, emptyIn, readIn, shapeIn, type TypedOf, typedIn } from '#web/drafts/typed-fields.ts'
import type { Checked } from '#web/screens/form-errors.ts'
import { typedNumber, wireNumber } from '#web/ui/number-text.ts'

/** One line of the normativ; name and unit of the material are only shown. */
export type NormativDraft = {
  readonly materijal_id: string
  readonly naziv: string
  readonly jedinica_mere: string
  readonly potrebna_kolicina: string
  readonly otpad_procenat: string
  readonly gubitak_procenat: string
}
export type ProductDraft = TypedOf<typeof PRODUCT & typeof NOVA_VERZIJA> & {
  readonly normativi: readonly NormativDraft[]
}

export const PRODUCT_NOT_SAVED = 'Greška prilikom snimanja proizvoda.'

const typed = z.string()
/** The shape that a kept draft must have to be offered. */
export const productShape: z.ZodType<ProductDraft> = shapeIn({ ...PRODUCT, ...NOVA_VERZIJA }).extend({
  normativi: z.array(
    z.object({
      materijal_id: typed,
      naziv: typed,
      jedinica_mere: typed,
      potrebna_kolicina: typed,
      otpad_procenat: typed,
      gubitak_procenat: typed,
    }),
  ),
})

/** The body of the form: an edit may make its normativ a new version. */
const formBody = productBody.extend(enteredIn(NOVA_VERZIJA))
export type ProductFormBody = z.output<typeof formBody>

/** A new line starts with quantity 1 (decisions §5). */
export const NEW_LINE: NormativDraft = {
  materijal_id: '',
  naziv: '',
  jedinica_mere: '',
  potrebna_kolicina: '1',
  otpad_procenat: '',
  gubitak_procenat: '',
}

/** An empty product with the first line of its normativ: every product has one. */
export const NO_PRODUCT: ProductDraft = { ...emptyIn(PRODUCT), ...emptyIn(NOVA_VERZIJA), normativi: [NEW_LINE] }

/** Without waste the field is empty. */
const typedPercent = (value: Micro): string => (value === NO_QUANTITY ? '' : typedNumber(value))

/** A stored product as the form shows it. */
export const draftOf = (product: ProductSaved): ProductDraft => ({
  ...typedIn(PRODUCT, product),
  ...emptyIn(NOVA_VERZIJA),
  normativi: product.normativ.map((line) => ({
    materijal_id: line.materijal_id,
    naziv: line.naziv,
    jedinica_mere: line.jedinica_mere,
    potrebna_kolicina: typedNumber(line.potrebna_kolicina),
    otpad_procenat: typedPercent(line.otpad_procenat),
    gubitak_procenat: typedPercent(line.gubitak_procenat),
  })),
})

/**
 * The body to be sent, product and normativ together, or the sentences of spec §5 with the number of the line. An edit
 * sends the ID too, but the server reads only the one in the path. While single lines are wrong, nothing is said about
 * the list: two empty lines are no repetition. Text that is no material is named.
 */
export function checkProduct({ normativi: typed, ...product }: ProductDraft): Checked<ProductFormBody> {
  const normativi = withoutFirst(typed, NEW_LINE)
  const checked = checkIn({ ...PRODUCT, ...NOVA_VERZIJA }, product, formBody, {
    normativi: normativi.map(({ materijal_id, potrebna_kolicina, otpad_procenat, gubitak_procenat }) => ({
      materijal_id,
      potrebna_kolicina: wireNumber(potrebna_kolicina),
      otpad_procenat: wireNumber(otpad_procenat),
      gubitak_procenat: wireNumber(gubitak_procenat),
    })),
  })
  if (!checked.errors) return checked
  const errors = checked.errors.map(({ field, message }) => ({
    field,
    message: unknownAt(normativi, field) ?? message,
  }))
  const ofLines = errors.some(({ field }) => field.startsWith('normativi.'))
  return { errors: ofLines ? errors.filter(({ field }) => field !== 'normativi') : errors }
}

/** A sentence about a line with a text that is no material of the catalogue; undefined of any other field. */
function unknownAt(normativi: readonly NormativDraft[], field: string): string | undefined {
  const place = normativi.findIndex(
    ({ materijal_id, naziv }, index) =>
      field === `normativi.${index}.materijal_id` && materijal_id === '' && naziv !== '',
  )
  const line = normativi[place]
  return line && productTexts.unknownMaterial(line.naziv, place + 1)
}

/** The fields that an edit can change, as the form calls them, and the normativ by material. */
export const factsOf = (draft: ProductDraft): RecordFacts => ({
  facts: readIn({ ...PRODUCT_CHANGE, ...NOVA_VERZIJA }, draft),
  lines: draft.normativi
    .filter(({ materijal_id }) => materijal_id !== '')
    .map(({ materijal_id, naziv, jedinica_mere, potrebna_kolicina, otpad_procenat, gubitak_procenat }) => {
      const value = parseSerbian(potrebna_kolicina)
      const beside = [
        otpad_procenat && `otpad ${otpad_procenat} %`,
        gubitak_procenat && `gubitak ${gubitak_procenat} %`,
      ]
      const kolicina = `${value === null ? potrebna_kolicina : formatMicro(value)} ${jedinica_mere}`.trim()
      const text = [kolicina, ...beside].filter(Boolean).join(' · ')
      return {
        id: materijal_id,
        name: `Normativ · ${naziv} (${materijal_id})`,
        summary: text,
        facts: [{ field: 'potrebna_kolicina', label: 'Količina', text }],
      }
    }),
})
