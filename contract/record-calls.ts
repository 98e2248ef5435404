import { z } from 'zod'
import { pageQuery, pageReply, queryText } from './fields.ts'
import { RECORD_PAGE_ROWS } from './limits.ts'

/**
 * The query of a list besides its page: words to find in its rows, one of these columns to order by, and the direction.
 */
export const listFilters = <const C extends readonly [string, ...string[]]>(columns: C) => ({
  search: queryText,
  sort: z.enum(columns).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
})

type Kind<One, Body, Params> = {
  /** The answer of every call but the list and the deletion. */
  readonly one: One
  readonly body: Body
  readonly params: Params
  /** A body, for the description of the API. */
  readonly example: unknown
}

/** The calls that records have in common, below `path`; each is given the sentence that says what it does. */
export const recordCalls = <
  const P extends `/${string}`,
  One extends z.ZodType,
  Body extends z.ZodType,
  Params extends z.ZodObject,
>(
  path: P,
  { one: reply, body, params, example }: Kind<One, Body, Params>,
) => {
  const ofOne = `${path}/{id}` as const
  return {
    list: <Row extends z.ZodType, F extends z.ZodRawShape>(summary: string, row: Row, filters: F) => {
      const query = z.object({ ...pageQuery(RECORD_PAGE_ROWS), ...filters })
      return { method: 'GET', path, summary, query, reply: pageReply(row) } as const
    },
    create: (summary: string) => ({ method: 'POST', path, summary, body, example, reply, status: 201 }) as const,
    get: (summary: string) => ({ method: 'GET', path: ofOne, summary, params, reply }) as const,
    update: (summary: string) => ({ method: 'PUT', path: ofOne, summary, params, body, example, reply }) as const,
    remove: (summary: string) => {
      return {
        method: 'DELETE',
        path: ofOne,
        summary,
        params,
        reply: z.object({ message: z.string() }),
      } as const
    },
    restore: (summary: string) => ({ method: 'POST', path: `/vrati${ofOne}`, summary, params, reply }) as const,
  }
}
