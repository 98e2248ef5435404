import { type C4Body, type C4Document, type C4Stavka, c4Body } from '#contract/c4.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { upperCode } from '#domain/sheet.ts'
import {
  type Draft,
  type DraftInvoice,
  type DraftLine,
  type FieldSentences,
  newKey,
  openedDraft,
} from '#web/documents/draft.ts'
import { type CheckedDraft, checkDraft, dateErrors, wireDate } from '#web/documents/draft-check.ts'
import type { DraftDispatch } from '#web/documents/draft-reducer.ts'
import { NO_PARTNERS, type Partners } from '#web/documents/partners.ts'
import { typedNumber, wireNumber } from '#web/ui/number-text.ts'

/** The fields of a C4 above its invoices, as they are typed. */
export type C4Head = Partners & {
  tip_dokumenta: string
  broj_terminala: string
  broj_c4: string
  datum: string
  valuta: string
  paritet: string
}

/** A line as it is typed. `materijal` is what its cell shows: the chosen name, or text that is no material (yet). */
export type C4Line = DraftLine & {
  readonly materijal_id: string
  readonly materijal: string
  readonly jedinica_mere: string
  readonly cena_po_jedinici: string
  readonly dokazuje_poreklo: boolean
  readonly tarifni_broj: string
  readonly zemlja_porekla: string
}

export type C4Draft = Draft<C4Head, C4Line>
export type C4Dispatch = DraftDispatch<C4Head, C4Line>
export type C4Invoice = DraftInvoice<C4Line>

/** Currency and parity have defaults (spec §9); everything else is asked for. */
export const NO_C4: C4Head = {
  tip_dokumenta: '',
  broj_terminala: '',
  broj_c4: '',
  datum: '',
  ...NO_PARTNERS,
  valuta: 'RSD',
  paritet: 'EXW',
}

/** A new line starts with quantity 1 and price 1 (spec §9). */
export const newC4Line = (redni_broj: number): C4Line => ({
  key: newKey(),
  id: null,
  redni_broj: String(redni_broj),
  materijal_id: '',
  materijal: '',
  jedinica_mere: '',
  kolicina: '1',
  cena_po_jedinici: '1',
  dokazuje_poreklo: false,
  tarifni_broj: '',
  zemlja_porekla: '',
})

/** The form as it opens: empty, or with a stored document, its lines grouped by invoice in their saved order. */
export function openC4Draft(document: C4Document | null): C4Draft {
  if (!document) return openedDraft(NO_C4, [])
  const head = Object.fromEntries(
    (Object.keys(NO_C4) as (keyof C4Head)[]).map((field) => [field, document[field] ?? '']),
  ) as C4Head
  const invoices = [...Map.groupBy(document.stavke, ({ broj_fakture }) => broj_fakture)]
  return openedDraft(
    { ...head, datum: formatDate(document.datum) },
    invoices.map(([broj_fakture, stavke]) => ({ key: newKey(), broj_fakture, open: true, lines: stavke.map(lineOf) })),
  )
}

const lineOf = (stavka: C4Stavka): C4Line => ({
  key: newKey(),
  id: stavka.id,
  redni_broj: String(stavka.redni_broj),
  materijal_id: stavka.materijal_id,
  materijal: stavka.materijal_naziv,
  jedinica_mere: stavka.jedinica_mere,
  kolicina: typedNumber(stavka.kolicina),
  cena_po_jedinici: typedNumber(stavka.cena_po_jedinici),
  dokazuje_poreklo: stavka.dokazuje_poreklo,
  tarifni_broj: stavka.tarifni_broj,
  zemlja_porekla: stavka.zemlja_porekla,
})

/** A line to which nobody has given anything; it is dropped (decisions §3). */
export const isUntouchedC4Line = (line: C4Line): boolean =>
  line.id === null &&
  line.materijal === '' &&
  line.kolicina === '1' &&
  line.cena_po_jedinici === '1' &&
  !line.dokazuje_poreklo &&
  line.tarifni_broj === '' &&
  line.zemlja_porekla === ''

/**
 * What a line becomes when another text takes the place of its material: tariff number and country of origin went with
 * that one. They stay where the text is its ID all the same, and where no material has brought them.
 */
export const withoutMaterial = (line: C4Line, text: string): Partial<C4Line> => ({
  materijal_id: '',
  materijal: text,
  jedinica_mere: '',
  ...(line.materijal_id !== '' && line.materijal_id !== upperCode(text) && { tarifni_broj: '', zemlja_porekla: '' }),
})

/** What is said of text in the material's cell that is no material of the catalogue. */
export const unknownMaterial = (text: string): string => `Materijal „${text}“ nije u katalogu.`

/** The body to be sent, without its PDF, or every error at its field (spec §5). */
export const checkC4 = (draft: Pick<C4Draft, 'head' | 'invoices'>): CheckedDraft<C4Body> =>
  checkDraft(draft, {
    schema: c4Body,
    wireHead: (head: C4Head) => ({ ...head, datum: wireDate(head.datum) }),
    wireLine: (line: C4Line) => ({
      redni_broj: line.redni_broj.trim(),
      materijal_id: line.materijal_id,
      kolicina: wireNumber(line.kolicina),
      cena_po_jedinici: wireNumber(line.cena_po_jedinici),
      dokazuje_poreklo: line.dokazuje_poreklo,
      tarifni_broj: line.tarifni_broj,
      zemlja_porekla: line.zemlja_porekla,
    }),
    isUntouched: isUntouchedC4Line,
    headErrors: ({ datum }) => dateErrors(datum),
    lineErrors: ({ materijal_id, materijal }): FieldSentences =>
      materijal_id === '' && materijal.trim() !== '' ? { materijal_id: unknownMaterial(materijal.trim()) } : {},
  })
