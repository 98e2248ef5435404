/** The sentences of the screen 'Izlazni dokumenti' (spec §2, §5 and §8). */
export const c1Texts = {
  deleteQuestion: 'Da li ste sigurni da želite da obrišete ovaj C1 dokument?',
  saveFailed: (reason: string) => `Greška pri snimanju dokumenta: ${reason}`,
  saveFailedSilently: 'Provjerite podatke i pokušajte ponovo.',
  loadItemsFailed: 'Greška pri učitavanju stavki dokumenta.',
  noProducts: 'Nema učitanih proizvoda. Proverite konzolu za greške.',
  /** Logged only: the texts stay in their cells. */
  lookupFailed: 'Greška prilikom učitavanja proizvoda',
  shortHint: 'Bez obzira na datum; tačno se zna posle čuvanja',
  savedWithoutPapers: (broj: string) => `Izlazni dokument ${broj} je sačuvan, ali bez papira.`,
  papersLater: (seconds: number) => `Za ${seconds} s ih možete preuzeti dugmetom 'Preuzmi papire'.`,
  papersFailed: 'Dokument nije napravljen.',
  originSheet: 'Radni list porekla',
  directNote:
    'Sa izabrane stavke uvoza uzima se tačno ova količina, a ostatak iz najstarijeg uvoza. Čuvanjem se ova količina rezerviše: izvoz koji se kasnije unese sa ranijim datumom više ne može da je uzme.',
  directLotsFailed: 'Stavke uvoza nisu mogle da se učitaju.',
  directNoLots: 'Na dan izvoza nema šta da se usmeri',
  directLotMissing: 'Izaberite stavku uvoza.',
  directQuantityMissing: 'Količina mora biti veća od 0.',
  directReasonMissing: 'Razlog je obavezan.',
  dischargeFailed: 'Razduženje nije moglo da se učita.',
  created: (broj: string) => `Izlazni dokument ${broj} je napravljen.`,
  changed: (broj: string) => `Izlazni dokument ${broj} je izmenjen.`,
  deleted: (broj: string) => `Izlazni dokument ${broj} je obrisan.`,
} as const
