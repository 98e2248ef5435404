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
const ENCRYPTED_FLAG = 1

/**
 * Reads a zip's central directory without unpacking anything and adds up what it declares. Throws SheetRefused for too
 * many members, too large a sum, an improbable ratio, encryption, ZIP64 and anything that is no directory. What is
 * declared may be a lie: `unpackMembers` holds every member to it.
 */
export function readZipDirectory(bytes: Uint8Array, limits: SheetLimits): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > limits.maxEntries) throw new SheetRefused('too-large')
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
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
  const packedBytes = view.getUint32(at + 20, true)
  const unpackedBytes = view.getUint32(at + 24, true)
  const nameBytes = view.getUint16(at + 28, true)
  const nameAt = at + ENTRY_BYTES
  const name = new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameBytes))
  return {
    // Some writers on Windows use backslashes.
    entry: {
      name: name.replaceAll('\\', '/').replace(/^\//, ''),
      stored: method === 0,
      crc: view.getUint32(at + 16, true),
      packedBytes,
      unpackedBytes,
      offset: view.getUint32(at + 42, true),
    },
    next: nameAt + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
  }
}

const isImprobable = ({ packedBytes, unpackedBytes }: ZipEntry): boolean =>
  unpackedBytes > SHEET_RATIO_COUNTS_FROM_BYTES && unpackedBytes > packedBytes * SHEET_MAX_RATIO
