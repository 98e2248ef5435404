import type { z } from 'zod'
import { type FieldError, fieldErrorsOf } from '#contract/errors.ts'
import { ApiError } from '#web/api.ts'

/** The outcome of checking a draft: the body to be sent, or its faults, field by field. */
export type Checked<Body> = { body: Body; errors?: undefined } | { body?: undefined; errors: readonly FieldError[] }

/** Reads what stands in a form by the contract: the very check and sentences of the server. */
export function checkBy<T extends z.ZodType>(schema: T, wire: unknown): Checked<z.output<T>> {
  const parsed = schema.safeParse(wire)
  return parsed.success ? { body: parsed.data } : { errors: fieldErrorsOf(parsed.error) }
}

/** The sentences about what is wrong, by field. */
export const byField = (errors: readonly FieldError[] = []): Record<string, string> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))

/** The sentences of a refusal by the server, by field; empty for any other failure. */
export const refusedFields = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? byField(error.errors) : {}
