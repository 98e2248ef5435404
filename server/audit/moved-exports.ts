import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Micro } from '#domain/decimal.ts'

// All exports that one change moved stand in one entry, however many they are: the draws of each line from each C4
// before and now. It is deflated JSON, some 34 bytes for each line.

/** A draw from a lot, or from lot 0: the quantity that no lot covers. */
export type MovedDraw = { readonly c4_stavka_id: number; readonly kolicina: Micro }
/** A line of an export: its need of a material, and its draws before and now, oldest lot first. */
export type MovedLine = {
  readonly c1_id: number
  readonly materijal_id: string
  readonly broj_fakture: string
  readonly redni_broj: number
  readonly pre: readonly MovedDraw[]
  readonly posle: readonly MovedDraw[]
}
/** Moved lines, grouped by material, and the C4 number of a lot. */
export type MovedExports = {
  readonly lines: readonly MovedLine[]
  readonly c4Of: (c4_stavka_id: number) => string
}

/** The fact of an entry that holds moved exports. */
export const PACKED = 'pomereno'

const deflated = promisify(deflateRaw)
const inflated = promisify(inflateRaw)

/** Packs moved exports as text for an entry of the trail; `unpackMoved` reads it. */
export async function packMoved({ lines, c4Of }: MovedExports): Promise<string> {
  const lots = new Set(lines.flatMap(({ pre, posle }) => [...pre, ...posle]).map(({ c4_stavka_id }) => c4_stavka_id))
  const c4 = Array.from(lots, (id) => [id, c4Of(id)])
  return (await deflated(JSON.stringify({ lines, c4 }))).toString('base64')
}

/** The content of `packMoved`; of one export alone where it is named. */
export async function unpackMoved(text: string, c1_id?: number): Promise<MovedExports> {
  const { lines, c4 }: { lines: MovedLine[]; c4: [number, string][] } = JSON.parse(
    (await inflated(Buffer.from(text, 'base64'))).toString(),
  )
  const numbers = new Map(c4)
  return {
    lines: c1_id === undefined ? lines : lines.filter((line) => line.c1_id === c1_id),
    c4Of: (id) => numbers.get(id) ?? '',
  }
}
