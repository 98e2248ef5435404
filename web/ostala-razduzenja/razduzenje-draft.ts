import { z } from 'zod'
import {
  type OstaloRazduzenje,
  RAZDUZENJE,
  RAZDUZENJE_LINE,
  type RazduzenjeBody,
  razduzenjeBody,
} from '#contract/ostala-razduzenja.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { stavkiOf } from '#domain/count-words.ts'
import { typedPdfFact } from '#web/beside/use-record-pdf.tsx'
import type { RecordFacts } from '#web/drafts/differences.ts'
import { withoutFirst } from '#web/drafts/draft.ts'
import { checkIn, emptyIn, readIn, shapeIn, type TypedOf, typedIn, wireIn } from '#web/drafts/typed-fields.ts'
import type { Checked } from '#web/screens/form-errors.ts'

/** Texts of a line beside its fields: its material and its lot. */
const SHOWN = { materijal_id: '', naziv: '', jedinica_mere: '', lot: '' }
export type StavkaDraft = TypedOf<typeof RAZDUZENJE_LINE> & { readonly [K in keyof typeof SHOWN]: string }
export type RazduzenjeDraft = TypedOf<typeof RAZDUZENJE> & {
  /** See `useRecordPdf`. */
  readonly pdf_fajl: string
  readonly stavke: readonly StavkaDraft[]
}

/** The kind of form, under which drafts are kept. */
export const RAZDUZENJE_KIND = 'ostalo_razduzenje'

const typed = z.string()
/** The shape that a kept draft must have to be offered. */
export const razduzenjeShape: z.ZodType<RazduzenjeDraft> = shapeIn(RAZDUZENJE).extend({
  pdf_fajl: typed,
  stavke: z.array(
    shapeIn(RAZDUZENJE_LINE).extend({ materijal_id: typed, naziv: typed, jedinica_mere: typed, lot: typed }),
  ),
})

export const NEW_LINE: StavkaDraft = { ...emptyIn(RAZDUZENJE_LINE), ...SHOWN }
/** An empty document with its first line: every document has one. */
export const NO_RAZDUZENJE: RazduzenjeDraft = { ...emptyIn(RAZDUZENJE), pdf_fajl: '', stavke: [NEW_LINE] }

type Lot = { broj_c4: string; c4_datum: CalendarDate; broj_fakture: string; redni_broj: number }
/** A line of an import as it is chosen: 'C4-002/26 · 10.02.2026. · F-12 / 2'. */
export const lotText = ({ broj_c4, c4_datum, broj_fakture, redni_broj }: Lot): string =>
  `${broj_c4} · ${formatDate(c4_datum)} · ${broj_fakture} / ${redni_broj}`

/** A stored document as the form shows it. */
export const draftOf = (razduzenje: OstaloRazduzenje): RazduzenjeDraft => ({
  ...typedIn(RAZDUZENJE, razduzenje),
  pdf_fajl: razduzenje.pdf_fajl ?? '',
  stavke: razduzenje.stavke.map((stavka) => ({
    ...typedIn(RAZDUZENJE_LINE, stavka),
    materijal_id: stavka.materijal_id,
    naziv: stavka.materijal_naziv,
    jedinica_mere: stavka.jedinica_mere,
    lot: lotText(stavka),
  })),
})

/** A new document filled like another, without the values of that one alone. */
export const draftLike = (razduzenje: OstaloRazduzenje): RazduzenjeDraft => ({
  ...draftOf(razduzenje),
  broj: '',
  datum: '',
  broj_jci: '',
  pdf_fajl: '',
})

/** The body to be sent, without its PDF, or what is wrong; a line without a lot may lack its material first. */
export function checkRazduzenje(typed: RazduzenjeDraft): Checked<RazduzenjeBody> {
  const draft = { ...typed, stavke: withoutFirst(typed.stavke, NEW_LINE) }
  const checked = checkIn(RAZDUZENJE, draft, razduzenjeBody, {
    stavke: draft.stavke.map((line) => wireIn(RAZDUZENJE_LINE, line)),
  })
  if (!checked.errors) return checked
  return {
    errors: checked.errors.map((error) => {
      const at = /^stavke\.(\d+)\.ulaz_stavka_id$/.exec(error.field)?.[1]
      const line = at === undefined ? undefined : draft.stavke[Number(at)]
      if (line?.materijal_id !== '') return error
      const { noMaterial, unknownMaterial } = razduzenjeScreenTexts
      return { field: `stavke.${at}.materijal_id`, message: line.naziv ? unknownMaterial(line.naziv) : noMaterial }
    }),
  }
}

/** The name of a kept draft. */
export const nameOf = ({ broj, vrsta, stavke }: RazduzenjeDraft): string =>
  [broj.trim() || vrsta, stavke.some(({ naziv }) => naziv) ? stavkiOf(stavke.length) : ''].filter(Boolean).join(' · ')

const { ulaz_stavka_id: _, ...OF_LOT } = RAZDUZENJE_LINE

/** The fields as the form calls them, and what is taken of each lot. */
export const factsOf = (draft: RazduzenjeDraft): RecordFacts => ({
  facts: [...readIn(RAZDUZENJE, draft), typedPdfFact(draft.pdf_fajl)],
  lines: draft.stavke
    .filter(({ ulaz_stavka_id }) => ulaz_stavka_id !== '')
    .map((line) => {
      const facts = readIn(OF_LOT, line)
      return {
        id: line.ulaz_stavka_id,
        name: `${line.naziv}, ${line.lot}`,
        summary: facts.flatMap(({ label, text }) => (text ? [`${label} ${text}`] : [])).join(', '),
        facts,
      }
    }),
})

/** The sentences of the screens of other discharges. */
export const razduzenjeScreenTexts = {
  deleteQuestion: 'Da li ste sigurni da želite da obrišete ovo razduženje?',
  loadItemsFailed: 'Razduženje nije učitano.',
  saveFailed: 'Razduženje nije sačuvano.',
  paperFailed: 'Dokument nije napravljen.',
  lotsFailed: 'Stavke uvoza nisu učitane.',
  noMaterial: 'Izaberite materijal iz kataloga.',
  unknownMaterial: (text: string) => `Materijal „${text}“ ne postoji u katalogu.`,
  /** The known consequence of customs §4.3. */
  consequence: (datum: CalendarDate | null) =>
    `Čuvanjem se ova količina rezerviše: izvoz koji se kasnije unese sa datumom pre ${datum ? formatDate(datum) : 'datuma razduženja'} više ne može da je uzme.`,
} as const
