import { z } from 'zod'
import { type CalendarDate, parseIsoDate, parsePeriodEnd } from '#domain/calendar-date.ts'
import { countryName } from '#domain/countries.ts'
import {
  MAX_ENTERED,
  MAX_NUMBER_CHARACTERS,
  type Micro,
  microFromNumber,
  microToNumber,
  NO_QUANTITY,
  type Para,
  paraFromNumber,
  paraToNumber,
  parseMicro,
  rangeEnd,
} from '#domain/decimal.ts'
import { inOneForm, latinCode, normalized, visibleCode } from '#domain/one-form.ts'
import { MAX_NAME_CHARACTERS, MAX_PAGE, MAX_PAGE_ROWS, MAX_REDNI_BROJ, MAX_SEARCH_CHARACTERS } from './limits.ts'

// zod's own messages are English; these stand in where a field has no message of its own.
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && issue.expected === 'object' && issue.input !== undefined)
      return 'Očekuje se JSON objekat.'
    if (issue.input === undefined || issue.input === null || issue.input === '') return 'Polje je obavezno.'
    if (issue.code === 'unrecognized_keys') return `Nepoznato polje: ${issue.keys.join(', ')}.`
    return 'Vrednost nije ispravna.'
  },
})

/** The inner side of a codec. `z.custom` would call an empty check for each number of an answer. */
export const inner = <T>(): z.ZodType<T, T> => z.any()

/** Characters that no form can type are refused: NUL and half a letter cannot be kept as text by PostgreSQL. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
const notStorable = (label: string) => `${label}: nedozvoljeni znaci.`

/** Required text; `missing` is the sentence shown when it is empty. */
export const requiredText = (label: string, maxCharacters: number, missing = `${label}: obavezno polje.`) =>
  required(inOneForm, label, maxCharacters, missing)

/** A required number or code, e.g. of a document. */
export const requiredCode = (label: string, maxCharacters: number, missing = `${label}: obavezno polje.`) =>
  required(visibleCode, label, maxCharacters, missing)

/** A required ID of a material or product: these are Latin, so that one in Cyrillic letters that look the same is meant. */
export const requiredId = (label: string, maxCharacters: number, missing = `${label}: obavezno polje.`) =>
  required(latinCode, label, maxCharacters, missing)

export const required = (clean: (text: string) => string, label: string, maxCharacters: number, missing: string) =>
  z
    .string({ error: ({ input }) => (input == null ? missing : `${label}: očekuje se tekst.`) })
    .overwrite(clean)
    .refine(isStorable, notStorable(label))
    .min(1, missing)
    .max(maxCharacters, `${label}: najviše ${maxCharacters} znakova.`)

/** A country: any text, a known one in its own spelling, so that filters and sums find it. */
export const requiredCountry = (label: string, missing?: string) =>
  requiredText(label, MAX_NAME_CHARACTERS, missing).overwrite(countryName)

/** Optional text: absent, null and blank all become null. */
export const optionalText = (label: string, maxCharacters: number) =>
  z.codec(z.string({ error: `${label}: očekuje se tekst.` }).nullish(), z.string().nullable(), {
    decode: (text, context) => {
      const bare = (text && inOneForm(text)) || null
      if (bare && (bare.length > maxCharacters || !isStorable(bare))) {
        const message = bare.length > maxCharacters ? `${label}: najviše ${maxCharacters} znakova.` : notStorable(label)
        context.issues.push({ code: 'custom', message, input: text })
      }
      return bare
    },
    encode: (text) => text,
  })

const allowed = (label: string, options: readonly string[]) => `${label}: dozvoljeno je ${options.join(', ')}.`

/** One of the options of a list, e.g. a document type. */
export const oneOf = <const T extends readonly [string, ...string[]]>(label: string, options: T) =>
  z.enum(options, { error: ({ input }) => (input ? allowed(label, options) : `${label}: obavezno polje.`) })

/** The same for a field with a default, which counts where the value is absent, null or empty. */
export const oneOfOr = <const T extends readonly [string, ...string[]]>(
  label: string,
  options: T,
  otherwise: NoInfer<T[number]>,
) => {
  const option = oneOf(label, options)
  const sent = z.union([option, z.literal('')], allowed(label, options)).nullish()
  return z.codec(sent, option, { decode: (value) => value || otherwise, encode: (value) => value })
}

type NumberMessages = { missing: string; invalid: string; positive: string }
const numberMessages = (label: string): NumberMessages => ({
  missing: `${label}: obavezno polje.`,
  invalid: `${label} mora biti broj sa najviše 6 decimala.`,
  positive: `${label} mora biti veća od 0`,
})

/**
 * A quantity, norm or unit price: a JSON number (or its plain decimal text) ↔ Micro; greater than 0, at most
 * 1 000 000 000, at most 6 places (decisions §2). The messages may be the specification's own.
 */
export const positiveMicro = (label: string, messages: Partial<NumberMessages> = {}) => {
  const say = { ...numberMessages(label), ...messages }
  return z
    .codec(
      z.union([z.number(), z.string()], { error: (issue) => (issue.input == null ? say.missing : say.invalid) }),
      inner<Micro>(),
      {
        decode: (value, context) => {
          const micro = typeof value === 'number' ? microFromNumber(value) : parseMicro(value.trim())
          const message = refusalOf(value, micro, say, label)
          if (message) context.issues.push({ code: 'custom', message, input: value })
          return micro ?? (0 as Micro)
        },
        encode: (value) => microToNumber(value),
      },
    )
    .meta({ type: 'number', exclusiveMinimum: 0, maximum: microToNumber(MAX_ENTERED) })
}

function refusalOf(value: number | string, micro: Micro | null, say: NumberMessages, label: string): string | null {
  if (typeof value === 'string' && value.length > MAX_NUMBER_CHARACTERS) return say.invalid
  if (typeof value === 'string' && value.trim() === '') return say.missing
  if (Number(value) > microToNumber(MAX_ENTERED)) return `${label}: najviše 1.000.000.000.`
  if (Number(value) <= 0) return say.positive
  if (micro === null || micro > MAX_ENTERED) return say.invalid
  return null
}

/** A part of a hundred, 0 where it is absent: below 100, at most 6 places. */
export const percent = (label: string) => {
  const fault = `${label}: broj od 0 do manje od 100, sa najviše 6 decimala.`
  return z
    .codec(z.union([z.number(), z.string()], { error: fault }).nullish(), inner<Micro>(), {
      decode: (value, context) => {
        const text = value ?? 0
        const part = typeof text === 'number' ? microFromNumber(text) : parseMicro(text.trim() || '0')
        if (part === null || part < 0 || part >= HUNDRED)
          context.issues.push({ code: 'custom', message: fault, input: value })
        return part ?? NO_QUANTITY
      },
      encode: (value) => microToNumber(value),
    })
    .meta({ type: 'number', minimum: 0, exclusiveMaximum: 100 })
}
const HUNDRED = 100_000_000

/** An exact quantity or unit price in an answer. */
export const micro = z.codec(z.number(), inner<Micro>(), {
  decode: (value) => microFromNumber(value) ?? (Math.round(value * 1e6) as Micro),
  encode: (value) => microToNumber(value),
})

/** An amount of money in an answer, two places. */
export const para = z.codec(z.number(), inner<Para>(), {
  decode: (value) => paraFromNumber(value) ?? (Math.round(value * 100) as Para),
  encode: (value) => paraToNumber(value),
})

/** A day. A longer ISO text is taken for its day (forms of old clients send it so). */
export const day = (label: string) =>
  z
    .codec(
      z.string({
        error: (issue) => (issue.input == null ? `${label}: obavezno polje.` : `${label}: datum nije ispravan.`),
      }),
      inner<CalendarDate>(),
      {
        decode: (text, context) => {
          const date = parseIsoDate(text)
          if (!date) context.issues.push({ code: 'custom', message: `${label}: ${dayFault(text)}`, input: text })
          return date ?? ('' as CalendarDate)
        },
        encode: (date) => date,
      },
    )
    .meta({ format: 'date' })

const NO_DAY = 'datum nije ispravan (GGGG-MM-DD).'

function dayFault(text: string): string {
  if (text.trim() === '') return 'obavezno polje.'
  return parsePeriodEnd(text) ? 'godina mora biti od 1990. do 2100.' : NO_DAY
}

/** A day in an answer. */
export const dayReply = z
  .custom<CalendarDate>((value) => typeof value === 'string')
  .meta({ type: 'string', format: 'date' })

/** An integer in an answer: a count, an id, a version. */
export const whole = z.number().meta({ type: 'integer' })

/** A moment in an answer: ISO 8601 text in UTC ↔ milliseconds since 1970. */
export const moment = z
  .codec(z.string(), z.number(), {
    decode: (text) => Date.parse(text),
    encode: (milliseconds) => new Date(milliseconds).toISOString(),
  })
  .meta({ format: 'date-time' })

/** An integer in a path, e.g. a document id. An impossible id is not found, and `0x1` or `1.0` is not the 1. */
export const idParam = z.object({
  id: z.preprocess(
    (text) => (/^[1-9]\d*$/.test(String(text)) ? Number(text) : text),
    z.number().int().positive().max(Number.MAX_SAFE_INTEGER).catch(0),
  ),
})

/** Text in a path. Text that cannot be stored becomes empty, an id that no record has: nothing is found. */
export const pathText = z
  .string()
  .overwrite((text) => normalized(text, 'NFC'))
  .refine(isStorable)
  .catch('')

export const codeParam = z.object({ id: pathText.overwrite(latinCode) })

const susedPoNazivu = z.object({ id: z.string(), naziv: z.string() }).meta({ id: 'SusedPoNazivu' })
/** The rows of a catalogue on either side of one, in the order of names. */
export const susedniPoNazivu = z.object({ prethodni: susedPoNazivu.nullable(), sledeci: susedPoNazivu.nullable() })
export type SusedniPoNazivu = z.output<typeof susedniPoNazivu>

/** The path of an uploaded PDF: absent keeps the stored one, null or '' removes it (decisions §3). */
export const pdfPath = z
  .string({ error: 'PDF: očekuje se putanja.' })
  .refine(isStorable, 'PDF: očekuje se putanja.')
  .nullish()

const NO_LINE = 'ID stavke nije ispravan.'
/** The id of a line that is stored already; absent and null on a new one. */
export const lineId = z.number(NO_LINE).int(NO_LINE).positive(NO_LINE).nullish()

type WholeMessages = { missing: string; wrong: string; low: string; high: string }
/** An integer in these bounds; forms may send it as text. The messages may be a field's own. */
export const wholeNumber = (label: string, min: number, max: number, messages: Partial<WholeMessages> = {}) => {
  const all = `${label}: ceo broj od ${min} do ${max}.`
  const { missing, wrong, low, high } = {
    missing: `${label}: obavezno polje.`,
    wrong: all,
    low: all,
    high: all,
    ...messages,
  }
  return z
    .codec(
      z.union([z.number(), z.string().trim().min(1, missing)], {
        error: ({ input }) => (input == null || input === '' ? missing : wrong),
      }),
      z.number(wrong).int(wrong).min(min, low).max(max, high),
      {
        decode: (value) => (typeof value === 'number' || /^-?\d+$/.test(value) ? Number(value) : Number.NaN),
        encode: (value) => value,
      },
    )
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** Ordinal number of a line in its invoice. */
export const ordinal = wholeNumber('Redni broj', 1, MAX_REDNI_BROJ, {
  missing: 'Redni broj je obavezan.',
  wrong: 'Redni broj mora biti ceo broj.',
  low: 'Redni broj mora biti najmanje 1.',
  high: 'Redni broj je prevelik.',
})

/** A field that may be left out: absent, null and blank all become null; else it is checked as `entered` says. */
export const orNull = <E extends z.ZodType>(entered: E) =>
  z.union([z.null(), BLANK, entered], { error: ({ errors }) => errors.at(-1)?.[0]?.message }).default(null)
const BLANK = z.codec(z.string().regex(/^\s*$/), z.null(), { decode: () => null, encode: () => '' })

const blankToUndefined = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)

const searched = z
  .string()
  .trim()
  .max(MAX_SEARCH_CHARACTERS, 'Pretraga je predugačka.')
  .refine(isStorable, notStorable('Pretraga'))

/** Optional query parameters: a blank one is an absent one, as forms send them. */
export const queryText = z.preprocess(blankToUndefined, searched.optional())
/** The ID of a document that a list is filtered by. */
export const queryId = (label: string) =>
  z.preprocess(
    (text) => (text === '' ? undefined : text),
    z.coerce
      .number({ error: `${label}: očekuje se ID.` })
      .int(`${label}: očekuje se ID.`)
      .optional(),
  )
/** A count, from 0 on; blank and absent are none. */
export const queryWhole = (name: string) => {
  const error = `${name}: očekuje se ceo broj od 0 naviše.`
  return z.preprocess(blankToUndefined, z.coerce.number({ error }).int(error).nonnegative(error).optional())
}
/** A country that a list is filtered by, in the spelling in which documents have it. */
export const queryCountry = z.preprocess(blankToUndefined, searched.overwrite(countryName).optional())
/** An end of the period that a list is filtered by; blank and absent are none, any other text must be a day. */
export const queryDay = (label: string) =>
  z
    .preprocess(
      blankToUndefined,
      z
        .string()
        .transform((text, context) => {
          const date = parsePeriodEnd(text)
          if (!date) context.issues.push({ code: 'custom', message: `${label}: ${NO_DAY}`, input: text })
          return date ?? z.NEVER
        })
        .optional(),
    )
    .meta({ format: 'date' })
/** The periods that a list may be filtered by: the names of begin and end, then their second ones. */
const PERIODS = [
  ['datum_od', 'datum_do', 'dateStart', 'dateEnd'],
  ['uvoz_od', 'uvoz_do', 'uvoz_od', 'uvoz_do'],
] as const

/** A choice in an address; off unless given. */
export const querySwitch = (name: string) =>
  z.stringbool({ error: `${name}: očekuje se true ili false.` }).default(false)

/** Filters of a list. A period that ends before it begins is refused: its sums would look like those of a period. */
export const filters = <T extends z.ZodRawShape>(shape: T) =>
  z.object(shape).superRefine((query, context) => {
    const days = query as Readonly<Record<string, CalendarDate | undefined>>
    for (const [begin, end, secondBegin, secondEnd] of PERIODS) {
      const [from, to] = [days[begin] ?? days[secondBegin], days[end] ?? days[secondEnd]]
      if (from && to && from > to)
        context.addIssue({ code: 'custom', message: BACKWARDS, path: [days[end] ? end : secondEnd], input: to })
    }
  })
export const BACKWARDS = 'Kraj perioda je pre njegovog početka.'

/** An end of a range of amounts with so many places. An end that no amount can have is rounded into the range. */
export const queryNumber = <T extends Micro | Para>(label: string, places: number, end: 'od' | 'do') =>
  z
    .preprocess(
      blankToUndefined,
      z
        .string()
        .optional()
        .transform((text, context) => {
          if (text === undefined) return undefined
          const value = /^-?\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text.replace(',', '.')) : Number.NaN
          if (Number.isFinite(value)) return rangeEnd(value, places, end === 'od') as T
          context.issues.push({ code: 'custom', message: `${label} ${end}: očekuje se broj.`, input: text })
          return undefined
        }),
    )
    .meta({ type: 'number' })

/** `page` under 1 is 1, `limit` at most 5000 (decisions §4); nonsense falls back to the default. */
export const pageQuery = (defaultRows: number) => ({
  page: z.coerce
    .number()
    .int()
    .catch(1)
    .default(1)
    .transform((page) => Math.min(Math.max(page, 1), MAX_PAGE)),
  limit: z.coerce
    .number()
    .int()
    .catch(defaultRows)
    .default(defaultRows)
    .transform((rows) => (rows < 1 ? defaultRows : Math.min(rows, MAX_PAGE_ROWS))),
})

/** A page of a list; `alias` is the second name under which the specification's clients read the rows. */
export const pageReply = <T extends z.ZodType, A extends string = never>(row: T, alias?: A) =>
  z.object({
    results: z.array(row),
    ...((alias ? { [alias]: z.array(row) } : {}) as Record<A, z.ZodArray<T>>),
    total: whole,
    totalPages: whole,
    page: whole,
    limit: whole,
  })
