import { createHash } from 'node:crypto'
import pg from 'pg'

/** Statements that a connection keeps planned; the server keeps some 20 KiB for each. */
export const MAX_PREPARED = 200

/**
 * A connection that has the statements of a transaction planned once: planning all fifteen of a save takes as long as
 * carrying half of them out. Reads outside of transactions are planned each time: what is best for them depends on what
 * is asked for.
 */
export class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  #inTransaction = false

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has a dozen forms.
  override query(...args: any[]): any {
    const [text, values] = args
    if (typeof text !== 'string') return super.query(...(args as [string]))
    if (/^(begin|start transaction)/.test(text)) this.#inTransaction = true
    else if (text === 'commit' || text === 'rollback') this.#inTransaction = false
    const name = this.#inTransaction && values?.length > 0 ? this.#nameOf(text) : undefined
    return name ? super.query({ name, text, values }) : super.query(...(args as [string]))
  }

  /** PostgreSQL takes names of 63 characters. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size === MAX_PREPARED) return known
    const name = createHash('sha256').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}
