import { type RawBuilder, sql } from 'kysely'
import { razduzenjeTexts } from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { comparePositions, type Position } from '#domain/fifo.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { applyLot, bookOf, consume, handOver, type Ledger, release } from './ledger.ts'
import { isFound, NEVER_DRAWN, namedOf } from './ledger-sql.ts'
import { affectedBy, LINE, type LotChanges, type LotLine, type NewLot } from './lots.ts'
import { LOT } from './read-ledger.ts'

// Draws of documents that name the lot (customs §4.3), exports that direct theirs among them (§4.4). FIFO gets what these
// leave of it, its capacity: to name more or less is to the ledger what a changed quantity of a lot is.

/** A lot with what sentences call it, and what exports drew of it by FIFO up to a day. */
export type CalledLot = LotLine & {
  readonly broj_c4: string
  readonly jedinica_mere: string
  readonly razduzeno: Micro
}

/** How much a document names of each lot, by the id of the lot. */
export type Named = ReadonlyMap<number, Micro>

/** Adds up the quantities that these rows name, by lot. */
export function namedIn(rows: readonly { readonly ulaz_stavka_id: number; readonly kolicina: Micro }[]): Named {
  const named = new Map<number, Micro>()
  for (const { ulaz_stavka_id, kolicina } of rows)
    named.set(ulaz_stavka_id, add(named.get(ulaz_stavka_id) ?? NO_QUANTITY, kolicina))
  return named
}

/** These lots, in FIFO order within their materials, as they are up to a day, without what the export `bez_c1` drew. */
export async function calledLots(db: Db, ids: readonly number[], day: CalendarDate, bez_c1 = 0): Promise<CalledLot[]> {
  const { rows } = await sql<CalledLot>`
    select ${LOT}, ${LINE}, c4.broj_c4, m.jedinica_mere,
      (select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
        where r.c4_stavka_id = l.id and ${isFound} and r.datum <= ${day} and r.c1_id <> ${bez_c1}) as razduzeno
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where l.id in ${engineOf(db).list(ids)} order by l.datum, l.c4_id, l.id`.execute(db)
  return rows
}

/**
 * Releases what exports drew of these lots and of those behind them, and what stands at or behind the positions of
 * `also`. The lots have what was given back when they are handed over.
 */
export async function releaseNamed(
  ledger: Ledger,
  lots: readonly LotLine[],
  also: ReadonlyMap<string, Position> = new Map(),
): Promise<void> {
  const from = new Map(also)
  for (const [materijal_id, position] of await affectedBy(ledger, lots)) {
    const known = from.get(materijal_id)
    if (!known || comparePositions(position, known) < 0) from.set(materijal_id, position)
  }
  await release(ledger, from)
}

/**
 * Sets the named quantity of released lots to its new value, in the ledger and in their rows. The rows that name them
 * are written already.
 */
export async function writeNamed(ledger: Ledger, lots: readonly LotLine[], was: Named, now: Named): Promise<void> {
  const handedOver = handOver(ledger, lots)
  for (const lot of handedOver) applyLot(ledger, -1, lot)
  for (const lot of handedOver) {
    const more = subtract(now.get(lot.id) ?? NO_QUANTITY, was.get(lot.id) ?? NO_QUANTITY)
    applyLot(ledger, 1, { ...lot, preostalo: subtract(lot.preostalo, more) })
    consume(bookOf(ledger, lot.materijal_id).totals, more)
  }
  const of = (value: RawBuilder<unknown>) => sql`(select ${value} from ${namedOf(sql`c4_stavka.id`)} n)`
  const named = of(sql`cast(coalesce(sum(n.kolicina), 0) as bigint)`)
  await sql`
    update c4_stavka set izuzeto = ${named}, izuzeto_do = ${of(sql`coalesce(max(n.datum), '')`)},
      preostalo = kolicina - ${named}, utrosen = case when kolicina = ${named} then ${NEVER_DRAWN} else null end
    where id in ${engineOf(ledger.tx).list(lots.map(({ id }) => id))}`.execute(ledger.tx)
}

/** A document that names a lot. */
type Naming = {
  readonly ulaz_stavka_id: number
  readonly broj: string
  readonly datum: CalendarDate
  /** The authorisation of an export, else 0; null where another document names the lot. */
  readonly izvoz_po: number | null
}

/**
 * Refuses (409), naming the documents, to take a lot away from under what names it: to remove it, to lessen it below that,
 * to give it another material, a day (`datum`, that of all of them) after the first of these documents, or another queue than
 * that of an export that directs its draws to it (customs §4.3 to §4.5).
 */
export async function refuseNamed(
  db: Db,
  now: { readonly datum: CalendarDate; readonly red: number },
  { removed, changed }: Pick<LotChanges, 'removed' | 'changed'>,
): Promise<void> {
  const all = [...removed.map((was) => ({ was, now: null })), ...changed]
  const named = all.filter(({ was }) => namedByOthers(was) > 0)
  if (named.length === 0) return
  const documents = await namingOf(
    db,
    named.map(({ was }) => was.id),
  )
  for (const { was, now: line } of named) {
    const ofLot = documents.filter(({ ulaz_stavka_id }) => ulaz_stavka_id === was.id)
    const why = whyNot(was, line, now, ofLot)
    if (!why) continue
    const numbers = ofLot.map(({ broj }) => broj)
    const message = `${razduzenjeTexts.namedLine(was, numbers)}; ${why}`
    throw new Refusal('conflict', message, 'stavke')
  }
}

/** How much of a lot is named by documents other than its own import. */
const namedByOthers = ({ izuzeto, vec_razduzeno }: LotLine) => subtract(izuzeto, vec_razduzeno ?? NO_QUANTITY)

function whyNot(
  was: LotLine,
  now: NewLot | null,
  { datum, red }: { readonly datum: CalendarDate; readonly red: number },
  documents: readonly Naming[],
): string | null {
  const [first] = documents
  if (!now) return razduzenjeTexts.keepsLine
  if (now.materijal_id !== was.materijal_id) return razduzenjeTexts.keepsMaterial
  if (now.kolicina < namedByOthers(was)) return razduzenjeTexts.keepsQuantity(namedByOthers(was))
  if (red !== was.red && documents.some(({ izvoz_po }) => izvoz_po !== null && izvoz_po !== red))
    return razduzenjeTexts.keepsQueue
  return first && datum > first.datum ? razduzenjeTexts.keepsDay(first.datum) : null
}

/** The documents that name any of these lots, by day. */
async function namingOf(db: Db, ids: readonly number[]): Promise<Naming[]> {
  const { rows } = await sql<Naming>`
    select n.ulaz_stavka_id, d.broj, n.datum, d.id, cast(null as bigint) as izvoz_po from ostalo_razduzenje_stavka n
    join ostalo_razduzenje d on d.id = n.ostalo_razduzenje_id
    where n.ulaz_stavka_id in ${engineOf(db).list(ids)} and d.c4_id is null
    union
    select r.c4_stavka_id, c1.broj_c1, r.datum, c1.id, coalesce(c1.odobrenje_id, 0) from razduzenje r join c1 on c1.id = r.c1_id
    where r.c4_stavka_id in ${engineOf(db).list(ids)} and r.usmereno = 1 order by 3, 4`.execute(db)
  return rows
}
