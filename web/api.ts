import { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { type FieldError, fieldErrorsOf, summaryOf } from '#contract/errors.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { fileNameOf, pathTo } from './api-address.ts'
import { ApiError, BAD_REQUEST, NO_RESPONSE, request, requestTexts } from './request.ts'

export { ApiError, messageOf, NO_RESPONSE, reasonOf } from './request.ts'

/** A file the server sent. */
export type ReceivedFile = { readonly name: string; readonly blob: Blob }

/**
 * Limits of amounts are sent as plain decimal text (`microText`): a bare number would be millionths. Days and choices
 * stand in addresses as text; the server refuses a text that is none.
 */
type QueryValue<T> = T extends Micro | Para | string ? string : T
type QueryValues<T> = { readonly [K in keyof T]?: QueryValue<T[K]> | '' | null | undefined }

type Parts<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: ParamsOf<E> } : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: QueryValues<QueryOf<E>> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: BodyOf<E> } : { body?: undefined }) &
  (E['file'] extends object
    ? { file: File; more?: readonly File[]; fields?: Record<string, string> }
    : { file?: undefined; more?: undefined; fields?: undefined })

type Extras = {
  /**
   * The `verzija` that the user saw of a record he changes or deletes. It is sent as If-Match, so that nobody
   * overwrites another user's change.
   */
  ifVersion?: number | undefined
  /** From `requestKeys` (#web/screens/only-once.ts), one of them per opened form: sending it twice saves once. */
  idempotencyKey?: string | undefined
  /** No generated PDFs in the answer. */
  minimal?: boolean
  signal?: AbortSignal | undefined
  /** 0–100 while the file is being sent. */
  onProgress?: ((percent: number) => void) | undefined
}

export type CallOptions<E extends Endpoint> = Parts<E> & Extras
export type Reply<E extends Endpoint> = E['reply'] extends 'file' ? ReceivedFile : ReplyOf<E>
/** The options may be left out where the endpoint needs none. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

/**
 * One call of the API: values in and out as the program has them (Micro, Para, CalendarDate), the wire's plain numbers
 * between. Throws an ApiError; a body that breaks the contract is refused here with the very errors the server would
 * give. Files come as a blob with their name, and no token ever stands in an address.
 */
export async function call<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>): Promise<Reply<E>> {
  const options = (args[0] ?? {}) as CallOptions<Endpoint>
  const headers: Record<string, string> = {}
  if (options.ifVersion !== undefined) headers['if-match'] = `"${options.ifVersion}"`
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  if (options.minimal) headers.prefer = 'return=minimal'

  const response = await request({
    method: endpoint.method,
    path: pathTo(endpoint.path, options.params, options.query),
    headers,
    body: endpoint.file
      ? await partsOf(options.file, options.fields, options.more)
      : endpoint.body && encoded(endpoint.body, options.body),
    session: !endpoint.open,
    unattended: endpoint.unattended,
    signal: options.signal,
    onProgress: options.onProgress,
  })
  return (endpoint.reply === 'file' ? fileIn(response) : decoded(endpoint.reply, response)) as Promise<Reply<E>>
}

/** The content of a line of such an answer. */
export type LineOf<E extends Endpoint> = E['line'] extends z.ZodType ? z.output<E['line']> : never

type LinesOptions<E extends Endpoint> = {
  query?: QueryValues<QueryOf<E>> | undefined
  signal: AbortSignal
  /** The file and the fields sent with the call; `onProgress` gets 0–100. */
  sent?: { file: File; fields: Record<string, string>; onProgress: (percent: number) => void }
}

/** A call that is answered line by line: `heard` gets each line as it comes; the last one is the answer. */
export async function callLines<E extends Endpoint & { readonly line: z.ZodType }>(
  { method, path, line: schema }: E,
  { query, signal, sent }: LinesOptions<E>,
  heard: (line: LineOf<E>) => void,
): Promise<LineOf<E>> {
  let [last, read] = [undefined as LineOf<E> | undefined, 0]
  const hear = (line: string) => {
    last = z.decode(schema, JSON.parse(line)) as LineOf<E>
    heard(last)
  }
  /** `text` is all that has come so far. */
  function hearMore(text: string) {
    for (let end = text.indexOf('\n', read); end >= 0; end = text.indexOf('\n', read)) {
      hear(text.slice(read, end))
      read = end + 1
    }
  }
  const asked = { method, path: pathTo(path, undefined, query), signal }
  const body = sent && (await partsOf(sent.file, sent.fields))
  const response = await request({ ...asked, body, onProgress: sent?.onProgress, onText: sent && hearMore })
  let begun = ''
  try {
    if (sent) hearMore(await response.text())
    else
      for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const lines = (begun + text).split('\n')
        begun = lines.pop() ?? ''
        for (const line of lines) hear(line)
      }
  } catch (error) {
    if (signal?.aborted || !(error instanceof TypeError)) throw error
    throw new ApiError(NO_RESPONSE, requestTexts.noResponse)
  }
  if (last === undefined || begun !== '') throw new ApiError(NO_RESPONSE, requestTexts.noResponse)
  return last
}

/** The error of such a call whose last line is no answer: the error in that line, else an answer broken off. */
export const brokenOff = (last: { message?: string; errors?: readonly FieldError[] | undefined } | object): ApiError =>
  'message' in last && last.message
    ? new ApiError(BAD_REQUEST, last.message, last.errors ?? [], true)
    : new ApiError(NO_RESPONSE, requestTexts.noResponse)

/** An endpoint that answers a page of a list, and one of its rows. */
export type ListEndpoint = Endpoint & { readonly reply: z.ZodType<{ results: unknown[]; total: number }> }
export type RowOf<E extends ListEndpoint> = PageOf<E>['results'][number]

/** The answer of a list, typed as one. */
type PageOf<E extends ListEndpoint> = Extract<Reply<E>, { results: unknown[] }>

/** Reads all pages of a list as one answer with all rows; the values beside the rows are those of the last page. */
export async function callWhole<E extends ListEndpoint>(
  endpoint: E,
  query: CallOptions<E>['query'] | undefined,
  signal?: AbortSignal,
): Promise<PageOf<E>> {
  const rows: RowOf<E>[] = []
  for (let page = 1; ; page++) {
    const options = { query: { ...query, page, limit: MAX_PAGE_ROWS }, signal }
    const reply = (await call(endpoint, ...([options] as unknown as CallArguments<E>))) as PageOf<E> & { total: number }
    rows.push(...reply.results)
    if (reply.results.length === 0 || rows.length >= reply.total) return { ...reply, results: rows }
  }
}

function encoded(schema: z.ZodType, body: unknown): string {
  const wire = z.safeEncode(schema, body as never)
  if (wire.success) return JSON.stringify(wire.data)
  const errors = fieldErrorsOf(wire.error)
  throw new ApiError(400, summaryOf(errors), errors, true)
}

/** The parts of a multipart body. A chosen file that has changed or gone since is an error of its own (spec §8). */
async function partsOf(
  file: File | undefined,
  fields: Record<string, string> = {},
  more: readonly File[] = [],
): Promise<FormData> {
  const parts = new FormData()
  for (const [name, value] of Object.entries(fields)) parts.append(name, value)
  for (const one of file ? [file, ...more] : []) {
    await one
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        throw new ApiError(BAD_REQUEST, requestTexts.unreadableFile, [], true)
      })
    parts.append('file', one)
  }
  return parts
}

async function decoded(schema: z.ZodType, response: Response): Promise<unknown> {
  try {
    return z.decode(schema, (await response.json()) as never)
  } catch (error) {
    if (error instanceof DOMException) throw error
    console.error('The answer does not keep the contract', error)
    throw new ApiError(BAD_REQUEST, requestTexts.badRequest)
  }
}

/** Receives a file of unknown size while the server makes it; `heard` gets the number of bytes so far. */
export async function callGrowing<E extends Endpoint & { readonly reply: 'file' }>(
  { method, path }: E,
  { query, signal }: { query?: QueryValues<QueryOf<E>>; signal: AbortSignal },
  heard: (bytes: number) => void,
): Promise<ReceivedFile> {
  const response = await request({ method, path: pathTo(path, undefined, query), signal })
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      heard(bytes)
      controller.enqueue(chunk)
    },
  })
  const counted = response.body?.pipeThrough(counter) ?? null
  return fileIn(new Response(counted, { headers: response.headers })).catch((error) => {
    if (signal.aborted || !(error instanceof TypeError)) throw error
    throw new ApiError(NO_RESPONSE, requestTexts.noResponse)
  })
}

const fileIn = async (response: Response): Promise<ReceivedFile> => ({
  name: fileNameOf(response.headers.get('content-disposition')),
  blob: await response.blob(),
})
