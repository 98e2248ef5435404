/** The sentences of the screen (spec §8). */
export const materialScreenTexts = {
  loadFailed: 'Greška prilikom učitavanja materijala',
  overviewFailed: 'Greška prilikom učitavanja pregleda materijala',
  deleteFailed: 'Greška prilikom brisanja materijala.',
  saveFailed: 'Došlo je do greške prilikom snimanja materijala.',
  importFailed: 'Greška prilikom importa materijala iz Excel fajla',
} as const
