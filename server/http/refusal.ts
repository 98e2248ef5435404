import type { ErrorCode, FieldError } from '#contract/errors.ts'

/** A refusal that the user is meant to read: a code and a Serbian sentence. Whatever else is thrown is a fault of ours. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly errors: readonly FieldError[] | undefined

  constructor(code: ErrorCode, message: string, errors?: readonly FieldError[]) {
    super(message)
    this.code = code
    this.errors = errors
  }
}
