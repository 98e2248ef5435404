/** A PDF says so within its first kilobyte, as readers accept it (ISO 32000, Annex H). */
const SIGNATURE_WITHIN_BYTES = 1024
/** The line that begins a PDF; where a text mentions it, the sentence goes on. */
const SIGNATURE = /%PDF-\d\.\d\s/
/**
 * The kind of bytes by their structure alone, so that any PDF that readers open is taken: of any version, encrypted,
 * updated, with bytes in front and behind. `none`: no PDF, whatever it mentions. `cut`: its end is missing,
 * where each version of a PDF has `startxref` or at least `%%EOF` behind all of its objects (ISO 32000-2, 7.5).
 */
export function kindOfPdf(bytes: Uint8Array): 'whole' | 'cut' | 'none' {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The signature may begin in the last bytes of the kilobyte; what follows it is read too.
  const start = buffer
    .subarray(0, SIGNATURE_WITHIN_BYTES + 4)
    .toString('latin1')
    .search(SIGNATURE)
  if (start < 0) return 'none'
  const object = lastObject(buffer)
  if (object < start) return 'none'
  return Math.max(buffer.lastIndexOf('%%EOF'), buffer.lastIndexOf('startxref')) > object ? 'whole' : 'cut'
}

const [O, B, J] = [0x6f, 0x62, 0x6a]
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39
/** White space of PDF (ISO 32000-2, table 1). */
const isSpace = (byte: number | undefined) =>
  byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13) || byte === 0
const MOST_SPACES = 9
const MOST_DIGITS = 5

/**
 * Where the `obj` of the last object stands, behind its number and generation; -1 where there is none. Looks at every third
 * byte, one of which is of each `obj`: a search for them takes a second where a file holds nothing else.
 */
function lastObject(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > 0; at -= 3) {
    const byte = bytes[at]
    if (byte !== O && byte !== B && byte !== J) continue
    const start = at - (byte === O ? 0 : byte === B ? 1 : 2)
    if (bytes[start] === O && bytes[start + 1] === B && bytes[start + 2] === J && isNumbered(bytes, start)) return start
  }
  return -1
}

function isNumbered(bytes: Buffer, at: number): boolean {
  const generation = before(bytes, at, isSpace, MOST_SPACES)
  const space = before(bytes, generation, isDigit, MOST_DIGITS)
  const number = before(bytes, space, isSpace, MOST_SPACES)
  return generation < at && space < generation && number < space && isDigit(bytes[number - 1])
}

/** The start of at most this number of bytes of a kind that end in front of `at`. */
function before(bytes: Buffer, at: number, isKind: (byte: number | undefined) => boolean, most: number): number {
  let first = at
  while (at - first < most && isKind(bytes[first - 1])) first--
  return first
}
