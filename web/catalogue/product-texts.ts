/** The sentences of the screen (spec §8). */
export const productScreenTexts = {
  loadFailed: 'Greška prilikom učitavanja proizvoda',
  deleteFailed: 'Greška prilikom brisanja proizvoda.',
  nothingChosen: 'Nijedan proizvod nije odabran za brisanje',
  saveFailed: 'Greška prilikom snimanja proizvoda.',
  importFailed: 'Greška prilikom učitavanja proizvoda iz Excela',
} as const
