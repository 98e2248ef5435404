/** Sentences that the screens of C4 and C1 share (spec §8). */
export const documentScreenTexts = {
  loadFailed: 'Greška pri učitavanju dokumenata',
  pdfUploadFailed: 'Greška pri uploadu PDF fajla. Pokušajte ponovo.',
  pdfDownloadFailed: 'Greška pri preuzimanju PDF fajla.',
  notBegun: 'Dokument nije započet.',
  deleteFailed: 'Greška prilikom brisanja dokumenta.',
  noPdf: 'Nema PDF',
  foreseeing: 'Proverava se šta bi se promenilo…',
  notForeseen: 'Posledice nisu mogle da se provere.',
  nothingForeseen: 'Drugi izvozi se ne menjaju.',
  outdatedForeseen: 'Forma je promenjena posle provere.',
  movesInAll: (izvoza: number) => `Promenilo bi se razduženje drugih izvoza (${izvoza}).`,
  wouldMove: (izvoza: number) => `Promenilo bi se razduženje izvoza (${izvoza}):`,
  documentsImported: 'Dokumenti su učitani iz fajla',
  documentsNotImported: 'Greška pri učitavanju dokumenata iz fajla',
  howToFill:
    'Red je jedna stavka. Prvi red ima nazive kolona, kao u šablonu, u bilo kom redosledu; redovi sa istim brojem i godinom su jedan dokument, a ono što se u dokumentu ponavlja dovoljno je upisati u njegov prvi red. Dokument koji već postoji menja se ako je u fajlu drugačiji: prazna ćelija i kolona koje nema ne menjaju ništa, a stavke kojih u fajlu nema ostaju. Polje se prazni crticom (-).',
  replaceWhole: {
    label: 'Zameni cele dokumente',
    hint: 'Fajl je tada ceo dokument: stavke i fakture kojih u njemu nema brišu se, a prazna ćelija prazni svoje polje.',
  },
  nextStep: {
    c4: 'Učitajte uvoze koje već imate, sve odjednom, ili unesite prvi. Faktura dobavljača se čita dugmetom iznad.',
    c1: 'Učitajte izvoze koje već imate, posle uvoza iz kojih su razduženi, ili unesite prvi.',
  },
  wouldImport: 'Ovo će se desiti sa dokumentima iz fajla. Ništa još nije upisano.',
  wouldLack: (izvoza: number) => `Bez pokrića bi ostali izvozi (${izvoza}):`,
} as const
