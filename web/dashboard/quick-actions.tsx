import { Archive, type LucideIcon, Plus } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'

type Action = { text: string; path: string; icon: LucideIcon; opens: boolean }

const ACTIONS: readonly Action[] = [
  { text: 'Novi ulazni dokument', path: '/dashboard/incoming', icon: Plus, opens: true },
  { text: 'Novi izlazni dokument', path: '/dashboard/outgoing', icon: Plus, opens: true },
  { text: 'Novi materijal', path: '/dashboard/materials', icon: Plus, opens: true },
  { text: 'Novi proizvod', path: '/dashboard/products', icon: Plus, opens: true },
  { text: 'Pregled arhive', path: '/dashboard/archive', icon: Archive, opens: false },
]

/** The five things one comes here to do; the first four open the create modal of their screen (spec §2). */
export function QuickActions() {
  const id = useId()
  const allowed = useChangesAllowed()
  return (
    <section aria-labelledby={id} className="flex flex-wrap items-center gap-2 print:hidden">
      <h2 id={id} className="w-full text-ink-2 text-sm sm:mr-1 sm:w-auto lg:max-xl:sr-only">
        Brze akcije
      </h2>
      {ACTIONS.filter(({ opens }) => allowed || !opens).map(({ text, path, icon: Icon, opens }, at) => (
        <Link
          key={path}
          to={path}
          state={opens ? { openModal: true } : undefined}
          className={`${buttonClass(at === 0 ? 'primary' : 'secondary')} flex-auto sm:flex-none`}
        >
          <Icon aria-hidden />
          {text}
        </Link>
      ))}
    </section>
  )
}
