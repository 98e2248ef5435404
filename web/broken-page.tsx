import { useEffect } from 'react'
import { useRouteError } from 'react-router'

/** What stands in place of a screen that broke, or that could not be loaded after an update of the program. */
export function BrokenPage() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-lg">Nešto je pošlo po zlu</h1>
      <p className="max-w-prose text-ink-2">
        Prikaz nije mogao da se učita. Podaci koje ste sačuvali su na sigurnom. Osvežite stranicu da biste nastavili.
      </p>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        Osveži stranicu
      </button>
    </main>
  )
}
