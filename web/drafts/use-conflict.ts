import { useCallback, useRef, useState } from 'react'
import { sentences } from '#contract/errors.ts'
import { ApiError, reasonOf } from '#web/api.ts'
import { type Difference, differences, type RecordFacts } from './differences.ts'

type Versioned = { readonly verzija: number }

/** Somebody else has deleted or changed the record: the differences, or the reason why they are not known. */
export type Conflict =
  | { readonly deleted: true }
  | {
      readonly deleted: false
      /** The input is a draft of an earlier state, which is not known: the draft is then `before`. */
      readonly draft: boolean
      readonly differences: readonly Difference[] | null
      readonly reason: string | undefined
    }

type ConflictOptions<R> = {
  /** The record as the form was opened with it; null for a new one, which cannot conflict. */
  stored: R | null
  load: (stored: R) => Promise<R>
  factsOf: (record: R) => RecordFacts
}

/** Whether a save was refused because the record has changed since it was opened (If-Match, 409). */
const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.message === sentences.changedMeanwhile

/** Whether the record to be read or changed does not exist any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/**
 * Two people at the same record: the second sees the changes, keeps his input and decides. `record` is the stored one
 * as last accepted by the user; null for a new one, also when the input of a deleted record becomes a new one.
 * `ifVersion()` is the version that a save must name.
 */
export function useConflict<R extends Versioned>({ stored, load, factsOf }: ConflictOptions<R>) {
  const [record, setRecord] = useState(stored)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const version = useRef(stored?.verzija)
  const now = useRef<R>(null)

  const accept = useCallback(() => {
    setConflict(null)
    if (!now.current) return null
    version.current = now.current.verzija
    setRecord(now.current)
    return now.current
  }, [])

  return {
    record,
    conflict,
    ifVersion: () => version.current,
    /** Handles a refusal that is a conflict; true: the caller shows nothing. */
    async caught(error: unknown, mine: () => RecordFacts): Promise<boolean> {
      if (record && isGone(error)) {
        setConflict({ deleted: true })
        return true
      }
      if (!record || !isChangedMeanwhile(error)) return false
      const draft = version.current !== record.verzija
      try {
        now.current = await load(record)
        const own = mine()
        const compared = differences(draft ? own : factsOf(record), factsOf(now.current), own)
        setConflict({ deleted: false, draft, differences: compared, reason: undefined })
      } catch (failure) {
        now.current = null
        setConflict(
          isGone(failure) ? { deleted: true } : { deleted: false, draft, differences: null, reason: reasonOf(failure) },
        )
      }
      return true
    },
    /** The form goes on with a draft that was begun on version `verzija`. */
    startFrom(verzija: number | null, mine: RecordFacts) {
      if (!record || verzija === null) return
      version.current = verzija
      now.current = record
      const stale = verzija !== record.verzija
      const compared = stale ? differences(mine, factsOf(record), mine) : null
      setConflict(compared && { deleted: false, draft: true, differences: compared, reason: undefined })
    },
    /** Accepts the record as it is now, to drop the input or to save over it; null when it could not be read. */
    accept,
    /** The input of a deleted record is a new record from now on. */
    becomeNew() {
      setConflict(null)
      now.current = null
      version.current = undefined
      setRecord(null)
    },
    dismiss: () => setConflict(null),
  }
}
