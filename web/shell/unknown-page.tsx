import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HOME } from './sections.ts'

/** For an address under /dashboard that is no screen. */
export const UnknownPage = () => (
  <EmptyState
    text="Ova adresa ne postoji."
    action={
      <Link to={HOME.path} className={buttonClass('primary')}>
        {HOME.name}
      </Link>
    }
  />
)
