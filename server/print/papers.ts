import type { C4RazduzenjeRow, C4Row } from '#contract/c4.ts'
import type { PARTNERS } from '#contract/documents.ts'
import type { NasaFirma } from '#contract/nasa-firma.ts'
import type { Delovi } from '#contract/obracun.ts'
import type { Parts } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import type { Glava } from './obracun-glava.ts'

/** The head of a paper: facts of its document beside the number. */
type DocumentHead = Pick<C4Row, 'datum' | 'tip_dokumenta' | keyof typeof PARTNERS> & {
  /** The person who has it printed, and when, in milliseconds since 1970. */
  stampano: { readonly korisnik: string; readonly vreme: number }
  nasa_firma?: OwnCodes
  /** The numbers by which customs know the document; `rok` is the deadline of an import. */
  odobrenje_broj?: string | null
  oznaka_postupka?: string | null
  broj_jci?: string | null
  carinski_organ?: string | null
  rok?: CalendarDate | null
}

/** The codes of our own company (`ownCodes`), where it is on the paper and has codes; the rest is in the document. */
type OwnCodes = Pick<NasaFirma, 'pib' | 'mb'> | null

/** The head of a paper, whichever document it goes with. */
export type PaperHead = DocumentHead & { vrsta: 'C4' | 'C1'; broj: string }

/** A draw of one exported line from one lot; `preostalo` is the remainder of the lot after all exports. */
export type DischargedLot = {
  c4_broj: string
  c4_datum: CalendarDate
  broj_fakture: string
  redni_broj: number
  ulaz_stavka_id: number
  tarifni_broj: string
  zemlja_porekla: string
  dokazuje_poreklo: boolean
  kolicina: Micro
  /** Whether the export named the lot. */
  usmereno: boolean
  /** Whether the export is later than the deadline of the lot. */
  posle_roka: boolean
  /** Whether the export is before the day of change-over of the lot, and so may be in 'Već razduženo' too. */
  pre_prelaska?: boolean | undefined
  /** Null where no part of the quantity is waste or loss. */
  delovi: Parts | null
  preostalo: Micro
}

/**
 * One material of one exported line: the need of a piece of the product, the lots that covered it, oldest first, and
 * the uncovered rest (0 if none).
 */
export type UsedMaterial = {
  materijal_id: string
  naziv: string
  jedinica_mere: string
  potrebna_kolicina: Micro
  otpad_procenat: Micro
  gubitak_procenat: Micro
  lotovi: DischargedLot[]
  manjak: Micro
}

/** One exported line. `cena` and `iznos` are EUR; `broj_fakture` is already 'Faktura-1' where none was given. */
export type ExportedLine = {
  broj_fakture: string
  redni_broj: number
  proizvod_id: string
  naziv: string
  hs_code: string
  jedinica_mere: string
  kolicina: Micro
  cena: Micro
  iznos: Para
  materijali: UsedMaterial[]
}

/**
 * The one value from which both papers are drawn, lines in the order in which they were saved. All totals (invoice,
 * document, material) are added up from the lines on the paper, so a paper can't disagree with itself.
 */
export type C1Paper = DocumentHead & { broj_c1: string; stavke: ExportedLine[] }

/** The value from which the razduženje of an import is drawn: its rows, those of one line together. */
export type C4Paper = DocumentHead & { broj_c4: string; stavke: readonly C4RazduzenjeRow[] }

/** The two papers of an export, by the word that stands in the name of the file. */
export const PAPER_NAMES = ['specifikacija', 'razduzenje'] as const
export type PaperName = (typeof PAPER_NAMES)[number]

/** An account as it is drawn; `provere` prints its checks too, as an annex. */
export type ObracunPaper = {
  obracun: Delovi
  glava: Glava
  provere?: boolean
  stampano: PaperHead['stampano']
}

/** Rows of all parts of an account as they stand on paper. */
export const obracunRows = ({ provere: _, ...delovi }: Delovi): number =>
  Object.values(delovi).reduce((all, rows) => all + rows.length, 0)
