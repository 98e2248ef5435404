import { type ErrorCode, type FieldError, sentences } from '#contract/errors.ts'

/** A refusal for the user to read: a code and a Serbian sentence. Any other error is a fault of ours. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly errors: readonly FieldError[] | undefined

  /** `about`: what is wrong, field by field, or the one field that the message is about. */
  constructor(code: ErrorCode, message: string, about?: readonly FieldError[] | string) {
    super(message)
    this.code = code
    this.errors = typeof about === 'string' ? [{ field: about, message }] : about
  }
}

/** A refusal with the seconds until the next try (`Retry-After`). */
export class TryAgain extends Refusal {
  readonly seconds: number

  constructor(code: ErrorCode, message: string, seconds: number) {
    super(code, message)
    this.seconds = seconds
  }
}

/** The refusal that `work` throws; null where it throws nothing. */
export async function refusalOf(work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The thing that was looked up by its address; refuses (404) when it is not there. */
export async function existing<T>(looked: Promise<T | null | undefined>): Promise<T> {
  const found = await looked
  if (found === null || found === undefined) throw new Refusal('not_found', sentences.notFound)
  return found
}

/** Refuses to change a record that somebody else changed meanwhile; no check without a version (If-Match). */
export function assertVersion(stored: number, ifVersion: number | null): void {
  if (ifVersion !== null && ifVersion !== stored) throw new Refusal('conflict', sentences.changedMeanwhile)
}
