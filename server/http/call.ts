import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Uloga } from '#contract/roles.ts'
import type { Log } from '#server/audit/log.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Client } from './client.ts'
import type { WrittenRows } from './json-body.ts'

export type User = { readonly id: number; readonly email: string; readonly uloga: Uloga }

/**
 * The owner of a bearer token: of a session, with its key in the table, and whether the login asks for a
 * `secondFactor`; or of a key (`program`); null if it is nobody's. `attended` calls keep the session alive and store
 * their address in it. For a call that `writes` the token is looked up on the connection that will write
 * (server/db/open.ts).
 */
export type Authenticate = (
  token: string,
  now: number,
  call: { readonly attended: boolean; readonly writes: boolean; readonly address: string },
) => Promise<{
  readonly user: User
  readonly session?: string
  readonly program?: boolean
  readonly secondFactor?: boolean
} | null>

export type UploadedFile = {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly fields: Readonly<Record<string, string>>
  /** The other files, where a call takes several. */
  readonly more: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[]
}

/** One call as a handler sees it: parsed by the contract, by a known user. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly file: E['file'] extends object ? UploadedFile : undefined
  readonly user: E['open'] extends true ? null : User
  /** The bearer token of this session, for logout. */
  readonly token: string
  readonly client: Client
  /** The version that the client changed (`If-Match`); null if it did not say. */
  readonly ifVersion: number | null
  /** True when the client wants no generated files (`Prefer: return=minimal`). */
  readonly minimal: boolean
  /** Milliseconds since 1970. */
  readonly now: number
  /**
   * The one transaction of this call. With an `Idempotency-Key` a repeated call gets the first answer, and `work` does
   * not run (decisions §4). Each change is also entered in the audit trail, by `log`.
   */
  write<T>(work: (tx: Tx, log: Log) => Promise<T>): Promise<T>
  /**
   * A transaction for one part of this call, which has several. Keys of requests do not apply: the caller finds out by
   * itself what was done already.
   */
  writeApart<T>(work: (tx: Tx, log: Log) => Promise<T>): Promise<T>
  /** A preview of `work`: it runs in a transaction that is taken back. */
  tryOut<T>(work: (tx: Tx, log: Log) => Promise<T>): Promise<T>
  /** The same for long work, which calls `goOn` between its steps: others do not wait for all of it. */
  tryOutApart<T>(work: (tx: Tx, log: Log, goOn: () => void) => Promise<T>): Promise<T>
}

/**
 * A file with its number of bytes, or one that is made while it is read. It begins when there is a reader (a `HEAD` has
 * none). `over` tells it once that nobody reads on, at its end or before (./paced.ts).
 */
export type FileReply = {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer> | ((over: AbortSignal) => Stream | Promise<Stream>)
}
export type Stream = ReadableStream<Uint8Array>

/** Answers a file, or a value that the contract encodes; or a list with `results` of rows that are JSON already. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<
  E['reply'] extends 'file' ? FileReply : ReplyOf<E> | (ReplyOf<E> extends { results: unknown[] } ? WrittenRows : never)
>

/** A handler for every endpoint of a feature; the compiler names the missing one. */
export type Handlers<T extends Record<string, Endpoint>> = { readonly [K in keyof T]: Handler<T[K]> }
