import { z } from 'zod'
import { type ProductBody, type ProductSaved, productBody, productTexts } from '#contract/products.ts'
import { formatMicro, parseSerbian } from '#domain/decimal.ts'
import type { Facts } from '#web/drafts/differences.ts'
import { type Checked, checkBy } from '#web/screens/form-errors.ts'
import { typedNumber, wireNumber } from '#web/ui/number-text.ts'

/** One line of the normativ; name and unit of the material are only shown. */
export type NormativDraft = { materijal_id: string; naziv: string; jedinica_mere: string; potrebna_kolicina: string }

/** What stands in the form; everything is text until it is checked. */
export type ProductDraft = {
  id: string
  naziv: string
  hs_code: string
  jedinica_mere: string
  normativi: NormativDraft[]
}

/** The kind of form, under which drafts are kept. */
export const PRODUCT_KIND = 'proizvod'

/** What a kept draft must look like to be offered. */
export const productShape: z.ZodType<ProductDraft> = z.object({
  id: z.string(),
  naziv: z.string(),
  hs_code: z.string(),
  jedinica_mere: z.string(),
  normativi: z.array(
    z.object({
      materijal_id: z.string(),
      naziv: z.string(),
      jedinica_mere: z.string(),
      potrebna_kolicina: z.string(),
    }),
  ),
})

export const NO_PRODUCT: ProductDraft = { id: '', naziv: '', hs_code: '', jedinica_mere: '', normativi: [] }

/** A new line starts with quantity 1 (decisions §5). */
export const NEW_LINE: NormativDraft = { materijal_id: '', naziv: '', jedinica_mere: '', potrebna_kolicina: '1' }

/** A stored product as the form shows it. */
export const draftOf = ({ id, naziv, hs_code, jedinica_mere, normativ }: ProductSaved): ProductDraft => ({
  id,
  naziv,
  hs_code,
  jedinica_mere,
  normativi: normativ.map((line) => ({
    materijal_id: line.materijal_id,
    naziv: line.naziv,
    jedinica_mere: line.jedinica_mere,
    potrebna_kolicina: typedNumber(line.potrebna_kolicina),
  })),
})

/**
 * The body to be sent, product and normativ together, or the sentences of spec §5 with the number of the line. An edit
 * sends it too: the path decides and the ID is not read. While single lines are wrong, nothing is said about the list:
 * two empty lines are no repetition. Text that is no material is named.
 */
export function checkProduct({ normativi, ...product }: ProductDraft): Checked<ProductBody> {
  const checked = checkBy(productBody, {
    ...product,
    normativi: normativi.map(({ materijal_id, potrebna_kolicina }) => ({
      materijal_id,
      potrebna_kolicina: wireNumber(potrebna_kolicina),
    })),
  })
  const errors = (checked.errors ?? []).map((error) => ({
    ...error,
    message: unknownAt(normativi, error.field) ?? error.message,
  }))
  if (!errors.some(({ field }) => field.startsWith('normativi.'))) return checked
  return { errors: errors.filter(({ field }) => field !== 'normativi') }
}

/** What is said of a line with a text that is no material of the catalogue; undefined of any other field. */
function unknownAt(normativi: readonly NormativDraft[], field: string): string | undefined {
  const place = normativi.findIndex(
    ({ materijal_id, naziv }, index) =>
      field === `normativi.${index}.materijal_id` && materijal_id === '' && naziv !== '',
  )
  const line = normativi[place]
  return line && productTexts.unknownMaterial(line.naziv, place + 1)
}

/** The fields that an edit can change, as the form calls them, and the normativ by material. */
export const factsOf = (draft: ProductDraft): Facts => ({
  facts: [
    { field: 'naziv', label: 'Naziv', text: draft.naziv.trim() },
    { field: 'hs_code', label: 'HS kod', text: draft.hs_code.trim() },
    { field: 'jedinica_mere', label: 'Jedinica mere', text: draft.jedinica_mere.trim() },
  ],
  lines: draft.normativi
    .filter(({ materijal_id }) => materijal_id !== '')
    .map(({ materijal_id, naziv, jedinica_mere, potrebna_kolicina }) => {
      const value = parseSerbian(potrebna_kolicina)
      const text = `${value === null ? potrebna_kolicina : formatMicro(value)} ${jedinica_mere}`.trim()
      return {
        id: materijal_id,
        name: `Normativ · ${naziv} (${materijal_id})`,
        summary: text,
        facts: [{ field: 'potrebna_kolicina', label: 'Količina', text }],
      }
    }),
})
