import type { Generated, Insertable, RawBuilder } from 'kysely'
import type { Radnja, Vrsta } from '#contract/audit.ts'
import type { Log, LogEntry } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import { type Kept, restore } from './restore.ts'

/** The tables whose rows have an id and a version. */
type Table = {
  [T in keyof Schema]: Schema[T] extends { id: Generated<number> | string; verzija: number } ? T : never
}[keyof Schema]
type Row<T extends Table> = Omit<Insertable<Schema[T]>, 'id' | 'verzija'>
/** The value of each column, or SQL that computes it. */
type Columns<T extends Table> = { [C in keyof Row<T>]: Row<T>[C] | RawBuilder<Row<T>[C]> }
type Identity = { readonly id: number | string; readonly verzija: number }

/** The id of a stored record, and the version that its editor saw (null: any). */
export type Rewrite<Id = number> = { readonly id: Id; readonly ifVersion: number | null }

/** The types of a record: `Stored` as calls answer it, `Body` as it is sent. */
type Description<T extends Table, Stored extends Identity, Body> = {
  readonly table: T
  readonly find: (db: Db, id: Stored['id']) => Promise<Stored | null | undefined>
  /** Locks a stored record until the transaction ends; the default locks its row. */
  readonly lock?: (tx: Tx, id: Stored['id']) => Promise<void>
  /** The columns to write over `stored` (null: a new one). Refuses forbidden values; locks the rows that decide it. */
  readonly columns: (tx: Tx, body: Body, stored: Stored | null) => Columns<T> | Promise<Columns<T>>
  /** Writes the rows of other tables that belong to the record, as its lines. */
  readonly beside?: (tx: Tx, id: Stored['id'], body: Body, stored: Stored | null) => Promise<unknown>
  /** The field whose value is unique, and the sentence for a value that is taken. */
  readonly taken?: { readonly field: string; readonly message: string }
  /** The entry of the trail about a record before and after; null where it does not exist. */
  readonly entry: (pre: Stored | null, posle: Stored | null, radnja?: Radnja) => LogEntry
}

/** Creates and changes records of one kind, each with its entry in the trail. */
export function recordOf<T extends Table, Stored extends Identity, Body>(of: Description<T, Stored, Body>) {
  type Id = Stored['id']
  const { table, find, entry } = of

  /** Reads and locks the record until the transaction ends; refuses (404) none and (409) another version. */
  async function locked(tx: Tx, { id, ifVersion }: Rewrite<Id>): Promise<Stored> {
    await (of.lock ? of.lock(tx, id) : lockRow(tx, table, id))
    const stored = await existing(find(tx, id))
    assertVersion(stored.verzija, ifVersion)
    return stored
  }

  /** Writes a record over a locked stored one, as a new one, or as one that comes `back`; returns its id. */
  async function write(tx: Tx, body: Body, stored: Stored | null, back?: Identity): Promise<Id> {
    const columns = await of.columns(tx, body, stored)
    const id = await writeRow<Id>(tx, table, stored, { ...columns, verzija: 1, ...back }).catch((error: unknown) => {
      const isTaken = of.taken && engineOf(tx).isUniqueViolation(error)
      throw isTaken ? new Refusal('conflict', of.taken.message, of.taken.field) : error
    })
    await of.beside?.(tx, id, body, stored)
    return id
  }

  return {
    table,
    entry,
    locked,
    write,

    /** Adds a record, or brings a deleted one `back` with its old id and version. */
    async create(tx: Tx, log: Log, body: Body, back?: Identity): Promise<Stored> {
      const saved = await existing(find(tx, await write(tx, body, null, back)))
      await log([entry(null, saved, back && 'vraceno')])
      return saved
    },

    /** Writes a record over a stored one. */
    async update(tx: Tx, log: Log, body: Body, rewrite: Rewrite<Id> & { radnja?: Radnja }): Promise<Stored> {
      const stored = await locked(tx, rewrite)
      await write(tx, body, stored)
      const saved = await existing(find(tx, stored.id))
      await log([entry(stored, saved, rewrite.radnja)])
      return saved
    },
  }
}

const lockRow = (tx: Tx, table: Table, id: number | string) =>
  tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', id as never)
    .modifyEnd(engineOf(tx).forUpdate)
    .execute()

/** Writes the row over a stored one and raises its version, or adds it; returns its id. */
async function writeRow<Id>(tx: Tx, table: Table, stored: Identity | null, row: { verzija: number }): Promise<Id> {
  const written = stored
    ? tx
        .updateTable(table)
        .set({ ...row, verzija: stored.verzija + 1 } as never)
        .where('id', '=', stored.id as never)
        .returning('id')
    : tx
        .insertInto(table)
        .values(row as never)
        .returning('id')
  const { id } = await written.executeTakeFirstOrThrow()
  return id as Id
}

type Saving<Stored extends Identity, Body> = ReturnType<typeof recordOf<Table, Stored, Body>>

type Deletion<Stored> = {
  readonly vrsta: Vrsta
  /** Refuses a record that may not be deleted. */
  readonly check: (tx: Tx, stored: Stored) => Promise<void>
  /** Returns the facts that the entry keeps, from which the record can be brought back. */
  readonly keep: (stored: Stored) => Kept & { readonly body: object }
  readonly deleted: (stored: Stored) => string
  /** The sentence for a record that cannot be brought back because it exists. */
  readonly there: string
}

/** Adds deletion to records, and restoring from the entry of the deletion. */
export function deletable<Stored extends Identity, Body>(
  record: Saving<Stored, Body>,
  { vrsta, check, keep, deleted, there }: Deletion<Stored>,
) {
  type Id = Stored['id']
  return {
    ...record,

    /** Deletes a record; returns the sentence about it. */
    async remove(tx: Tx, log: Log, rewrite: Rewrite<Id>): Promise<{ message: string }> {
      const stored = await record.locked(tx, rewrite)
      await check(tx, stored)
      await tx
        .deleteFrom(record.table)
        .where('id', '=', stored.id as never)
        .execute()
      await log([{ ...record.entry(stored, null), kept: keep(stored) }])
      return { message: deleted(stored) }
    },

    /** Takes back the last deletion of a record. */
    restore: (tx: Tx, log: Log, id: Id, now: number): Promise<Stored> =>
      restore<Kept & { readonly body: Body }, Stored>(tx, { vrsta, predmet: id, there, now }, ({ body, verzija }) =>
        record.create(tx, log, body, { id, verzija }),
      ),
  }
}
