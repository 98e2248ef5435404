import { countOf } from '#domain/count-words.ts'
export const secondFactorWords = {
  title: 'Potvrda u dva koraka',
  note: 'Uz lozinku se pri prijavljivanju traži i kod iz aplikacije na telefonu, pa sama lozinka nikome ne vredi.',
  loadFailed: 'Greška pri učitavanju potvrde u dva koraka',
  turnOn: 'Uključi potvrdu',
  turnOff: 'Isključi potvrdu',
  turnOffText: 'Posle toga je za prijavljivanje dovoljna lozinka.',
  turningOff: 'Isključivanje...',
  newCodes: 'Novi rezervni kodovi',
  newCodesText: 'Raniji rezervni kodovi prestaju da važe.',
  make: 'Napravi',
  making: 'Izrada…',
  password: 'Lozinka',
  next: 'Dalje',
  checking: 'Provera...',
  confirm: 'Uključi',
  confirming: 'Uključivanje...',
  cancel: 'Otkaži',
  failed: 'Potvrda u dva koraka nije promenjena.',
  askPassword: 'Upišite svoju lozinku.',
  scan: 'Skenirajte kod aplikacijom (na primer Google Authenticator, Microsoft Authenticator ili FreeOTP), pa upišite 6 cifara koje prikaže.',
  qr: 'QR kod za aplikaciju sa kodovima. Isto piše ispod njega.',
  secret: 'Ključ za ručni unos',
  codes: 'Rezervni kodovi',
  codesNote:
    'Kad telefon nije kod vas, svaki kod važi za jedno prijavljivanje. Sačuvajte ih van ovog računara: prikazuju se samo sada.',
  closeCodes: 'Rezervni kodovi se više ne mogu prikazati. Jeste li ih sačuvali?',
  download: 'Preuzmi',
  fileName: 'rezervni-kodovi.txt',
  done: 'Gotovo',
  required: 'Administrator traži potvrdu u dva koraka. Uključite je da biste nastavili.',
  logout: 'Logout',
} as const

/** The moment since which the factor is on, and the number of recovery codes left. */
export const onSince = (moment: string, codes: number): string =>
  `Uključena ${moment} · ${countOf(codes, 'rezervni kod', 'rezervna koda', 'rezervnih kodova')}`

/** A secret in groups of four, as people type it. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The content of the saved file. */
export const codesFile = (email: string, codes: readonly string[]): string =>
  [`Sistem za upravljanje zalihama: rezervni kodovi za ${email}`, '', ...codes, ''].join('\r\n')
