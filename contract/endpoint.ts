import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The right that a call needs: it looks, it changes the books, or only an administrator makes it. */
export type Need = 'read' | 'write' | 'admin'

/** The shape of one call: what the browser sends and what the server answers. Server, browser and OpenAPI read the same. */
export type Endpoint = {
  readonly method: Method
  /** Below `/api`, parameters in braces: `/c4/{id}/stavke`. */
  readonly path: `/${string}`
  /** A sentence for programmers about what the call does. */
  readonly summary: string
  /** A body; those of other calls stand in body-examples.ts. */
  readonly example?: unknown
  /** True for the few calls that need no session. */
  readonly open?: true
  /** Set where the method does not decide it (`needOf`). A call about one's own account counts as reading. */
  readonly needs?: Need
  /** True for a call about the logged-in person: no key of a program makes it. */
  readonly person?: true
  /** True for a call that an account may make before it has its second factor. It may make every `person` call. */
  readonly always?: true
  /** True for a call that a screen makes by itself: it does not keep the session alive. */
  readonly unattended?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** JSON body. */
  readonly body?: z.ZodType
  /** Multipart body with one file of at most this size; its other text fields arrive as `fields`. */
  readonly file?: FileSpec
  /** JSON answer, or a file that is sent as it is. */
  readonly reply: z.ZodType | 'file'
  /** The type of the file; a PDF unless given. */
  readonly fileType?: string
  /** The shape of each line in a file that comes line by line while it is made (LINES_TYPE). */
  readonly line?: z.ZodType
  readonly status?: 200 | 201
  /** Headers of its own that every good answer has. */
  readonly headers?: Readonly<Record<string, string>>
}

export type FileSpec = {
  readonly maxBytes: number
  /** The sentence for a larger file. */
  readonly tooLarge: string
  /** The sentence when no file came; a general one stands in for it. */
  readonly missing?: string
  /** The names of the text fields that may stand beside the file. */
  readonly fields?: readonly string[]
  /** Several may come, each of at most `maxBytes`. */
  readonly most?: { readonly files: number; readonly tooMany: string }
  /** All of them together. */
  readonly all?: { readonly bytes: number; readonly tooLarge: string }
}

/** Keeps the literal types of a feature's endpoints, so that handlers and calls are checked against them. */
export const endpoints = <const T extends Record<string, Endpoint>>(list: T): T => list

type Decoded<T> = T extends z.ZodType ? z.output<T> : undefined
/** Values as the program has them (Micro, CalendarDate …). */
export type ParamsOf<E extends Endpoint> = Decoded<E['params']>
export type QueryOf<E extends Endpoint> = Decoded<E['query']>
export type BodyOf<E extends Endpoint> = Decoded<E['body']>
export type ReplyOf<E extends Endpoint> = Decoded<E['reply']>

/** An xlsx file, as `fileType` names it. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Lines of JSON, one answer after another. */
export const LINES_TYPE = 'application/x-ndjson'
