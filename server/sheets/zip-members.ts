import { crc32, inflateRawSync } from 'node:zlib'
import { SheetRefused } from './sheet-limits.ts'
import type { ZipEntry } from './zip-directory.ts'

const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30

/**
 * Unpacks the wanted members, each to exactly the size that the directory declares. The parser behind us would unpack
 * whatever the local headers say, without any limit; so it is given only what comes out here. Throws SheetRefused.
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
  // A flipped bit may unpack well, with another digit in it.
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
