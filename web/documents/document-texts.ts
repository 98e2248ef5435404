/** Sentences that the screens of C4 and C1 share (spec §8). */
export const documentScreenTexts = {
  loadFailed: 'Greška pri učitavanju dokumenata',
  pdfUploadFailed: 'Greška pri uploadu PDF fajla. Pokušajte ponovo.',
  pdfDownloadFailed: 'Greška pri preuzimanju PDF fajla.',
  deleteFailed: 'Greška prilikom brisanja dokumenta.',
  noPdf: 'Nema PDF',
} as const
