/** The sentences of the screen 'Izlazni dokumenti' (spec §2, §5 and §8). */
export const c1Texts = {
  deleteQuestion: 'Da li ste sigurni da želite da obrišete ovaj C1 dokument?',
  saveFailed: (reason: string) => `Greška pri snimanju dokumenta: ${reason}`,
  saveFailedSilently: 'Provjerite podatke i pokušajte ponovo.',
  loadItemsFailed: 'Greška pri učitavanju stavki dokumenta.',
  noProducts: 'Nema učitanih proizvoda. Proverite konzolu za greške.',
  /** Logged only: the texts stay in their cells. */
  lookupFailed: 'Greška prilikom učitavanja proizvoda',
  shortHint: 'Bez obzira na datum; tačno se zna posle snimanja',
  papersFailed: 'Papiri nisu mogli da se naprave.',
  dischargeFailed: 'Razduženje nije moglo da se učita.',
  created: 'Izlazni dokument je napravljen.',
  changed: 'Izlazni dokument je izmenjen.',
  deleted: 'Izlazni dokument je obrisan.',
} as const
