import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { addition, engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { addToSums, changedSums, inParts, type KeptSums } from './exact-sums.ts'

// `otvoreno` has, per day of import and country of origin, how many lots are open and what they were worth when they
// came: it changes only when a lot opens or ends, not with every draw. What is gone of the one lot of each material
// that is begun is taken off when it is read (server/stock/open-value.ts).

/** What is known of a lot that opens or ends. */
export type WholeLot = {
  readonly datum: CalendarDate
  readonly zemlja_porekla: string
  readonly kolicina: Micro
  readonly cena_po_jedinici: Micro
  readonly kurs: Micro
}
/** Changes of one transaction, by day and country. */
export type OpenChanges = KeptSums<Pick<WholeLot, 'datum' | 'zemlja_porekla'>, 'lotova' | 'vrednost'>

/** Notes that a lot opens (1) or ends (-1). */
export function noteOpen(changes: OpenChanges, sign: 1 | -1, lot: WholeLot): void {
  const { datum, zemlja_porekla } = lot
  const vrednost = multiplyToAtto(lot.kolicina, lot.cena_po_jedinici, lot.kurs)
  addToSums(changes, { datum, zemlja_porekla }, { lotova: BigInt(sign), vrednost: BigInt(sign) * vrednost })
}

const KEYS = { datum: 'text', zemlja_porekla: 'text' } as const
const SUMS = { lotova: 'int', vrednost_0: 'int', vrednost_1: 'int', vrednost_2: 'int' } as const

const addOpen = addition('otvoreno', KEYS, SUMS)

/** Writes what changed. */
export async function writeOpenChanges(tx: Tx, changes: OpenChanges): Promise<void> {
  const rows = changedSums(changes).map(({ lotova, vrednost, ...key }) => ({
    ...key,
    lotova: Number(lotova),
    ...inParts('vrednost', vrednost),
  }))
  await engineOf(tx).write(tx, [addOpen(rows)])
}
