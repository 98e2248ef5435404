const sender = { posiljalac_naziv: 'Kabel Werk GmbH', posiljalac_grad: 'Ulm', posiljalac_drzava: 'Nemačka' }
const receiver = { primalac_naziv: 'Naša firma d.o.o.', primalac_pib: '104052135', primalac_mb: '17345678' }
const c4Line = { broj_fakture: 'F-1001', redni_broj: 1, materijal_id: 'KABL1', kolicina: 250.5, cena_po_jedinici: 1.25 }
const c1Line = { broj_fakture: 'F-2001', redni_broj: 1, proizvod_id: 'SNOP1', kolicina: 40, cena: 18.9 }
const c4 = {
  tip_dokumenta: 'Uvozna deklaracija',
  broj_terminala: 'T-7',
  broj_c4: 'C4-001/26',
  datum: '2026-01-20',
  ...sender,
  ...receiver,
  primalac_grad: 'Niš',
  zemlja_otpreme: 'Nemačka',
  valuta: 'EUR',
  paritet: 'EXW',
  stavke: [{ ...c4Line, dokazuje_poreklo: true, tarifni_broj: '8544.49', zemlja_porekla: 'Nemačka' }],
}
const c1 = {
  tip_dokumenta: 'Izvozna deklaracija',
  broj_c1: 'C1-001/26',
  datum: '2026-02-10',
  posiljalac_naziv: 'Naša firma d.o.o.',
  posiljalac_grad: 'Niš',
  posiljalac_drzava: 'Srbija',
  primalac_naziv: 'Auto Teile AG',
  primalac_grad: 'Graz',
  zemlja_otpreme: 'Srbija',
  stavke: [c1Line],
}
const poreklo = { c1_stavka_id: 41, cena_ex_works: 12.5, pravilo: 'udeo vrednosti', granica: 40 }
const account = { email: 'ana@firma.rs', password: 'plava-kiša-u-martu' }

/** A body of each call that takes one and has no example beside itself, by its name. */
export const BODY_EXAMPLES: Readonly<Record<string, unknown>> = {
  saveSifreMaterijala: [{ partner_id: 1, sifra: 'K-315', naziv: 'NYM-J 3x1,5', cinilac: 500 }],
  register: account,
  login: account,
  changePassword: { currentPassword: account.password, newPassword: 'zeleno-more-u-junu' },
  endSession: { password: account.password },
  endOtherSessions: { password: account.password },
  updateAccount: { ime: 'Petar Perić', uloga: 'Samo čitanje', iskljucen: false },
  inviteAccount: { email: 'petar@firma.rs', ime: 'Petar Perić', uloga: 'Samo čitanje' },
  lookAtLink: { token: 'RjK0c3v2wqD1m8LxZ5bYt7NfUe4HgAoP9sKi6TzWq1E' },
  useLink: { token: 'RjK0c3v2wqD1m8LxZ5bYt7NfUe4HgAoP9sKi6TzWq1E', password: account.password },
  forgottenPassword: { email: account.email },
  mailLink: { token: 'RjK0c3v2wqD1m8LxZ5bYt7NfUe4HgAoP9sKi6TzWq1E' },
  offerSecondFactor: { password: account.password },
  confirmSecondFactor: { password: account.password, code: '492039' },
  newRecoveryCodes: { password: account.password, code: '492039' },
  endSecondFactor: { password: account.password, code: 'k7mpd-x3vbq' },
  setDailyMail: { dnevni_mejl: true },
  createKey: { naziv: 'ERP', pravo: 'Pun pristup' },
  createC4: c4,
  updateC4: c4,
  addProduzenje: { novi_rok: '2026-10-15', broj_akta: '148-2', datum_akta: '2026-07-01', napomena: null },
  createC1: c1,
  c4Provera: { id: null, dokument: c4 },
  c1Provera: { id: 7, dokument: null },
  createBeleska: { vrsta: 'c4', predmet: '7', tekst: 'Špediter javlja da original stiže u ponedeljak.' },
  objasni: { objasnjenja: [{ kljuc: '0f3c9a51be0d4c7f8a1e2b3c4d5e6f70', objasnjenje: 'Špediter vodi u hiljadama.' }] },
  c1Poreklo: poreklo,
  c1PorekloFiles: poreklo,
  c4Uobicajeno: { ids: ['KABL1'], bez_dokumenta: null },
  c1Uobicajeno: { ids: ['SNOP1'], bez_dokumenta: 7 },
  updateC1: c1,
  saveNasaFirma: {
    naziv: 'Šumadija kabl',
    pib: '104052135',
    mb: '20084693',
    grad: 'Kragujevac',
    drzava: 'Srbija',
  },
  zakljuci: { do_dana: '2026-03-31', razlog: 'Predat kvartalni obračun' },
  otkljucaj: { razlog: 'Ispravka količine na C4-002/26' },
  savePodesavanja: { upozorenje_roka_dana: 30 },
  updateObracun: { stanje: 'prihvaćen', broj_akta: '148-05-483-01-12/2026' },
  createObracun: { broj: 'OBR-1/2026', datum_od: '2026-01-01', datum_do: '2026-03-31', potvrda_manjka: true },
  saveRate: { valuta: 'EUR', vazi_od: '2026-02-01', kurs: 117.2 },
}
