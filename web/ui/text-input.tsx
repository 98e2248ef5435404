import type { ComponentProps } from 'react'
import { useFieldControl } from './field.tsx'

/** A one-line text field; takes everything an <input> takes, `{...register('x')}` included. */
export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input type="text" autoComplete="off" {...useFieldControl()} {...rest} className={`control ${className}`} />
}

/** A text field of several lines. */
export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={3} {...useFieldControl()} {...rest} className={`control ${className}`} />
}
