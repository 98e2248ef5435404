import { RotateCw } from 'lucide-react'
import { reasonOf } from '#web/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** An empty place whose content could not be loaded; the reason and 'try again' stand once above all of them. */
export const NotLoaded = () => <EmptyState text={dashboardTexts.notLoaded} />

/** The reason why parts of the dashboard stay empty, and a button that loads all of them again. */
export const NotLoadedBanner = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Banner title={reasonOf(error) ?? dashboardTexts.loadFailed}>
    <Button className="mt-1.5" icon={<RotateCw aria-hidden />} onClick={onRetry}>
      {dashboardTexts.retry}
    </Button>
  </Banner>
)

/** Sentences of the dashboard that the specification leaves open. */
export const dashboardTexts = {
  loadFailed: 'Greška pri učitavanju kontrolne table',
  chartsFailed: 'Greška pri učitavanju grafikona',
  remainingFailed: 'Greška pri učitavanju preostalih materijala',
  notLoaded: 'Podaci nisu učitani.',
  retry: 'Pokušaj ponovo',
  noC4: 'Još nema ulaznih dokumenata.',
  noC1: 'Još nema izlaznih dokumenata.',
  noRemaining: 'Nema preostalog materijala ni na jednom C4 dokumentu.',
  noRemainingHint: 'Materijal se pojavljuje ovde kada se unese ulazni dokument, a nestaje kada se razduži u celosti.',
  noChart: 'Još nema podataka za ovaj grafikon.',
} as const
