import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#web/api.ts'

/**
 * Puts the server's `errors[]` at the fields of a form. `fieldOf` translates a name of the contract where the form calls
 * it otherwise. An error at no field of the form harms nothing: the banner shows the server's sentence anyway.
 */
export function showServerErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fieldOf: (field: string) => string = (field) => field,
): void {
  if (!(error instanceof ApiError)) return
  for (const { field, message } of error.errors) setError(fieldOf(field) as Path<T>, { type: 'server', message })
}
