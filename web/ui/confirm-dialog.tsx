import { Description } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Question } from './question.tsx'

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
