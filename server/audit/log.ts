import type { Facts, Radnja, Vrsta } from '#contract/audit.ts'
import { searchForms, searchText } from '#domain/search-text.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { SEALED } from './sealed.ts'

/** The doer; `id` is null where no user is logged in (contract: SISTEM). */
export type Actor = { readonly id: number | null; readonly email: string }

/** One line of the audit trail. `pre` and `posle` hold what changed (server/audit/facts.ts). */
export type LogEntry = {
  readonly radnja: Radnja
  readonly vrsta: Vrsta
  readonly predmet: string | number
  readonly opis: string
  readonly sazetak?: string
  readonly pre?: Facts | null
  readonly posle?: Facts | null
  /**
   * Of something deleted or changed by an import, all that brings it back (server/records/restore.ts); no answer shows
   * it.
   */
  readonly kept?: object
  /** The facts of the thing that the trail proves from now on (./sealed.ts). */
  readonly sealed?: object
  /** The actor, where he is not the logged-in user: at a login, or when the program acts by itself. */
  readonly korisnik?: Actor
}

/** Writes entries in the transaction of the change itself, all of one call at once; the last one is shown first. */
export type Log = (entries: readonly LogEntry[]) => Promise<void>

/** Under which name `pre` holds what is kept; first, so that the beginning of the text tells that it is there. */
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

/** A name of a file, or one that was cut, may hold what PostgreSQL keeps in no text: NUL and half a letter. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/**
 * The audit trail for one transaction: `actor` did it, at the moment that `now` says when it is written (milliseconds since
 * 1970). Whoever waited for what another one changed has it by then, so that the last change stands first.
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
  // Of a change, only what an import made keeps how the thing was.
  const ofFile = radnja === 'izmenjeno' && kept ? IZ_FAJLA : undefined
  const sazetak = [entry.sazetak, ofFile].filter(Boolean).join(', ')
  if (!korisnik) throw new Error(`nobody did this: ${radnja} ${vrsta} ${predmet}`)
  // An account is searched for by its number, so that its e-mail is not looked at in each of its entries.
  const who = korisnik.id === null ? korisnik.email : ''
  // A number that the database gave is shown nowhere: whoever types 5000 means the number of a document.
  const shown = typeof predmet === 'number' ? '' : predmet
  const said = `${who} ${shown} ${opis} ${sazetak}`
  // Of a document the number, which is also found in the letters that it looks like.
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
