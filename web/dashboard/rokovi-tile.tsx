import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router'
import { rokoviEndpoints, type StanjeOtvorenih } from '#contract/rokovi.ts'
import { read } from '#web/queries.ts'

const addressOf = (stanje: StanjeOtvorenih) => `/dashboard/rokovi?stanje=${encodeURIComponent(stanje)}`

/** What expires and has expired, leading there; nothing while no open import has a deadline. */
export function RokoviTile() {
  const { data } = useQuery(read(rokoviEndpoints.listRokovi, { query: { limit: 1 } }))
  const count = (stanje: StanjeOtvorenih) => data?.stanja.find((one) => one.stanje === stanje)?.broj_c4 ?? 0
  const [expired, soon, later] = [count('isteklo'), count('ističe'), count('u roku')]
  if (expired + soon + later === 0) return null
  return (
    <section
      aria-label="Rokovi za razduženje"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-panel border border-line bg-panel px-4 py-2.5"
    >
      <Link to="/dashboard/rokovi" className="hit flex items-center gap-2 font-medium text-ink">
        <CalendarClock className="size-4 text-ink-3" aria-hidden />
        Rokovi za razduženje
      </Link>
      {expired > 0 && (
        <Link to={addressOf('isteklo')} className="hit text-bad">
          isteklo: <strong className="num">{expired}</strong>
        </Link>
      )}
      {soon > 0 && (
        <Link to={addressOf('ističe')} className="hit text-warning">
          ističe: <strong className="num">{soon}</strong>
        </Link>
      )}
      {expired + soon === 0 && <span className="text-ink-2">svi u roku</span>}
    </section>
  )
}
