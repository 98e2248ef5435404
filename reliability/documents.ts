// Bodies of documents as chance makes them, over a small catalogue.
import type { Random } from '#scripts/demo-random.ts'
import { roundTo } from '#scripts/demo-random.ts'

export type Path = '/c4' | '/c1'
export type Body = { readonly datum: string; readonly stavke: readonly Fields[] } & Fields
type Fields = Readonly<{ [name: string]: unknown }>

export const MATERIALS = ['MAT1', 'MAT2', 'MAT3', 'MAT4', 'MAT5', 'MAT6']
export const PRODUCTS = ['PRO1', 'PRO2', 'PRO3']

const partners = {
  posiljalac_naziv: 'Müller Kabel GmbH',
  posiljalac_grad: 'Nürnberg',
  posiljalac_drzava: 'Nemačka',
  primalac_naziv: 'Šumadija kabl',
  primalac_grad: 'Kragujevac',
  zemlja_otpreme: 'Nemačka',
}

/** The body that enters a material of this ID. */
export const material = (id: string) => ({
  id,
  naziv: `Materijal ${id}`,
  zemlja_porekla: 'Nemačka',
  jedinica_mere: 'kg',
  tarifni_broj: '8544.49',
})

/** Each product takes three of the six materials. */
export const product = (id: string, at: number) => ({
  id,
  naziv: `Proizvod ${id}`,
  hs_code: '8544.30',
  jedinica_mere: 'kom',
  normativi: [0, 1, 2].map((k) => ({
    materijal_id: MATERIALS[(at + k * 2) % MATERIALS.length],
    potrebna_kolicina: [2.5, 0.333333, 1][k],
  })),
})

const day = (random: Random) => `2026-03-${String(random.whole(1, 28)).padStart(2, '0')}`
const amount = (random: Random, high: number) => roundTo(random.between(0.001, high), 3)

/** Any line of an import. */
export const c4Line = (random: Random, redni_broj: number) => ({
  broj_fakture: 'F-1',
  redni_broj,
  materijal_id: random.pick(MATERIALS),
  kolicina: amount(random, 100),
  cena_po_jedinici: amount(random, 50),
  dokazuje_poreklo: random.chance(0.5),
  tarifni_broj: '8544.49',
  zemlja_porekla: 'Nemačka',
})

/** Any line of an export. */
export const c1Line = (random: Random, redni_broj: number) => ({
  broj_fakture: 'F-1',
  redni_broj,
  proizvod_id: random.pick(PRODUCTS),
  kolicina: random.whole(1, 9),
  cena: amount(random, 90),
})

const linesOf = { '/c4': c4Line, '/c1': c1Line }
const lines = (path: Path, random: Random, most: number) =>
  Array.from({ length: random.whole(1, most) }, (_, index) => linesOf[path](random, index + 1))

/** A document of this number. */
export function newBody(path: Path, random: Random, broj: string): Body {
  const body = { ...partners, datum: day(random), stavke: lines(path, random, 5) }
  return path === '/c4'
    ? {
        ...body,
        tip_dokumenta: 'Uvozna deklaracija',
        broj_terminala: 'T1',
        broj_c4: broj,
        valuta: random.pick(['EUR', 'RSD', 'USD']),
      }
    : { ...body, tip_dokumenta: 'Izvozna deklaracija', broj_c1: broj }
}

/** The same document after somebody worked on it: another day, a line less, a line changed, lines more. */
export function editedBody(path: Path, random: Random, body: Body): Body {
  const kept = body.stavke.filter((_, index) => index > 0 || random.chance(0.6))
  const altered = kept.map((line) => (random.chance(0.3) ? { ...line, kolicina: amount(random, 100) } : line))
  const added = random.chance(0.5) || altered.length === 0 ? lines(path, random, 2) : []
  const stavke = [...altered, ...added].map((line, index) => ({ ...line, redni_broj: index + 1 }))
  return { ...body, datum: random.chance(0.3) ? day(random) : body.datum, stavke }
}

/** The entered part of a document, as one text: equal for a body that was sent and the document it became. */
export function essence(path: Path, document: Body): string {
  const { datum, valuta, pdf_fajl = null, stavke } = document
  const number = path === '/c4' ? document.broj_c4 : document.broj_c1
  const rows = stavke.map((line) =>
    path === '/c4'
      ? [line.redni_broj, line.materijal_id, line.kolicina, line.cena_po_jedinici, line.dokazuje_poreklo]
      : [line.redni_broj, line.proizvod_id, line.kolicina, line.cena],
  )
  return JSON.stringify([number, datum, path === '/c4' ? valuta : 'EUR', pdf_fajl, rows])
}
