import { counted, countOf } from '#domain/count-words.ts'
export const draftKeepingTexts = {
  goOn: 'Nastavi nacrt',
  discard: 'Odbaci',
  discarded: 'Nacrt je odbačen.',
  putBack: 'Vrati',
  lineRemoved: (place: number) => `Stavka ${place} je uklonjena.`,
  invoiceRemoved: (broj_fakture: string) => `Faktura ${broj_fakture || 'bez broja'} je uklonjena.`,
  tooLong: 'Nacrt nije sačuvan: unos je preveliki.',
  noRoom: 'Nacrt nije sačuvan: nema dovoljno mesta u pregledaču.',
  closeKept:
    'Uneti podaci još nisu sačuvani. Ako zatvorite prozor, ostaju kao nacrt koji možete kasnije nastaviti. Da li želite da zatvorite prozor?',
  leaveKept:
    'Uneti podaci još nisu sačuvani. Ako napustite stranicu, ostaju kao nacrt koji možete kasnije nastaviti. Da li želite da je napustite?',
  closePdf:
    'Uneti podaci još nisu sačuvani. Ako zatvorite prozor, ostaju kao nacrt koji možete kasnije nastaviti, ali bez izabranog PDF fajla. Da li želite da zatvorite prozor?',
  leavePdf:
    'Uneti podaci još nisu sačuvani. Ako napustite stranicu, ostaju kao nacrt koji možete kasnije nastaviti, ali bez izabranog PDF fajla. Da li želite da je napustite?',
  logoutDrops: (drafts: number) =>
    `Na ovom računaru ${counted(drafts, 'čeka', 'čekaju', 'čeka')} ${countOf(drafts, 'nacrt', 'nacrta', 'nacrta')}. Odjava briše nacrte. Da li želite da se odjavite?`,
  /** Without the server's advice to read it again: the buttons under it do that. */
  recordChanged: 'Neko je u međuvremenu izmenio ovaj podatak.',
  goneTitle: 'Podatak je obrisan',
  recordGone: 'Ovaj podatak je u međuvremenu obrisan.',
  goOnAsNew: 'Da li želite da nastavite nacrt kao nov unos?',
  pdfGone: 'PDF dokumenta više ne postoji. Izaberite ga ponovo.',
  pdfLost: (name: string) => `PDF fajl „${name}“ nije deo nacrta. Izaberite ga ponovo.`,
  staleOffer: 'Podatak je u međuvremenu izmenjen.',
} as const
