import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Tabs } from '#web/ui/tabs.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { LoginForm } from './login-form.tsx'
import type { Mode } from './login-rules.ts'
import { useHasMails } from './login-rules.ts'

const TABS = [
  { id: 'login', name: 'Login' },
  { id: 'register', name: 'Registruj se' },
] as const

const SUBTITLE: Record<Mode, string> = {
  login: 'Prijavite se na svoj nalog',
  register: 'Napravite svoj nalog',
}
const OTHER: Record<Mode, { mode: Mode; text: string }> = {
  login: { mode: 'register', text: 'Nemate nalog? Napravite ga' },
  register: { mode: 'login', text: 'Već imate nalog? Prijavite se' },
}

/** Opens the form for a new account, in an address that can be sent to a new colleague. */
const REGISTER = 'register'
const ADDRESS: Record<Mode, string> = { login: '/login', register: `/login?${REGISTER}` }

/** Login and register in one view (spec §2). `prepare` is called when an entry is sent, to load the next screen. */
export function LoginPage({ prepare }: { prepare: () => void }) {
  const [search] = useSearchParams()
  const [mode, setMode] = useState<Mode>(search.has(REGISTER) ? 'register' : 'login')
  const other = OTHER[mode]
  const hasMails = useHasMails()

  return (
    <EntryFrame
      title="Sistem za upravljanje zalihama"
      note={SUBTITLE[mode]}
      windowTitle={mode === 'login' ? 'Login' : 'Registruj se'}
    >
      <Tabs label="Login ili registracija" tabs={TABS} active={mode} onChange={setMode} fill>
        {/* A form of its own for each mode: switching clears the fields and the error. */}
        <LoginForm key={mode} mode={mode} prepare={prepare} />
      </Tabs>
      <p className="mt-5 text-center">
        <a
          href={ADDRESS[other.mode]}
          className="hit rounded-sm text-accent hover:underline"
          onClick={(event) => {
            event.preventDefault()
            setMode(other.mode)
          }}
        >
          {other.text}
        </a>
      </p>
      {hasMails && mode === 'login' && (
        <p className="mt-3 text-center">
          <Link to="/zaboravljena-lozinka" className="hit rounded-sm text-ink-2 hover:underline">
            Zaboravljena lozinka?
          </Link>
        </p>
      )}
    </EntryFrame>
  )
}
