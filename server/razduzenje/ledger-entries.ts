import { sql } from 'kysely'
import type { z } from 'zod'
import type { ledgerEntry } from '#contract/razduzenje.ts'
import type { Parts } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Atto, type Micro, microToNumber, NO_QUANTITY, paraToNumber, valueToPara } from '#domain/decimal.ts'
import { drawMarks } from '#domain/rok.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { partsOfDraws } from '#server/stock/draw-parts.ts'
import { danPrelaska } from '#server/stock/ledger-sql.ts'

export type Draw = { c1_stavka_id: number; materijal_id: string; lot_id: number; kolicina: Micro; usmereno: Flag }
/** An entry as the answer has it. */
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

/** A lot as JSON text, what its draws are marked by, and what a millionth of its unit is worth in 10^-18 RSD. */
export type Lot = Marked & {
  readonly datum: string
  readonly c4_id: number
  readonly text: string
  readonly rsd: bigint
}
/** The parts of rows, by ids: the JSON text of lines and materials without their braces, and lots. */
export type Facts = {
  readonly lines: ReadonlyMap<number, { readonly datum: CalendarDate; readonly text: string }>
  readonly materials: ReadonlyMap<string, string>
  readonly lots: ReadonlyMap<number, Lot>
  readonly partsOf: (draw: Draw) => Parts
}

const whole = ({ kolicina }: Draw): Parts => ({ ugradjeno: kolicina, otpad: NO_QUANTITY, gubitak: NO_QUANTITY })

/** Reads the parts of these draws: each line, lot and material once, in however many rows it stands. */
export async function readFacts(db: Db, draws: readonly Draw[]): Promise<Facts> {
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

/** Each draw as JSON text: encoded field by field, a page takes ten times as long. */
export function textsOf(draws: readonly Draw[], { lines, materials, lots, partsOf }: Facts): string[] {
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
 * JSON in ASCII alone: with one letter that is none, V8 keeps the text of a page in two bytes a letter, and takes
 * three times as long to put it together and to send it.
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
