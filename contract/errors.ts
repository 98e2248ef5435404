import { z } from 'zod'

/** Every refusal is one of these codes and a Serbian sentence; the browser sees status and sentence (decisions §4). */
export const ERROR_STATUS = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  misdirected: 421,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

export const fieldError = z.object({ field: z.string(), message: z.string() }).meta({ id: 'GreskaPolja' })
export type FieldError = z.output<typeof fieldError>

export const errorBody = z
  .object({ message: z.string(), errors: z.array(fieldError).optional() })
  .meta({ id: 'Greska' })
export type ErrorBody = z.output<typeof errorBody>

export const sentences = {
  invalid: 'Podaci nisu ispravni.',
  unauthorized: 'Niste prijavljeni ili je sesija istekla.',
  notFound: 'Traženi podatak ne postoji.',
  routeNotFound: 'Ova adresa ne postoji.',
  internal: 'Došlo je do greške na serveru. Pokušajte ponovo.',
  unavailable: 'Baza podataka trenutno nije dostupna. Pokušajte ponovo.',
  noMemory: 'Server trenutno nema dovoljno memorije za Excel fajl. Pokušajte ponovo za pola minuta.',
  busy: 'Server je prezauzet, pa ništa nije sačuvano. Pokušajte ponovo za nekoliko sekundi.',
  tooLarge: 'Poslati podaci su preveliki.',
  jsonExpected: 'Telo zahteva mora biti JSON.',
  utf8Expected: 'Telo zahteva mora biti u kodnom rasporedu UTF-8.',
  notHttp: 'Zahtev nije ispravan ili nije stigao na vreme.',
  foreignHost: 'Program ne odgovara na ovom imenu. Ako je njegovo, administrator ga upisuje u PUBLIC_HOSTS.',
  foreignSite: 'Zahtev je poslat sa drugog sajta.',
  muchInFlight: 'Server upravo prima mnogo podataka. Pokušajte ponovo za nekoliko sekundi.',
  tooDeep: 'Poslati podaci su previše ugnežđeni.',
  tooManyValues: 'Poslati podaci imaju previše vrednosti.',
  multipartExpected: 'Zahtev mora sadržati fajl.',
  tooManyParts: 'Zahtev ima previše delova.',
  changedMeanwhile: 'Neko je u međuvremenu izmenio ovaj podatak. Osvežite prikaz i pokušajte ponovo.',
  noVersion: 'If-Match: očekuje se verzija podatka, na primer "7".',
  emptyKey: 'Idempotency-Key: ključ je prazan.',
  keyReused: 'Isti ključ zahteva je već upotrebljen za druge podatke.',
  documentExists: 'Dokument sa ovim brojem već postoji.',
} as const

/** Says which line of the document a message is about, in the words of the form it comes from. */
function located(path: readonly PropertyKey[], message: string): string {
  const [list, index] = path
  if (typeof index !== 'number') return message
  if (list === 'normativi' || list === 'items') return message.replace(/\.?$/, (end) => ` za stavku ${index + 1}${end}`)
  return `Stavka ${index + 1}: ${message}`
}

/**
 * zod's issues as the errors of an answer: `stavke.3.kolicina` and a sentence that names the line. Only the first issue
 * of a field counts: zod goes on to measure a value that already has the wrong type.
 */
export function fieldErrorsOf(error: z.ZodError): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const { path, message } of error.issues) {
    const field = path.map(String).join('.')
    if (!errors.has(field)) errors.set(field, { field, message: located(path, message) })
  }
  return [...errors.values()]
}

/** The one sentence above several errors: the first, and how many more there are unless they all say the same. */
export function summaryOf(errors: readonly FieldError[]): string {
  const [first] = errors
  if (!first) return sentences.invalid
  const more = errors.length - 1
  return errors.every(({ message }) => message === first.message)
    ? first.message
    : `${first.message.replace(/\.$/, '')} (i još grešaka: ${more}).`
}
