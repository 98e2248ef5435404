import { sql } from 'kysely'
import { SA_PRILOZIMA, type SaPrilozima } from '#contract/prilozi.ts'
import { KEPT } from '#server/audit/log.ts'
import type { Entry } from '#server/audit/seal.ts'
import { PAPER_HASH, SEALED, SEALED_COLUMNS, type SealedKind, SHEET_HASH } from '#server/audit/sealed.ts'
import type { Db } from '#server/db/schema.ts'
import { Difference } from './difference.ts'
import { entriesWhere, named } from './trail-entries.ts'

type Value = string | number | null
/** A thing by the trail: its last name, the columns that any entry told, and whether it is gone. */
export type Said = { opis: string; readonly told: Map<string, Value>; isGone: boolean }
type Things = Map<string, Said>

/** All things that the trail tells of, of each kind by `predmet`. */
export type Trail = {
  readonly [K in SealedKind]: Things
} & {
  /** The path of the PDF that each document has now, for every document that ever had one; null without one. */
  readonly pdfOf: ReadonlyMap<string, { readonly opis: string; readonly putanja: string | null }>
}

/** Columns that a later entry may change; all others stay as they were told first. */
const MAY_CHANGE: Readonly<Record<SealedKind, readonly string[]>> = {
  obracun: ['stanje', 'broj_akta', 'korisnik'],
  zakljucenje: [],
  pdf: [],
  prilog: ['vrsta', 'broj', 'datum'],
}

const KINDS = Object.keys(SEALED_COLUMNS) as SealedKind[]
const isKind = (vrsta: string): vrsta is SealedKind => vrsta in SEALED_COLUMNS

/** Reads the trail about accounts, closings, files and the PDF of each document, oldest entry first. */
export async function readSaid(db: Db): Promise<Trail> {
  const things = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as { [K in SealedKind]: Things }
  const pdfOf = new Map<string, { opis: string; putanja: string | null }>()
  const some = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)))
  const wanted = sql`(d.vrsta in (${some(KINDS)}) or d.vrsta in (${some(SA_PRILOZIMA)})
    and (d.pre like '%"pdf_fajl"%' or d.posle like '%"pdf_fajl"%'))`
  for await (const page of entriesWhere(db, wanted))
    for (const entry of page) {
      if (isKind(entry.vrsta)) hear(things[entry.vrsta], entry.vrsta, entry)
      else hearPdf(pdfOf, entry)
    }
  return { ...things, pdfOf }
}

function hear(things: Things, kind: SealedKind, entry: Entry) {
  const said: Said = things.get(entry.predmet) ?? { opis: entry.opis, told: new Map(), isGone: false }
  things.set(entry.predmet, said)
  said.opis = entry.opis
  for (const [name, value] of toldBy(kind, entry)) {
    const before = said.told.get(name) ?? null
    if (before !== null && before !== value && !MAY_CHANGE[kind].includes(name))
      throw new Difference(
        `${KIND_NAMES[kind]} ${entry.opis}: ${named(entry)} dnevnika menja ono što se ne menja: ${labelOf(kind, name)}.`,
      )
    said.told.set(name, value)
  }
  said.isGone = entry.radnja === 'obrisano'
  const isFinal = kind === 'zakljucenje' || (kind === 'obracun' && said.told.get('sha256'))
  if (said.isGone && isFinal)
    throw new Difference(
      `${KIND_NAMES[kind]} ${entry.opis}: po dnevniku (${named(entry)}) je obrisano ono što se ne briše.`,
    )
}

/** The columns that an entry tells. Versions before `SEALED` told those that users are shown. */
function toldBy(kind: SealedKind, entry: Entry): [string, Value][] {
  const { pre, posle } = contentOf(entry)
  const [before, after] = [pre?.[KEPT]?.row ?? pre ?? {}, posle ?? {}]
  const all = { ...(entry.radnja === 'obrisano' ? before : emptied(before)), ...after, ...after[SEALED] }
  const names = [...Object.keys(SEALED_COLUMNS[kind]), PAPER_HASH, SHEET_HASH].filter((name) => name in all)
  return names.map((name) => [name, storedAs(all[name])])
}

/** Facts that a change had before and has no more are empty now. */
const emptied = (before: object) => Object.fromEntries(Object.keys(before).map((name) => [name, null]))
/** The database keeps no half a letter, JSON does. */
const storedAs = (value: Value): Value => (typeof value === 'string' ? value.toWellFormed() : value)

function hearPdf(pdfOf: Map<string, { opis: string; putanja: string | null }>, entry: Entry) {
  const { pre, posle } = contentOf(entry)
  const isTold = [pre, posle].some((facts) => facts && 'pdf_fajl' in facts)
  if (isTold) pdfOf.set(`${entry.vrsta} ${entry.predmet}`, { opis: entry.opis, putanja: posle?.pdf_fajl ?? null })
}

// biome-ignore lint/suspicious/noExplicitAny: what an entry of any version holds
type Content = Record<string, any> | null

function contentOf(entry: Entry): { pre: Content; posle: Content } {
  try {
    return { pre: JSON.parse(entry.pre ?? 'null'), posle: JSON.parse(entry.posle ?? 'null') }
  } catch {
    throw new Difference(`Dnevnik: ${named(entry)} ne može da se pročita.`)
  }
}

const KIND_NAMES = { obracun: 'Obračun', zakljucenje: 'Zaključavanje', pdf: 'PDF', prilog: 'Prilog' } as const
const FILE_HASHES: Readonly<Record<string, string>> = {
  [PAPER_HASH]: 'kontrolni zbir SHA-256 papira',
  [SHEET_HASH]: 'kontrolni zbir SHA-256 Excel fajla',
}
const labelOf = (kind: SealedKind, name: string) =>
  FILE_HASHES[name] ?? (SEALED_COLUMNS[kind] as Record<string, string>)[name]

/** Documents as a sentence names them. */
export const DOCUMENT_NAMES: Readonly<Record<SaPrilozima, string>> = {
  c4: 'C4',
  c1: 'C1',
  ostalo_razduzenje: 'Ostalo razduženje',
}

/** Compares a row with the trail, and throws the first Difference. */
export function expectSaid(
  kind: SealedKind,
  said: Said | undefined,
  row: Readonly<Record<string, unknown>>,
  opis: string,
): void {
  const name = `${KIND_NAMES[kind]} ${opis}`
  if (!said) throw new Difference(`${name}: u bazi stoji, a u dnevniku nema nijednog zapisa o tome.`)
  if (said.isGone) throw new Difference(`${name}: u bazi stoji, a po dnevniku je obrisano.`)
  for (const column of Object.keys(row)) {
    const told = said.told.get(column)
    if (told !== row[column]) throw otherwise(name, labelOf(kind, column) ?? column, row[column], told)
  }
}

const otherwise = (name: string, label: string, stored: unknown, told: unknown) =>
  new Difference(`${name}: ${label} u bazi je ${shown(stored)}, a po dnevniku je ${shown(told)}.`)
const shown = (value: unknown) => (value === null || value === undefined ? 'prazno' : String(value))

/** Throws a Difference for the first thing that the trail knows, without a deletion, and that the database lacks. */
export function refuseLost(kind: SealedKind, things: Things, isThere: (predmet: string, said: Said) => boolean): void {
  for (const [predmet, said] of things)
    if (!said.isGone && !isThere(predmet, said))
      throw new Difference(`${KIND_NAMES[kind]} ${said.opis}: po dnevniku postoji, a u bazi ga nema.`)
}
