export const accountTexts = {
  title: 'Nalog i prijave',
  password: 'Promena lozinke',
  passwordNote: 'Sve ostale prijave ovog naloga se time završavaju.',
  current: 'Trenutna lozinka',
  next: 'Nova lozinka',
  again: 'Potvrdite novu lozinku',
  change: 'Promeni lozinku',
  changing: 'Menjanje...',
  changeFailed: 'Lozinka nije promenjena.',
  given: 'Prijavljeni ste privremenom lozinkom',
  sessions: 'Otvorene prijave',
  sessionsNote: 'Završite prijavu koju ne prepoznajete i promenite lozinku.',
  loadFailed: 'Greška pri učitavanju prijava',
  endFailed: 'Prijava nije završena.',
  unknownDevice: 'Nepoznat program',
  unknownAddress: 'nepoznata adresa',
  own: 'Ova prijava',
  end: 'Završi',
  endOne: 'Završi ovu prijavu',
  endOthers: 'Završi sve ostale',
  endOthersNote: 'Završavaju se sve prijave ovog naloga osim ove.',
  ending: 'Završavanje...',
  ownPassword: 'Lozinka',
  cancel: 'Otkaži',
  othersFailed: 'Ostale prijave nisu završene.',
  waiting: 'Nalozi koji čekaju odobrenje',
  waitingNote: 'Pre odobrenja proverite kod kolege da li se on registrovao.',
  approve: 'Odobri',
  reject: 'Odbij',
  settleFailed: 'Nalog nije promenjen.',
} as const

/** Under a list that is longer than what is shown of it. */
export const andMore = (count: number): string => `i još ${count}`

/** A password that an administrator gave works until `moment`. */
export const givenUntil = (moment: string): string => `Važi do ${moment} Izaberite svoju lozinku.`
