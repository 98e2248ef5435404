/** Tables of documents with a number of their own and a day, and the column of that number. */
export const NUMBERED = { c4: 'broj_c4', c1: 'broj_c1', ostalo_razduzenje: 'broj' } as const
export type Numbered = keyof typeof NUMBERED
