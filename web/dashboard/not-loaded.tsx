import { RotateCw } from 'lucide-react'
import { reasonOf } from '#web/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { dashboardTexts } from './dashboard-texts.ts'

/** An empty place whose content could not be loaded; why, and another try, stand once above all of them. */
export const NotLoaded = () => <EmptyState text={dashboardTexts.notLoaded} />

/** Why parts of the dashboard stay empty, and another try for all of them. */
export const NotLoadedBanner = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Banner title={reasonOf(error) ?? dashboardTexts.loadFailed}>
    <Button className="mt-1.5" icon={<RotateCw aria-hidden />} onClick={onRetry}>
      {dashboardTexts.retry}
    </Button>
  </Banner>
)
