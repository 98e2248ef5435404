import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'

/** How the papers of an export come: as two files with each save (spec §7), as one, or only when they are asked for. */
const CHOICES = ['uvek', 'jedan_pdf', 'zahtev'] as const
export type PapersChoice = (typeof CHOICES)[number]
const PAPERS_KEY = 'papiri_izvoza'

/** The choice on this machine. */
export function papersChoice(): PapersChoice {
  const kept = rememberedChoice(PAPERS_KEY)
  return CHOICES.find((choice) => choice === kept) ?? 'uvek'
}

export const keepPapersChoice = (choice: PapersChoice): void =>
  rememberChoice(PAPERS_KEY, choice === 'uvek' ? null : choice)
