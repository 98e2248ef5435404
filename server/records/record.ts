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
/** A value, or SQL that works it out. */
type Columns<T extends Table> = { [C in keyof Row<T>]: Row<T>[C] | RawBuilder<Row<T>[C]> }
type Identity = { readonly id: number | string; readonly verzija: number }

/** Which stored record is meant, and the version that its editor saw (null: whatever is stored). */
export type Rewrite<Id = number> = { readonly id: Id; readonly ifVersion: number | null }

/** The types of a record: `Stored` as calls answer it, `Body` as it is sent. */
type Description<T extends Table, Stored extends Identity, Body> = {
  readonly table: T
  readonly find: (db: Db, id: Stored['id']) => Promise<Stored | null | undefined>
  /** Keeps a stored one from everybody else until the transaction ends; a lock of its row where nothing is said. */
  readonly lock?: (tx: Tx, id: Stored['id']) => Promise<void>
  /** The columns of what is written over `stored` (null: it is new). Refuses what may not be, and locks what that hangs on. */
  readonly columns: (tx: Tx, body: Body, stored: Stored | null) => Columns<T> | Promise<Columns<T>>
  /** Writes what stands beside the row, as its lines. */
  readonly beside?: (tx: Tx, id: Stored['id'], body: Body, stored: Stored | null) => Promise<unknown>
  /** The field whose value nobody else may have, and the sentence about it. */
  readonly taken?: { readonly field: string; readonly message: string }
  /** The entry of the trail about one before and after; null is one that is not there. */
  readonly entry: (pre: Stored | null, posle: Stored | null, radnja?: Radnja) => LogEntry
}

/** How records of one kind are created and changed, each with its entry in the trail. */
export function recordOf<T extends Table, Stored extends Identity, Body>(of: Description<T, Stored, Body>) {
  type Id = Stored['id']
  const { table, find, entry } = of

  /** The record as it is now and stays until the transaction ends; refuses (404) none and (409) another version. */
  async function locked(tx: Tx, { id, ifVersion }: Rewrite<Id>): Promise<Stored> {
    await (of.lock ? of.lock(tx, id) : lockRow(tx, table, id))
    const stored = await existing(find(tx, id))
    assertVersion(stored.verzija, ifVersion)
    return stored
  }

  /** Writes it over a stored one that is locked, as a new one, or as one that comes `back`; answers its id. */
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

    /** Adds one, or brings a deleted one `back` with the id and version that it had. */
    async create(tx: Tx, log: Log, body: Body, back?: Identity): Promise<Stored> {
      const saved = await existing(find(tx, await write(tx, body, null, back)))
      await log([entry(null, saved, back && 'vraceno')])
      return saved
    },

    /** Writes it over a stored one. */
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

/** Writes the row over a stored one, whose version is raised, or adds it; answers its id. */
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
  /** Refuses what may not be deleted. */
  readonly check: (tx: Tx, stored: Stored) => Promise<void>
  /** The function that enters it again as it was. */
  readonly keep: (stored: Stored) => Kept & { readonly body: object }
  readonly deleted: (stored: Stored) => string
  /** Said of one that is there, where it is to be brought back. */
  readonly there: string
}

/** A record that can be deleted too, and brought back from what the entry of its deletion keeps. */
export function deletable<Stored extends Identity, Body>(
  record: Saving<Stored, Body>,
  { vrsta, check, keep, deleted, there }: Deletion<Stored>,
) {
  type Id = Stored['id']
  return {
    ...record,

    /** Removes one; answers the sentence about it. */
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

    /** Takes the last deletion of one back. */
    restore: (tx: Tx, log: Log, id: Id, now: number): Promise<Stored> =>
      restore<Kept & { readonly body: Body }, Stored>(tx, { vrsta, predmet: id, there, now }, ({ body, verzija }) =>
        record.create(tx, log, body, { id, verzija }),
      ),
  }
}
