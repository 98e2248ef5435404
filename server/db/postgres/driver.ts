import { createHash } from 'node:crypto'
import pg from 'pg'
import { Planned, Unanswered } from '#server/db/engine.ts'

/** Statements that a connection keeps planned; the server keeps some 20 KiB for each. */
export const MAX_PREPARED = 200
/** So many statements are on their way before they are waited for: a slow server must not fill this program's memory. */
export const MAX_UNANSWERED = 16

const NOTHING = { command: '', rowCount: 0, rows: [] }

/**
 * A connection for transactions of many small statements.
 *
 * It has them planned once: planning all fifteen of a save takes as long as carrying half of them out. Other reads are
 * planned each time, since what is best for them depends on what is asked for; but not those that are always the same.
 *
 * It waits for no answer that nobody needs: those of `Unanswered` statements, and of a `begin` before a question. They
 * are carried out in the order in which they were sent, and the answer to the commit comes behind all of them. Where one
 * fails, the server undoes the transaction whatever is sent behind it, and the next question or the commit throws its
 * error.
 */
export class PipeliningClient extends pg.Client {
  readonly #names = new Map<string, string>()
  #begin: Promise<unknown> = Promise.resolve()
  /** What else was sent in this transaction and not waited for; null outside of one. */
  #unanswered: Promise<unknown>[] | null = null

  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), pipeline: true })
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has a dozen forms.
  override query(...args: any[]): any {
    const [text, values] = args
    if (typeof text !== 'string') return super.query(...(args as [string]))
    if (/^(begin|start transaction)/.test(text)) {
      this.#unanswered = []
      this.#begin = super.query(text)
      return leave(this.#begin)
    }
    if (this.#unanswered) return this.#queryInTransaction(text, values)
    return values instanceof Planned ? this.#send(text, values) : super.query(...(args as [string]))
  }

  async #queryInTransaction(text: string, values: unknown[] | undefined) {
    const unanswered = this.#unanswered ?? []
    // Where there is no transaction, what writes would be kept at once: only a question may be on its way with its begin.
    if (!/^\s*select\b/.test(text)) await this.#begin
    if (unanswered.length >= MAX_UNANSWERED) await Promise.all(unanswered.splice(0))
    if (text === 'commit' || text === 'rollback') this.#unanswered = null
    const sent = this.#send(text, values)
    if (values instanceof Unanswered) {
      unanswered.push(sent)
      return leave(sent)
    }
    try {
      const answer = await sent
      await this.#begin
      if (text === 'commit') await Promise.all(unanswered)
      return answer
    } catch (error) {
      // What failed first is why this failed: "current transaction is aborted" says nothing.
      if (text !== 'rollback') await Promise.all([this.#begin, ...unanswered])
      throw error
    }
  }

  #send(text: string, values: unknown[] | undefined): Promise<unknown> {
    const name = values && values.length > 0 ? this.#nameOf(text) : undefined
    return name ? super.query({ name, text, values }) : super.query(text, values)
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

/** Goes on without the answer; its error is thrown to whoever waits for it later. */
function leave(sent: Promise<unknown>) {
  sent.catch(() => undefined)
  return Promise.resolve(NOTHING)
}
