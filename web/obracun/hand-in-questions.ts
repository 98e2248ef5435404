import type { PodnetRed } from '#contract/obracuni.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'

type Handed = Pick<PodnetRed, 'id' | 'broj' | 'c4_ids' | 'odobrenje_id' | 'datum_od' | 'datum_do'>
type Asked = Pick<Handed, 'c4_ids' | 'odobrenje_id' | 'datum_od' | 'datum_do'> & {
  /** The accounts of its days that were handed in before, and the one that it corrects. */
  readonly podneti: readonly Handed[]
  readonly ispravlja: Handed | null
}
/** A question before an account is handed in, and the account that it names. */
export type HandInQuestion = { readonly text: string; readonly podnet: Handed | null }

const days = ({ datum_od, datum_do }: Pick<Handed, 'datum_od' | 'datum_do'>) =>
  `${formatDate(datum_od)} – ${formatDate(datum_do)}`
const sameScope = (a: Pick<Handed, 'c4_ids' | 'odobrenje_id'>, b: Pick<Handed, 'c4_ids' | 'odobrenje_id'>) =>
  a.odobrenje_id === b.odobrenje_id && (a.c4_ids ?? []).join() === (b.c4_ids ?? []).join()

/** The questions before an account is handed in `dan`; none for the first account of a period that is over. */
export function questionsOf({ podneti, ispravlja, ...of }: Asked, dan: CalendarDate): HandInQuestion[] {
  const questions: HandInQuestion[] = []
  const ask = (text: string, podnet: Handed | null = null) => questions.push({ text, podnet })
  if (of.datum_od > dan) ask(`Period je u budućnosti: počinje ${formatDate(of.datum_od)}`)
  else if (of.datum_do >= dan) ask(`Period još nije završen: traje do ${formatDate(of.datum_do)}`)
  for (const one of podneti)
    if (one.id !== ispravlja?.id) ask(`Već je podnet obračun ${one.broj} (${days(one)}), sa nekim od istih dana.`, one)
  if (ispravlja && !sameScope(of, ispravlja))
    ask(`Obračun ${ispravlja.broj}, koji se ispravlja, je drugog obima.`, ispravlja)
  if (ispravlja && days(of) !== days(ispravlja))
    ask(`Obračun ${ispravlja.broj}, koji se ispravlja, je za drugi period (${days(ispravlja)}).`, ispravlja)
  return questions
}
