import { type PopisRow, popisiEndpoints } from '#contract/popisi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call } from '#web/api.ts'

/** What the list and the page of a count say of it, and how it goes. */
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
