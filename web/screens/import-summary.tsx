import { Link } from 'react-router'
import type { DocumentImportReply } from '#contract/document-import.ts'
import { type ImportReply, importTexts } from '#contract/imports.ts'
import type { RateImportReply } from '#contract/rates.ts'
import { formatWhole } from '#domain/decimal.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type ImportAnswer = ImportReply | DocumentImportReply | RateImportReply
/** The list with the imported rows, and the page of a row, where it has one. */
export type WhereItStands = {
  readonly to: string
  readonly name: string
  readonly page?: (id: string) => string
}

const COUNTS = ['novih', 'izmenjenih', 'nepromenjenih', 'preskocenih'] as const

/** The counts of several files, added up. */
export const countsOf = (done: readonly ImportAnswer[]) =>
  Object.fromEntries(COUNTS.map((of) => [of, done.reduce((total, reply) => total + reply[of], 0)])) as Record<
    (typeof COUNTS)[number],
    number
  >

/** More names are not shown here: the list has them. */
const SHOWN_ROWS = 5

type Came = { readonly id: string; readonly text: string }
const cameIn = (reply: ImportAnswer): Came[] => {
  const isWritten = ({ ishod }: { ishod: string }) => ishod === 'nov' || ishod === 'izmenjen'
  if ('dokumenti' in reply)
    return reply.dokumenti.filter(isWritten).map(({ id, broj }) => ({ id: String(id), text: broj }))
  return (reply.redovi as ImportReply['redovi']).filter(isWritten).map(({ id, naziv }) => ({ id, text: naziv }))
}

type ImportSummaryProps = {
  title: string
  done: readonly ImportAnswer[]
  list: WhereItStands | undefined
  onClose: () => void
}

/** The result of all files, where rows were left out, with a link to it. */
export function ImportSummary({ title, done, list, onClose }: ImportSummaryProps) {
  const page = list?.page
  const came = page ? done.flatMap(cameIn) : []
  const more = came.length - SHOWN_ROWS
  return (
    <Dialog open title={title} onClose={onClose} foot={(close) => <Button onClick={close}>Zatvori</Button>}>
      <p role="status">{importTexts.preview(countsOf(done))}</p>
      {page && came.length > 0 && (
        <ul aria-label="Učitano" className="mt-3 flex flex-col gap-1">
          {came.slice(0, SHOWN_ROWS).map(({ id, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one thing may stand in several files, which never change
            <li key={at}>
              <Link to={page(id)} className="hit wrap-anywhere text-accent hover:underline">
                {text}
              </Link>
            </li>
          ))}
          {more > 0 && <li className="text-ink-2">i još {formatWhole(more)}</li>}
        </ul>
      )}
      {list && (
        <p className="mt-3">
          <Link to={list.to} onClick={onClose} className="hit text-accent hover:underline">
            {list.name}
          </Link>
        </p>
      )}
    </Dialog>
  )
}
