import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useChangesAllowed } from './changes-allowed.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'ghost'

/** Classes of a button, for a link that looks like one. */
export const buttonClass = (variant: ButtonVariant = 'secondary'): string => `button button-${variant}`

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  icon?: ReactNode
  /** It changes the books: hidden from users who may only read (./changes-allowed.ts). */
  changes?: boolean
  /** While true the button does nothing, keeps the focus and shows `busyText`. */
  busy?: boolean
  busyText?: string
}

/** A button of 32 px; `type` is "button" unless said otherwise, so that no form is sent by chance. */
export function Button(props: ButtonProps) {
  const { variant, icon, changes = false, busy = false, busyText, className = '', children, onClick, ...rest } = props
  const allowed = useChangesAllowed()
  if (changes && !allowed) return null

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(variant)} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={click}
    >
      {icon}
      {busy && busyText ? busyText : children}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** Its action in words, for screen readers and as the hint under the pointer. */
  label: string
  icon: ReactNode
  danger?: boolean
  /** It changes the books: hidden from users who may only read. */
  changes?: boolean
}

/** A quiet square button of one icon, for row actions and corners. */
export function IconButton({ label, icon, danger = false, changes = false, className = '', ...rest }: IconButtonProps) {
  const allowed = useChangesAllowed()
  if (changes && !allowed) return null
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={`icon-button ${danger ? 'icon-button-danger' : ''} ${className}`}
    >
      {icon}
    </button>
  )
}
