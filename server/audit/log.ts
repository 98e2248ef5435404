import {
  FACTS,
  type FactName,
  type FactRow,
  type Facts,
  type FactValue,
  type Radnja,
  ROW_KEYS,
  type RowsName,
  type Vrsta,
} from '#contract/audit.ts'
import { type ImportCounts, type ImportRow, importTexts } from '#contract/imports.ts'
import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import { type Micro, microToNumber, type Para, paraToNumber } from '#domain/decimal.ts'
import { searchForms, searchText } from '#domain/search-text.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { SEALED } from './sealed.ts'

/** The doer; `id` is null where no user is logged in (contract: SISTEM). */
export type Actor = { readonly id: number | null; readonly email: string }

/** One line of the audit trail. `pre` and `posle` hold what changed (`factsOf`). */
export type LogEntry = {
  readonly radnja: Radnja
  readonly vrsta: Vrsta
  readonly predmet: string | number
  readonly opis: string
  readonly sazetak?: string
  readonly pre?: Facts | null
  readonly posle?: Facts | null
  /**
   * The state of a thing before its deletion, or before a change by an import, to bring it back
   * (server/records/restore.ts); no answer shows it.
   */
  readonly kept?: object
  /** The facts of the thing that the trail proves from now on (./sealed.ts). */
  readonly sealed?: object
  /** The actor, if it is not the logged-in user: at a login, or when the program acts by itself. */
  readonly korisnik?: Actor
}

/** Writes entries in the transaction of the change itself, all of one call at once; the last one is shown first. */
export type Log = (entries: readonly LogEntry[]) => Promise<void>

/** The name in `pre` of the kept state. It comes first, so that the beginning of the text shows that it is there. */
export const KEPT = 'za_vracanje'

/** Words in the summary of a change that an import made. */
const IZ_FAJLA = 'iz fajla'

const COLUMNS = {
  vreme: 'int',
  korisnik_id: 'int',
  korisnik: 'text',
  radnja: 'text',
  vrsta: 'text',
  predmet: 'text',
  opis: 'text',
  sazetak: 'text',
  trazi: 'text',
  pre: 'text',
  posle: 'text',
} as const
const insertEntries = insertion('dnevnik', COLUMNS)

/** PostgreSQL keeps no more than 2704 bytes in an entry of an index, and a letter may take four. */
const MAX_SEARCHED_CHARACTERS = 500

/** The name of a file, or one that was cut, may contain NUL or half a letter, which PostgreSQL stores in no text. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/**
 * The audit trail for one transaction: `actor` did it, and `now` tells the moment of writing (milliseconds since 1970).
 * A save that waited for another one asks `now` after the wait, so that the last change stands first.
 */
export const logger =
  (tx: Tx, actor: Actor | null, now: () => number): Log =>
  (entries) => {
    const vreme = now()
    const rows = entries.map((entry) => ({ ...rowOf(entry, actor), vreme }))
    return engineOf(tx).write(tx, [insertEntries(rows)])
  }

function rowOf(entry: LogEntry, actor: Actor | null) {
  const { radnja, vrsta, predmet, opis, pre, posle, kept, sealed, korisnik = actor } = entry
  // Only a change by an import keeps the earlier state.
  const ofFile = radnja === 'izmenjeno' && kept ? IZ_FAJLA : undefined
  const sazetak = [entry.sazetak, ofFile].filter(Boolean).join(', ')
  if (!korisnik) throw new Error(`nobody did this: ${radnja} ${vrsta} ${predmet}`)
  // An account is searched by its number, so that its e-mail is not read in each of its entries.
  const who = korisnik.id === null ? korisnik.email : ''
  // Ids of the database are shown nowhere: a user who types 5000 means the number of a document.
  const shown = typeof predmet === 'number' ? '' : predmet
  const said = `${who} ${shown} ${opis} ${sazetak}`
  // A document is found by its number, also in similar letters.
  const asCode = searchForms(opis).slice(1)
  return {
    korisnik_id: korisnik.id,
    korisnik: korisnik.email,
    radnja,
    vrsta,
    predmet: String(predmet),
    opis: storable(opis),
    sazetak: storable(sazetak),
    trazi: storable([searchText(said), ...asCode].join(' ').slice(0, MAX_SEARCHED_CHARACTERS)),
    pre: pre ? JSON.stringify(kept ? { [KEPT]: kept, ...pre } : pre) : null,
    posle: posle ? JSON.stringify(sealed ? { ...posle, [SEALED]: sealed } : posle) : null,
  }
}

/** Totals follow from the lines: they are kept, but the entry does not report their change. */
const UNTOLD: readonly string[] = ['kolicina_total', 'vrednost_total']

/** The named fields of a record as an entry keeps them: plain decimals, without empty ones. */
export function factsOf<N extends FactName>(record: { readonly [K in N]?: unknown }, names: readonly N[]): FactRow {
  const found: FactRow = {}
  for (const name of names) {
    const value = record[name]
    if (value === null || value === undefined) continue
    const { kind } = FACTS[name]
    if (kind === 'micro') found[name] = microToNumber(value as Micro)
    else if (kind === 'para') found[name] = paraToNumber(value as Para)
    else found[name] = value as FactValue
  }
  return found
}

/** The words and facts of the audit trail for things of one kind. */
type Subject<T> = {
  readonly vrsta: Vrsta
  readonly predmet: (thing: T) => string | number
  readonly opis: (thing: T) => string
  readonly facts: (thing: T) => Facts
  /** More facts of a removed thing, where the trail keeps them: names that nobody can look up any more. */
  readonly lastFacts?: (thing: T) => Facts
  /** The facts that the trail proves (./sealed.ts). */
  readonly sealed?: (thing: T) => object
  /** Words about an added or removed thing; a change is told by the names of its fields. */
  readonly sazetak: (thing: T) => string
}

/**
 * The entries about changes of such things: all facts of one that was added (`pre` null) or removed (`posle` null), the
 * differing facts of a changed one. A restored thing has another `radnja` than a new or changed one.
 */
export const entriesAbout =
  <T>({ vrsta, predmet, opis, facts, lastFacts = facts, sealed, sazetak }: Subject<T>) =>
  (pre: T | null, posle: T | null, radnja: Radnja = !pre ? 'dodato' : posle ? 'izmenjeno' : 'obrisano'): LogEntry => {
    const thing = posle ?? pre
    if (!thing) throw new Error('an entry about nothing')
    const about = {
      vrsta,
      predmet: predmet(thing),
      opis: opis(thing),
      ...(posle && sealed && { sealed: sealed(posle) }),
    }
    if (pre && posle) return { ...about, radnja, ...differences(facts(pre), facts(posle)) }
    return { ...about, radnja, sazetak: sazetak(thing), pre: pre && lastFacts(pre), posle: posle && facts(posle) }
  }

function differences(pre: Facts, posle: Facts): Pick<LogEntry, 'sazetak' | 'pre' | 'posle'> {
  const before: Facts = {}
  const after: Facts = {}
  const told: string[] = []
  for (const name of Object.keys(FACTS) as FactName[]) {
    const [was, is] = [pre[name], posle[name]]
    if (isRowsName(name)) {
      const change = rowDifferences(rowsIn(was), rowsIn(is), ROW_KEYS[name])
      if (!change) continue
      before[name] = change.pre
      after[name] = change.posle
      told.push(`${FACTS[name].label} (${change.told})`)
    } else if (was !== is) {
      if (was !== undefined) before[name] = was
      if (is !== undefined) after[name] = is
      if (!UNTOLD.includes(name)) told.push(FACTS[name].label)
    }
  }
  const changed = Object.keys({ ...before, ...after }).length > 0
  return {
    sazetak: told.join(' · ') || 'Sačuvano bez izmena',
    pre: changed ? before : null,
    posle: changed ? after : null,
  }
}

const isRowsName = (name: FactName): name is RowsName => name in ROW_KEYS
const rowsIn = (value: Facts[string] | undefined): readonly FactRow[] => (Array.isArray(value) ? value : [])

/** The rows that were added, removed or changed; all rows of a list that only changed its order. */
function rowDifferences(pre: readonly FactRow[], posle: readonly FactRow[], keys: readonly string[]) {
  const keyOf = (row: FactRow) => JSON.stringify(keys.map((name) => row[name]))
  const before = new Map(pre.map((row) => [keyOf(row), JSON.stringify(row)]))
  const after = new Map(posle.map((row) => [keyOf(row), JSON.stringify(row)]))
  const differs = (row: FactRow) => before.get(keyOf(row)) !== after.get(keyOf(row))
  const change = { pre: pre.filter(differs), posle: posle.filter(differs) }
  if (change.pre.length + change.posle.length === 0) {
    const reordered = [...before.keys()].join() !== [...after.keys()].join()
    return reordered ? { pre: [...pre], posle: [...posle], told: 'drugi redosled' } : null
  }
  const novih = change.posle.filter((row) => !before.has(keyOf(row))).length
  const obrisanih = change.pre.filter((row) => !after.has(keyOf(row))).length
  const counts = [
    ['novih', novih],
    ['izmenjenih', change.posle.length - novih],
    ['obrisanih', obrisanih],
  ] as const
  return { ...change, told: counts.flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : [])).join(', ') }
}

/** The rows of an import, each with what it is called. */
type Told = ImportCounts & { readonly redovi: readonly Pick<ImportRow, 'red' | 'id' | 'naziv' | 'ishod'>[] }

/**
 * The entry about an import: the file, the counts and the outcome of each row. Its changes to each thing have entries
 * of their own, so that they stand in the history of that thing too.
 */
export const importEntry = (vrsta: 'materijal' | 'proizvod' | 'kurs', file: string, reply: Told): LogEntry => ({
  radnja: 'import',
  vrsta,
  predmet: '',
  opis: file.slice(-MAX_NAME_CHARACTERS),
  sazetak: importTexts.preview(reply),
  posle: {
    ...factsOf(reply, ['novih', 'izmenjenih', 'nepromenjenih', 'preskocenih']),
    redovi: reply.redovi.map((row) => factsOf(row, ['red', 'id', 'naziv', 'ishod'])),
  },
})
