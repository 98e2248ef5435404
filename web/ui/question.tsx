import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import type { ReactNode } from 'react'

type QuestionProps = {
  open: boolean
  /** Escape and outside click. */
  onDismiss: () => void
  title: string
  buttons: ReactNode
  children: ReactNode
}

/** A small window that asks or tells one thing; the frame of ConfirmDialog and AlertDialog, and of whatever has to be answered. */
export function Question({ open, onDismiss, title, buttons, children }: QuestionProps) {
  return (
    <HeadlessDialog open={open} onClose={onDismiss} role="alertdialog" className="fixed inset-0 z-60">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-center justify-center p-4">
        <DialogPanel className="dialog-panel dialog-small">
          <div className="overflow-auto p-5">
            <DialogTitle className="mb-2 font-semibold text-lg">{title}</DialogTitle>
            {children}
          </div>
          <div className="flex justify-end gap-2 px-5 pb-5">{buttons}</div>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}
