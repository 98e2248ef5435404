import { sql } from 'kysely'
import type { C4Body } from '#contract/c4.ts'
import { carinaTexts } from '#contract/carina.ts'
import { MAX_CODE_CHARACTERS } from '#contract/limits.ts'
import { type OstaloRazduzenje, razduzenjeTexts } from '#contract/ostala-razduzenja.ts'
import { type CalendarDate, yearOf } from '#domain/calendar-date.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import { limitOf, PRE_POCETKA, startDay } from '#domain/named-draws.ts'
import { codeKey } from '#domain/one-form.ts'
import type { Log, LogEntry } from '#server/audit/log.ts'
import { engineOf, TakenMeanwhile } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import type { StoredC4 } from '#server/documents/carina.ts'
import { refuseIf } from '#server/documents/document-columns.ts'
import {
  NO_DUTY,
  razduzenjeById,
  razduzenjeColumns,
  razduzenjeEntry,
  writeRazduzenjeLines,
  writeRazduzenjeRow,
} from '#server/documents/razduzenje-rows.ts'
import { Refusal } from '#server/refusal.ts'
import { namedOf } from '#server/stock/ledger-sql.ts'
import type { ChangedLot } from '#server/stock/lots.ts'
import { calledLots } from '#server/stock/named-draws.ts'

// Goods that had left an import before the firm began these books. Its lines say how much, its head on which day.
// Another discharge of its own ('Razduženo pre početka') takes that part from the lots by the rule of customs §4.3, on
// the day before (domain/named-draws.ts).

type Said = Pick<C4Body, 'broj_c4' | 'datum' | 'dan_prelaska' | 'stavke'>

/** Refuses what cannot have left before: more than came in, and on no day or on one before the import. */
export function refuseStart({ datum, dan_prelaska, stavke }: Said): void {
  if (!stavke.some(({ vec_razduzeno }) => vec_razduzeno !== null)) return
  const day = !dan_prelaska
    ? carinaTexts.noStartDay
    : dan_prelaska < datum
      ? carinaTexts.startBeforeImport(datum)
      : null
  refuseIf([
    ...(day ? [{ field: 'dan_prelaska', message: day }] : []),
    ...stavke.flatMap(({ vec_razduzeno, kolicina }, at) =>
      vec_razduzeno !== null && vec_razduzeno > kolicina
        ? [
            {
              field: `stavke.${at}.vec_razduzeno`,
              message: carinaTexts.startBeyond(at + 1, vec_razduzeno, kolicina),
            },
          ]
        : [],
    ),
  ])
}

/** Refuses (409) more than exports up to that day and other documents leave of a stored lot. */
export async function refuseStartBeyond(
  tx: Tx,
  { broj_c4, datum, dan_prelaska }: Pick<Said, 'broj_c4' | 'datum' | 'dan_prelaska'>,
  changed: readonly ChangedLot[],
): Promise<void> {
  const said = changed.filter(({ was, now }) => now.vec_razduzeno !== null && !sameStart({ was, now }))
  if (said.length === 0 || !dan_prelaska) return
  const day = startDay(datum, dan_prelaska)
  const ids = said.map(({ was }) => was.id)
  const lots = await calledLots(tx, ids, day)
  const called = new Map(lots.map((lot) => [lot.id, lot]))
  const errors = said.flatMap(({ was, now }) => {
    const lot = called.get(was.id)
    const vec = now.vec_razduzeno ?? NO_QUANTITY
    if (!lot || lot.materijal_id !== now.materijal_id) return []
    const limit = limitOf({ ...lot, kolicina: now.kolicina }, lot.razduzeno, lot.vec_razduzeno ?? NO_QUANTITY)
    if (vec <= limit) return []
    const message = razduzenjeTexts.beyond({ ...lot, ...now, broj_c4 }, day, limit, vec)
    return [{ field: `stavke.${now.pozicija}.vec_razduzeno`, message }]
  })
  const [first] = errors
  if (first) throw new Refusal('conflict', first.message, errors)
}

const sameStart = ({ was, now }: ChangedLot) =>
  was.vec_razduzeno === now.vec_razduzeno && was.kolicina === now.kolicina && was.materijal_id === now.materijal_id

type Lines = Pick<StoredC4, 'dan_prelaska' | 'stavke'>
const saysStart = (document: Lines | null): document is Lines =>
  document?.stavke.some(({ vec_razduzeno }) => vec_razduzeno !== null) ?? false

/** The discharge of an import as it is stored, its lines let go of the lots so that these may change; null for none. */
export async function releaseStart(tx: Tx, before: StoredC4 | null): Promise<OstaloRazduzenje | null> {
  if (!before || !saysStart(before)) return null
  const row = await tx.selectFrom('ostalo_razduzenje').select('id').where('c4_id', '=', before.id).executeTakeFirst()
  const stored = row && (await razduzenjeById(tx, row.id))
  if (!stored) return null
  await tx.deleteFrom('ostalo_razduzenje_stavka').where('ostalo_razduzenje_id', '=', stored.id).execute()
  return stored
}

/** Removes what `releaseStart` let go of, with an import that goes. */
export async function removeStart(tx: Tx, log: Log, stored: OstaloRazduzenje | null): Promise<void> {
  if (!stored) return
  await tx.deleteFrom('ostalo_razduzenje').where('id', '=', stored.id).execute()
  await log([razduzenjeEntry(stored, null)])
}

/**
 * Writes the discharge of an import by its stored lines, over the one that `releaseStart` answered; lots are written
 * already with what is named of them.
 */
export async function writeStart(tx: Tx, log: Log, saved: StoredC4, stored: OstaloRazduzenje | null): Promise<void> {
  if (!saysStart(saved)) {
    await removeStart(tx, log, stored)
    if (stored) await writeLastDays(tx, saved)
    return
  }
  const { id: c4_id, broj_c4, datum, dan_prelaska } = saved
  const day = startDay(datum, dan_prelaska as CalendarDate)
  const named = saved.stavke.filter(({ vec_razduzeno }) => vec_razduzeno !== null)
  const body = {
    ...{ broj: await freeStartNumber(tx, { broj_c4, datum, day, c4_id }), datum: day, vrsta: PRE_POCETKA },
    ...{ broj_jci: null, carinski_organ: null, razlog: razduzenjeTexts.beforeBooks },
    stavke: named.map(({ id, vec_razduzeno }) => ({
      ulaz_stavka_id: id,
      kolicina: vec_razduzeno ?? NO_QUANTITY,
      stopa_carine: null,
      carinska_vrednost_rsd: null,
    })),
  }
  const lots = named.map(({ id, materijal_id }) => ({ id, materijal_id, broj_c4 }))
  const columns = { ...(await razduzenjeColumns(tx, body, lots)), pdf_fajl: null, c4_id }
  const same = stored !== null && factsOf(stored) === factsOf(body)
  const id = same ? stored.id : await writeRazduzenjeRow(tx, columns, { stored, back: null }, takenMeanwhile)
  await writeRazduzenjeLines(
    tx,
    id,
    body,
    body.stavke.map(() => NO_DUTY),
  )
  await writeLastDays(tx, saved)
  if (same) return
  const now = (await razduzenjeById(tx, id)) as OstaloRazduzenje
  await log([razduzenjeEntry(stored, now) as LogEntry])
}

const takenMeanwhile = () => new TakenMeanwhile('the number of a discharge was taken while it was chosen')

type Facts = Pick<OstaloRazduzenje, 'broj' | 'datum'> & {
  readonly stavke: readonly Pick<OstaloRazduzenje['stavke'][number], 'ulaz_stavka_id' | 'kolicina'>[]
}
const factsOf = ({ broj, datum, stavke }: Facts) =>
  JSON.stringify([broj, datum, stavke.map(({ ulaz_stavka_id, kolicina }) => [ulaz_stavka_id, kolicina])])

/** Numbers that are looked up at once. */
const NUMBERS_AT_ONCE = 10

/**
 * The number of an import's discharge: that of the import, with its year where another discharge has it, and with a
 * counter where that is taken too.
 */
async function freeStartNumber(
  tx: Tx,
  { broj_c4, datum, day, c4_id }: { broj_c4: string; datum: CalendarDate; day: CalendarDate; c4_id: number | null },
): Promise<string> {
  const year = yearOf(datum)
  for (let first = 0; ; first += NUMBERS_AT_ONCE) {
    const numbers = Array.from({ length: NUMBERS_AT_ONCE }, (_, at) => {
      const counter = first + at
      const end = counter === 0 ? '' : counter === 1 ? ` (${year})` : ` (${year}-${counter})`
      return `PP ${broj_c4.slice(0, MAX_CODE_CHARACTERS - 3 - end.length)}${end}`
    })
    const taken = await tx
      .selectFrom('ostalo_razduzenje')
      .select('broj_kljuc')
      .where('godina', '=', yearOf(day))
      .where('broj_kljuc', 'in', engineOf(tx).list(numbers.map((number) => codeKey(number))))
      .where((is) => is.or([is('c4_id', 'is', null), is('c4_id', '<>', c4_id ?? 0)]))
      .execute()
    const isTaken = new Set(taken.map(({ broj_kljuc }) => broj_kljuc))
    const free = numbers.find((number) => !isTaken.has(codeKey(number)))
    if (free !== undefined) return free
  }
}

/** The last day on which anything of these lots is named, by what is stored now. */
const writeLastDays = (tx: Tx, { id }: Pick<StoredC4, 'id'>) =>
  sql`
    update c4_stavka set izuzeto_do = (select coalesce(max(n.datum), '') from ${namedOf(sql`c4_stavka.id`)} n)
    where c4_id = ${id}`.execute(tx)
