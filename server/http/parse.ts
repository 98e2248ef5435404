import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { fieldErrorsOf, summaryOf } from '#contract/errors.ts'
import { MAX_TOLD_ERRORS } from '#contract/limits.ts'
import { Refusal } from '#server/refusal.ts'

/** The number of list members that are read in one go: it takes some milliseconds, whatever they hold. */
const PIECE = 50

/** A value read by a schema, or a refusal with a sentence for each field. */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw refusalOf(parsed.error.issues)
}

/**
 * The same for a body. Others get their turn between the pieces of a long list: thousands of lines take half a second
 * if their texts are unusual. A list with many errors is not read to its end.
 */
export async function parseBody<T extends z.ZodType>(schema: T, value: unknown): Promise<z.output<T>> {
  const long = longLists(schema, value)
  if (long.length === 0) return parse(schema, value)
  const read: Record<string, unknown> = { ...(value as object) }
  const issues: z.core.$ZodIssue[] = []
  for (const [name, element] of long) {
    const members = read[name] as readonly unknown[]
    const outputs: unknown[] = []
    for (const [at, member] of members.entries()) {
      if (issues.length >= MAX_TOLD_ERRORS) break
      if (at % PIECE === 0) await nextTurn()
      const parsed = element.safeParse(member)
      if (parsed.success) outputs.push(parsed.data)
      else issues.push(...parsed.error.issues.map((issue) => ({ ...issue, path: [name, at, ...issue.path] })))
    }
    read[name] = outputs
  }
  const whole = withReadLists(schema, long).safeParse(read)
  if (whole.success && issues.length === 0) return whole.data as z.output<T>
  const faulty = new Set(issues.map(({ path }) => path[0]))
  // A list without its faulty members cannot be checked.
  const others = whole.success ? [] : whole.error.issues.filter(({ path }) => !faulty.has(path[0]))
  throw refusalOf([...others, ...issues])
}

const refusalOf = (issues: z.core.$ZodIssue[]): Refusal => {
  const errors = fieldErrorsOf(new z.ZodError(issues))
  return new Refusal('invalid', summaryOf(errors), errors.slice(0, MAX_TOLD_ERRORS))
}

type LongList = readonly [name: string, element: z.ZodType]

/**
 * The lists of a body that are read piece by piece, with the schema of their members. A list beyond its limit is not
 * among them.
 */
function longLists(schema: z.ZodType, value: unknown): LongList[] {
  if (typeof value !== 'object' || value === null) return []
  return listsOf(schema).flatMap(([name, list]): LongList[] => {
    const sent = (value as Record<string, unknown>)[name]
    if (!Array.isArray(sent) || sent.length <= PIECE) return []
    const { maximum = Number.POSITIVE_INFINITY } = list._zod.bag as { maximum?: number }
    return sent.length <= maximum ? [[name, list.element as z.ZodType]] : []
  })
}

/** The lists in the schema of a body. They are kept: each request with a body asks for them. */
const listsBySchema = new WeakMap<z.ZodType, (readonly [name: string, list: z.ZodArray])[]>()

function listsOf(schema: z.ZodType) {
  const known = listsBySchema.get(schema)
  if (known) return known
  const fields = schema instanceof z.ZodObject ? Object.entries(schema.shape) : []
  const found = fields.flatMap(([name, field]) => {
    const list = listIn(field)
    return list ? [[name, list] as const] : []
  })
  listsBySchema.set(schema, found)
  return found
}

const listIn = (field: unknown): z.ZodArray | null => {
  const bare = field instanceof z.ZodOptional ? field.unwrap() : field
  return bare instanceof z.ZodArray ? bare : null
}

/** The schema of a body with lists of parsed members. */
function withReadLists(schema: z.ZodType, lists: readonly LongList[]): z.ZodType {
  const { shape } = schema as z.ZodObject
  const read = lists.map(([name]) => {
    const list = listIn(shape[name]) as z.ZodArray
    return [name, new z.ZodArray({ ...list._zod.def, element: z.any() })] as const
  })
  return (schema as z.ZodObject).extend(Object.fromEntries(read))
}
