import { z } from 'zod'
import { breathe, isDue, portions } from '#server/breathe.ts'

/** Rows that are encoded before others are let in: a few milliseconds. */
const ROWS_AT_ONCE = 500

/**
 * What the contract makes of a reply. Long lists, be they the reply or a field of it, are encoded in portions: a late
 * document names thousands of exports.
 */
export async function encodeReply(schema: z.ZodType, reply: unknown): Promise<object> {
  if (schema instanceof z.ZodArray) return encodeRows(schema.element as z.ZodType, reply as unknown[])
  const lists: Record<string, unknown[]> = {}
  const shape: Record<string, unknown> = schema instanceof z.ZodObject ? schema.shape : {}
  for (const [name, rows] of Object.entries(reply as object)) {
    const field = shape[name]
    if (!(field instanceof z.ZodArray) || !Array.isArray(rows) || rows.length <= ROWS_AT_ONCE) continue
    lists[name] = await encodeRows(field.element as z.ZodType, rows)
  }
  const none = Object.fromEntries(Object.keys(lists).map((name) => [name, []]))
  return { ...(z.encode(schema, { ...(reply as object), ...none } as never) as object), ...lists }
}

async function encodeRows(element: z.ZodType, rows: readonly unknown[]): Promise<unknown[]> {
  const list = z.array(element)
  const encoded: unknown[] = []
  for (const some of portions(rows, ROWS_AT_ONCE)) {
    encoded.push(...(z.encode(list, some as never) as unknown[]))
    if (isDue()) await breathe()
  }
  return encoded
}
