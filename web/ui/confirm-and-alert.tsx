import { Description, DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button.tsx'

type ConfirmText = { title: string; text: ReactNode; danger?: boolean }
type AlertText = { title?: string | undefined; text: ReactNode; reason?: ReactNode }

type Pending =
  | { kind: 'confirm'; id: number; ask: ConfirmText; answer: (yes: boolean) => void }
  | { kind: 'alert'; id: number; ask: AlertText; answer: () => void }

type Asking = {
  confirm: (ask: ConfirmText) => Promise<boolean>
  alert: (ask: AlertText) => Promise<void>
}

const AskingContext = createContext<Asking | null>(null)

function useAsking(): Asking {
  const asking = use(AskingContext)
  if (!asking) throw new Error('AskingProvider is missing above this component')
  return asking
}

/** `const confirm = useConfirm()`, then `if (await confirm({ title, text, danger: true }))`. 'Ne' resolves to false. */
export const useConfirm = (): Asking['confirm'] => useAsking().confirm

/** `const alert = useAlert()`, then `await alert({ text, reason })`. Resolves when it is closed. */
export const useAlert = (): Asking['alert'] => useAsking().alert

let lastId = 0

/** Shows what useConfirm and useAlert ask, one after another, above every other window. Stands once, near the root. */
export function AskingProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<Pending[]>([])
  const add = useCallback((next: Pending) => setPending((before) => [...before, next]), [])
  const asking = useMemo<Asking>(
    () => ({
      confirm: (ask) => new Promise((answer) => add({ kind: 'confirm', id: ++lastId, ask, answer })),
      alert: (ask) => new Promise((answer) => add({ kind: 'alert', id: ++lastId, ask, answer })),
    }),
    [add],
  )

  const current = pending[0]
  /** The window is gone before its answer is heard, so that the page can take the focus then: it is no longer inert. */
  const next = () => flushSync(() => setPending((before) => before.slice(1)))

  return (
    <AskingContext value={asking}>
      {children}
      {current?.kind === 'confirm' && (
        <ConfirmDialog
          key={current.id}
          open
          {...current.ask}
          onAnswer={(yes) => {
            next()
            current.answer(yes)
          }}
        />
      )}
      {current?.kind === 'alert' && (
        <AlertDialog
          key={current.id}
          open
          {...current.ask}
          onClose={() => {
            next()
            current.answer()
          }}
        />
      )}
    </AskingContext>
  )
}

type AlertDialogProps = {
  open: boolean
  /** 'Greška' where there is a reason, else 'Obaveštenje'. */
  title?: string | undefined
  /** The exact sentence of the specification. */
  text: ReactNode
  /** The server's message, where it sent one. */
  reason?: ReactNode
  onClose: () => void
}

/** The alert of the specification: its exact text, then the server's reason, then 'U redu' (decisions §5). */
function AlertDialog({ open, title, text, reason, onClose }: AlertDialogProps) {
  const buttons = (
    <Button variant="primary" data-autofocus onClick={onClose}>
      U redu
    </Button>
  )
  return (
    <Question open={open} title={title ?? (reason ? 'Greška' : 'Obaveštenje')} onDismiss={onClose} buttons={buttons}>
      <Description as="div">{text}</Description>
      {reason && <div className="mt-2 whitespace-pre-line text-ink-2">{reason}</div>}
    </Question>
  )
}

type ConfirmDialogProps = {
  open: boolean
  title: string
  text: ReactNode
  /** 'Da' is red: it cannot be undone. */
  danger?: boolean
  onAnswer: (yes: boolean) => void
}

/** A question with 'Ne' and 'Da'; 'Ne' has the focus, Escape and outside click mean 'Ne'. */
export function ConfirmDialog({ open, title, text, danger = false, onAnswer }: ConfirmDialogProps) {
  const buttons = (
    <>
      <Button data-autofocus onClick={() => onAnswer(false)}>
        Ne
      </Button>
      <Button variant={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
        Da
      </Button>
    </>
  )
  return (
    <Question open={open} title={title} onDismiss={() => onAnswer(false)} buttons={buttons}>
      <Description as="div" className="text-ink-2">
        {text}
      </Description>
    </Question>
  )
}

type QuestionProps = {
  open: boolean
  /** Escape and outside click. */
  onDismiss: () => void
  title: string
  buttons: ReactNode
  children: ReactNode
}

/** A small window that asks or tells one thing; the frame of ConfirmDialog, AlertDialog and other questions. */
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
