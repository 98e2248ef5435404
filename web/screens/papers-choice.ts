import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'

const PAPERS_KEY = 'papiri_na_zahtev'

/** Whether the papers of an export come only when they are asked for, and not with each save (spec §7), on this machine. */
export const arePapersOnRequest = (): boolean => rememberedChoice(PAPERS_KEY) !== null

export const keepPapersOnRequest = (onRequest: boolean): void => rememberChoice(PAPERS_KEY, onRequest ? 'da' : null)
