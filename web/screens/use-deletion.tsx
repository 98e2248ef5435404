import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/api.ts'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { screenTexts } from './screen-texts.ts'

const NAMED_AT_MOST = 5

/** A refusal; any other failure shows when the record is to be deleted. */
const refusalOf = (error: unknown) => (error instanceof ApiError && error.status === 409 ? error : null)

/** A record that is still there, and why. */
export type Kept<Row> = { readonly row: Row; readonly error: unknown }

type DeletionOptions<Row, Reply> = {
  /** The question of the specification, where the screen has one of its own. */
  question?: string
  /** Which record it is, under the question. */
  nameOf: (row: Row) => ReactNode
  /** The consequences, under the names, where one record goes. */
  foreseen?: (row: Row) => ReactNode
  remove: (row: Row) => Promise<Reply>
  /** Tries a deletion before the user is asked, where the server can. */
  tryOut?: (row: Row) => Promise<unknown>
  onDeleted: (deleted: readonly { readonly row: Row; readonly reply: Reply }[]) => void
  onKept: (kept: readonly Kept<Row>[]) => void
}

/**
 * Deletes records after asking, unless the only one is refused before. They go one after another; a refused one does
 * not stop the others. Then `onDeleted` and `onKept` hear the result, each only where there is one.
 */
export function useDeletion<Row, Reply = unknown>(options: DeletionOptions<Row, Reply>) {
  const { question = screenTexts.deleteQuestion, nameOf, foreseen, remove, tryOut, onDeleted, onKept } = options
  const confirm = useConfirm()
  const mutation = useMutation({
    mutationFn: async (rows: readonly Row[]) => {
      const deleted: { row: Row; reply: Reply }[] = []
      const kept: Kept<Row>[] = []
      for (const row of rows) {
        try {
          deleted.push({ row, reply: await remove(row) })
        } catch (error) {
          kept.push({ row, error })
        }
      }
      return { deleted, kept }
    },
    onSuccess: ({ deleted, kept }) => {
      if (deleted.length > 0) onDeleted(deleted)
      if (kept.length > 0) onKept(kept)
    },
  })

  async function ask(...rows: Row[]) {
    const [row] = rows
    const refused = tryOut && row && rows.length === 1 ? await tryOut(row).then(() => null, refusalOf) : null
    if (refused && row) return onKept([{ row, error: refused }])
    const names = rows.map(nameOf)
    const text = (
      <>
        <p>{question}</p>
        {names.length === 1 ? (
          <p className="mt-2 text-ink">{names}</p>
        ) : (
          <ul className="mt-2 text-ink">
            {names.slice(0, NAMED_AT_MOST).map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is while the question stands
              <li key={at}>{name}</li>
            ))}
            {names.length > NAMED_AT_MOST && <li className="text-ink-2">i još: {names.length - NAMED_AT_MOST}</li>}
          </ul>
        )}
        {rows.length === 1 && foreseen?.(rows[0] as Row)}
      </>
    )
    if (await confirm({ title: screenTexts.deleteTitle, text, danger: true })) mutation.mutate(rows)
  }

  const going = mutation.isPending ? mutation.variables : []
  return { ask, busy: going.length > 0, isGoing: (row: Row) => going.includes(row) }
}
