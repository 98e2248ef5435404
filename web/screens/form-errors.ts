import {
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  set,
  type UseFormSetError,
} from 'react-hook-form'
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

/**
 * The check of a draft as react-hook-form wants it. The first error of a field counts; a list's own error stands at
 * `list.root`.
 */
export function resolverOf<Draft extends FieldValues>(check: (draft: Draft) => Checked<unknown>): Resolver<Draft> {
  return (draft) => {
    const { errors } = check(draft)
    if (!errors) return { values: draft, errors: {} }
    const nested: FieldErrors<Draft> = {}
    for (const { field, message } of [...errors].reverse()) {
      set(nested, Array.isArray(draft[field]) ? `${field}.root` : field, { type: 'check', message })
    }
    return { values: {}, errors: nested }
  }
}

/**
 * Puts the server's `errors[]` at the fields of a form. An error at no field of the form harms nothing: the banner shows
 * the server's sentence anyway.
 */
export function showServerErrors<Draft extends FieldValues>(error: unknown, setError: UseFormSetError<Draft>): void {
  if (!(error instanceof ApiError)) return
  for (const { field, message } of error.errors) setError(field as Path<Draft>, { type: 'server', message })
}
