import type { ComponentProps, ReactNode } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** Text beside the box; without it give `aria-label`. */
  children?: ReactNode
  /** Some, but not all. */
  indeterminate?: boolean
}

/** A checkbox with its text; the room around it, 24 px with the box, presses too. */
export function Checkbox({ children, indeterminate = false, className = '', ref, ...rest }: CheckboxProps) {
  function setBox(box: HTMLInputElement | null) {
    if (box) box.indeterminate = indeterminate
    if (typeof ref === 'function') return ref(box)
    if (ref) ref.current = box
  }
  return (
    <label className={`-m-1 inline-flex cursor-pointer items-center gap-2 p-1 align-middle ${className}`}>
      <input type="checkbox" {...rest} ref={setBox} className="checkbox" />
      {children}
    </label>
  )
}
