import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { BrandMark } from '#web/screens/brand.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginPicture } from './login-picture.tsx'
import type { Mode } from './login-rules.ts'

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

/** In the address of the form for a new account, which can so be sent to a new colleague. */
const REGISTER = 'register'
const ADDRESS: Record<Mode, string> = { login: '/login', register: `/login?${REGISTER}` }

/** Login and register in one view (spec §2). `prepare` is called when an entry is sent, to load the next screen. */
export function LoginPage({ prepare }: { prepare: () => void }) {
  const [search] = useSearchParams()
  const [mode, setMode] = useState<Mode>(search.has(REGISTER) ? 'register' : 'login')
  const other = OTHER[mode]

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="flex flex-col items-center justify-center bg-panel px-5 py-10 sm:px-10">
        <div className="w-full max-w-90 [--control:40px]">
          <BrandMark className="mb-6 size-10 rounded-panel text-xl" />
          <h1 className="text-balance font-semibold text-2xl tracking-tight">Sistem za upravljanje zalihama</h1>
          <p className="mt-1 mb-6 text-ink-2">{SUBTITLE[mode]}</p>
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
        </div>
      </main>
      <LoginPicture />
      <title>{`${mode === 'login' ? 'Login' : 'Registruj se'} · Sistem za upravljanje zalihama`}</title>
    </div>
  )
}
