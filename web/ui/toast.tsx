import { CircleAlert, CircleCheck } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Toaster, toast } from 'sonner'

const SUCCESS_MS = 3000
/** A message with an action stays long enough to read it and to reach its button. */
const ACTION_MS = 10_000

/** An offer in a message, as a button in it; choosing it takes the message away. */
export type ToastAction = { readonly text: string; readonly onChoose: () => void }

/**
 * A green message that vanishes after 3 seconds (spec §9), one with an action after 10; `more` stands under it. Gives
 * the function that removes it earlier.
 */
export function toastSuccess(text: string, action?: ToastAction, more?: string): () => void {
  if (!action) {
    const id = toast.success(text, { duration: SUCCESS_MS, description: more })
    return () => void toast.dismiss(id)
  }
  const id = toast.success(text, {
    duration: ACTION_MS,
    action: {
      label: action.text,
      onClick: (event) => {
        // The toaster gives the focus back when its button loses it; what the action focuses must come after that.
        event.currentTarget.blur()
        action.onChoose()
      },
    },
  })
  return () => void toast.dismiss(id)
}

/** A red message that stays until it is closed (decisions §5); `reason` is the server's message. */
export function toastError(text: string, reason?: string): void {
  toast.error(text, { duration: Number.POSITIVE_INFINITY, closeButton: true, description: reason, id: text })
}

/** Takes such a sentence away where it is no longer true. */
export const dismissToast = (text: string): void => void toast.dismiss(text)

/**
 * Where toasts appear: in #toasts, an element of its own under <body>, because inside #root a toast would be inert
 * while a dialog is open and a click on it would close that dialog. Stands once, near the root.
 */
export function Toasts() {
  const place = document.getElementById('toasts')
  if (!place) throw new Error('index.html has lost its #toasts')
  const toaster = (
    <Toaster
      // Above everything, in the middle: in a corner it would lie on the buttons that end a form or a list.
      position="top-center"
      visibleToasts={4}
      expand
      style={{ fontFamily: 'inherit' }}
      containerAriaLabel="Obaveštenja"
      icons={{ success: <CircleCheck className="size-5" />, error: <CircleAlert className="size-5" /> }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Zatvori obaveštenje',
        classNames: {
          toast: 'toast',
          success: 'toast-good',
          error: 'toast-bad',
          content: 'min-w-0 flex-1',
          title: 'font-medium',
          description: 'mt-0.5 text-ink-2 text-sm',
          actionButton: 'toast-action',
          closeButton: 'toast-close',
        },
      }}
    />
  )
  return createPortal(toaster, place)
}
