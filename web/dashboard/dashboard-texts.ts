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
