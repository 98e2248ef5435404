import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { LedgerQuery, ledgerEntry, razduzenjeEndpoints } from '#contract/razduzenje.ts'
import type { Parts } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Atto, type Micro, microToNumber, NO_QUANTITY, paraToNumber, valueToPara } from '#domain/decimal.ts'
import { drawMarks } from '#domain/rok.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import { bounds } from '#server/db/period.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { WrittenRows } from '#server/http/json-body.ts'
import { Refusal } from '#server/refusal.ts'
import { partsOfDraws } from '#server/stock/draw-parts.ts'
import { danPrelaska, NO_LOT } from '#server/stock/ledger-sql.ts'

/** The call that gives other programs the ledger, page by page. */
export const razduzenjeHandlers = ({ readAtOnce }: Store): Handlers<typeof razduzenjeEndpoints> => ({
  listRazduzenje: ({ query }) => readAtOnce((db) => ledgerPage(db, query)),
})

/** The place of a draw in the order of exports by day, their lines, their materials, and lots as they are consumed. */
type Place = Group & { lot_datum: string; lot_c4: number; lot_id: number; usmereno: Flag }
/** The draws of one line from one material. */
type Group = { datum: CalendarDate; c1_id: number; c1_stavka_id: number; materijal_id: string }

type Draw = Group & { lot_id: number; kolicina: Micro; usmereno: Flag }

/** A day behind those of all lots: a shortage stands behind the lots of its line and material. */
const NO_LOT_DAY = '9999'
const GROUP = ['datum', 'c1_id', 'c1_stavka_id', 'materijal_id'] as const
const PLACE = [...GROUP, 'lot_datum', 'lot_c4', 'lot_id', 'usmereno'] as const
const ORDER = sql.join(PLACE.map((name) => sql.ref(name)))
/** The same order as `ORDER` where draws are joined with their lots. */
const KEY = sql`r.datum, r.c1_id, r.c1_stavka_id, r.materijal_id,
  coalesce(l.datum, ${sql.lit(NO_LOT_DAY)}), coalesce(l.c4_id, 0), r.c4_stavka_id, r.usmereno`

/**
 * A page of the ledger behind the place that `cursor` names: the draws and shortages of the query in the order of the
 * exports. No page reads the pages before it.
 */
async function ledgerPage(db: Db, query: LedgerQuery): Promise<WrittenRows> {
  const asked = { query, after: query.cursor ? placeOf(query.cursor) : null, wanted: query.limit + 1 }
  const { c4_id, c1_id, materijal_id } = query
  const isOfLots = c4_id !== undefined || (materijal_id !== undefined && c1_id === undefined)
  const found = await (isOfLots ? drawsOfLots(db, asked) : drawsByDay(db, asked))
  const facts = await readFacts(db, found)
  const draws = asConsumed(found, facts.lots)
  const page = draws.slice(0, query.limit)
  const last = page.at(-1)
  const cursor =
    draws.length > query.limit && last ? cursorOf({ ...last, ...lotPlace(facts.lots.get(last.lot_id)) }) : null
  return new WrittenRows(drawTexts(page, facts), { cursor })
}

const lotPlace = (lot: Lot | undefined) => ({ lot_datum: lot?.datum ?? NO_LOT_DAY, lot_c4: lot?.c4_id ?? 0 })

/** Puts the draws of one line and material in the order of their lots. */
function asConsumed(draws: readonly Draw[], lots: ReadonlyMap<number, Lot>): readonly Draw[] {
  const ordered: Draw[] = []
  for (let from = 0, to = 0; from < draws.length; from = to) {
    const first = draws[from] as Draw
    for (to = from + 1; to < draws.length && isSameGroup(first, draws[to] as Draw); ) to++
    if (to === from + 1) ordered.push(first)
    else
      ordered.push(
        ...draws.slice(from, to).sort((a, b) => compareLots(a.lot_id, b.lot_id, lots) || a.usmereno - b.usmereno),
      )
  }
  return ordered
}

const isSameGroup = (a: Draw, b: Draw) => a.c1_stavka_id === b.c1_stavka_id && a.materijal_id === b.materijal_id

function compareLots(a: number, b: number, lots: ReadonlyMap<number, Lot>): number {
  const [one, other] = [lotPlace(lots.get(a)), lotPlace(lots.get(b))]
  if (one.lot_datum !== other.lot_datum) return one.lot_datum < other.lot_datum ? -1 : 1
  return one.lot_c4 - other.lot_c4 || a - b
}

const cursorOf = (place: Place) => Buffer.from(JSON.stringify(PLACE.map((name) => place[name]))).toString('base64url')

function placeOf(cursor: string): Place {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const types = ['string', 'number', 'number', 'string', 'string', 'number', 'number', 'number']
    const isPlace = Array.isArray(values) && types.every((type, at) => typeof values[at] === type)
    if (isPlace) return Object.fromEntries(PLACE.map((name, at) => [name, values[at]])) as Place
  } catch {
    // Refused below.
  }
  throw new Refusal('invalid', 'Kursor nije ispravan.', 'cursor')
}

const ROW = sql`r.datum, r.c1_id, r.c1_stavka_id, r.materijal_id,
  coalesce(l.datum, ${sql.lit(NO_LOT_DAY)}) as lot_datum, coalesce(l.c4_id, 0) as lot_c4, r.c4_stavka_id as lot_id,
  r.kolicina, r.usmereno`

const conditionsOf = (query: LedgerQuery, after: Place | null): RawBuilder<SqlBool>[] => [
  sql<SqlBool>`r.kolicina > 0`,
  ...bounds(query, 'r.datum'),
  ...(query.materijal_id ? [sql<SqlBool>`r.materijal_id = ${query.materijal_id}`] : []),
  ...(query.c1_id === undefined ? [] : [sql<SqlBool>`r.c1_id = ${query.c1_id}`]),
  ...(after ? [sql<SqlBool>`r.datum >= ${after.datum}`, behind(after)] : []),
]

/** The condition for draws behind a place. */
const behind = (after: Place): RawBuilder<SqlBool> =>
  sql`(${KEY}) > (${sql.join(PLACE.map((name) => sql`${after[name]}`))})`

const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)

/** At most `wanted` draws of a query, behind a place (null: from the first on). */
type Asked = { readonly query: LedgerQuery; readonly after: Place | null; readonly wanted: number }

/** The draws from the lots of one import or material, and the shortages of a material, put in order for each page. */
async function drawsOfLots(db: Db, { query, after, wanted }: Asked): Promise<Draw[]> {
  const conditions = all(conditionsOf(query, after))
  const { c4_id, materijal_id } = query
  const ofLots = c4_id === undefined ? sql`l.materijal_id = ${materijal_id}` : sql`l.c4_id = ${c4_id}`
  const drawn = sql`
    select ${ROW} from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id where ${ofLots} and ${conditions}`
  const lacking = sql`
    union all select ${ROW} from razduzenje r left join c4_stavka l on 1 = 0
    where r.c4_stavka_id = ${sql.lit(NO_LOT)} and ${conditions}`
  const { rows } = await sql<Draw>`
    select * from (${drawn} ${c4_id === undefined ? lacking : sql``}) d order by ${ORDER} limit ${wanted}`.execute(db)
  return rows
}

/**
 * The draws of exports by day, along the indexes of exports, lines and draws: only the lines of one export are sorted,
 * and no lot is read. A page may begin or end within the lots of a line and material; only these are read in order.
 */
async function drawsByDay(db: Db, { query, after, wanted }: Asked): Promise<Draw[]> {
  const head = after ? await drawsOfGroup(db, after, { query, after, wanted }) : []
  const left = wanted - head.length
  if (left === 0) return head
  const join = sql.raw(engineOf(db).name === 'sqlite' ? 'cross join' : 'join')
  const conditions = [
    sql<SqlBool>`r.kolicina > 0`,
    ...bounds(query, 'c1.datum'),
    ...(query.materijal_id ? [sql<SqlBool>`r.materijal_id = ${query.materijal_id}`] : []),
    ...(query.c1_id === undefined ? [] : [sql<SqlBool>`c1.id = ${query.c1_id}`]),
    ...(after
      ? [
          sql<SqlBool>`(c1.datum, c1.id) >= (${after.datum}, ${after.c1_id})`,
          sql<SqlBool>`(c1.datum, c1.id, i.id, r.materijal_id) > (${sql.join(GROUP.map((name) => sql`${after[name]}`))})`,
        ]
      : []),
  ]
  const { rows } = await sql<Draw>`
    select c1.datum, c1.id as c1_id, i.id as c1_stavka_id, r.materijal_id, r.c4_stavka_id as lot_id, r.kolicina, r.usmereno
    from c1 ${join} c1_stavka i on i.c1_id = c1.id ${join} razduzenje r on r.c1_stavka_id = i.id
    where ${all(conditions)} order by c1.datum, c1.id, i.id, r.materijal_id limit ${left}`.execute(db)
  const last = rows.at(-1)
  if (!last || rows.length < left) return [...head, ...rows]
  const whole = rows.findIndex((row) => isSameGroup(row, last))
  return [
    ...head,
    ...rows.slice(0, whole),
    ...(await drawsOfGroup(db, last, { query, after: null, wanted: left - whole })),
  ]
}

/** The draws of a line from a material in the order of its lots, behind a place (null: from the first on). */
async function drawsOfGroup(
  db: Db,
  { c1_stavka_id, materijal_id }: Group,
  { query, after, wanted }: Asked,
): Promise<Draw[]> {
  const own = sql`r.c1_stavka_id = ${c1_stavka_id} and r.materijal_id = ${materijal_id}`
  const { rows } = await sql<Draw>`
    select ${ROW} from razduzenje r left join c4_stavka l on l.id = r.c4_stavka_id
    where ${own} and ${all(conditionsOf(query, after))} order by ${KEY} limit ${wanted}`.execute(db)
  return rows
}

type Entry = z.input<typeof ledgerEntry>
type Line = Omit<
  Entry,
  'c1_stavka_id' | keyof Material | 'kolicina' | Mark | keyof Parts | 'manjak' | 'lot' | 'vrednost_rsd'
> &
  Id & { sa_otpadom: Flag }
type Mark = 'usmereno' | 'posle_roka' | 'pre_prelaska'
type Material = Pick<Entry, 'materijal_id' | 'materijal_naziv' | 'jedinica_mere'>
type LotRow = Omit<NonNullable<Entry['lot']>, 'ulaz_stavka_id' | 'dokazuje_poreklo' | 'cena_po_jedinici' | 'kurs'> &
  Id & { dokazuje_poreklo: Flag; cena_po_jedinici: Micro; kurs: Micro } & Marked
type Marked = Parameters<typeof drawMarks>[0]
type Id = { id: number }

/** A lot: its JSON text, the facts that mark its draws, and the worth of a millionth of its unit in 10^-18 RSD. */
type Lot = Marked & {
  readonly datum: string
  readonly c4_id: number
  readonly text: string
  readonly rsd: bigint
}
/** The parts of rows by id: lots, and lines and materials as JSON text without braces. */
type Facts = {
  readonly lines: ReadonlyMap<number, { readonly datum: CalendarDate; readonly text: string }>
  readonly materials: ReadonlyMap<string, string>
  readonly lots: ReadonlyMap<number, Lot>
  readonly partsOf: (draw: Draw) => Parts
}

const whole = ({ kolicina }: Draw): Parts => ({ ugradjeno: kolicina, otpad: NO_QUANTITY, gubitak: NO_QUANTITY })

/** Reads the parts of these draws: each line, lot and material once. */
async function readFacts(db: Db, draws: readonly Draw[]): Promise<Facts> {
  if (draws.length === 0) return { lines: new Map(), materials: new Map(), lots: new Map(), partsOf: whole }
  const { list } = engineOf(db)
  const of = <T extends string | number>(value: (draw: Draw) => T) => list<T>([...new Set(draws.map(value))])
  const lines = await sql<Line>`
    select i.id, i.c1_id, c1.broj_c1, c1.datum as c1_datum, c1.primalac_naziv, i.hs_code, i.broj_fakture, i.redni_broj,
      i.proizvod_id, p.naziv as proizvod_naziv, i.sa_otpadom
    from c1_stavka i join c1 on c1.id = i.c1_id join proizvod p on p.id = i.proizvod_id
    where i.id in ${of((draw) => draw.c1_stavka_id)}`.execute(db)
  const lots = await sql<LotRow>`
    select l.id, l.c4_id, c4.broj_c4 as c4_broj, l.datum as c4_datum, l.broj_fakture, l.redni_broj, l.tarifni_broj,
      l.zemlja_porekla, l.dokazuje_poreklo, l.cena_po_jedinici, c4.valuta, l.kurs, c4.rok, ${danPrelaska} as dan_prelaska
    from c4_stavka l join c4 on c4.id = l.c4_id where l.id in ${of((draw) => draw.lot_id)}`.execute(db)
  const materials = await sql<Material>`
    select id as materijal_id, naziv as materijal_naziv, jedinica_mere from materijal
    where id in ${of((draw) => draw.materijal_id)}`.execute(db)
  const wasteful = lines.rows.map(({ id, sa_otpadom }) => ({ c1_stavka_id: id, sa_otpadom }))
  const partsOf = await partsOfDraws(db, wasteful)
  return {
    partsOf: (draw) => partsOf({ ...draw, c4_stavka_id: draw.lot_id }),
    lines: new Map(lines.rows.map((line) => [line.id, { datum: line.c1_datum as CalendarDate, text: lineText(line) }])),
    materials: new Map(materials.rows.map((material) => [material.materijal_id, inner(material)])),
    lots: new Map(lots.rows.map((lot) => [lot.id, lotOf(lot)])),
  }
}

/** Each draw as JSON text, joined from its parts: a page takes ten times as long where each field is encoded. */
function drawTexts(draws: readonly Draw[], { lines, materials, lots, partsOf }: Facts): string[] {
  return draws.map((draw) => {
    const { c1_stavka_id, materijal_id, lot_id, kolicina, usmereno } = draw
    const { ugradjeno, otpad, gubitak } = partsOf(draw)
    const parts = `"ugradjeno":${microToNumber(ugradjeno)},"otpad":${microToNumber(otpad)},"gubitak":${microToNumber(gubitak)},"usmereno":${usmereno === 1}`
    const [line, lot] = [lines.get(c1_stavka_id), lots.get(lot_id)]
    const { posle_roka, pre_prelaska } = lot && line ? drawMarks(lot, line.datum) : { posle_roka: false }
    const marks = `"posle_roka":${posle_roka}${pre_prelaska ? ',"pre_prelaska":true' : ''}`
    const drawn = `{${line?.text},${materials.get(materijal_id)},"kolicina":${microToNumber(kolicina)},${parts},${marks}`
    if (!lot) return `${drawn},"manjak":true,"lot":null,"vrednost_rsd":null}`
    const vrednost_rsd = paraToNumber(valueToPara((BigInt(kolicina) * lot.rsd) as Atto))
    return `${drawn},"manjak":false,"lot":${lot.text},"vrednost_rsd":${vrednost_rsd}}`
  })
}

/**
 * JSON in ASCII alone: one other letter makes V8 keep the text of a page in two bytes a letter and take three times as
 * long to join and send it.
 */
const ascii = (value: object): string =>
  JSON.stringify(value).replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** An object's text without its braces. */
const inner = (value: object): string => ascii(value).slice(1, -1)

const lineText = ({
  id,
  sa_otpadom: _,
  broj_fakture,
  redni_broj,
  proizvod_id,
  proizvod_naziv,
  ...document
}: Line): string => inner({ ...document, c1_stavka_id: id, broj_fakture, redni_broj, proizvod_id, proizvod_naziv })

function lotOf(stored: LotRow): Lot {
  const { id, c4_id, c4_datum, dokazuje_poreklo, cena_po_jedinici, kurs, rok, dan_prelaska } = stored
  const lot: Entry['lot'] = {
    ulaz_stavka_id: id,
    c4_id,
    c4_broj: stored.c4_broj,
    c4_datum,
    broj_fakture: stored.broj_fakture,
    redni_broj: stored.redni_broj,
    tarifni_broj: stored.tarifni_broj,
    zemlja_porekla: stored.zemlja_porekla,
    dokazuje_poreklo: dokazuje_poreklo === 1,
    cena_po_jedinici: microToNumber(cena_po_jedinici),
    valuta: stored.valuta,
    kurs: microToNumber(kurs),
  }
  return { datum: c4_datum, c4_id, rok, dan_prelaska, text: ascii(lot), rsd: BigInt(cena_po_jedinici) * BigInt(kurs) }
}
