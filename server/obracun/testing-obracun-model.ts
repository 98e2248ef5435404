// The account that a history of documents should give, found by replaying all of them. It does not use the ledger.
import type { Obracun } from '#contract/obracun.ts'
import { IZUZETO } from '#domain/lot-account.ts'
import { KOLONA_RAZDUZENJA, type VrstaRazduzenja } from '#domain/named-draws.ts'
import { RASPORED, type VrstaRasporeda } from '#domain/waste-balance.ts'

const MICRO = 1_000_000
export const RATES: Record<string, bigint> = { RSD: 1_000_000n, EUR: 117_500_000n }

/** `bruto`: the percents are of the gross quantity. */
export type Norm = { materijal_id: string; neto: bigint; otpad: bigint; gubitak: bigint; bruto: boolean }
export type Lot = { id: number; materijal_id: string; tarifni_broj: string; kolicina: bigint; cena: bigint }
/** An odobrenje is an id; null: the document has none. */
type Document = { id: number; datum: string; odobrenje: number | null }
/** `typed`, `prolonged`: its deadlines, as far as it has them. */
export type C4 = Document & {
  broj: string
  valuta: string
  lots: Lot[]
  typed: string | null
  prolonged: string | null
}
/** The quantity that a line takes from a lot that it names. */
type Directed = { lot: Lot; kolicina: bigint }
export type Item = { id: number; proizvod_id: string; kolicina: bigint; norm: Norm[]; directed: Directed[] }
export type C1 = Document & { items: Item[] }
/** A document that takes from a named lot. */
type Named = { id: number; datum: string; vrsta: VrstaRazduzenja; lot: Lot; kolicina: bigint }
/** A use of waste. */
type Disposed = { datum: string; vrsta: VrstaRasporeda; materijal_id: string; kolicina: bigint }
/** `poRedu`: each authorisation has a queue of its own. `aMonth`: the authorisations that give one month. */
export type Books = {
  c4: C4[]
  c1: C1[]
  named: Named[]
  disposed: Disposed[]
  poRedu: boolean
  aMonth: readonly number[]
}
/** Neither: all imports. */
export type Scope = { c4?: C4 | undefined; odobrenje?: number | undefined }

type Draw = { item: Item; c1: C1; lot: Lot; kolicina: bigint; usmereno: boolean; parts: bigint[] }
type Lacking = { c1: C1; item: Item; materijal_id: string; kolicina: bigint }

const byDay = (a: { id: number; datum: string }, b: { id: number; datum: string }) =>
  a.datum < b.datum ? -1 : a.datum > b.datum ? 1 : a.id - b.id
const total = (rows: readonly { kolicina: bigint }[]) => rows.reduce((sum, { kolicina }) => sum + kolicina, 0n)
const halfUp = (value: bigint, by: bigint) => (value + by / 2n) / by

/** In hundredths of RSD. */
const worthOf = ({ valuta }: C4, { cena }: Lot, kolicina: bigint) =>
  halfUp(kolicina * cena * (RATES[valuta] as bigint), 10_000_000_000_000_000n)

/** The quantity of a lot that exports direct to themselves. */
export const directedOf = (c1: readonly C1[], lot: Lot): bigint =>
  total(c1.flatMap(({ items }) => items.flatMap(({ directed }) => directed.filter((one) => one.lot === lot))))

/** The quantity of a lot that is named, by any document of any day. */
const namedOf = ({ named, c1 }: Pick<Books, 'named' | 'c1'>, lot: Lot): bigint =>
  total(named.filter((one) => one.lot === lot)) + directedOf(c1, lot)

/** The quantity of a lot that may be named on a day. `own` is the export that names it; its own draws do not count. */
export function nameable(books: Books, lot: Lot, day: string, own?: number): bigint {
  const others = books.c1.filter(({ id }) => id !== own)
  const drawn = replay(books).draws.filter(
    (draw) => draw.lot === lot && !draw.usmereno && draw.c1.id !== own && draw.c1.datum <= day,
  )
  return lot.kolicina - total(drawn) - namedOf({ ...books, c1: others }, lot)
}

/** The queue in which a document stands. */
export const redOf = ({ poRedu }: Pick<Books, 'poRedu'>, { odobrenje }: Pick<Document, 'odobrenje'>) =>
  poRedu ? odobrenje : null

/** A deadline: the latest prolongation, else the typed one, else a month after the import. */
export const rokOf = ({ aMonth }: Pick<Books, 'aMonth'>, { datum, odobrenje, typed, prolonged }: C4): string | null => {
  const month = Number(datum.slice(5, 7)) + 1
  const given = odobrenje !== null && aMonth.includes(odobrenje) ? `2026-0${month}${datum.slice(7)}` : null
  return prolonged ?? typed ?? given
}

const c4Of = ({ c4 }: Books, lot: Lot) => c4.find(({ lots }) => lots.includes(lot)) as C4

/** Whether what an export will direct is there for it on its day, in its queue, and no more than its lines need. */
export const isDirectable = (books: Books, c1: C1): boolean =>
  c1.items.every(({ kolicina, norm, directed }) =>
    directed.every(({ lot }) => {
      const needed = norm.find((one) => one.materijal_id === lot.materijal_id)
      const mine = total(directed.filter((one) => one.lot.materijal_id === lot.materijal_id))
      const of = c4Of(books, lot)
      return (
        needed !== undefined &&
        mine <= grossOf(kolicina, needed) &&
        of.datum <= c1.datum &&
        redOf(books, of) === redOf(books, c1) &&
        directedOf([c1], lot) <= nameable(books, lot, c1.datum, c1.id)
      )
    }),
  )

/** Whether an export lacks more in the books after than it did in those before; of those that are `asked`. */
export function losesCover(before: Books, after: Books, asked = (_: Omit<Lacking, 'kolicina'>) => true): boolean {
  const lackingIn = (books: Books) =>
    Map.groupBy(replay(books).lacking.filter(asked), ({ c1, materijal_id }) => `${c1.id} ${materijal_id}`)
  const was = lackingIn(before)
  return [...lackingIn(after)].some(([key, some]) => total(some) > total(was.get(key) ?? []))
}

type WasteMove = { datum: string; vrsta: VrstaRasporeda | null; materijal_id: string; kolicina: bigint }
/** The waste that came from exports, and its uses. */
const wasteMoves = (books: Books): WasteMove[] => [
  ...replay(books)
    .draws.map(({ c1, lot, parts }) => ({
      datum: c1.datum,
      vrsta: null,
      materijal_id: lot.materijal_id,
      kolicina: parts[1] as bigint,
    }))
    .filter(({ kolicina }) => kolicina > 0n),
  ...books.disposed,
]

/** The balance of a material's waste on a day. */
export function wasteLeft(books: Books, materijal_id: string, day: string): bigint {
  const until = wasteMoves(books).filter((move) => move.materijal_id === materijal_id && move.datum <= day)
  return total(until.filter(({ vrsta }) => vrsta === null)) - total(until.filter(({ vrsta }) => vrsta !== null))
}

/** Whether by some day more became of waste than had come. */
export const overdrawsWaste = (books: Books): boolean =>
  wasteMoves(books).some(({ datum, materijal_id }) => wasteLeft(books, materijal_id, datum) < 0n)

const PERCENT = 100_000_000n
type Net = Omit<Norm, 'materijal_id'>
export const grossOf = (kolicina: bigint, { neto, otpad, gubitak, bruto }: Net) =>
  bruto
    ? halfUp(kolicina * neto * PERCENT, (PERCENT - otpad - gubitak) * 1_000_000n)
    : halfUp(kolicina * neto * (PERCENT + otpad + gubitak), PERCENT * 1_000_000n)

/** The parts of the first quantity of a need: in the product, waste, and lost. */
function partsUntil(drawn: bigint, whole: bigint, kolicina: bigint, { neto, otpad, gubitak }: Net) {
  if (whole === 0n || otpad + gubitak === 0n) return [drawn, 0n, 0n]
  const net = halfUp(halfUp(kolicina * neto, 1_000_000n) * drawn, whole)
  const lost = halfUp((drawn - net) * gubitak, otpad + gubitak)
  return [net, drawn - net - lost, lost]
}

/**
 * Replays all exports, the oldest first: each need takes from the oldest lot of its queue that has some left and is not
 * younger. Quantities that documents name, on any day, are not there for the rest. A need is divided over its draws,
 * the oldest lot first.
 */
function replay(books: Books): { draws: Draw[]; lacking: Lacking[] } {
  const { c4, c1 } = books
  const lots = c4
    .toSorted(byDay)
    .flatMap((of) => of.lots.map((lot) => ({ lot, of, left: lot.kolicina - namedOf(books, lot) })))
  const draws: Draw[] = []
  const lacking: Lacking[] = []
  for (const of of c1.toSorted(byDay))
    for (const item of of.items)
      for (const { materijal_id, ...norm } of item.norm) {
        const whole = grossOf(item.kolicina, norm)
        const directed = item.directed.filter(({ lot }) => lot.materijal_id === materijal_id)
        let missing = whole - total(directed)
        const taken: Omit<Draw, 'item' | 'c1' | 'parts'>[] = []
        for (const one of lots) {
          if (one.lot.materijal_id !== materijal_id) continue
          const isThere = one.of.datum <= of.datum && redOf(books, one.of) === redOf(books, of)
          const kolicina = !isThere ? 0n : one.left < missing ? one.left : missing
          one.left -= kolicina
          missing -= kolicina
          if (kolicina > 0n) taken.push({ lot: one.lot, kolicina, usmereno: false })
          for (const { lot, kolicina } of directed) if (lot === one.lot) taken.push({ lot, kolicina, usmereno: true })
        }
        let before = 0n
        for (const draw of taken) {
          const [was, is] = [before, before + draw.kolicina].map((until) =>
            partsUntil(until, whole, item.kolicina, norm),
          )
          before += draw.kolicina
          const parts = (is ?? []).map((part, at) => part - (was?.[at] ?? 0n))
          draws.push({ item, c1: of, ...draw, parts })
        }
        if (missing > 0n) lacking.push({ c1: of, item, materijal_id, kolicina: missing })
      }
  return { draws, lacking }
}

/** The rows that the account should have, each as a text. */
export function modelOf(books: Books, od: string | null, kraj: string | null, { c4: only, odobrenje }: Scope) {
  const { draws, lacking } = replay(books)
  const isPast = (day: string) => od !== null && day < od
  const isIn = (day: string) => !isPast(day) && (kraj === null || day <= kraj)
  const rows = books.c4
    .filter((c4) => (!only || c4 === only) && (!odobrenje || c4.odobrenje === odobrenje))
    .filter((c4) => kraj === null || c4.datum <= kraj)
    .toSorted(byDay)
    .flatMap((c4) => c4.lots.map((lot) => ({ c4, lot })))
    .map(({ c4, lot }) => {
      const mine = draws.filter((draw) => draw.lot === lot)
      const named = books.named.filter((one) => one.lot === lot)
      const ranije =
        total(mine.filter(({ c1 }) => isPast(c1.datum))) + total(named.filter(({ datum }) => isPast(datum)))
      const u_periodu = mine.filter(({ c1 }) => isIn(c1.datum))
      const [pocetno, ulaz] = isPast(c4.datum) ? [lot.kolicina - ranije, 0n] : [0n, lot.kolicina]
      const parts = [0, 1, 2].map((at) => u_periodu.reduce((sum, draw) => sum + (draw.parts[at] as bigint), 0n))
      const izuzeto = IZUZETO.map((kolona) =>
        total(named.filter(({ vrsta, datum }) => KOLONA_RAZDUZENJA[vrsta] === kolona && isIn(datum))),
      )
      const kraja = pocetno + ulaz - total(u_periodu) - izuzeto.reduce((sum, one) => sum + one, 0n)
      const vrednost = worthOf(c4, lot, kraja)
      const rok = rokOf(books, c4)
      return {
        c4,
        lot,
        rok,
        kraja,
        u_periodu,
        figures: [lot.kolicina, pocetno, ulaz, ...parts, ...izuzeto, kraja],
        vrednost,
      }
    })
    // A lot used up before the period has nothing to account for.
    .filter(({ figures: [, pocetno, ulaz] }) => (pocetno as bigint) + (ulaz as bigint) > 0n)
  const shown = rows.flatMap(({ u_periodu }) => u_periodu)
  const isAll = !only && !odobrenje
  const uncovered = isAll ? lacking.filter(({ c1 }) => isIn(c1.datum)) : []
  const groups = Map.groupBy(rows, ({ lot }) => `${lot.materijal_id} ${lot.tarifni_broj}`)
  const taken = [
    ...shown.map(({ item, lot, kolicina }) => ({ item, materijal_id: lot.materijal_id, kolicina, of: 'lot' })),
    ...uncovered.map((one) => ({ ...one, of: 'none' })),
  ]
  const norms = Map.groupBy(taken, ({ item, materijal_id }) =>
    [item.proizvod_id, ...Object.values(netOf(item, materijal_id))].join(' '),
  )
  const missing = Map.groupBy(
    only ? [] : lacking.filter(({ c1 }) => isIn(c1.datum) && (!odobrenje || c1.odobrenje === odobrenje)),
    ({ c1, materijal_id }) => `${c1.id} ${materijal_id}`,
  )
  return {
    stavke: rows.map(({ lot, rok, figures, vrednost }) => [lot.id, rok, ...figures, vrednost].join(' ')),
    izvoz: rows.flatMap(({ rok, u_periodu }) => u_periodu.map((draw) => drawnRow(draw, rok))).sort(),
    // Without an end the account is of today.
    istekli:
      kraj === null ? [] : rows.filter((row) => row.rok && row.rok < kraj && row.kraja > 0n).map(({ lot }) => lot.id),
    normativi: [...norms].map(([key, some]) => [key, ...neededBy(some)].join(' ')).sort(),
    bez_pokrica: [...missing].map(([key, some]) => `${key} ${total(some)}`).sort(),
    ukupno: [...groups]
      .map(([key, some]) => {
        const sums = Array.from({ length: 7 + IZUZETO.length }, (_, at) =>
          some.reduce((sum, { figures }) => sum + (figures[at] as bigint), 0n),
        )
        return [key, ...sums, some.reduce((sum, { vrednost }) => sum + vrednost, 0n)].join(' ')
      })
      .sort(),
    otpad: isAll ? wasteOf(books, od, kraj) : wasteIn(shown),
  }
}

const drawnRow = ({ item, c1, lot, kolicina, usmereno, parts }: Draw, rok: string | null) =>
  [item.id, lot.id, usmereno, rok !== null && c1.datum > rok, item.kolicina, kolicina, ...parts].join(' ')

export const daysLater = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The rows of the deadlines on a day, those that have one before the others: imports of which something is left then. */
export function rokoviOf(books: Books, day: string, upozorenje: number) {
  const { draws } = replay(books)
  const rokIn = (c4: C4) => rokOf(books, c4) ?? '9999'
  return books.c4
    .filter(({ datum }) => datum <= day)
    .toSorted((a, b) => rokIn(a).localeCompare(rokIn(b)) || (rokIn(a) === '9999' ? byDay(a, b) : a.id - b.id))
    .flatMap((c4) => {
      const left = c4.lots.map((lot) => {
        const gone = [...draws.map(({ c1, ...draw }) => ({ ...draw, datum: c1.datum })), ...books.named]
        return { lot, left: lot.kolicina - total(gone.filter((one) => one.lot === lot && one.datum <= day)) }
      })
      const open = left.filter(({ left }) => left > 0n)
      if (open.length === 0) return []
      const worth = open.reduce((sum, { lot, left }) => sum + worthOf(c4, lot, left), 0n)
      const rok = rokOf(books, c4)
      const stanje = rok && (day > rok ? 'isteklo' : daysLater(day, upozorenje) >= rok ? 'ističe' : 'u roku')
      const rok_obracuna = rok && c4.odobrenje !== null ? daysLater(rok, 30) : null
      return [[c4.id, rok, rok_obracuna, stanje, open.length, worth].join(' ')]
    })
}

/** The waste that came of these draws, which has no balance. */
const wasteIn = (draws: readonly Draw[]) =>
  [...Map.groupBy(draws, ({ lot }) => lot.materijal_id)]
    .map(([id, some]) => [id, some.reduce((sum, { parts }) => sum + (parts[1] as bigint), 0n)] as const)
    .filter(([, wasted]) => wasted > 0n)
    .map(([id, wasted]) => [id, '', wasted, ...Object.values(RASPORED).map(() => ''), ''].join(' '))
    .sort()

/** The balances of waste of all materials. */
function wasteOf(books: Books, od: string | null, kraj: string | null) {
  const byMaterial = Map.groupBy(wasteMoves(books), ({ materijal_id }) => materijal_id)
  return [...byMaterial]
    .map(([materijal_id, moves]) => {
      const past = moves.filter(({ datum }) => od !== null && datum < od)
      const now = moves.filter(({ datum }) => (od === null || datum >= od) && (kraj === null || datum <= kraj))
      const of = (some: readonly WasteMove[], kind: VrstaRasporeda | null) =>
        total(some.filter(({ vrsta }) => vrsta === kind))
      const gone = (some: readonly WasteMove[]) => total(some.filter(({ vrsta }) => vrsta !== null))
      const pocetno = of(past, null) - gone(past)
      const nastalo = of(now, null)
      const kinds = (Object.keys(RASPORED) as VrstaRasporeda[]).map((kind) => of(now, kind))
      return [materijal_id, pocetno, nastalo, ...kinds, pocetno + nastalo - gone(now)].join(' ')
    })
    .sort()
}

const netOf = ({ norm }: Item, id: string) => norm.find(({ materijal_id }) => materijal_id === id) as Norm
/** How many pieces of how many lines, each once; what they took; and as much of it as no lot covers. */
const neededBy = (taken: readonly { item: Item; kolicina: bigint; of: string }[]) => [
  [...new Set(taken.map(({ item }) => item))].reduce((sum, { kolicina }) => sum + kolicina, 0n),
  total(taken),
  total(taken.filter(({ of }) => of === 'none')),
]

const micro = (value: number) => Math.round(value * MICRO)
const known = (value: number | null) => (value === null ? '' : micro(value))
type Moved = Obracun['stavke'][number] | Obracun['ukupno'][number]
const movement = (row: Moved) => [
  ...[row.uvezeno, row.pocetno_stanje, row.ulaz, row.ugradjeno, row.otpad, row.gubitak].map(micro),
  ...IZUZETO.map((name) => micro(row[name])),
  micro(row.krajnje_stanje),
  Math.round(row.vrednost_rsd * 100),
]

/** The answer as such texts. */
export const answered = ({ datum_do, stavke, izvoz, normativi, bez_pokrica, ukupno, otpad, provere }: Obracun) => ({
  stavke: stavke.map((row) => [row.ulaz_stavka_id, row.rok, ...movement(row)].join(' ')),
  istekli: provere
    .filter(({ vrsta }) => vrsta === 'rok' && datum_do)
    .flatMap(({ redovi }) => redovi.flatMap(({ ulaz_stavka_ids }) => ulaz_stavka_ids)),
  izvoz: izvoz
    .map((row) =>
      [
        row.c1_stavka_id,
        row.ulaz_stavka_id,
        row.usmereno,
        row.posle_roka,
        ...[row.izvezeno, row.razduzeno, row.ugradjeno, row.otpad, row.gubitak].map(micro),
      ].join(' '),
    )
    .sort(),
  normativi: normativi
    .map(({ proizvod_id, materijal_id, neto, otpad_procenat, gubitak_procenat, osnov_otpada, ...sums }) =>
      [
        ...[proizvod_id, materijal_id, ...[neto, otpad_procenat, gubitak_procenat].map(micro)],
        ...[osnov_otpada === 'bruto', ...[sums.izvezeno, sums.ukupno, sums.bez_pokrica].map(micro)],
      ].join(' '),
    )
    .sort(),
  bez_pokrica: bez_pokrica.map((row) => `${row.c1_id} ${row.materijal_id} ${micro(row.manjak)}`).sort(),
  ukupno: ukupno.map((row) => [row.materijal_id, row.tarifni_broj, ...movement(row)].join(' ')).sort(),
  otpad: otpad
    .map((row) =>
      [
        row.materijal_id,
        ...[row.pocetno, row.nastalo, ...Object.values(RASPORED).map((name) => row[name]), row.stanje].map(known),
      ].join(' '),
    )
    .sort(),
})
