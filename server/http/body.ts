import type { Context } from 'hono'
import type { Endpoint, FileSpec } from '#contract/endpoint.ts'
import { sentences } from '#contract/errors.ts'
import { MAX_JSON_BYTES, MAX_JSON_DEPTH, MAX_OPEN_JSON_BYTES } from '#contract/limits.ts'
import { Refusal } from '#server/refusal.ts'
import type { UploadedFile } from './call.ts'

/** Room for the boundaries and text fields of a multipart body beside its file. */
const MULTIPART_SLACK_BYTES = 64 * 1024
/** `application/json`, or a kind of it (RFC 6839). */
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i
/** The encoding that a type names; JSON has one alone (RFC 8259). */
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)/i
const MULTIPART_TYPE = /^multipart\/form-data\s*(;|$)/i

/** The text of a JSON body, not yet parsed. A body that names no type is taken for JSON; from strangers it is short. */
export async function readText(c: Context, { open }: Pick<Endpoint, 'open'>): Promise<string> {
  const type = c.req.header('content-type')
  if (type && !JSON_TYPE.test(type)) throw new Refusal('unsupported', sentences.jsonExpected)
  const [, charset = 'utf-8'] = CHARSET.exec(type ?? '') ?? []
  if (!/^utf-?8$/i.test(charset)) throw new Refusal('unsupported', sentences.utf8Expected)
  const body = await bounded(c, open ? MAX_OPEN_JSON_BYTES : MAX_JSON_BYTES, sentences.tooLarge)
  const bytes = await body.arrayBuffer()
  try {
    return UTF8.decode(bytes)
  } catch {
    // Read all the same, letters of another encoding would be stored as signs that nobody can turn back into them.
    throw new Refusal('invalid', sentences.utf8Expected)
  }
}
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The value of a JSON text. Refuses what is no JSON, and what is deeper than MAX_JSON_DEPTH before it is parsed. */
export function readJson(text: string): unknown {
  if (depthOf(text) > MAX_JSON_DEPTH) throw new Refusal('invalid', sentences.tooDeep)
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', sentences.jsonExpected)
  }
}

const [QUOTE, BACKSLASH, OPENING, CLOSING] = [0x22, 0x5c, 0x7b, 0x7d]

/** How deep lists and objects lie in each other; megabytes of brackets would hold the parser up for seconds. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (inText) {
      if (sign === BACKSLASH) i++
      else if (sign === QUOTE) inText = false
    } else if (sign === QUOTE) inText = true
    // [ and {, ] and } each differ in one bit only.
    else if ((sign | 0x20) === OPENING) deepest = Math.max(deepest, ++depth)
    else if ((sign | 0x20) === CLOSING) depth--
  }
  return deepest
}

/** The first file part of a multipart body, whatever its name, and the text fields beside it. */
export async function readFile(c: Context, spec: FileSpec): Promise<UploadedFile> {
  const { maxBytes, tooLarge, missing = sentences.multipartExpected } = spec
  const type = c.req.header('content-type')
  if (type === undefined) throw new Refusal('invalid', missing)
  if (!MULTIPART_TYPE.test(type)) throw new Refusal('unsupported', sentences.multipartExpected)
  const body = await bounded(c, maxBytes + MULTIPART_SLACK_BYTES, tooLarge)
  const form = await body.formData().catch(() => {
    throw new Refusal('invalid', missing)
  })
  const fields: Record<string, string> = {}
  let file: File | null = null
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else file ??= value as File
  }
  // A form whose file field was left empty sends a part without a name.
  if (!file || (file.name === '' && file.size === 0)) throw new Refusal('invalid', missing)
  if (file.size > maxBytes) throw new Refusal('too_large', tooLarge)
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), fields }
}

/**
 * The body, which holds at most so many bytes. Node holds a client to the length that it declares, and refuses one that
 * sends chunks beside it; without a length the bytes are counted as they come, and reading stops at the limit.
 */
async function bounded(
  c: Context,
  maxBytes: number,
  message: string,
): Promise<Pick<Response, 'arrayBuffer' | 'formData'>> {
  const declared = c.req.header('content-length')
  if (declared !== undefined) {
    if (Number(declared) > maxBytes) throw new Refusal('too_large', message)
    return c.req
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // Not cancelled at the limit: that would end the connection before the refusal is sent.
  for await (const chunk of c.req.raw.body?.values({ preventCancel: true }) ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Refusal('too_large', message)
    chunks.push(chunk)
  }
  return new Response(new Blob(chunks), { headers: { 'content-type': c.req.header('content-type') ?? '' } })
}
