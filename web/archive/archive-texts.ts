/** Sentences of the archive (spec §8) and those that it leaves open. */
export const archiveTexts = {
  error: 'Greška',
  loadFailed: 'Greška prilikom učitavanja podataka',
  pdfFailed: 'Greška pri preuzimanju PDF fajla.',
  notLoaded: 'Podaci nisu učitani.',
  noDocuments: 'Nema dokumenata u izabranom periodu.',
  noDocumentsYet: 'Još nema dokumenata.',
  noMaterials: 'Nema materijala sa preostalom vrednošću.',
  noRemaining: 'Nema C4 dokumenata sa preostalim materijalom.',
  allTime: 'Stanje na današnji dan, bez obzira na izabrani period.',
  costOpen: 'Deo materijala nije pokriven uvozom, pa trošak nije potpun.',
} as const
