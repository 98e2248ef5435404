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
  /** A word about the content, beside the label. */
  mark?: string | undefined
  required?: boolean
  /** Adds '(nije obavezno)' to the label, while no mark needs the room. */
  optional?: boolean
  className?: string
  children: ReactNode
}

/** Label above, control, then its error or its hint. The control inside finds label and error by context. */
export function Field({ label, error, hint, mark, required, optional, className = '', children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const markId = `${id}-mark`
  const control: FieldControl = { id }
  const describedBy = [mark && markId, (error || hint) && noteId].filter(Boolean).join(' ')
  if (describedBy) control['aria-describedby'] = describedBy
  if (error) control['aria-invalid'] = true
  if (required) control['aria-required'] = true

  return (
    <div className={`min-w-0 ${className}`}>
      <div className="mb-1 flex gap-1.5 text-xs">
        <label htmlFor={id} className={`block min-w-0 flex-1 ${error ? 'text-bad' : 'text-ink-2'}`}>
          {label}
          {optional && !mark && <span className="text-ink-3"> (nije obavezno)</span>}
        </label>
        {mark && (
          <span id={markId} className="flex-none text-ink-3 italic">
            {mark}
          </span>
        )}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {(error || hint) && (
        <p id={noteId} className={`mt-1 text-xs ${error ? 'text-bad' : 'text-ink-3'}`}>
          {error || hint}
        </p>
      )}
    </div>
  )
}
