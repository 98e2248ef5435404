import { z } from 'zod'
import { isCode } from '#domain/codes.ts'
import {
  dayReply,
  day as enteredDay,
  ordinal as enteredOrdinal,
  micro,
  oneOf,
  oneOfOr,
  optionalText,
  orNull,
  para,
  positiveMicro,
  requiredCode,
  requiredCountry,
  requiredId,
  requiredText,
  whole,
  wholeNumber,
} from './fields.ts'
import { MAX_CODE_CHARACTERS, MAX_NAME_CHARACTERS } from './limits.ts'
import { optionalAmount, optionalId, optionalPercent, optionalQuantity } from './optional-fields.ts'

/**
 * How a field is typed, read, compared and stored; `goods` is a material or product of the catalogue, `price` a number
 * with two places at least, behind which the amount of its line stands, `amount` one of money, `reference` the ID of a row
 * that is chosen by another name.
 */
export type FieldKind =
  | 'ordinal'
  | 'whole'
  | 'goods'
  | 'number'
  | 'price'
  | 'percent'
  | 'amount'
  | 'reference'
  | 'flag'
  | 'code'
  | 'text'
  | 'country'
  | 'choice'
  | 'day'

/**
 * A field that a person fills in, defined once for browser and server: its check on the way in, its shape in an answer,
 * and its names in forms, pasted tables, spreadsheets, the audit trail and the API's description.
 */
export type FormField<E extends z.ZodType = z.ZodType, S extends z.ZodType = z.ZodType> = {
  readonly kind: FieldKind
  /** Its name in the form. */
  readonly label: string
  readonly entered: E
  readonly stored: S
  /** Other words that mean it above a column, as `headerText` folds them; its own name always does. */
  readonly headings: readonly string[]
  /** The value in a new form or line. */
  readonly empty: string
  readonly optional: boolean
  readonly choices: readonly string[]
  /** The text that people read for a choice that is a word of the API. */
  readonly choiceTexts: Readonly<Record<string, string>>
  /** The name in sentences and in the audit trail. */
  readonly said: string
}

/** The fields of a document or of its lines by name, in the order of the form. */
export type FieldTable = Readonly<Record<string, FormField>>

type More = Partial<Pick<FormField, 'headings' | 'empty' | 'said' | 'choices'>>

type OwnChecks<E, S> = Partial<Omit<FormField, 'entered' | 'stored'>> & { readonly entered: E; readonly stored: S }

/** A field of a kind with a check of its own: `entered` for the body of a call, `stored` for the answer. */
export const field = <E extends z.ZodType, S extends z.ZodType>(
  kind: FieldKind,
  label: string,
  own: OwnChecks<E, S>,
): FormField<E, S> => ({
  headings: [],
  empty: '',
  optional: false,
  choices: [],
  choiceTexts: {},
  said: label,
  ...own,
  kind,
  label,
})

export const ordinalField = (label: string, more?: More) =>
  field('ordinal', label, { entered: enteredOrdinal, stored: whole, ...more })

export const goodsField = (label: string, more?: More) =>
  field('goods', label, { entered: requiredId(label, MAX_CODE_CHARACTERS), stored: z.string(), ...more })

export const numberField = (label: string, more: More = {}) =>
  field('number', label, { entered: positiveMicro(more.said ?? label), stored: micro, ...more })

export const priceField = (label: string, more: More = {}) =>
  field('price', label, {
    entered: positiveMicro(more.said ?? label, { positive: 'Cena mora biti veća od 0' }),
    stored: micro,
    ...more,
  })

export const flagField = (label: string, more?: More) =>
  field('flag', label, {
    entered: z.boolean({ error: `${label}: očekuje se da ili ne.` }).default(false),
    stored: z.boolean(),
    ...more,
  })

export const codeField = (label: string, more: More = {}) =>
  field('code', label, { entered: requiredCode(more.said ?? label, MAX_CODE_CHARACTERS), stored: z.string(), ...more })

export const textField = (label: string, more: More = {}) =>
  field('text', label, { entered: requiredText(more.said ?? label, MAX_NAME_CHARACTERS), stored: z.string(), ...more })

export const countryField = (label: string, more: More = {}) =>
  field('country', label, { entered: requiredCountry(more.said ?? label), stored: z.string(), ...more })

export const dayField = (label: string, more?: More) =>
  field('day', label, { entered: enteredDay(label), stored: dayReply, ...more })

/** Old data may hold values that are no choice any more. */
export const choiceField = <const T extends readonly [string, ...string[]]>(label: string, choices: T) =>
  field('choice', label, { entered: oneOf(label, choices), stored: z.string(), choices })

/** The same for a field with a default, which also counts where nothing is sent. */
export const choiceOr = <const T extends readonly [string, ...string[]]>(
  label: string,
  choices: T,
  otherwise: NoInfer<T[number]>,
) =>
  field('choice', label, { entered: oneOfOr(label, choices, otherwise), stored: z.string(), choices, empty: otherwise })

/** The ID of a material or product; `missing` is the message where it is empty (spec §5). */
export const catalogueId = (label: string, missing: string) =>
  field('code', label, {
    entered: requiredId('ID', MAX_CODE_CHARACTERS, missing).refine(
      (text) => text === '' || isCode(text),
      'ID mora sadržati 3-10 velikih slova ili brojeva',
    ),
    stored: z.string(),
  })

/** Text or a code that nobody has to give: null where it is not given. */
export const optionalField = (kind: 'text' | 'code', label: string, more: More = {}) =>
  field(kind, label, {
    entered: optionalText(more.said ?? label, kind === 'code' ? MAX_CODE_CHARACTERS : MAX_NAME_CHARACTERS),
    stored: z.string().nullable(),
    ...more,
    optional: true,
  })

/** An integer; a new form begins with `empty`, which also counts where nothing is sent. */
export const wholeField = (label: string, [min, max]: readonly [number, number], empty?: number) => {
  const entered = wholeNumber(label, min, max)
  return empty === undefined
    ? field('whole', label, { entered, stored: whole })
    : field('whole', label, {
        entered: entered.default(empty) as unknown as typeof entered,
        stored: whole,
        empty: String(empty),
      })
}

/** A field of any other kind that nobody has to fill in: null where it is not given. */
export const orNothing = <E extends z.ZodType, S extends z.ZodType>(of: FormField<E, S>) =>
  field(of.kind, of.label, { ...of, entered: orNull(of.entered), stored: of.stored.nullable(), optional: true })
/** The same of a percentage, an amount of money and the ID of a row elsewhere. */
export const percentField = (label: string, more?: More) =>
  field('percent', label, { entered: optionalPercent(label), stored: micro.nullable(), ...more, optional: true })

/** A quantity that nobody has to give. */
export const quantityField = (label: string, more?: More) =>
  field('number', label, { entered: optionalQuantity(label), stored: micro.nullable(), ...more, optional: true })

export const amountField = (label: string, more?: More) =>
  field('amount', label, { entered: optionalAmount(label), stored: para.nullable(), ...more, optional: true })

export const referenceField = (label: string, more?: More) =>
  field('reference', label, { entered: optionalId(label), stored: whole.nullable(), ...more, optional: true })

const mapped = <T extends FieldTable, R>(table: T, of: (field: FormField, name: string) => R) =>
  Object.fromEntries(Object.entries(table).map(([name, one]) => [name, of(one, name)])) as { [K in keyof T]: R }

/** The checks of the fields in a body, by field. */
export const enteredIn = <T extends FieldTable>(table: T) =>
  mapped(table, ({ entered }) => entered) as unknown as { [K in keyof T]: T[K]['entered'] }

/** The shapes of the fields in an answer, by field. */
export const storedIn = <T extends FieldTable>(table: T) =>
  mapped(table, ({ stored }) => stored) as unknown as { [K in keyof T]: T[K]['stored'] }

/** The fields that nobody has to fill in. */
export const optionalIn = (table: FieldTable): FieldTable =>
  Object.fromEntries(Object.entries(table).filter(([, { optional }]) => optional))

/** A record to which nobody has given any of the fields. */
export const nothingIn = <T extends object>(table: T) =>
  Object.fromEntries(Object.keys(table).map((name) => [name, null])) as { [K in keyof T]: null }

/** The names of the fields in their order. */
export const namesIn = <T extends FieldTable>(table: T) => Object.keys(table) as (keyof T & string)[]

/** The fields as facts of the audit trail. */
export const factsIn = <T extends FieldTable>(table: T) =>
  mapped(table, ({ said, kind }) => ({ label: said, kind: FACT_KINDS[kind] }))

/** Words for the API's description of the fields, where it has no sentence of its own. */
export const wordsIn = (table: FieldTable): Record<string, string> => mapped(table, ({ said }) => `${said}.`)

/** How a fact of the audit trail is written: `micro` and `para` are plain JSON numbers, as everywhere on the wire. */
export type FactKind = 'text' | 'code' | 'day' | 'micro' | 'para' | 'whole' | 'flag' | 'rows'

const FACT_KINDS: Readonly<Record<FieldKind, FactKind>> = {
  ordinal: 'whole',
  whole: 'whole',
  goods: 'code',
  number: 'micro',
  price: 'micro',
  percent: 'micro',
  amount: 'para',
  reference: 'whole',
  flag: 'flag',
  code: 'code',
  text: 'text',
  country: 'text',
  choice: 'text',
  day: 'day',
}
