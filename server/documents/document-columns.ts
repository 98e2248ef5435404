import { type FieldError, summaryOf } from '#contract/errors.ts'
import { type FieldTable, namesIn } from '#contract/form-fields.ts'
import { OPEN_FIELDS } from '#contract/zakljucenje.ts'
import { type CalendarDate, yearOf } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import {
  amountInRsd,
  documentTotals,
  inOneSpelling,
  type Line,
  lineAmount,
  matchLines,
  repeatedLines,
} from '#domain/invoice.ts'
import { codeKey } from '#domain/one-form.ts'
import { searchForms, searchText, sortKey } from '#domain/search-text.ts'
import { Refusal } from '#server/refusal.ts'
import { closedDay, refuseClosed } from '#server/stock/closed.ts'
import type { Ledger } from '#server/stock/ledger.ts'

/** The fields that the program itself adds to a document and answers with it. */
export const ANSWERED_FIELDS = [
  'pdf_fajl',
  'kurs',
  'vrednost_total',
  'vrednost_rsd',
  'kolicina_total',
  'broj_stavki',
  'verzija',
] as const

/** The mark before the number of the JCI in `broj_trazi`; folded text never contains it. */
export const JCI_MARK = '\n'

/** The columns of a C4 or C1 that follow from its number, date, partner, country and lines. */
export function derivedColumns(
  document: {
    broj: string
    broj_jci: string | null
    partner: string
    zemlja_otpreme: string
    datum: CalendarDate
    kurs: Micro
  },
  lines: readonly { kolicina: Micro; iznos: Para }[],
) {
  const totals = documentTotals(lines)
  const vrednost_rsd = totals && amountInRsd(totals.vrednost_total, document.kurs)
  if (!totals || vrednost_rsd === null) {
    throw new Refusal('invalid', 'Ukupna vrednost ili količina dokumenta je prevelika.')
  }
  return {
    godina: yearOf(document.datum),
    broj_kljuc: codeKey(document.broj),
    broj_trazi: [document.broj, document.broj_jci]
      .flatMap((number) => (number ? [searchForms(number).join(' ')] : []))
      .join(JCI_MARK),
    partner_trazi: searchText(document.partner),
    partner_red: sortKey(document.partner),
    zemlja_red: sortKey(document.zemlja_otpreme),
    ...totals,
    vrednost_rsd,
    broj_stavki: lines.length,
  }
}

/**
 * Lines with their amounts, each invoice in one spelling. Refuses a repeated `redni_broj` and amounts beyond the books,
 * and names the line.
 */
export function withAmounts<T extends Line & { readonly kolicina: Micro }>(
  lines: readonly T[],
  priceOf: (line: T) => Micro,
): (T & { iznos: Para })[] {
  const errors: FieldError[] = repeatedLines(lines).map((index) => ({
    field: `stavke.${index}.redni_broj`,
    message: `Stavka ${index + 1}: redni broj ${lines[index]?.redni_broj} se ponavlja u fakturi ${lines[index]?.broj_fakture}.`,
  }))
  const priced = inOneSpelling(lines).map((line, index) => {
    const iznos = lineAmount(line.kolicina, priceOf(line))
    if (iznos === null)
      errors.push({ field: `stavke.${index}.kolicina`, message: `Stavka ${index + 1}: iznos je prevelik.` })
    return { ...line, iznos: iznos ?? (0 as Para) }
  })
  refuseIf(errors)
  return priced
}

/**
 * Finds the stored line of each line (domain: matchLines). Refuses an `id` that is not the document's, or is given
 * twice.
 */
export function matchStored<S extends Line & { readonly id: number }, N extends Line & { readonly id?: number | null }>(
  stored: readonly S[],
  lines: readonly N[],
  keys: readonly ((line: S | N) => string)[],
): (S | null)[] {
  const { matched, unknown } = matchLines(stored, lines, keys)
  const own = new Set<number | null | undefined>(stored.map(({ id }) => id))
  refuseIf(
    unknown.map((index) => {
      const id = lines[index]?.id
      const why = own.has(id) ? `stavka ${id} se ponavlja u istom dokumentu` : `dokument nema stavku ${id}`
      return { field: `stavke.${index}.id`, message: `Stavka ${index + 1}: ${why}.` }
    }),
  )
  return matched
}

/** Refuses with all errors at once, if there are any. */
export function refuseIf(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Refusal('invalid', summaryOf(errors), errors)
}

type Fields<T extends FieldTable> = { readonly [K in keyof T]?: unknown }
type SaidLine<L extends FieldTable> = Fields<L> & { readonly id: number | null; readonly broj_fakture: string }
type Said<H extends FieldTable, L extends FieldTable> = Fields<H> & { readonly stavke: readonly SaidLine<L>[] }

/**
 * Refuses (409) to save a document with its old or new day in the closed period, unless the save changes OPEN_FIELDS
 * alone. `read` answers the stored document (null: it is new). `said` is the new content, its lines in their order,
 * each with the id of its stored line.
 */
export async function refuseClosedDocument<H extends FieldTable, L extends FieldTable>(
  ledger: Pick<Ledger, 'zakljuceno_do'>,
  days: readonly (CalendarDate | undefined)[],
  [head, line]: readonly [H, L],
  { read, said }: { readonly read: () => Promise<Said<H, L> | null>; readonly said: () => Said<H, L> },
): Promise<void> {
  if (!closedDay(ledger, days)) return
  const stored = await read()
  if (!stored || !isSame(head, line, stored, said())) refuseClosed(ledger, days)
}

function isSame<H extends FieldTable, L extends FieldTable>(head: H, line: L, a: Said<H, L>, b: Said<H, L>): boolean {
  const same = <T extends FieldTable>(table: T, one: Fields<T>, other: Fields<T> | undefined) =>
    namesIn(table).every((name) => OPEN_FIELDS.includes(name) || (one[name] ?? null) === (other?.[name] ?? null))
  return (
    same(head, a, b) &&
    a.stavke.length === b.stavke.length &&
    a.stavke.every((was, at) => {
      const now = b.stavke[at]
      return was.id === now?.id && was.broj_fakture === now.broj_fakture && same(line, was, now)
    })
  )
}
