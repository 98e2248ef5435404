/** The sentences of the screen 'Ulazni dokumenti' (spec §2 and §8). */
export const c4Texts = {
  deleteQuestion: 'Da li ste sigurni da želite da obrišete ovaj dokument?',
  saveFailed: 'Greška pri snimanju dokumenta. Proverite konzolu za više detalja.',
  loadItemsFailed: 'Greška pri učitavanju stavki dokumenta',
  /** Logged only: the texts stay in their cells. */
  lookupFailed: 'Greška pri učitavanju materijala',
  importFailed: 'Greška pri importu Excel fajla. Proverite format fajla.',
  paperFailed: 'Dokument nije napravljen.',
  dischargeFailed: 'Razduženje nije moglo da se učita.',
  /** The field next to a file of imports from before these books began. */
  startDay: {
    name: 'dan_prelaska',
    label: 'Dan prelaska',
    hint: 'Samo kad kolona „Već razduženo“ kaže koliko je od stavki otišlo pre vođenja ove evidencije.',
  },
  created: (broj: string) => `Ulazni dokument ${broj} je napravljen.`,
  changed: (broj: string) => `Ulazni dokument ${broj} je izmenjen.`,
  deleted: (broj: string) => `Ulazni dokument ${broj} je obrisan.`,
} as const
