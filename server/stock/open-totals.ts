import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { capacityOf } from '#domain/named-draws.ts'
import { addition, engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { addToSums, changedSums, inParts, type KeptSums } from './exact-sums.ts'

// `otvoreno` has, per day of import and country of origin, how many lots are open and what they were worth when they
// came, and `otvoren_c4` has the same per C4: they change only when a lot opens or ends, not with every draw. What is gone
// of the one lot of each material that is begun is taken off when it is read (server/stock/open-value.ts, rokovi.ts).

/** What is known of a lot that opens or ends. */
export type WholeLot = {
  readonly c4_id: number
  readonly datum: CalendarDate
  readonly zemlja_porekla: string
  readonly kolicina: Micro
  /** What documents take of it that name it: exports get the rest, which is all that counts here. */
  readonly izuzeto: Micro
  readonly cena_po_jedinici: Micro
  readonly kurs: Micro
}
type Changes<Key extends keyof WholeLot> = KeptSums<Pick<WholeLot, Key>, 'lotova' | 'vrednost'>
/** Changes of one transaction, by day and country, and by C4. */
export type OpenChanges = {
  readonly otvoreno: Changes<'datum' | 'zemlja_porekla'>
  readonly otvoren_c4: Changes<'c4_id'>
}

/** None so far. */
export const noOpenChanges = (): OpenChanges => ({ otvoreno: new Map(), otvoren_c4: new Map() })

/** Notes that a lot opens (1) or ends (-1). */
export function noteOpen({ otvoreno, otvoren_c4 }: OpenChanges, sign: 1 | -1, lot: WholeLot): void {
  const { c4_id, datum, zemlja_porekla } = lot
  const vrednost = BigInt(sign) * multiplyToAtto(capacityOf(lot), lot.cena_po_jedinici, lot.kurs)
  const more = { lotova: BigInt(sign), vrednost }
  addToSums(otvoreno, { datum, zemlja_porekla }, more)
  addToSums(otvoren_c4, { c4_id }, more)
}

const SUMS = { lotova: 'int', vrednost_0: 'int', vrednost_1: 'int', vrednost_2: 'int' } as const

const addOpen = addition('otvoreno', { datum: 'text', zemlja_porekla: 'text' }, SUMS)
const addOpenC4 = addition('otvoren_c4', { c4_id: 'int' }, SUMS)

/** What is to be added, as rows of the table. */
export const openRows = <Row extends object>(changes: KeptSums<Row, 'lotova' | 'vrednost'>) =>
  changedSums(changes).map(({ lotova, vrednost, ...key }) => ({
    ...key,
    lotova: Number(lotova),
    ...inParts('vrednost', vrednost),
  }))

/** Writes what changed. */
export async function writeOpenChanges(tx: Tx, { otvoreno, otvoren_c4 }: OpenChanges): Promise<void> {
  await engineOf(tx).write(tx, [addOpen(openRows(otvoreno)), addOpenC4(openRows(otvoren_c4))])
}
