/** Of a file that begins as one of its kind: whether it goes on to its end. */
type Kind = 'whole' | 'cut' | 'none'

/** The second byte of a marker (ITU-T T.81, B.1); segments but these have a length. */
const [TEM, RST0, SOI, EOI, SOS] = [0x01, 0xd0, 0xd8, 0xd9, 0xda]

/**
 * Recognises bytes as a JPEG: `whole` if its segments lead to the end of the main picture. A thumbnail has an end of
 * its own, but lies within a segment and is skipped with it; bytes after the picture do not matter. In a scan 0xff
 * stands only before 0, a restart or the next marker; other bytes between segments are skipped, as readers do.
 */
export function kindOfJpeg(bytes: Uint8Array): Kind {
  if (bytes[0] !== 0xff || bytes[1] !== SOI || bytes[2] !== 0xff) return 'none'
  let scans = 0
  for (let at = 3; at < bytes.length; at++) {
    if (bytes[at - 1] !== 0xff) continue
    const marker = bytes[at] as number
    if (marker === EOI) return scans > 0 ? 'whole' : 'cut'
    if (marker === 0xff || marker <= TEM || (marker >= RST0 && marker <= SOI)) continue
    if (marker === SOS) scans++
    at += 1 + Math.max(2, ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0))
  }
  return 'cut'
}

/** The signature, then the length and name of the first chunk (ISO/IEC 15948). */
const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
const SIGNATURE_BYTES = 8
/** Length, name and check of a chunk. */
const AROUND_CHUNK_BYTES = 12
const [IDAT, IEND] = ['IDAT', 'IEND'].map((name) => Buffer.from(name).readUInt32BE()) as [number, number]

/** Recognises bytes as a PNG: `whole` if its chunks, with data among them, lead to the last one. */
export function kindOfPng(bytes: Uint8Array): Kind {
  if (!PNG.equals(bytes.subarray(0, PNG.length))) return 'none'
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let hasData = false
  for (let at = SIGNATURE_BYTES; at + AROUND_CHUNK_BYTES <= bytes.length; ) {
    const name = view.getUint32(at + 4)
    if (name === IEND) return hasData ? 'whole' : 'cut'
    if (name === IDAT) hasData = true
    at += AROUND_CHUNK_BYTES + view.getUint32(at)
  }
  return 'cut'
}
