/** The sentences of the screen of reconciliation. */
export const usaglasavanjeScreenTexts = {
  loadFailed: 'Usaglašavanje nije učitano.',
  readFailed: 'Fajl nije pročitan.',
  compareFailed: 'Fajl nije upoređen.',
  deleteFailed: 'Usaglašavanje nije obrisano.',
  paperFailed: 'Papir nije mogao da se otvori.',
  notExplained: 'Objašnjenje nije sačuvano.',
  none: 'Još ništa nije upoređeno. Izaberite Excel tabelu špeditera ili carine; nijedan dokument se ne menja.',
  noDifference: 'Nema razlika: svi redovi se slažu.',
} as const
