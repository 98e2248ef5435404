import { sql } from 'kysely'
import { razduzenjeTexts } from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import type { LotChanges, NewLot, StoredLot } from './lots.ts'

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
    throw new Refusal('conflict', message, [{ field: 'stavke', message }])
  }
}

/** How much of a lot is named by documents other than its own import. */
const namedByOthers = ({ izuzeto, vec_razduzeno }: StoredLot) => subtract(izuzeto, vec_razduzeno ?? NO_QUANTITY)

function whyNot(
  was: StoredLot,
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
