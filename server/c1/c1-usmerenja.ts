import { sql } from 'kysely'
import { type C1Body, type C1Document, type C1Stavka, c1Texts } from '#contract/c1.ts'
import { razduzenjeTexts } from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, formatMicro, type Micro, multiplyToAtto, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { limitOf } from '#domain/named-draws.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { refuseIf } from '#server/documents/document-columns.ts'
import { Refusal } from '#server/refusal.ts'
import { type Usmerenje, usmerenjaInOrder } from '#server/stock/c1-line-texts.ts'
import { refuseLostCover } from '#server/stock/consequences.ts'
import type { Booked } from '#server/stock/decide-draws.ts'
import { type Ledger, redOf } from '#server/stock/ledger.ts'
import { type CalledLot, calledLots, type Named, namedIn, writeNamed } from '#server/stock/named-draws.ts'
import type { PlannedLine, WrittenLine } from './c1-lines.ts'

// Draws that an export directs to lots it names (customs §4.4). They are named draws like those of other documents;
// FIFO finds the rest of a line's need.

type Lines = readonly { readonly id: number; readonly usmerenja?: readonly Usmerenje[] | undefined }[]

/** The directed draws of the materials that are booked again: as they were (`old`, by line) and as they will be. */
export type Directed = {
  readonly old: readonly (Usmerenje & { readonly c1_stavka_id: number })[]
  readonly lots: readonly CalledLot[]
  readonly was: Named
  readonly now: Named
}

/** Materials whose directed draws change. */
export function redirectedMaterials(plan: readonly PlannedLine[], before: Lines): string[] {
  const was = new Map(before.map(({ id, usmerenja = [] }) => [id, usmerenja]))
  const keys = (id: number | null, list: readonly Usmerenje[] = []) =>
    list.map((one): [string, string] => [
      `${id} ${one.materijal_id} ${one.ulaz_stavka_id} ${one.kolicina} ${one.razlog}`,
      one.materijal_id,
    ])
  const old = new Map(before.flatMap(({ id, usmerenja }) => keys(id, usmerenja)))
  const touched: string[] = []
  for (const { line, stored } of plan)
    for (const [key, materijal_id] of keys(stored?.id ?? null, line.usmerenja))
      if (!was.has(stored?.id ?? 0) || !old.delete(key)) touched.push(materijal_id)
  return [...touched, ...old.values()]
}

type Checked = {
  readonly body: Pick<C1Body, 'datum' | 'odobrenje_id' | 'stavke'>
  readonly stored: { readonly id: number } | null
  readonly before: { readonly stavke: readonly C1Stavka[] } | null
  readonly plan: readonly PlannedLine[]
  readonly touched: ReadonlySet<string>
}

/**
 * The directed draws of a save, with their lots, locked; null if there are none, old or new. Refuses a draw of more
 * than a line needs, of another material or queue, before its import, or of more than the lot has on that day.
 */
export async function directedOf(
  ledger: Ledger,
  { body, stored, before, plan, touched }: Checked,
): Promise<Directed | null> {
  const isTouched = ({ materijal_id }: Usmerenje) => touched.has(materijal_id)
  const old = directedBy(before?.stavke ?? []).filter(isTouched)
  const now = plan.flatMap(({ line }) => (line.usmerenja ?? []).filter(isTouched))
  if (old.length + now.length === 0) return null
  const ids = new Set([...old, ...now].map(({ ulaz_stavka_id }) => ulaz_stavka_id))
  const lots = await calledLots(ledger.tx, [...ids], body.datum, stored?.id)
  const directed = { old, lots, was: namedIn(old), now: namedIn(now) }
  refuseDirected({ datum: body.datum, red: redOf(ledger, body.odobrenje_id) }, plan, touched, directed)
  return directed
}

/** The directed draws of a stored export. */
const directedBy = (lines: Lines): Directed['old'] =>
  lines.flatMap(({ id, usmerenja = [] }) => usmerenja.map((one) => ({ ...one, c1_stavka_id: id })))

/** The directed draws that go with an export that is removed. */
export async function directedAway(tx: Tx, lines: Lines, day: CalendarDate): Promise<Directed | null> {
  const old = directedBy(lines)
  if (old.length === 0) return null
  const lots = await calledLots(tx, [...new Set(old.map(({ ulaz_stavka_id }) => ulaz_stavka_id))], day)
  return { old, lots, was: namedIn(old), now: new Map() }
}

function refuseDirected(
  { datum, red }: { readonly datum: CalendarDate; readonly red: number },
  plan: readonly PlannedLine[],
  touched: ReadonlySet<string>,
  { lots, was, now }: Directed,
) {
  const known = new Map(lots.map((lot) => [lot.id, lot]))
  const each = plan.flatMap(({ line }, at) =>
    (line.usmerenja ?? []).flatMap((one, index) => {
      const [field, lot] = [`stavke.${at}.usmerenja.${index}`, known.get(one.ulaz_stavka_id)]
      return touched.has(one.materijal_id) ? [{ one, stavka: at + 1, field, lot }] : []
    }),
  )
  refuseIf(
    each.flatMap(({ one, stavka, field, lot }) => {
      if (!lot) return [{ field: `${field}.ulaz_stavka_id`, message: razduzenjeTexts.noLot(stavka) }]
      if (lot.materijal_id !== one.materijal_id)
        return [{ field: `${field}.ulaz_stavka_id`, message: c1Texts.otherMaterial(one.materijal_id) }]
      if (lot.red !== red) return [{ field: `${field}.ulaz_stavka_id`, message: c1Texts.otherQueue(lot) }]
      return datum < lot.datum ? [{ field: 'datum', message: razduzenjeTexts.beforeImport(lot.datum) }] : []
    }),
  )
  const beyond = each.flatMap(({ field, lot }) => {
    const all = lot ? (now.get(lot.id) ?? NO_QUANTITY) : NO_QUANTITY
    if (!lot || all === NO_QUANTITY) return []
    const limit = limitOf(lot, lot.razduzeno, was.get(lot.id) ?? NO_QUANTITY)
    return all > limit ? [{ field: `${field}.kolicina`, message: razduzenjeTexts.beyond(lot, datum, limit, all) }] : []
  })
  const [first] = beyond
  if (first) throw new Refusal('conflict', first.message, beyond)
}

/** Refuses planned lines that direct one lot twice, or more of a material than the line needs. */
export function refuseBeyondNeed(plan: readonly PlannedLine[]): void {
  refuseIf(
    plan.flatMap(({ line: { usmerenja = [] }, needs }, at) => {
      const lots = new Set<number>()
      return usmerenja.flatMap(({ ulaz_stavka_id, materijal_id }, index) => {
        const field = `stavke.${at}.usmerenja.${index}`
        if (lots.has(ulaz_stavka_id))
          return [{ field: `${field}.ulaz_stavka_id`, message: c1Texts.directedTwice(at + 1) }]
        lots.add(ulaz_stavka_id)
        const needed = needs.find((need) => need.materijal_id === materijal_id)?.kolicina ?? NO_QUANTITY
        const directed = directedTo(usmerenja, materijal_id)
        const isFirst = usmerenja.findIndex((one) => one.materijal_id === materijal_id) === index
        if (directed <= needed || !isFirst) return []
        return [{ field: `${field}.kolicina`, message: c1Texts.beyondNeed(directed, needed) }]
      })
    }),
  )
}

const directedTo = (usmerenja: readonly Usmerenje[] = [], materijal_id: string): Micro =>
  usmerenja.reduce(
    (sum, one) => (one.materijal_id === materijal_id ? add(sum, one.kolicina) : sum),
    NO_QUANTITY as Micro,
  )

/** The part of a need that FIFO is to find: the line directs it to no lot. */
export const undirected = (usmerenja: readonly Usmerenje[] | undefined, materijal_id: string, needed: Micro): Micro =>
  usmerenja && usmerenja.length > 0 ? subtract(needed, directedTo(usmerenja, materijal_id)) : needed

type Row = { readonly c1_stavka_id: number; readonly c4_stavka_id: number } & Pick<
  Usmerenje,
  'materijal_id' | 'kolicina'
>

/** The directed draws of written lines, of the materials that are booked. */
export const directedRows = (lines: readonly WrittenLine[], touched: ReadonlySet<string>): Row[] =>
  lines.flatMap(({ id, line }) =>
    (line.usmerenja ?? []).flatMap(({ materijal_id, ulaz_stavka_id, kolicina }) =>
      touched.has(materijal_id) ? [{ c1_stavka_id: id, materijal_id, c4_stavka_id: ulaz_stavka_id, kolicina }] : [],
    ),
  )

const insertRows = insertion('razduzenje', {
  c1_stavka_id: 'int',
  materijal_id: 'text',
  c4_stavka_id: 'int',
  c1_id: 'int',
  datum: 'text',
  kolicina: 'int',
  usmereno: 'int',
})

/** Writes directed draws of an export, and takes them from the lots; `from` says of which export. */
export async function writeDirected(
  ledger: Ledger,
  directed: Directed,
  rows: readonly Row[],
  from: { readonly c1_id: number; readonly datum: CalendarDate },
): Promise<void> {
  const { tx } = ledger
  await engineOf(tx).write(tx, [insertRows(rows.map((row) => ({ ...row, ...from, usmereno: 1 })))])
  countCosts(ledger, directed, rows)
  await writeNamed(ledger, directed.lots, directed.was, directed.now)
}

/** Adds the value of directed draws to the cost of their line. */
function countCosts({ costs }: Ledger, { old, lots }: Directed, rows: readonly Row[]) {
  const known = new Map(lots.map((lot) => [lot.id, lot]))
  const note = (sign: bigint, c1_stavka_id: number, id: number, kolicina: Micro) => {
    const lot = known.get(id)
    if (!lot) return
    const value = sign * multiplyToAtto(kolicina, lot.cena_po_jedinici, lot.kurs)
    costs.set(c1_stavka_id, (costs.get(c1_stavka_id) ?? 0n) + value)
  }
  for (const { c1_stavka_id, ulaz_stavka_id, kolicina } of old) note(-1n, c1_stavka_id, ulaz_stavka_id, kolicina)
  for (const { c1_stavka_id, c4_stavka_id, kolicina } of rows) note(1n, c1_stavka_id, c4_stavka_id, kolicina)
}

/** Refuses (409) directed draws that take the cover from other exports (customs §4.3). */
export async function refuseDirectedCover(tx: Tx, directed: Directed | null, booked: Booked): Promise<void> {
  if (!directed || directed.now.size === 0) return
  const materials = new Set(
    directed.lots.flatMap(({ id, materijal_id }) => (directed.now.has(id) ? [materijal_id] : [])),
  )
  const newShortages = booked.newShortages.filter(({ materijal_id }) => materials.has(materijal_id))
  await refuseLostCover(tx, { newShortages }, 'discharge')
}

type Called = Usmerenje & { c4_id: number; broj_c4: string; broj_fakture: string; redni_broj: number }

/** Adds the names of the lots to the directed draws of lines; a lot of a kept deletion may be gone. */
export async function withLots<L extends { readonly usmerenja: readonly Usmerenje[] }>(
  db: Db,
  lines: readonly L[],
): Promise<(Omit<L, 'usmerenja'> & { usmerenja: Called[] })[]> {
  const ids = new Set(lines.flatMap(({ usmerenja }) => usmerenja.map(({ ulaz_stavka_id }) => ulaz_stavka_id)))
  const lots = new Map<number, Omit<Called, keyof Usmerenje>>()
  if (ids.size > 0) {
    const { rows } = await sql<Omit<Called, keyof Usmerenje> & { id: number }>`
      select l.id, l.c4_id, c4.broj_c4, l.broj_fakture, l.redni_broj from c4_stavka l join c4 on c4.id = l.c4_id
      where l.id in ${engineOf(db).list([...ids])}`.execute(db)
    for (const { id, ...lot } of rows) lots.set(id, lot)
  }
  return lines.map((line) => ({
    ...line,
    usmerenja: usmerenjaInOrder(line.usmerenja).map((one) => ({
      ...one,
      ...(lots.get(one.ulaz_stavka_id) as Omit<Called, keyof Usmerenje>),
    })),
  }))
}

/** The document with what its lines direct as one text each, for the audit trail. */
export const withDirected = (document: C1Document): C1Document => ({
  ...document,
  stavke: document.stavke.map((stavka) =>
    stavka.usmerenja.length > 0 ? Object.assign({}, stavka, { usmereno: said(stavka.usmerenja) }) : stavka,
  ),
})

const said = (usmerenja: C1Stavka['usmerenja']): string =>
  usmerenja
    .map(({ materijal_id, kolicina, broj_c4, broj_fakture, redni_broj, razlog }) => {
      const lot = `${broj_c4}, faktura ${broj_fakture}, stavka ${redni_broj}`
      return `${materijal_id}: ${formatMicro(kolicina)} iz ${lot} (${razlog})`
    })
    .join('; ')
