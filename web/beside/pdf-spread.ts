import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'

/** Key in local storage. */
const SPREAD_KEY = 'pdf-rasiren'

/** Whether somebody spread the PDF beside a form on this machine. */
export const isPdfSpread = (): boolean => rememberedChoice(SPREAD_KEY) !== null

/** Remembers on this machine whether the PDF takes half of the sheet. */
export const keepPdfSpread = (spread: boolean): void => rememberChoice(SPREAD_KEY, spread ? 'da' : null)
