/** Rows of a long list that are turned into text at once. */
export const PIECE_ROWS = 50
/** Up to this length the answer is one text, which the server sends together with the headers. */
const SHORT_CHARACTERS = 32_768

/** An answer of many rows, each of which is JSON text already, and its other fields as the contract encodes them. */
export class WrittenRows {
  readonly results: readonly string[]
  readonly rest: object

  constructor(results: readonly string[], rest: object) {
    this.results = results
    this.rest = rest
  }
}

/**
 * An answer as `JSON.stringify` gives it; a long one as UTF-8. Each of its lists is turned into text by itself, long
 * ones piece by piece. One letter beyond Latin-1 makes all of a text wider: beyond some hundred KB V8 takes five times
 * as long for such a text, and as long again to send it.
 */
export function jsonBody(answer: object): string | Uint8Array<ArrayBuffer> {
  const pieces =
    answer instanceof WrittenRows
      ? writtenPieces(answer)
      : Array.isArray(answer)
        ? listPieces(answer)
        : recordPieces(answer)
  const characters = pieces.reduce((sum, { length }) => sum + length, 0)
  if (characters <= SHORT_CHARACTERS) return pieces.join('')
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
}

function listPieces(rows: readonly unknown[]): string[] {
  if (rows.length <= PIECE_ROWS) return [JSON.stringify(rows)]
  const pieces: string[] = []
  for (let from = 0; from < rows.length; from += PIECE_ROWS) {
    const piece = JSON.stringify(rows.slice(from, from + PIECE_ROWS))
    pieces.push(from === 0 ? '[' : ',', piece.slice(1, -1))
  }
  return [...pieces, ']']
}

function recordPieces(record: object): string[] {
  const pieces: string[] = []
  let short: Record<string, unknown> = {}
  const addShort = () => {
    const text = JSON.stringify(short).slice(1, -1)
    if (text) pieces.push(',', text)
    short = {}
  }
  for (const [name, value] of Object.entries(record)) {
    if (Array.isArray(value)) {
      addShort()
      pieces.push(',', `${JSON.stringify(name)}:`, ...listPieces(value))
    } else short[name] = value
  }
  addShort()
  return ['{', ...pieces.slice(1), '}']
}

function writtenPieces({ results, rest }: WrittenRows): string[] {
  const pieces = ['{"results":[']
  for (let from = 0; from < results.length; from += PIECE_ROWS)
    pieces.push(`${from === 0 ? '' : ','}${results.slice(from, from + PIECE_ROWS).join(',')}`)
  return [...pieces, '],', JSON.stringify(rest).slice(1)]
}
