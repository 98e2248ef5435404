import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { loadFailedAgain } from './load-later.tsx'

/** The page where not even the frame around the screens could be shown. */
export const BrokenPage = () => (
  <main className="flex min-h-dvh flex-col">
    <BrokenScreen />
  </main>
)

/** The screen in place of one that broke, or could not be loaded: no server, or an update of the program. */
export function BrokenScreen() {
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    loadFailedAgain()
  }, [error])
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
      <h2 className="font-semibold text-lg">Nešto je pošlo po zlu</h2>
      <p className="max-w-prose text-ink-2">
        Prikaz nije mogao da se učita. Podaci koje ste sačuvali su na sigurnom. Osvežite stranicu da biste nastavili.
      </p>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        Osveži stranicu
      </button>
    </div>
  )
}
