import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { documentTexts } from '#contract/documents.ts'
import { filledIn, type Origins } from '#web/drafts/draft.ts'
import type { Refusal } from '#web/drafts/use-form.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps, SaveKey } from '#web/ui/dialog.tsx'
import { moveOn } from '#web/ui/enter-moves.ts'

type DocumentDialogProps = {
  title: string
  submitText: string
  busy: boolean
  /** The parts that keep the input, for the Dialog (see use-keeping). */
  keeping: Pick<DialogProps, 'dirty' | 'closeText' | 'leaveText' | 'notice' | 'headerRight'>
  /** Somebody else's changes, above the fields. */
  conflict: ReactNode
  /** Says above the fields that a submit was refused because of them. */
  refusal: Refusal | null
  /** Says above the fields that the document is in the closed period. */
  closed: ReactNode
  onSubmit: () => void
  /** Shows what saving would do. */
  onForesee: () => void
  onUndo: DialogProps['onUndo']
  onClose: () => void
  /** Enter in the last field of the head leads to the invoices, and adds the first one. */
  onHeadEnd: () => void
  /** Around the head. */
  box: RefObject<HTMLDivElement | null>
  head: ReactNode
  origins: Origins
  invoices: ReactNode
  pdf: ReactNode
  pdfWidth: DialogProps['sideWidth']
  totals: ReactNode
}

/** The work sheet of a document: fields, invoices below, the PDF beside; totals and buttons stay in sight. */
export function DocumentDialog(props: DocumentDialogProps) {
  const { title, submitText, busy, refusal, box, onSubmit, onClose, onHeadEnd } = props
  const filled = useMemo(() => filledIn(props.origins), [props.origins])
  const latestFilled = useRef(filled)
  latestFilled.current = filled
  /** The field that Enter led to, while it has the focus. */
  const enteredField = useRef<Element | null>(null)

  /** Whether the focus has left the field. */
  function leave(field: EventTarget): boolean {
    const moved = moveOn(box.current, field, latestFilled.current)
    if (moved === 'end') onHeadEnd()
    enteredField.current = moved === 'moved' ? document.activeElement : null
    return moved !== null
  }

  /** Enter passes the fields that are filled in by themselves, also where the value comes a moment later. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filled fields have changed
  useEffect(() => {
    const field = enteredField.current as HTMLInputElement | null
    if (field && filled.has(field.name)) leave(field)
  }, [filled])

  /** Enter moves on in the head as it does in the grid; the form is sent by its button or Ctrl + S. */
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // A firm chosen by this key fills its fields before the next empty one is looked for.
    flushSync(() => undefined)
    if (leave(event.target)) event.preventDefault()
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
      {props.closed}
      {props.conflict}
      {refusal && (
        <FormBanner key={refusal.count} title={refusal.said ?? documentTexts.bannerTitle}>
          {refusal.said === null && documentTexts.bannerText}
        </FormBanner>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the fields inside moves on */}
      <div
        ref={box}
        className="@container"
        onKeyDown={press}
        onBlur={() => {
          enteredField.current = null
        }}
      >
        {props.head}
      </div>
      {props.invoices}
    </Dialog>
  )
}

/** The grid of fields above the invoices: six columns where there is room, two on a phone. */
export const HEAD_GRID =
  'grid grid-cols-2 gap-x-3 gap-y-3 @lg:grid-cols-3 @3xl:grid-cols-[1.3fr_1fr_1fr_1fr_0.85fr_0.85fr]'

/** The same grid for the facts for customs: a day has room for 'dd.mm.gggg.' and the button of its calendar. */
export const CARINA_GRID =
  'grid grid-cols-2 gap-x-3 gap-y-3 @lg:grid-cols-3 @3xl:grid-cols-[1.3fr_1fr_1fr_1fr_minmax(9rem,0.85fr)_minmax(9rem,0.85fr)]'

/** A field whose longest choice does not fit into one of two columns. */
export const WHOLE_ROW = '@max-lg:col-span-2'
