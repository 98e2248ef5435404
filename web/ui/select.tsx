import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useFieldControl } from './field.tsx'

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** Texts that stand for themselves, or value and text. */
  options: readonly (string | { value: string; text: string })[]
  /** The text of the empty choice; without it there is none. */
  emptyText?: string
}

/** A native select in the house's clothes: the keyboard and phones already know it. */
export function Select({ options, emptyText, className = '', ...rest }: SelectProps) {
  return (
    <div className={`relative ${className}`}>
      <select {...useFieldControl()} {...rest} className="control">
        {emptyText !== undefined && <option value="">{emptyText}</option>}
        {options.map((option) => {
          const { value, text } = typeof option === 'string' ? { value: option, text: option } : option
          return (
            <option key={value} value={value}>
              {text}
            </option>
          )
        })}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-ink-3"
        aria-hidden
      />
    </div>
  )
}
