/** A PDF says so within its first kilobyte, as readers accept it (ISO 32000, Annex H). */
const SIGNATURE_WITHIN_BYTES = 1024
/** The line that begins a PDF; where a text mentions it, the sentence goes on. */
const SIGNATURE = /%PDF-\d\.\d\s/
/** What stands in front of the `obj` of an object: its number and generation. */
const NUMBERED = /\d\s{1,9}\d{1,5}\s{1,9}$/
const NUMBER_WITHIN_BYTES = 24

/**
 * What bytes are, told by their structure alone, so that none is refused which readers open: of any version, encrypted,
 * updated, with bytes in front and behind. `none`: no PDF, whatever it mentions. `cut`: its end is missing, where each
 * version of a PDF has `startxref` or at least `%%EOF` behind all of its objects (ISO 32000-2, 7.5).
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

/** Where the last object begins; -1 where there is none. */
function lastObject(buffer: Buffer): number {
  for (let at = buffer.lastIndexOf('obj'); at > 0; at = buffer.lastIndexOf('obj', at - 1))
    if (NUMBERED.test(buffer.subarray(Math.max(0, at - NUMBER_WITHIN_BYTES), at).toString('latin1'))) return at
  return -1
}
