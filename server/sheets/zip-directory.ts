import { crc32, inflateRawSync } from 'node:zlib'
import { SHEET_MAX_RATIO, SHEET_RATIO_COUNTS_FROM_BYTES, type SheetLimits, SheetRefused } from './sheet-limits.ts'

/** A member of a zip file as its central directory declares it. */
export type ZipEntry = {
  name: string
  stored: boolean
  crc: number
  packedBytes: number
  unpackedBytes: number
  offset: number
}

const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const MAX_COMMENT_BYTES = 0xffff
const LOCATOR_SIGNATURE = 0x07064b50
const LOCATOR_BYTES = 20
const END64_SIGNATURE = 0x06064b50
const END64_BYTES = 56
/** Fields with this value say, in a ZIP64, that the real value stands elsewhere. */
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
const EXTRA_ZIP64 = 1
const ENCRYPTED_FLAG = 1

/**
 * Reads a zip's central directory without unpacking anything and adds up the declared sizes. Throws SheetRefused for
 * too many members, too large a sum, an improbable ratio, encryption and content that is no directory. A declared size
 * may be a lie: `unpackMembers` holds every member to it.
 */
export function readZipDirectory(bytes: Uint8Array, limits: SheetLimits): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { count, start } = findDirectory(view)
  if (count > limits.maxEntries) throw new SheetRefused('too-large')
  const entries: ZipEntry[] = []
  let at = start
  let unpacked = 0
  for (let index = 0; index < count; index++) {
    const { entry, next } = readEntry(bytes, view, at)
    unpacked += entry.unpackedBytes
    if (unpacked > limits.maxUnpackedBytes || isImprobable(entry)) throw new SheetRefused('too-large')
    entries.push(entry)
    at = next
  }
  return entries
}

/**
 * The number of entries and the beginning of the directory; a ZIP64 has a record of its own for values that are too
 * large.
 */
function findDirectory(view: DataView): { count: number; start: number } {
  const end = findEnd(view)
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)]
  const locator = end - LOCATOR_BYTES
  if ((count < MAX_16 && start < MAX_32) || locator < 0 || view.getUint32(locator, true) !== LOCATOR_SIGNATURE)
    return { count, start }
  const large = wholeAt(view, locator + 8)
  if (large + END64_BYTES > view.byteLength || view.getUint32(large, true) !== END64_SIGNATURE)
    throw new SheetRefused('damaged')
  return { count: wholeAt(view, large + 32), start: wholeAt(view, large + 48) }
}

/** Eight bytes as a number; one beyond the file is refused wherever it leads. */
const wholeAt = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

/** The end record stands last, but a comment may follow it. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  }
  throw new SheetRefused('damaged')
}

function readEntry(bytes: Uint8Array, view: DataView, at: number): { entry: ZipEntry; next: number } {
  if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY_SIGNATURE)
    throw new SheetRefused('damaged')
  if (view.getUint16(at + 8, true) & ENCRYPTED_FLAG) throw new SheetRefused('encrypted')
  const method = view.getUint16(at + 10, true)
  if (method !== 0 && method !== 8) throw new SheetRefused('damaged')
  const nameBytes = view.getUint16(at + 28, true)
  const nameAt = at + ENTRY_BYTES
  const extraAt = nameAt + nameBytes
  const extraEnd = extraAt + view.getUint16(at + 30, true)
  // In this order, each only where its own field is full.
  const [unpackedBytes = 0, packedBytes = 0, offset = 0] = large64(view, [at + 24, at + 20, at + 42], extraAt, extraEnd)
  const name = new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameBytes))
  return {
    // Some writers on Windows use backslashes.
    entry: {
      name: name.replaceAll('\\', '/').replace(/^\//, ''),
      stored: method === 0,
      crc: view.getUint32(at + 16, true),
      packedBytes,
      unpackedBytes,
      offset,
    },
    next: extraEnd + view.getUint16(at + 32, true),
  }
}

/**
 * The values of some fields of 32 bits. The real values of full fields stand one behind the other in the entry's ZIP64
 * part.
 */
function large64(view: DataView, fields: readonly number[], extraAt: number, extraEnd: number): number[] {
  if (extraEnd > view.byteLength) throw new SheetRefused('damaged')
  const values = fields.map((field) => view.getUint32(field, true))
  if (!values.includes(MAX_32)) return values
  let part = extraAt
  while (part + 4 <= extraEnd && view.getUint16(part, true) !== EXTRA_ZIP64) part += 4 + view.getUint16(part + 2, true)
  let at = part + 4
  return values.map((value) => {
    if (value !== MAX_32) return value
    at += 8
    if (at > extraEnd) throw new SheetRefused('damaged')
    return wholeAt(view, at - 8)
  })
}

const isImprobable = ({ packedBytes, unpackedBytes }: ZipEntry): boolean =>
  unpackedBytes > SHEET_RATIO_COUNTS_FROM_BYTES && unpackedBytes > packedBytes * SHEET_MAX_RATIO

const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30

/**
 * Unpacks the wanted members, each to exactly the size in the directory. The parser behind us would unpack by the local
 * headers, without any limit, so it gets only these. Throws SheetRefused.
 */
export function unpackMembers(bytes: Uint8Array, entries: readonly ZipEntry[], wanted: (name: string) => boolean) {
  const members = new Map<string, Uint8Array>()
  for (const entry of entries) {
    if (wanted(entry.name) && !members.has(entry.name)) members.set(entry.name, unpack(bytes, entry))
  }
  return members
}

function unpack(bytes: Uint8Array, { stored, crc, packedBytes, unpackedBytes, offset }: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (offset + LOCAL_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL_SIGNATURE) {
    throw new SheetRefused('damaged')
  }
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packedBytes > bytes.length) throw new SheetRefused('damaged')
  const packed = bytes.subarray(start, start + packedBytes)
  const content = stored ? packed : inflate(packed, unpackedBytes)
  // Content with a flipped bit may unpack without an error, but with another digit in it.
  if (content.length !== unpackedBytes || crc32(content) !== crc) throw new SheetRefused('damaged')
  return content
}

function inflate(packed: Uint8Array, unpackedBytes: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, unpackedBytes) })
  } catch (error) {
    const tooLong = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new SheetRefused(tooLong ? 'too-large' : 'damaged')
  }
}
