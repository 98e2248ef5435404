/** The sentences of the screens of counts. */
export const popisScreenTexts = {
  loadFailed: 'Popisi nisu učitani.',
  pageFailed: 'Popis nije učitan.',
  paperFailed: 'PDF popisa nije mogao da se napravi.',
  readFailed: 'Popisna lista nije pročitana.',
  saveFailed: 'Popis nije sačuvan.',
  deleteFailed: 'Popis nije obrisan.',
} as const
