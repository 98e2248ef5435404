import type { ReactNode } from 'react'
import { ApiError, reasonOf } from '#web/api.ts'
import { Codes } from '#web/ui/codes.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { screenTexts } from './screen-texts.ts'
import type { Kept } from './use-deletion.tsx'

/** The title over a deletion that failed: whether the server refuses it, or whether something went wrong. */
export const deletionTitle = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 409 ? screenTexts.deleteRefused : undefined

/** An alert about materials or products that could not be deleted: the sentence, then each with its uses. */
export const notDeleted = (text: string, kept: readonly Kept<{ readonly id: string; readonly naziv: string }>[]) => ({
  title: kept.map(({ error }) => deletionTitle(error)).find(Boolean),
  text,
  reason: (
    <ul className="scroll-list">
      {kept.map(({ row: { id, naziv }, error }) => (
        <li key={id}>
          <span className="text-ink">
            <NameWithId name={naziv} id={id} />
          </span>{' '}
          <Reason error={error} />
        </li>
      ))}
    </ul>
  ),
})

/** Where it is used, where the server names that; else what it said. */
function Reason({ error }: { error: unknown }): ReactNode {
  const uses = error instanceof ApiError ? error.errors : []
  if (uses.length === 0) return <span className="block">{reasonOf(error)}</span>
  return (
    <>
      se koristi:
      {uses.map(({ message }) => (
        <span key={message} className="block">
          <Codes text={message} />
        </span>
      ))}
    </>
  )
}
