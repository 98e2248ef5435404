import { createContext, type ReactNode, use, useId } from 'react'

/** The attributes that a control takes from the field around it. */
export type FieldControl = {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

const FieldContext = createContext<FieldControl>({})

/** The id and the descriptions of the field around a control; nothing where there is none (then give `aria-label`). */
export const useFieldControl = (): FieldControl => use(FieldContext)

type FieldProps = {
  label: string
  /** The error in words; it stands under the field and marks it invalid. */
  error?: string | undefined
  hint?: ReactNode
  required?: boolean
  /** Adds '(nije obavezno)' to the label. */
  optional?: boolean
  className?: string
  children: ReactNode
}

/** Label above, control, then its error or its hint. The control inside finds label and error by context. */
export function Field({ label, error, hint, required, optional, className = '', children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const control: FieldControl = { id }
  if (error || hint) control['aria-describedby'] = noteId
  if (error) control['aria-invalid'] = true
  if (required) control['aria-required'] = true

  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className={`mb-1 block truncate text-xs ${error ? 'text-bad' : 'text-ink-2'}`}>
        {label}
        {optional && <span className="text-ink-3"> (nije obavezno)</span>}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {(error || hint) && (
        <p id={noteId} className={`mt-1 text-xs ${error ? 'text-bad' : 'text-ink-3'}`}>
          {error || hint}
        </p>
      )}
    </div>
  )
}
