export const accountTexts = {
  title: 'Nalog i sesije',
  password: 'Promena lozinke',
  passwordNote: 'Time se odjavljuju sve ostale sesije ovog naloga.',
  current: 'Trenutna lozinka',
  next: 'Nova lozinka',
  again: 'Potvrdite novu lozinku',
  change: 'Promeni lozinku',
  changing: 'Menjanje...',
  changeFailed: 'Lozinka nije promenjena.',
  given: 'Prijavljeni ste privremenom lozinkom',
  sessions: 'Otvorene sesije',
  sessionsNote: 'Odjavite sesiju koju ne prepoznajete i promenite lozinku.',
  loadFailed: 'Greška pri učitavanju sesija',
  endFailed: 'Sesija nije odjavljena.',
  unknownDevice: 'Nepoznat program',
  unknownAddress: 'nepoznata adresa',
  own: 'Ova sesija',
  end: 'Odjavi',
  endOne: 'Odjavi ovu sesiju',
  endOthers: 'Odjavi sve ostale',
  endOthersNote: 'Odjavljuju se sve sesije ovog naloga osim ove.',
  ending: 'Odjavljivanje...',
  ownPassword: 'Lozinka',
  cancel: 'Otkaži',
  othersFailed: 'Ostale sesije nisu odjavljene.',
  waiting: 'Nalozi koji čekaju odobrenje',
  waitingNote: 'Pre odobrenja proverite kod kolege da li se on registrovao.',
  approve: 'Odobri',
  reject: 'Odbij',
  papers: 'Papiri izvoza',
  papersChoices: {
    uvek: 'Posle svakog čuvanja, svaki kao svoj PDF',
    jedan_pdf: 'Posle svakog čuvanja, svi kao jedan PDF',
    zahtev: 'Samo na zahtev (Preuzmi papire)',
  },
  papersNote: 'Važi za ovaj računar.',
  settleFailed: 'Nalog nije promenjen.',
} as const

/** Under a list that is longer than what is shown of it. */
export const andMore = (count: number): string => `i još ${count}`

/** A password that an administrator gave works until `moment`. */
export const givenUntil = (moment: string): string => `Važi do ${moment} Izaberite svoju lozinku.`
