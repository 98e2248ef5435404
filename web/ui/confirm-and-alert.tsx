import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { AlertDialog } from './alert-dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

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

/** `const confirm = useConfirm()`, then `if (await confirm({ title, text, danger: true })) …`. Resolves to false for 'Ne'. */
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
