import type { Engine } from '#server/db/engine.ts'
import { atEnd } from '#server/db/group-commit.ts'
import type { Tx } from '#server/db/open.ts'
import type { Totals } from './books.ts'
import type { PricedLot } from './ledger.ts'

/** The totals of a material, and its open lots from the oldest on, as many as are known; none where none is open. */
export type Books = { readonly totals: Totals; readonly lots: readonly PricedLot[] }

/** So many materials at most are kept, some kilobytes each; those that were needed longest ago are forgotten. */
export const MAX_KEPT_BOOKS = 1_000

/**
 * What a save has just written of its materials, for the next one, on SQLite, whose one writer is this process (its
 * folder is locked): half of what a C1 save reads are rows that another save has written a moment ago. On PostgreSQL
 * other instances write too, and nothing is kept.
 *
 * Nothing is ever brought up to date here. Whoever opens the ledger takes the books of its materials out, whatever it
 * is going to do with them, and only `book` puts back what it knows to the last row; it counts once the transaction is
 * committed. What is not here is read.
 */
export class KeptBooks {
  readonly #committed = new Map<string, Books>()
  readonly #pending = new Map<string, Books>()
  /** Whose the pending ones are. */
  #tx: Tx | null = null

  /** Takes the books of a material out, as this transaction sees them; undefined where they must be read. */
  take(tx: Tx, materijal_id: string): Books | undefined {
    this.#belong(tx)
    const books = this.#pending.get(materijal_id) ?? this.#committed.get(materijal_id)
    this.#pending.delete(materijal_id)
    this.#committed.delete(materijal_id)
    return books
  }

  /** Keeps what this transaction leaves of a material, from its commit on. */
  keep(tx: Tx, materijal_id: string, books: Books): void {
    this.#belong(tx)
    this.#pending.set(materijal_id, books)
  }

  #belong(tx: Tx) {
    if (this.#tx === tx) return
    this.#tx = tx
    this.#pending.clear()
    atEnd(tx, (committed) => this.#end(committed))
  }

  #end(committed: boolean) {
    if (committed) for (const [materijal_id, books] of this.#pending) this.#committed.set(materijal_id, books)
    this.#pending.clear()
    this.#tx = null
    for (const oldest of this.#committed.keys()) {
      if (this.#committed.size <= MAX_KEPT_BOOKS) break
      this.#committed.delete(oldest)
    }
  }
}

const kept = new WeakMap<object, KeptBooks>()

/** The kept books of the database that `tx` writes to; null where others write to it too. */
export function keptBooks(engine: Engine, tx: Tx): KeptBooks | null {
  if (engine.name !== 'sqlite') return null
  const { adapter } = tx.getExecutor()
  const known = kept.get(adapter) ?? new KeptBooks()
  kept.set(adapter, known)
  return known
}
