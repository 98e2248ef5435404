import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import { useFieldControl } from './field.tsx'

/** A password field whose text can be shown. Say `autoComplete`: "current-password" or "new-password". */
export function PasswordInput({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className={`relative ${className}`}>
      <input
        spellCheck={false}
        autoCapitalize="none"
        {...useFieldControl()}
        {...rest}
        type={shown ? 'text' : 'password'}
        className="control pr-9"
      />
      <IconButton
        className="absolute top-0.5 right-0.5"
        label={shown ? 'Sakrij lozinku' : 'Prikaži lozinku'}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
