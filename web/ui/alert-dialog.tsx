import { Description } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Question } from './question.tsx'

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
export function AlertDialog({ open, title, text, reason, onClose }: AlertDialogProps) {
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
