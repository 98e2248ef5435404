import type { ReactNode } from 'react'
import { ApiError, reasonOf } from '#web/api.ts'
import { Codes } from '#web/ui/codes.tsx'
import { screenTexts } from './screen-texts.ts'
import type { Kept } from './use-deletion.tsx'

/** The title over a deletion that failed: whether the server refuses it, or whether something went wrong. */
export const deletionTitle = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 409 ? screenTexts.deleteRefused : undefined

/**
 * An alert about records that could not be deleted: the sentence, and why the first stays; with `nameOf` each of them,
 * as it is called, with its uses.
 */
export const notDeleted = <Row extends { readonly id: number | string }>(
  text: string,
  kept: readonly Kept<Row>[],
  nameOf?: (row: Row) => ReactNode,
) => ({
  title: kept.map(({ error }) => deletionTitle(error)).find(Boolean),
  text,
  reason: nameOf ? (
    <ul className="scroll-list">
      {kept.map(({ row, error }) => (
        <li key={row.id}>
          <span className="text-ink">{nameOf(row)}</span> <Reason error={error} />
        </li>
      ))}
    </ul>
  ) : (
    reasonOf(kept[0]?.error)
  ),
})

/** The uses of the record, where the server names them; else its message. */
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
