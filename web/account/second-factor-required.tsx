import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { RecoveryCodes, SecondFactorSetup } from './second-factor-setup.tsx'
import { secondFactorWords } from './second-factor-texts.ts'

type RequiredProps = { email: string; onDone: () => void; onLogout: () => void }

/** The screen of an account until it has set its second factor up (SECOND_FACTOR=required). */
export function SecondFactorRequired({ email, onDone, onLogout }: RequiredProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <main className="flex min-h-dvh items-center justify-center bg-page p-4">
      <div className="w-full max-w-110 rounded-panel border border-line bg-panel p-5">
        <h1 className="font-semibold text-lg">{codes ? secondFactorWords.codes : secondFactorWords.title}</h1>
        {!codes && <p className="mt-1 mb-4 text-ink-2">{secondFactorWords.required}</p>}
        <p className="wrap-anywhere mb-4 font-medium">{email}</p>
        {codes ? (
          <RecoveryCodes email={email} codes={codes} onDone={onDone} />
        ) : (
          <SecondFactorSetup email={email} onCodes={setCodes} />
        )}
        {!codes && (
          <Button variant="ghost" className="mt-4 w-full" onClick={onLogout}>
            {secondFactorWords.logout}
          </Button>
        )}
      </div>
      <title>{`${secondFactorWords.title} · Sistem za upravljanje zalihama`}</title>
    </main>
  )
}
