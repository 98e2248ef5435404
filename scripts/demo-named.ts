import { type Day, dateOf, workday } from './demo-days.ts'
import type { DemoProduct } from './demo-exports.ts'

/**
 * Goods that left their import unprocessed, from stock that lay too long: a return, spoiled goods, goods that were sold
 * here.
 */
const DISCHARGES = [
  {
    day: -61,
    materijal: 'KON8PM',
    kolicina: 1_800,
    vrsta: 'Povraćaj neprerađene robe',
    broj_jci: 'I-14031',
    razlog: 'Reklamacija R-17: oštećene brtve, povraćaj dobavljaču',
  },
  {
    day: -44,
    materijal: 'PRV150CRV',
    kolicina: 650,
    vrsta: 'Uništenje',
    broj_jci: null,
    razlog: 'Oštećena izolacija posle prodora vode; uništeno pod carinskim nadzorom, zapisnik 483-31',
  },
  {
    day: -38,
    materijal: 'PRV075ZEL',
    kolicina: 1_500,
    vrsta: 'Stavljanje u slobodan promet',
    broj_jci: 'U-14188',
    razlog: 'Prodaja viška zaliha na domaćem tržištu',
    stopa_carine: 3.7,
  },
] as const

/** A count of a shelf, and how much more or less was found of each of its materials than the books had. */
const COUNT = {
  day: -26,
  komisija: 'Jelena Marić, Dragan Ilić, Milica Savić',
  napomena: 'Vanredni popis regala B4 i B5',
  razlike: { KON8PM: -14, KON4PM: 0, KLP01: 35, PRV075ZEL: -42.5, PRV150CRV: 0 },
} as const

const DIRECTED = 'Kupac traži materijal iz poslednje isporuke (narudžbenica 118)'

type Send = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>
type Lot = { readonly ulaz_stavka_id: number; readonly moguce: number }
type Exported = {
  readonly datum: string
  readonly stavke: readonly { readonly proizvod_id: string; readonly kolicina: number }[]
}
type Stock = { readonly materijal_id: string; readonly preostalo: number }
type Proposal = {
  readonly datum: string
  readonly razlog: string
  readonly stavke: readonly (Lot & { kolicina: number })[]
}

const ORGAN = 'Carinska ispostava Kragujevac'
const numbered = (datum: string, at: number) => `OR-${datum.slice(0, 4)}/${String(at).padStart(3, '0')}`

/** Enters the documents that name their lots, and the count with what it found lacking. */
export async function enterNamed(send: Send, today: string): Promise<void> {
  const dayOf = (day: Day) => dateOf(today, workday(today, day))
  for (const [at, { day, materijal, kolicina, ...said }] of DISCHARGES.entries()) {
    const datum = dayOf(day)
    const of = `materijal_id=${materijal}&datum=${datum}`
    const { results } = await send<{ results: Lot[] }>('GET', `/ostala-razduzenja/mogucnosti?${of}`)
    const lot = results.find(({ moguce }) => moguce >= kolicina)
    if (!lot) throw new Error(`the demonstration has no ${kolicina} of ${materijal} on ${datum}`)
    const { vrsta, broj_jci, razlog, ...customs } = said
    const stavke = [{ ulaz_stavka_id: lot.ulaz_stavka_id, kolicina, ...customs }]
    const body = { broj: numbered(datum, at + 1), datum, vrsta, broj_jci, carinski_organ: ORGAN, razlog, stavke }
    await send('POST', '/ostala-razduzenja', body)
  }
  const { id } = await send<{ id: number }>('POST', '/popisi', await countOn(send, dayOf(COUNT.day)))
  const { datum, razlog, stavke } = await send<Proposal>('POST', `/popisi/${id}/manjak`, {})
  const lacking = stavke.map(({ ulaz_stavka_id, kolicina }) => ({ ulaz_stavka_id, kolicina }))
  const broj = numbered(datum, DISCHARGES.length + 1)
  await send('POST', '/ostala-razduzenja', { broj, datum, vrsta: 'Manjak po popisu', razlog, stavke: lacking })
}

/**
 * The wish of an export's customer: half of a material of its first line comes from the newest lot that has it. Nothing
 * is directed where there is only one lot of each.
 */
export async function directed<T extends Exported>(send: Send, body: T, products: readonly DemoProduct[]) {
  const [first, ...others] = body.stavke
  for (const { materijal_id, potrebna_kolicina } of products.find(({ id }) => id === first?.proizvod_id)?.normativ ??
    []) {
    const of = `materijal_id=${materijal_id}&datum=${body.datum}`
    const { results } = await send<{ results: Lot[] }>('GET', `/ostala-razduzenja/mogucnosti?${of}`)
    const lot = results.at(-1)
    const kolicina = Number((((first?.kolicina ?? 0) * potrebna_kolicina) / 2).toFixed(3))
    if (results.length < 2 || !lot || lot.moguce < kolicina) continue
    const usmerenja = [{ materijal_id, ulaz_stavka_id: lot.ulaz_stavka_id, kolicina, razlog: DIRECTED }]
    return { ...body, stavke: [{ ...first, usmerenja }, ...others] }
  }
  return body
}

async function countOn(send: Send, datum: string) {
  const { results } = await send<{ results: Stock[] }>('GET', `/archive/materials?datum_do=${datum}&limit=100`)
  const books = new Map(results.map(({ materijal_id, preostalo }) => [materijal_id, preostalo]))
  const stavke = Object.entries(COUNT.razlike).map(([materijal_id, razlika]) => ({
    materijal_id,
    izbrojano: Number(((books.get(materijal_id) ?? 0) + razlika).toFixed(6)),
  }))
  return { datum, komisija: COUNT.komisija, napomena: COUNT.napomena, stavke }
}
