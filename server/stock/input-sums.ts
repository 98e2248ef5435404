import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { type Engine, insertion, tuplesOf } from '#server/db/engine.ts'
import { statement } from '#server/db/statement.ts'
import { inParts, valueOfParts } from './exact-sums.ts'
import type { Ledger } from './open-ledger.ts'

// `ulaz` has a row for each material of each C4: what had come in of it up to and with that C4, of its queue (queues.ts), in
// the order in which lots are consumed, on how many C4, and what it was worth. The stock of a past day follows from two of them
// (stock-at.ts). Only a save of a C4 changes them. A new one mostly stands behind all others; one that does not changes
// the rows behind it, by one statement.

/** A C4 as it was or will be, and the queue of its lots. */
export type InputDocument = {
  readonly red: number
  readonly datum: CalendarDate
  readonly kurs: Micro
  readonly lots: readonly {
    readonly materijal_id: string
    readonly kolicina: Micro
    readonly cena_po_jedinici: Micro
  }[]
}
/** What came in: quantity, on how many C4, and its value in 10^-18 RSD. */
export type Input = { readonly kolicina: number; readonly broj_c4: number; readonly vrednost: bigint }
type Inputs = ReadonlyMap<string, Input>

const KEY = { materijal_id: 'text', red: 'int', datum: 'text', c4_id: 'int' } as const
const SUMS = { kolicina: 'int', broj_c4: 'int', vrednost_0: 'int', vrednost_1: 'int', vrednost_2: 'int' } as const
const insertSums = insertion('ulaz', { ...KEY, ...SUMS })
const CHANGE = { materijal_id: 'text', ...SUMS } as const
export const INPUT_VALUE = ['vrednost_0', 'vrednost_1', 'vrednost_2'] as const
/** A row as it is read. */
export type StoredInput = { kolicina: Micro; broj_c4: number } & Record<(typeof INPUT_VALUE)[number], string>

/**
 * Writes the rows of a C4 as it is `now` (null: it goes) in place of those of `before` (null: it is new), and adds the
 * difference to the rows behind it.
 */
export async function writeInputSums(
  ledger: Ledger,
  c4_id: number,
  before: InputDocument | null,
  now: InputDocument | null,
): Promise<void> {
  const [old, fresh] = [inputsOf(before), inputsOf(now)]
  const stays = before?.datum === now?.datum && before?.red === now?.red
  if (before) await remove(ledger, c4_id, before, [...old.keys()])
  if (before && !stays) await addBehind(ledger, c4_id, before, difference(old, NOTHING))
  if (!now) return
  const places = await placesOf(ledger, c4_id, now, [...fresh.keys(), ...old.keys()])
  const last = new Set(places.flatMap(({ materijal_id, behind }) => (behind ? [] : [materijal_id])))
  const more = [...difference(stays ? old : NOTHING, fresh)].filter(([id]) => !last.has(id))
  await addBehind(ledger, c4_id, now, new Map(more))
  const sums = places.flatMap(({ materijal_id, ...upToHere }) => {
    const own = fresh.get(materijal_id)
    return own ? [[materijal_id, plus(inputOf(upToHere), own)] as const] : []
  })
  const rows = rowsOf(new Map(sums)).map((row) => ({ ...row, red: now.red, datum: now.datum, c4_id }))
  await ledger.engine.write(ledger.tx, [insertSums(rows)])
}

const NOTHING: Inputs = new Map()
const NO_INPUT: Input = { kolicina: 0, broj_c4: 0, vrednost: 0n }

function inputsOf(document: InputDocument | null): Inputs {
  const totals = new Map<string, Input>()
  for (const { materijal_id, kolicina, cena_po_jedinici } of document?.lots ?? []) {
    const { kolicina: quantity, vrednost } = totals.get(materijal_id) ?? NO_INPUT
    const value = multiplyToAtto(kolicina, cena_po_jedinici, document?.kurs as Micro)
    totals.set(materijal_id, { kolicina: quantity + kolicina, broj_c4: 1, vrednost: vrednost + value })
  }
  return totals
}

const plus = (a: Input, b: Input, sign: 1 | -1 = 1): Input => ({
  kolicina: a.kolicina + sign * b.kolicina,
  broj_c4: a.broj_c4 + sign * b.broj_c4,
  vrednost: a.vrednost + BigInt(sign) * b.vrednost,
})

/** Of each material what is more now than it was; none where that is nothing. */
function difference(old: Inputs, fresh: Inputs): Inputs {
  const all = [...new Set([...old.keys(), ...fresh.keys()])]
  const more = all.map((id) => [id, plus(fresh.get(id) ?? NO_INPUT, old.get(id) ?? NO_INPUT, -1)] as const)
  return new Map(more.filter(([, { kolicina, broj_c4, vrednost }]) => kolicina || broj_c4 || vrednost))
}

type Place = Pick<InputDocument, 'red' | 'datum'>

async function remove({ tx, engine }: Ledger, c4_id: number, { red, datum }: Place, materials: string[]) {
  await sql`
    delete from ulaz where materijal_id in ${engine.list(materials)} and red = ${red} and datum = ${datum}
      and c4_id = ${c4_id}`.execute(tx)
}

const BEHIND = statement<never, [changes: string, red: number, datum: string, c4_id: number]>(
  (engine) => sql`
    update ulaz set ${sql.join(
      Object.keys(SUMS).map((name) => sql`${sql.ref(name)} = ulaz.${sql.ref(name)} + g.${sql.ref(name)}`),
    )}
    from ${engine.rows(CHANGE, [])} g
    where ulaz.materijal_id = g.materijal_id and ulaz.red = ${0} and (ulaz.datum, ulaz.c4_id) > (${''}, ${0})`,
)

/** Adds to every row behind the place of this C4. */
async function addBehind({ tx }: Ledger, c4_id: number, { red, datum }: Place, more: Inputs) {
  if (more.size > 0) await BEHIND(tx, tuplesOf(CHANGE, rowsOf(more)), red, datum, c4_id)
}

/**
 * Joins, to each material of `s`, the last of its rows of a queue (`b` in the condition) that are `before`
 * something; nulls where there is none. SQLite has no lateral joins, and PostgreSQL looks up no row whose key a query answers as a pair:
 * it runs that query again for each row of the material.
 */
export function lastInput(
  { name }: Engine,
  alias: string,
  red: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const last = (columns: RawBuilder<unknown>) => sql`
    select ${columns} from ulaz b where b.materijal_id = s.materijal_id and b.red = ${red} and ${before}
    order by b.datum desc, b.c4_id desc limit 1`
  const [row, key] = [sql.ref(alias), sql`${sql.ref(`${alias}.datum`)}, ${sql.ref(`${alias}.c4_id`)}`]
  return name === 'postgres'
    ? sql`left join lateral (${last(sql`*`)}) ${row} on true`
    : sql`left join ulaz ${row} on ${row}.materijal_id = s.materijal_id and ${row}.red = ${red} and (${key}) = (${last(sql`b.datum, b.c4_id`)})`
}

type InputPlace = StoredInput & { materijal_id: string; behind: 0 | 1 }
const PLACES = statement<InputPlace, [places: string]>(
  (engine) => sql`
    select s.materijal_id, coalesce(u.kolicina, 0) as kolicina, coalesce(u.broj_c4, 0) as broj_c4,
      ${sql.join(INPUT_VALUE.map((name) => sql`cast(coalesce(${sql.ref(name)}, 0) as text) as ${sql.ref(name)}`))},
      case when exists (
        select 1 from ulaz b where b.materijal_id = s.materijal_id and b.red = s.red
          and (b.datum, b.c4_id) > (s.datum, s.c4_id))
      then 1 else 0 end as behind
    from ${engine.rows(KEY, [])} s
    ${lastInput(engine, 'u', sql`s.red`, sql`(b.datum, b.c4_id) < (s.datum, s.c4_id)`)}`,
)

/** What had come in of these materials before the place of a C4, and whether anything stands behind it. */
const placesOf = ({ tx }: Ledger, c4_id: number, { red, datum }: Place, materials: string[]): Promise<InputPlace[]> =>
  PLACES(
    tx,
    tuplesOf(
      KEY,
      [...new Set(materials)].map((materijal_id) => ({ materijal_id, red, datum, c4_id })),
    ),
  )

/** The sums of a row. */
export const inputOf = ({ kolicina, broj_c4, ...value }: StoredInput): Input => ({
  kolicina,
  broj_c4,
  vrednost: valueOfParts(value.vrednost_0, value.vrednost_1, value.vrednost_2),
})

const rowsOf = (inputs: Inputs) =>
  [...inputs].map(([materijal_id, { kolicina, broj_c4, vrednost }]) => {
    return { materijal_id, kolicina, broj_c4, ...inParts('vrednost', vrednost) }
  })
