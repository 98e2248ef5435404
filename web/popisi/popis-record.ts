import { type PopisRow, popisiEndpoints } from '#contract/popisi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call } from '#web/api.ts'

/** The words of a count in its list and on its page, and its deletion. */
export const POPIS_RECORD = {
  vrsta: 'popis',
  nameOf: ({ datum }: PopisRow) => formatDate(datum),
  deletion: {
    failed: 'Popis nije obrisan.',
    shown: ({ datum }: PopisRow) => `Popis od ${formatDate(datum)}`,
    remove: ({ id, verzija }: PopisRow) => call(popisiEndpoints.deletePopis, { params: { id }, ifVersion: verzija }),
  },
} as const

/** The sentences of the screens of counts. */
export const popisScreenTexts = {
  loadFailed: 'Popisi nisu učitani.',
  pageFailed: 'Popis nije učitan.',
  paperFailed: 'PDF popisa nije mogao da se napravi.',
  readFailed: 'Popisna lista nije pročitana.',
  saveFailed: 'Popis nije sačuvan.',
} as const
