import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { documentTexts } from '#contract/documents.ts'
import type { Filled } from '#web/drafts/draft.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps, SaveKey } from '#web/ui/dialog.tsx'
import { moveOn } from '#web/ui/enter-moves.ts'
import type { RefusedSubmit } from './use-draft.ts'

type DocumentDialogProps = {
  title: string
  submitText: string
  busy: boolean
  /** What keeps the input, for the Dialog (see use-keeping). */
  keeping: Pick<DialogProps, 'dirty' | 'closeText' | 'notice' | 'headerRight'>
  /** What somebody else changed meanwhile, above the fields. */
  conflict: ReactNode
  /** That a submit was refused for what stands in the form, above its fields. */
  refusal: RefusedSubmit | null
  onSubmit: () => void
  /** Shows what saving would do. */
  onForesee: () => void
  onUndo: DialogProps['onUndo']
  onClose: () => void
  /** Enter in the last field of the head. */
  onHeadEnd: () => void
  head: ReactNode
  /** Enter passes these fields of the head by. */
  filled: Filled
  invoices: ReactNode
  pdf: ReactNode
  pdfWidth: DialogProps['sideWidth']
  totals: ReactNode
}

/** The work sheet of a document: fields above, invoices under them, the PDF beside, totals and buttons always in sight. */
export function DocumentDialog(props: DocumentDialogProps) {
  const { title, submitText, busy, refusal, onSubmit, onClose, onHeadEnd } = props
  const head = useRef<HTMLDivElement>(null)
  const filled = useRef(props.filled)
  filled.current = props.filled

  /** Enter moves on in the head as it does in the grid; the whole form is sent by its button or Ctrl + S. */
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // A firm that this key chose has filled its fields by the time the next one is looked for.
    flushSync(() => undefined)
    const moved = moveOn(head.current, event.target, filled.current)
    if (moved) event.preventDefault()
    if (moved === 'end') onHeadEnd()
  }

  return (
    <Dialog
      open
      size="sheet"
      title={title}
      {...props.keeping}
      busy={busy}
      onClose={onClose}
      onSubmit={onSubmit}
      onUndo={props.onUndo}
      side={props.pdf}
      sideWidth={props.pdfWidth}
      totals={props.totals}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button title="Provera pre čuvanja: šta bi se razdužilo i promenilo" onClick={props.onForesee}>
            Proveri
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText="Čuvanje...">
            {submitText}
            <SaveKey />
          </Button>
        </>
      )}
    >
      {props.conflict}
      {refusal && (
        <FormBanner key={refusal.count} title={refusal.said ?? documentTexts.bannerTitle}>
          {refusal.said === null && documentTexts.bannerText}
        </FormBanner>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the fields inside moves on */}
      <div ref={head} data-document-head className="@container" onKeyDown={press}>
        {props.head}
      </div>
      {props.invoices}
    </Dialog>
  )
}

/** The grid of fields above the invoices: six columns where there is room, two on a phone. */
export const HEAD_GRID =
  'grid grid-cols-2 gap-x-3 gap-y-3 @lg:grid-cols-3 @3xl:grid-cols-[1.3fr_1fr_1fr_1fr_0.85fr_0.85fr]'

/** A field whose longest choice does not fit into one of two columns. */
export const WHOLE_ROW = '@max-lg:col-span-2'
