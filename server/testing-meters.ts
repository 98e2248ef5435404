// Cable by the metre: one piece of METAR is one metre of KABL1, so what goes out can be read off the documents.
import type { RazduzenjeRow } from '#contract/c1.ts'
import type { Client } from './testing.ts'
import { type TestApi, type TestApiOptions, type TestEngine, testApi } from './testing.ts'
import { addCatalogue, c1Body, c4Body, stored } from './testing-documents.ts'

/** Lines of a C4 with so many metres each, at 2 a metre. */
export const meters = (...kolicine: readonly number[]) =>
  kolicine.map((kolicina) => ({ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 2 }))
/** Lines of a C1 with so many metres each. */
export const pieces = (...kolicine: readonly number[]) =>
  kolicine.map((kolicina) => ({ proizvod_id: 'METAR', kolicina, cena: 5 }))

/** An application with the catalogue and METAR, without a document. */
export async function meterApi(engine: TestEngine, options?: TestApiOptions): Promise<TestApi> {
  const api = await testApi(engine, options)
  await addCatalogue(api)
  await stored(api, '/proizvodi', {
    id: 'METAR',
    naziv: 'Metar kabla',
    hs_code: '8544',
    jedinica_mere: 'm',
    normativi: [{ materijal_id: 'KABL1', potrebna_kolicina: 1 }],
  })
  return api
}

/** Imports metres, a lot per quantity, and answers the stored C4. */
export const importMeters = (client: Client, broj: string, datum: string, ...kolicine: readonly number[]) =>
  stored(client, '/c4', c4Body(broj, datum, meters(...kolicine)))

/** Exports metres, a line per quantity, and answers the stored C1. */
export const exportMeters = (client: Client, broj: string, datum: string, ...kolicine: readonly number[]) =>
  stored(client, '/c1', c1Body(broj, datum, pieces(...kolicine)))

/** The draws of a C1, oldest lot first: `C4-1 30` from a lot of C4-1, `manjak 5` from none. */
export async function drawsOf(client: Client, { id }: { id: number }): Promise<string[]> {
  const { body } = await client.get(`/c1/${id}/razduzenje`)
  return body.map(({ lot, kolicina }: RazduzenjeRow) => `${lot?.c4_broj ?? 'manjak'} ${kolicina}`)
}

/** The numbers of the exports whose lots a save changed. */
export const movedBy = ({ promenjeni_c1 }: { promenjeni_c1: { broj_c1: string }[] }): string[] =>
  promenjeni_c1.map(({ broj_c1 }) => broj_c1)

/** Everything that the books say about cable, to be held against what they say later. */
export async function cableBooks(client: Client) {
  const of = async (path: string) => (await client.get(path)).body
  return {
    material: await of('/materials/KABL1'),
    remaining: await of('/materials/KABL1/remaining'),
    transactions: await of('/materials/KABL1/transactions?limit=5000'),
    c4: await of('/c4?limit=5000'),
    c1: await of('/c1?limit=5000'),
  }
}
