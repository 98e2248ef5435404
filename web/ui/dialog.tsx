import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { ConfirmDialog } from './confirm-and-alert.tsx'
import { focusedOrFirstField, useRestingFocus, useStrayKeys } from './dialog-focus.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { shortcutOf } from './shortcut.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /**
   * `small` for a question, `medium` for a form, `large` for a list, each as high as what stands in it; `sheet` for a
   * document: nearly all of the window. Phones: all of it.
   */
  size?: 'small' | 'medium' | 'large' | 'sheet'
  /** Something was typed: closing and leaving the page then ask first (decisions §5). */
  dirty?: boolean
  /** That question on closing, where closing loses nothing. */
  closeText?: string | undefined
  /** The same for leaving the page; `closeText` unless given. */
  leaveText?: string | undefined
  /** A strip under the head; the first focus passes it by. */
  notice?: ReactNode
  /** Makes the panel a form; Ctrl + S sends it too. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** Ctrl + Z in it; undefined leaves the key to the browser. */
  onUndo?: (() => void) | undefined
  /** The body has no field: it takes the focus itself, so that keys can scroll it. */
  reading?: boolean
  /** Its content is being saved: its fields take no typing, which would not be in the save. */
  busy?: boolean
  headerRight?: ReactNode
  /** Stands beside the body on wide screens, under it on narrow ones. */
  side?: ReactNode
  sideWidth?: keyof typeof SIDE_WIDTHS | undefined
  /** Left part of the foot, for totals. */
  totals?: ReactNode
  /** Right part of the foot, for buttons; they may call `close` to close as Escape would. */
  foot?: ReactNode | ((close: () => void) => ReactNode)
  children: ReactNode
}

const SIDE_WIDTHS = { slim: 'xl:w-56', usual: 'xl:w-84', half: 'xl:w-1/2' }

/**
 * A modal window with a head, a scrolling body and a foot that always stays in sight. Focus goes to the element with
 * `data-autofocus`, else the first field of the body, and returns to where it came from. Outside click and Escape close
 * it, with a question while `dirty`.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, size = 'medium', dirty = false, busy = false } = props
  const { onSubmit, headerRight, side, totals, foot } = props
  const [asking, setAsking] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  useRestingFocus(busy, panel)
  useStrayKeys(panel)
  const firstField = {
    get current(): HTMLElement | null {
      return body.current && focusedOrFirstField(body.current)
    },
  }

  const close = () => (dirty ? setAsking(true) : onClose())

  /** React sends the submit of a dialog opened from a form on to that form, which must not handle it. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    onSubmit?.(event)
  }

  function press(event: KeyboardEvent<HTMLFormElement>) {
    const shortcut = shortcutOf(event.nativeEvent)
    // React also reports keys in a window over this one; they are not meant for this one.
    const isHere = event.currentTarget.contains(event.target as Node)
    if (shortcut === 'undo' && isHere && props.onUndo) {
      // The browser does not know the values that the program wrote into fields, and its undo would take back earlier
      // typing.
      event.preventDefault()
      props.onUndo()
    }
    if (shortcut !== 'save') return
    event.preventDefault()
    event.stopPropagation()
    // A key that is held down means one save.
    if (isHere && !event.repeat) event.currentTarget.requestSubmit()
  }

  const content = (
    <>
      <div className="flex min-h-12 flex-none items-center gap-3 border-line border-b py-2 pr-3 pl-5">
        <DialogTitle className="min-w-0 flex-1 truncate font-semibold text-lg">{title}</DialogTitle>
        {headerRight && <div className="text-ink-3 text-sm">{headerRight}</div>}
        <IconButton label="Zatvori" icon={<X />} onClick={close} />
      </div>
      {props.notice}
      <div inert={busy} className="flex min-h-0 flex-1 flex-col overflow-auto xl:flex-row xl:overflow-hidden">
        {/* Padding here would stop sticky heads at its inner edge where the body scrolls by itself. */}
        <div
          ref={body}
          data-dialog-body
          {...(props.reading && { role: 'group', 'aria-label': title, tabIndex: 0 })}
          className="min-w-0 flex-1 p-5 [--sticky-top:0px] xl:overflow-auto xl:[--sticky-top:-20px]"
        >
          {props.children}
        </div>
        {side && (
          <aside
            aria-label={title}
            className={`flex-none border-line border-t bg-page p-4 xl:overflow-auto xl:border-t-0 xl:border-l ${SIDE_WIDTHS[props.sideWidth ?? 'usual']}`}
          >
            {side}
          </aside>
        )}
      </div>
      {(foot || totals) && (
        <div className="flex min-h-14 flex-none flex-wrap items-center gap-x-6 gap-y-2 border-line border-t px-5 py-2.5">
          {totals && <div className="flex flex-wrap gap-x-6 gap-y-1 text-ink-3">{totals}</div>}
          <div className="ml-auto flex flex-wrap justify-end gap-2">
            {typeof foot === 'function' ? foot(close) : foot}
          </div>
        </div>
      )}
    </>
  )

  return (
    <HeadlessDialog open={open} onClose={close} initialFocus={firstField} className="fixed inset-0 z-50">
      {dirty && <LeaveGuard text={props.leaveText ?? props.closeText} />}
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div
        className={`fixed inset-0 flex items-center justify-center ${size === 'small' ? 'p-4' : 'sm:p-(--sheet-margin)'}`}
      >
        {onSubmit ? (
          <DialogPanel
            as="form"
            ref={panel as RefObject<HTMLFormElement | null>}
            tabIndex={-1}
            noValidate
            data-dialog-panel
            className={`dialog-panel dialog-${size}`}
            onSubmit={submit}
            onKeyDown={press}
          >
            {content}
          </DialogPanel>
        ) : (
          <DialogPanel data-dialog-panel className={`dialog-panel dialog-${size}`}>
            {content}
          </DialogPanel>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Nesačuvane izmene"
        text={
          props.closeText ??
          'Uneti podaci još nisu sačuvani. Ako zatvorite prozor, biće izgubljeni. Da li želite da ga zatvorite?'
        }
        onAnswer={(yes) => {
          setAsking(false)
          if (yes) onClose()
        }}
      />
    </HeadlessDialog>
  )
}

/** On the button that sends the form, for those who work with the keyboard. */
export const SaveKey = () => (
  <kbd aria-hidden className="hidden font-normal font-sans opacity-75 lg:inline">
    Ctrl+S
  </kbd>
)
