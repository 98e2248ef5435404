import { MIMEType } from 'node:util'
import type { Context } from 'hono'
import type { Endpoint, FileSpec } from '#contract/endpoint.ts'
import { sentences } from '#contract/errors.ts'
import {
  MAX_JSON_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_MEMBERS,
  MAX_JSON_VALUES,
  MAX_MULTIPART_PARTS,
  MAX_OPEN_JSON_BYTES,
  MAX_PART_HEADER_BYTES,
} from '#contract/limits.ts'
import { inReadingOrder } from '#domain/one-form.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import type { UploadedFile } from './call.ts'

/** Bodies up to this size are always taken: forms and most documents. The number of connections alone limits them. */
export const SMALL_BODY_BYTES = 64 * 1024
/** The limit for larger bodies of one user that are being sent or handled: three of the largest files. */
export const MAX_USER_BYTES = 32 * 1024 * 1024
/**
 * The limit for those of all users. A body takes some three times its size in memory while it is read: 200 MB at the
 * worst.
 */
export const MAX_ALL_BYTES = 64 * 1024 * 1024
/** After this many bytes V8 is asked to give memory back (`rested`): it does not do so by itself while nobody calls. */
const MUCH_BYTES = 16 * 1024 * 1024
const RETRY_SECONDS = 5

/** The bytes that one call has in flight. */
export type Room = {
  /** Raises this call to this many bytes in all; refuses (503, `Retry-After`) more than the limits allow. */
  need(bytes: number): void
  /** Gives it back. */
  leave(): void
}

/**
 * Counts the bytes of bodies, of users by their ids, from before they are read until they are answered. `rested` is
 * called when no body is left after many bytes.
 */
export function bytesInFlight(rested: () => void = () => undefined): (user: number) => Room {
  const ofUser = new Map<number, number>()
  let all = 0
  let most = 0

  function count(user: number, bytes: number) {
    all += bytes
    most = Math.max(most, all)
    const own = (ofUser.get(user) ?? 0) + bytes
    if (own > 0) ofUser.set(user, own)
    else ofUser.delete(user)
    if (all > 0) return
    if (most > MUCH_BYTES) rested()
    most = 0
  }

  return (user) => {
    let taken = 0
    return {
      need(bytes) {
        if (bytes <= SMALL_BODY_BYTES) return
        const more = bytes - taken
        if ((ofUser.get(user) ?? 0) + more > MAX_USER_BYTES || all + more > MAX_ALL_BYTES)
          throw new TryAgain('unavailable', sentences.muchInFlight, RETRY_SECONDS)
        taken = bytes
        count(user, more)
      },
      leave() {
        if (taken > 0) count(user, -taken)
        taken = 0
      },
    }
  }
}
export type BytesInFlight = ReturnType<typeof bytesInFlight>

/** Room for the boundaries and text fields of a multipart body beside its file. */
const MULTIPART_SLACK_BYTES = 64 * 1024
/** `application/json`, or a kind of it (RFC 6839). */
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i
/** The encoding that a type names; JSON has one alone (RFC 8259). */
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)/i
const MULTIPART_TYPE = /^multipart\/form-data\s*(;|$)/i

/**
 * The text of a JSON body, not yet parsed. A body without a type is taken for JSON. A stranger's body must be short and
 * name its type: a page of another site may send one without a type, and its browser would not ask us first.
 */
export async function bodyText(c: Context, { open }: Pick<Endpoint, 'open'>, room: Room | null): Promise<string> {
  const type = c.req.header('content-type')
  if (type === undefined ? open : !JSON_TYPE.test(type)) throw new Refusal('unsupported', sentences.jsonExpected)
  const [, charset = 'utf-8'] = CHARSET.exec(type ?? '') ?? []
  if (!/^utf-?8$/i.test(charset)) throw new Refusal('unsupported', sentences.utf8Expected)
  const bytes = await bounded(c, open ? MAX_OPEN_JSON_BYTES : MAX_JSON_BYTES, sentences.tooLarge, room)
  try {
    return UTF8.decode(bytes)
  } catch {
    // A text in another encoding is refused: its letters would be stored as signs that nobody can turn back.
    throw new Refusal('invalid', sentences.utf8Expected)
  }
}
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The value of a JSON text. Refuses a text that is no JSON; before parsing it refuses one that is too deep or holds too
 * much.
 */
export function readJson(text: string): unknown {
  const tooMuch = tooMuchIn(text)
  if (tooMuch) throw new Refusal('invalid', tooMuch)
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', sentences.jsonExpected)
  }
}

const [QUOTE, BACKSLASH, COMMA, OPENING, CLOSING] = [0x22, 0x5c, 0x2c, 0x7b, 0x7d]

/**
 * The reason why a JSON text is not parsed: its lists and objects lie too deep in each other, or hold too many values.
 * Megabytes of either would hold up the parser, or the schemas behind it, for seconds. Null when it may be parsed.
 */
function tooMuchIn(text: string): string | null {
  let depth = 0
  let values = 0
  /** The number of values so far in the list or object at each depth. */
  const members: number[] = [0]
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (inText) {
      if (sign === BACKSLASH) i++
      else if (sign === QUOTE) inText = false
    } else if (sign === QUOTE) inText = true
    // [ and {, ] and } each differ in one bit only.
    else if ((sign | 0x20) === OPENING) {
      if (++depth > MAX_JSON_DEPTH) return sentences.tooDeep
      members[depth] = 1
      values++
    } else if ((sign | 0x20) === CLOSING) depth = Math.max(0, depth - 1)
    else if (sign === COMMA) {
      members[depth] = (members[depth] ?? 0) + 1
      if (++values > MAX_JSON_VALUES || (members[depth] ?? 0) > MAX_JSON_MEMBERS) return sentences.tooManyValues
    }
  }
  return null
}

/** The first file part of a multipart body, or the first few, whatever their names, and the text fields beside them. */
export async function readFile(c: Context, spec: FileSpec, room: Room | null): Promise<UploadedFile> {
  const { maxBytes, tooLarge, missing = sentences.multipartExpected, most, all = { bytes: maxBytes, tooLarge } } = spec
  const type = c.req.header('content-type')
  if (type === undefined) throw new Refusal('invalid', missing)
  if (!MULTIPART_TYPE.test(type)) throw new Refusal('unsupported', sentences.multipartExpected)
  const bytes = await bounded(c, all.bytes + MULTIPART_SLACK_BYTES, all.tooLarge, room)
  const boundary = boundaryOf(type)
  if (boundary === null) throw new Refusal('invalid', missing)
  if (!hasFewParts(bytes, boundary)) throw new Refusal('invalid', sentences.tooManyParts)
  // The constructor copies bytes, and 20 MB of them hold everybody up for 170 ms. It takes a stream without a copy.
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  const form = await new Response(stream, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Refusal('invalid', missing)
  })
  const fields: Record<string, string> = {}
  const files: File[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else if (files.length === 0 || most) files.push(value as File)
  }
  if (most && files.length > most.files) throw new Refusal('invalid', most.tooMany)
  const [file, ...more] = files
  // A form whose file field was left empty sends a part without a name.
  if (!file || (file.name === '' && file.size === 0)) throw new Refusal('invalid', missing)
  if (files.some(({ size }) => size > maxBytes)) throw new Refusal('too_large', tooLarge)
  return { ...(await uploaded(file)), fields, more: await Promise.all(more.map(uploaded)) }
}

const uploaded = async (file: File) => ({
  name: inReadingOrder(file.name),
  bytes: new Uint8Array(await file.arrayBuffer()),
})

/** The longest that RFC 2046 allows. */
const MAX_BOUNDARY_CHARACTERS = 70

/** The boundary between the parts, read as the parser behind us reads it; null if the type names none. */
function boundaryOf(type: string): string | null {
  try {
    const boundary = new MIMEType(type).params.get('boundary') ?? ''
    return boundary !== '' && boundary.length <= MAX_BOUNDARY_CHARACTERS ? boundary : null
  } catch {
    return null
  }
}

/**
 * True if a multipart body has few parts with short headers: the parser makes hundreds of thousands of parts one by
 * one.
 */
function hasFewParts(bytes: Buffer, boundary: string): boolean {
  const delimiter = `--${boundary}`
  let parts = 0
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const headersAt = at + delimiter.length
    if (bytes.toString('latin1', headersAt, headersAt + 2) === '--') break
    if (++parts > MAX_MULTIPART_PARTS) return false
    if (!bytes.subarray(headersAt, headersAt + MAX_PART_HEADER_BYTES).includes('\r\n\r\n')) return false
  }
  return true
}

/**
 * The body, of at most this many bytes. Node holds a client to the length that it declares, and refuses one that sends
 * chunks beside it. Without a length the bytes are counted as they come, and reading stops at the limit.
 */
async function bounded(c: Context, maxBytes: number, message: string, room: Room | null): Promise<Buffer<ArrayBuffer>> {
  const declared = c.req.header('content-length')
  if (declared !== undefined) {
    if (Number(declared) > maxBytes) throw new Refusal('too_large', message)
    room?.need(Number(declared))
    return Buffer.from(await c.req.arrayBuffer())
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // It is not cancelled at the limit: that would end the connection before the refusal is sent.
  for await (const chunk of c.req.raw.body?.values({ preventCancel: true }) ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Refusal('too_large', message)
    room?.need(bytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
