import { RotateCw } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { dashboardTexts } from './dashboard-texts.ts'

/** An empty place whose content could not be loaded, and another try. */
export const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    text={dashboardTexts.notLoaded}
    action={
      <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
        {dashboardTexts.retry}
      </Button>
    }
  />
)
