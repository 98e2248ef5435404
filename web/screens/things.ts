import type { Vrsta } from '#contract/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { DESCRIPTIONS, type RECORD_KINDS } from '#contract/records.ts'
import {
  documentAddress,
  LIST_PATHS,
  MATERIALS,
  materialAddress,
  PRODUCTS,
  podnetAddress,
  popisAddress,
  productAddress,
  USAGLASAVANJE,
  usaglasavanjeAddress,
} from './record-addresses.ts'

/** The words and actions of the screens for one kind of thing. */
export type Thing = {
  /** As a choice in a filter. */
  name: string
  /** In 'Dodat ulazni dokument C4-1'; its gender ends the verb, masculine without an ending. */
  one: string
  ending?: 'a' | 'o'
  /** In 'Učitavanje materijala'. */
  many: string
  /** Where one is shown, by its id as the audit trail has it. */
  address?: (predmet: string) => string
  /** The screen whose form keeps drafts, and what they are of where that is not `one`. */
  drafts?: { at: string; of?: string }
  /** The call that takes back its deletion, or its change by an import; it comes when it is first needed. */
  restore?: () => Promise<Endpoint>
}

const OF_RECORDS = Object.fromEntries(
  DESCRIPTIONS.map(({ vrsta, name, one, ending, many, draft, screen, hasPage, calls }): [string, Thing] => {
    const restore = Object.values(calls).find(({ path }) => path.startsWith('/vrati/'))
    return [
      vrsta,
      {
        ...{ name, one, many, drafts: { at: screen, of: draft ?? one } },
        ...(ending && { ending }),
        ...(hasPage && { address: (id: string) => `${screen}/${id}` }),
        ...(restore && { restore: async () => restore }),
      },
    ]
  }),
) as Record<(typeof RECORD_KINDS)[number], Thing>

/** Every kind of thing of the audit trail; a kind of record is a row of the contract. */
export const THINGS: Readonly<Record<Vrsta, Thing>> = {
  c4: {
    name: 'Ulazni dokumenti',
    one: 'ulazni dokument',
    many: 'ulaznih dokumenata',
    address: (id) => documentAddress('c4', id),
    drafts: { at: LIST_PATHS.c4 },
    restore: async () => (await import('#contract/c4.ts')).c4Endpoints.restoreC4,
  },
  c1: {
    name: 'Izlazni dokumenti',
    one: 'izlazni dokument',
    many: 'izlaznih dokumenata',
    address: (id) => documentAddress('c1', id),
    drafts: { at: LIST_PATHS.c1 },
    restore: async () => (await import('#contract/c1.ts')).c1Endpoints.restoreC1,
  },
  materijal: {
    name: 'Materijali',
    one: 'materijal',
    many: 'materijala',
    address: materialAddress,
    drafts: { at: MATERIALS.path },
    restore: async () => (await import('#contract/materials.ts')).materialEndpoints.restoreMaterial,
  },
  proizvod: {
    name: 'Proizvodi',
    one: 'proizvod',
    many: 'proizvoda',
    address: productAddress,
    drafts: { at: PRODUCTS.path },
    restore: async () => (await import('#contract/products.ts')).productEndpoints.restoreProduct,
  },
  ...OF_RECORDS,
  popis: {
    name: 'Popisi',
    one: 'popis',
    many: 'popisa',
    address: popisAddress,
    restore: async () => (await import('#contract/popisi.ts')).popisiEndpoints.restorePopis,
  },
  usaglasavanje: {
    name: 'Usaglašavanja',
    one: 'usaglašavanje',
    ending: 'o',
    many: 'usaglašavanja',
    // An explanation has a key, and no place of its own.
    address: (id) => (/^\d+$/.test(id) ? usaglasavanjeAddress(id) : USAGLASAVANJE.path),
  },
  obracun: { name: 'Obračuni', one: 'obračun', many: 'obračuna', address: podnetAddress },
  kurs: {
    name: 'Kursevi',
    one: 'kurs',
    many: 'kurseva',
    restore: async () => (await import('#contract/rates.ts')).rateEndpoints.restoreRate,
  },
  prilog: {
    name: 'Prilozi',
    one: 'prilog',
    many: 'priloga',
    restore: async () => (await import('#contract/prilozi.ts')).priloziEndpoints.restorePrilog,
  },
  firma: { name: 'Naša firma', one: 'zapis o našoj firmi', many: 'zapisa o našoj firmi' },
  zakljucenje: { name: 'Zaključavanje perioda', one: 'perioda', many: 'perioda' },
  podesavanja: { name: 'Podešavanja', one: 'zapis o podešavanjima', many: 'zapisa o podešavanjima' },
  beleska: { name: 'Beleške', one: 'beleška', ending: 'a', many: 'beležaka' },
  pdf: { name: 'PDF fajlovi', one: 'PDF', many: 'PDF fajlova' },
  nalog: { name: 'Nalozi i sesije', one: 'nalog', many: 'naloga' },
}

/** Where a thing is shown, by its kind and its id as the audit trail has them; nothing for one without a page. */
export const addressOf = (vrsta: string, predmet: string): string | undefined =>
  THINGS[vrsta as Vrsta]?.address?.(predmet)
