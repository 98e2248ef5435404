import type { ComponentProps } from 'react'
import { useFieldControl } from './field.tsx'

/** A one-line text field; takes everything an <input> takes, `{...register('x')}` included. */
export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input type="text" autoComplete="off" {...useFieldControl()} {...rest} className={`control ${className}`} />
}

/** The same of several lines: as high as what is in it. */
export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  const looks = 'control field-sizing-content h-auto! max-h-40 min-h-(--control) resize-none py-1.25'
  return <textarea autoComplete="off" {...useFieldControl()} {...rest} className={`${looks} ${className}`} />
}
