import { useEffect, useRef, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

const TEXTS = {
  app: { label: 'Kod iz aplikacije', other: 'Upiši rezervni kod' },
  recovery: { label: 'Rezervni kod', other: 'Upiši kod iz aplikacije' },
} as const

type CodeFieldProps = {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  /** Takes the focus when it appears. */
  first?: boolean
  /** Only the code of an app is taken: there are no recovery codes yet. */
  onlyApp?: boolean
}

/** The code of the second step: six figures of an app, or a recovery code where the phone is away. */
export function CodeField({ value, onChange, error, first = false, onlyApp = false }: CodeFieldProps) {
  const [kind, setKind] = useState<keyof typeof TEXTS>('app')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (first) input.current?.focus()
  }, [first])
  const app = kind === 'app'
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label={TEXTS[kind].label} error={error} required className="w-full">
        <TextInput
          ref={input}
          key={kind}
          name="code"
          inputMode={app ? 'numeric' : 'text'}
          autoComplete={app ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          className="num tracking-widest"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Field>
      {!onlyApp && (
        <button
          type="button"
          className="hit rounded-sm text-accent text-sm hover:underline"
          onClick={() => {
            setKind(app ? 'recovery' : 'app')
            onChange('')
            requestAnimationFrame(() => input.current?.focus())
          }}
        >
          {TEXTS[kind].other}
        </button>
      )}
    </div>
  )
}
