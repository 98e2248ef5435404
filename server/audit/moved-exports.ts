import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib'
import type { Micro } from '#domain/decimal.ts'
import { each } from '#server/breathe.ts'

// What one change moved stands in one entry, however many exports that are: what each line drew from which C4 before and
// what now. It is packed as columns of small numbers: some five bytes for each draw.

/** A draw from a lot, or what no lot covers: lot 0. */
export type MovedDraw = { readonly c4_stavka_id: number; readonly kolicina: Micro }
/** What a line of an export needs of a material, and its draws before and now, oldest lot first. */
export type MovedLine = {
  readonly c1_id: number
  readonly materijal_id: string
  readonly broj_fakture: string
  readonly redni_broj: number
  readonly pre: readonly MovedDraw[]
  readonly posle: readonly MovedDraw[]
}
/** Moved lines, those of a material together, and the number of the C4 that a lot is of. */
export type MovedExports = {
  readonly lines: readonly MovedLine[]
  readonly c4Of: (c4_stavka_id: number) => string
}

const COLUMNS = ['materijal', 'lotovi', 'c4', 'c1', 'faktura', 'redni', 'broj', 'lot', 'kolicina'] as const
type Column = (typeof COLUMNS)[number]
type Head = {
  readonly materijali: string[]
  /** Of each material what all its quantities are multiples of. */
  readonly mere: number[]
  readonly fakture: string[]
  readonly c4: string[]
  /** Bytes of each column. */
  readonly duzine: Record<string, number>
}

/** The fact of an entry that holds them. */
export const PACKED = 'pomereno'

/** What is shorter is packed at once: another thread would take longer. */
const SHORT_BYTES = 8192
const deflated = promisify(deflateRaw)
const inflated = promisify(inflateRaw)

/** Packs moved exports as text for an entry of the trail; `unpackMoved` reads it. */
export async function packMoved({ lines, c4Of }: MovedExports): Promise<string> {
  const head: Head = { materijali: [], mere: [], fakture: [], c4: [], duzine: {} }
  const into = Object.fromEntries(COLUMNS.map((name) => [name, writer()])) as Record<Column, Writer>
  const [fakture, brojevi] = [indexIn(head.fakture), indexIn(head.c4)]
  for (const [materijal_id, own] of Map.groupBy(lines, (line) => line.materijal_id)) {
    let mera = 0
    const places = new Map([[0, 0]])
    await each(own, ({ pre, posle }) => {
      for (const { c4_stavka_id, kolicina } of [...pre, ...posle]) {
        mera = divisor(kolicina, mera)
        if (!places.has(c4_stavka_id)) places.set(c4_stavka_id, places.size)
      }
    })
    head.materijali.push(materijal_id)
    head.mere.push(mera)
    into.materijal.plain(own.length)
    into.materijal.plain(places.size - 1)
    for (const id of [...places.keys()].slice(1)) {
      into.lotovi.step(id)
      into.c4.step(brojevi(c4Of(id)))
    }
    into.lot.restart()
    await each(own, ({ c1_id, broj_fakture, redni_broj, pre, posle }) => {
      into.c1.step(c1_id)
      into.faktura.plain(fakture(broj_fakture))
      into.redni.plain(redni_broj)
      into.broj.plain(pre.length)
      into.broj.plain(posle.length)
      for (const { c4_stavka_id } of [...pre, ...posle]) into.lot.step(places.get(c4_stavka_id) as number)
      // The sum is the same before and now: the last of each side follows from it.
      into.kolicina.plain(pre.reduce((sum, { kolicina }) => sum + kolicina, 0) / mera)
      for (const { kolicina } of pre.slice(0, -1)) into.kolicina.plain(kolicina / mera)
      for (const [at, { kolicina }] of posle.slice(0, -1).entries())
        into.kolicina.signed((kolicina - usualAt(pre, at)) / mera)
    })
  }
  for (const name of COLUMNS) head.duzine[name] = into[name].bytes.length
  const start = Buffer.from(`${JSON.stringify(head)}\n`)
  const whole = Buffer.concat([start, ...COLUMNS.map((name) => Buffer.from(into[name].bytes))])
  const packed = whole.length <= SHORT_BYTES ? deflateRawSync(whole) : await deflated(whole)
  return packed.toString('base64')
}

/** What `packMoved` packed; of one export alone where it is named. */
export async function unpackMoved(text: string, c1_id?: number): Promise<MovedExports> {
  const whole = await inflated(Buffer.from(text, 'base64'))
  const end = whole.indexOf('\n')
  const head: Head = JSON.parse(whole.toString('utf8', 0, end))
  let at = end + 1
  const from = Object.fromEntries(
    COLUMNS.map((name) => {
      const length = head.duzine[name] ?? 0
      at += length
      return [name, reader(whole.subarray(at - length, at))]
    }),
  ) as Record<Column, Reader>
  const lines: MovedLine[] = []
  const c4 = new Map<number, string>()
  for (const [index, materijal_id] of head.materijali.entries()) {
    const mera = head.mere[index] as number
    const [count, lots] = [from.materijal.plain(), from.materijal.plain()]
    const ids = [0]
    for (let lot = 0; lot < lots; lot++) {
      ids.push(from.lotovi.step())
      c4.set(ids.at(-1) as number, head.c4[from.c4.step()] as string)
    }
    from.lot.restart()
    await each(Array(count).keys(), () => {
      const of = from.c1.step()
      const broj_fakture = head.fakture[from.faktura.plain()] as string
      const redni_broj = from.redni.plain()
      const [before, now] = [from.broj.plain(), from.broj.plain()]
      const lotsOf = (many: number) => Array.from({ length: many }, () => ids[from.lot.step()] as number)
      const [preLots, posleLots] = [lotsOf(before), lotsOf(now)]
      const sum = from.kolicina.plain() * mera
      const pre = drawsOf(preLots, sum, () => from.kolicina.plain() * mera)
      const posle = drawsOf(posleLots, sum, (place) => from.kolicina.signed() * mera + usualAt(pre, place))
      if (c1_id === undefined || of === c1_id)
        lines.push({ c1_id: of, materijal_id, broj_fakture, redni_broj, pre, posle })
    })
  }
  return { lines, c4Of: (id) => c4.get(id) ?? '' }
}

/** What a later draw is told against: mostly the same lots give more or less by what came before. */
const usualAt = (pre: readonly MovedDraw[], at: number): number => (at < pre.length - 1 ? (pre[at]?.kolicina ?? 0) : 0)

function drawsOf(lots: readonly number[], sum: number, next: (at: number) => number): MovedDraw[] {
  let left = sum
  return lots.map((c4_stavka_id, at) => {
    const kolicina = at === lots.length - 1 ? left : next(at)
    left -= kolicina
    return { c4_stavka_id, kolicina: kolicina as Micro }
  })
}

/** The greatest common divisor. */
const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** Answers the place of a text in the list, which it is added to where it is not in it. */
function indexIn(list: string[]): (text: string) => number {
  const places = new Map<string, number>()
  return (text) => {
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, list.length)
    return list.push(text) - 1
  }
}

type Writer = ReturnType<typeof writer>
/** Whole numbers, seven bits in a byte; a `step` is the difference to the one before. */
function writer() {
  const bytes: number[] = []
  let last = 0
  function plain(value: number) {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  const signed = (value: number) => plain(value < 0 ? -2 * value - 1 : 2 * value)
  return {
    bytes,
    plain,
    signed,
    step(value: number) {
      signed(value - last)
      last = value
    },
    restart() {
      last = 0
    },
  }
}

type Reader = ReturnType<typeof reader>
function reader(bytes: Uint8Array) {
  let at = 0
  let last = 0
  function plain() {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++] as number
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }
  function signed() {
    const value = plain()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  return {
    plain,
    signed,
    step() {
      last += signed()
      return last
    },
    restart() {
      last = 0
    },
  }
}
