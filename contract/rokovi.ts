import { z } from 'zod'
import { endpoints, type QueryOf, type ReplyOf, XLSX_TYPE } from './endpoint.ts'
import { dayReply, filters, pageQuery, pageReply, para, queryDay, queryId, whole } from './fields.ts'
import { DOCUMENT_PAGE_ROWS } from './limits.ts'

/** How imports stand with their deadline, the most urgent first. */
export const STANJA_OTVORENIH = ['isteklo', 'ističe', 'u roku', 'bez roka'] as const
export type StanjeOtvorenih = (typeof STANJA_OTVORENIH)[number]

const stanje = z
  .enum([...STANJA_OTVORENIH, 'razduženo'])
  .optional()
  .catch(undefined)
  .describe("Stanje roka; bez njega svi sa ostatkom. 'razduženo' daje one kojima ništa nije ostalo.")

const rokoviFilters = {
  stanje,
  odobrenje_id: queryId('Odobrenje'),
  datum: queryDay('Datum').describe('Dan za koji se pita; današnji ako ga nema.'),
}

/** An import with its deadline, and what was left of it at the end of the day that is asked about. */
const rokRed = z
  .object({
    c4_id: whole,
    broj_c4: z.string(),
    datum: dayReply,
    posiljalac_naziv: z.string(),
    odobrenje: z.string().nullable().describe('Broj odobrenja.'),
    rok: dayReply.nullable(),
    rok_obracuna: dayReply.nullable(),
    stanje_roka: z.enum(['isteklo', 'ističe', 'u roku', 'razduženo']).nullable(),
    broj_stavki: whole.describe('Koliko uvoznih stavki ima ostatak.'),
    vrednost_rsd: para.describe('Vrednost ostatka u RSD.'),
  })
  .meta({ id: 'RokRed' })
export type RokRed = z.output<typeof rokRed>

const stanjeUkupno = z
  .object({
    stanje: z.enum(STANJA_OTVORENIH).describe('Stanje roka.'),
    broj_c4: whole.describe('Koliko ulaznih dokumenata sa ostatkom je u tom stanju.'),
    broj_stavki: whole.describe('Koliko njihovih stavki ima ostatak.'),
    vrednost_rsd: para.describe('Vrednost ostatka svih zajedno u RSD.'),
  })
  .meta({ id: 'StanjeRokova' })
export type StanjeUkupno = z.output<typeof stanjeUkupno>

export const rokoviEndpoints = endpoints({
  listRokovi: {
    method: 'GET',
    path: '/rokovi',
    summary:
      'Daje stranu ulaznih dokumenata sa ostatkom na kraju dana, po roku za razduženje, i zbir svakog stanja roka.',
    query: filters({ ...pageQuery(DOCUMENT_PAGE_ROWS), ...rokoviFilters }),
    reply: pageReply(rokRed).extend({
      stanja: z.array(stanjeUkupno).describe('Svako stanje, za sve strane; filter po stanju na njih ne utiče.'),
    }),
  },
  rokoviIcs: {
    method: 'GET',
    path: '/rokovi/ics',
    summary: 'Daje rokove kao kalendar, najviše 5000: celodnevni događaj po dokumentu, uvek pod istim UID.',
    query: filters(rokoviFilters),
    reply: 'file',
    fileType: 'text/calendar; charset=utf-8',
  },
  rokoviSheet: {
    method: 'GET',
    path: '/archive/sheets/rokovi',
    summary: 'Daje rokove kao Excel fajl.',
    query: filters(rokoviFilters),
    reply: 'file',
    fileType: XLSX_TYPE,
  },
})
export type RokoviQuery = QueryOf<(typeof rokoviEndpoints)['listRokovi']>
export type Rokovi = ReplyOf<(typeof rokoviEndpoints)['listRokovi']>
