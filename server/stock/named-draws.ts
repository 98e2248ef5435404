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

// Draws of documents that name the lot (customs §4.3), and of exports that direct theirs (§4.4). FIFO gets the rest of
// the lot, its capacity: to the ledger, naming more or less is a changed quantity of the lot.

/** A lot with its names for sentences, and the quantity that exports drew of it by FIFO up to a day. */
export type CalledLot = LotLine & {
  readonly broj_c4: string
  readonly jedinica_mere: string
  readonly razduzeno: Micro
}

/** The quantity that a document names of each lot, by the id of the lot. */
export type Named = ReadonlyMap<number, Micro>

/** Adds up the quantities that these rows name, by lot. */
export function namedIn(rows: readonly { readonly ulaz_stavka_id: number; readonly kolicina: Micro }[]): Named {
  const named = new Map<number, Micro>()
  for (const { ulaz_stavka_id, kolicina } of rows)
    named.set(ulaz_stavka_id, add(named.get(ulaz_stavka_id) ?? NO_QUANTITY, kolicina))
  return named
}

/** These lots up to a day, in FIFO order within their materials, without the draws of the export `bez_c1`. */
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
 * Releases the draws of exports from these lots and from those behind them, and the requirements at or behind the
 * positions of `also`. Answers the lots with what was given back.
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

/** Sets the named quantity of released lots, in the ledger and in their rows. Call it when the rows that name them stand. */
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
 * Refuses (409) a change of a lot that documents name, and names these documents (customs §4.3 to §4.5): to remove it,
 * to make it smaller than the named quantity, to give it another material, a day (`datum`) after the first of these
 * documents, or another queue than that of an export that directs its draws to it.
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

/** The quantity of a lot that documents other than its own import name. */
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
