import { sql } from 'kysely'
import type { C4StavkaBody } from '#contract/c4.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { compareLots, type Lot, type Position } from '#domain/fifo.ts'
import type { Tx } from '#server/db/open.ts'
import { countLot, firstAffectedBy, type Ledger } from './ledger.ts'

export type NewLot = C4StavkaBody & { readonly iznos: Para; readonly pozicija: number }
export type StoredLot = Lot & {
  readonly materijal_id: string
  readonly kolicina: Micro
  readonly cena_po_jedinici: Micro
  readonly kurs: Micro
  readonly broj_fakture: string
  readonly redni_broj: number
}
/** The document that the lots belong to, as it will be. */
export type LotDocument = { readonly c4_id: number; readonly datum: CalendarDate; readonly kurs: Micro }

const COLUMNS = {
  id: 'int',
  pozicija: 'int',
  broj_fakture: 'text',
  redni_broj: 'int',
  materijal_id: 'text',
  kolicina: 'int',
  cena_po_jedinici: 'int',
  iznos: 'int',
  dokazuje_poreklo: 'int',
  tarifni_broj: 'text',
  zemlja_porekla: 'text',
} as const
const WRITTEN = sql.raw(
  Object.keys(COLUMNS)
    .filter((name) => name !== 'id')
    .join(', '),
)
const SET_FROM_G = sql.raw(
  Object.keys(COLUMNS)
    .filter((name) => name !== 'id')
    .map((name) => `${name} = g.${name}`)
    .join(', '),
)

/** The lots of a document, in the order of their ids. */
export async function lotsOf(tx: Tx, c4_id: number): Promise<StoredLot[]> {
  return tx
    .selectFrom('c4_stavka')
    .select([
      'id',
      'c4_id',
      'materijal_id',
      'datum',
      'kolicina',
      'preostalo',
      'cena_po_jedinici',
      'kurs',
      'broj_fakture',
      'redni_broj',
    ])
    .where('c4_id', '=', c4_id)
    .orderBy('id')
    .execute()
}

/**
 * From which requirement on each material is affected when these lots come, go or change: per material, the earliest
 * place in the queue of lots that is touched decides. New lots have the highest id, so they stand at the end of their day.
 */
export async function affectedBy(
  ledger: Ledger,
  lots: readonly (Omit<Lot, 'preostalo'> & { materijal_id: string })[],
): Promise<Map<string, Position>> {
  const earliest = new Map<string, Omit<Lot, 'preostalo'>>()
  for (const lot of lots) {
    const known = earliest.get(lot.materijal_id)
    if (!known || compareLots(lot, known) < 0) earliest.set(lot.materijal_id, lot)
  }
  return firstAffectedBy(ledger, earliest)
}

/** Writes new lots of a document; nothing has been drawn from them yet. */
export async function insertLots(ledger: Ledger, document: LotDocument, lots: readonly NewLot[]): Promise<void> {
  if (lots.length === 0) return
  const { c4_id, datum, kurs } = document
  const rows = ledger.engine.rows(COLUMNS, lots.map(columnsOf))
  await sql`insert into c4_stavka (c4_id, datum, kurs, preostalo, otvoren, ${WRITTEN})
    select cast(${c4_id} as bigint), cast(${datum} as text), cast(${kurs} as bigint), kolicina, 1, ${WRITTEN} from ${rows} g order by pozicija`.execute(
    ledger.tx,
  )
  for (const lot of lots) countLot(ledger, 1, { ...lot, ...document, id: 0, preostalo: lot.kolicina })
}

/** Rewrites lots that keep their identity. What was drawn from them before the affected position stays drawn. */
export async function updateLots(
  ledger: Ledger,
  document: LotDocument,
  changes: readonly { stored: StoredLot; lot: NewLot }[],
): Promise<void> {
  if (changes.length === 0) return
  const { datum, kurs } = document
  for (const { stored, lot } of changes) {
    const preostalo = (lot.kolicina - (stored.kolicina - stored.preostalo)) as Micro
    countLot(ledger, -1, stored)
    countLot(ledger, 1, { ...lot, ...document, id: stored.id, preostalo })
  }
  const rows = ledger.engine.rows(
    COLUMNS,
    changes.map(({ stored, lot }) => ({ ...columnsOf(lot), id: stored.id })),
  )
  await sql`update c4_stavka set datum = ${datum}, kurs = ${kurs},
      preostalo = g.kolicina - (c4_stavka.kolicina - c4_stavka.preostalo),
      otvoren = case when g.kolicina > c4_stavka.kolicina - c4_stavka.preostalo then 1 else 0 end, ${SET_FROM_G}
    from ${rows} g where c4_stavka.id = g.id`.execute(ledger.tx)
}

/** Removes lots from which nothing is drawn any more. */
export async function deleteLots(ledger: Ledger, lots: readonly StoredLot[]): Promise<void> {
  if (lots.length === 0) return
  for (const lot of lots) countLot(ledger, -1, lot)
  await sql`delete from c4_stavka where id in ${ledger.engine.list(lots.map(({ id }) => id))}`.execute(ledger.tx)
}

const columnsOf = (lot: NewLot) => ({ ...lot, id: 0, dokazuje_poreklo: lot.dokazuje_poreklo ? 1 : 0 })
