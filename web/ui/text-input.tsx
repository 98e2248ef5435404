import type { ComponentProps } from 'react'
import { useFieldControl } from './field.tsx'

/** A one-line text field; takes everything an <input> takes, `{...register('x')}` included. */
export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input type="text" autoComplete="off" {...useFieldControl()} {...rest} className={`control ${className}`} />
}
