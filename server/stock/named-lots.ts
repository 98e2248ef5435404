import { sql } from 'kysely'
import { razduzenjeTexts } from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import type { LotChanges, NewLot, StoredLot } from './lots.ts'

/** A document that names a lot. */
type Naming = { readonly ulaz_stavka_id: number; readonly broj: string; readonly datum: CalendarDate }

/**
 * Refuses (409), naming the documents, to take a lot away from under what names it: to remove it, to lessen it below that,
 * to give it another material, or a day (`datum`, that of all of them) after the first of these documents (customs §4.3).
 */
export async function refuseNamed(
  db: Db,
  datum: CalendarDate,
  { removed, changed }: Pick<LotChanges, 'removed' | 'changed'>,
): Promise<void> {
  const all = [...removed.map((was) => ({ was, now: null })), ...changed]
  const named = all.filter(({ was }) => namedByOthers(was) > 0)
  if (named.length === 0) return
  const documents = await namingOf(
    db,
    named.map(({ was }) => was.id),
  )
  for (const { was, now } of named) {
    const ofLot = documents.filter(({ ulaz_stavka_id }) => ulaz_stavka_id === was.id)
    const why = whyNot(was, now, datum, ofLot)
    if (!why) continue
    const numbers = ofLot.map(({ broj }) => broj)
    const message = `${razduzenjeTexts.namedLine(was, numbers)}; ${why}`
    throw new Refusal('conflict', message, [{ field: 'stavke', message }])
  }
}

/** How much of a lot is named by documents other than its own import. */
const namedByOthers = ({ izuzeto, vec_razduzeno }: StoredLot) => subtract(izuzeto, vec_razduzeno ?? NO_QUANTITY)

function whyNot(was: StoredLot, now: NewLot | null, datum: CalendarDate, [first]: readonly Naming[]): string | null {
  if (!now) return razduzenjeTexts.keepsLine
  if (now.materijal_id !== was.materijal_id) return razduzenjeTexts.keepsMaterial
  if (now.kolicina < namedByOthers(was)) return razduzenjeTexts.keepsQuantity(namedByOthers(was))
  return first && datum > first.datum ? razduzenjeTexts.keepsDay(first.datum) : null
}

/** The documents that name any of these lots, by day. */
async function namingOf(db: Db, ids: readonly number[]): Promise<Naming[]> {
  const { rows } = await sql<Naming>`
    select n.ulaz_stavka_id, d.broj, n.datum, d.id from ostalo_razduzenje_stavka n
    join ostalo_razduzenje d on d.id = n.ostalo_razduzenje_id
    where n.ulaz_stavka_id in ${engineOf(db).list(ids)} and d.c4_id is null
    union
    select r.c4_stavka_id, c1.broj_c1, r.datum, c1.id from razduzenje r join c1 on c1.id = r.c1_id
    where r.c4_stavka_id in ${engineOf(db).list(ids)} and r.usmereno = 1 order by 3, 4`.execute(db)
  return rows
}
