import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api as contract } from '#contract/api.ts'
import { type ArchiveSheet, archiveSheets } from '#contract/archive.ts'
import { PRIJAVE, type Radnja } from '#contract/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { searchText } from '#domain/search-text.ts'
import { dayOf } from '#server/local-time.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { addDocuments, addOdobrenje, c1Body, c4Body, type Fields, stored } from '#server/testing-documents.ts'
import { xlsx } from '#server/testing-sheets.ts'
import { inFirstNames } from './archive-handlers.ts'
import { archiveTable, type SheetQuery } from './archive-sheets.ts'

/** Values of a filter that leave a part of the rows, and which; then one that leaves none, where there can be one. */
type Cases = { readonly hits: readonly (readonly [string, (row: Fields) => boolean])[]; readonly none?: string }
type Filters = Readonly<Record<string, Cases>>
type List = {
  /** Its rows without a filter, in which `key` tells one from the other. */
  readonly key: readonly string[]
  readonly rows?: (body: Fields) => Fields[]
  readonly filters: Filters
  /** What has to be asked for: the list of one thing. */
  readonly always?: string
}

/** Of a sheet `format` says in which form it comes, `sablon` that it comes without rows. */
const PAGING = ['page', 'limit', 'sort', 'order', 'cursor', 'format', 'sablon']
/** Second names of filters (decisions §4). */
const SECOND: Readonly<Record<string, string>> = {
  documentType: 'tip_dokumenta',
  dateStart: 'datum_od',
  dateEnd: 'datum_do',
  sender: 'posiljalac',
  receiver: 'primalac',
  countryOfDispatch: 'zemlja_otpreme',
  valueMin: 'vrednost_min',
  valueMax: 'vrednost_max',
  quantityMin: 'kolicina_min',
  quantityMax: 'kolicina_max',
}

const has = (word: string) => (row: Fields) => JSON.stringify(row).includes(word)
const words = (...found: string[]): Cases => ({ hits: found.map((word) => [word, has(word)]), none: 'nema-ovoga' })
const equal = (field: string, ...values: (string | number)[]): Cases => ({
  hits: values.map((value) => [String(value), (row) => row[field] === value]),
  none: typeof values[0] === 'number' ? '999' : 'Nema toga',
})
const days = (field: string, middle = '2026-02-10'): Filters => ({
  datum_od: { hits: [[middle, (row) => String(row[field]) >= middle]], none: '2090-01-01' },
  datum_do: { hits: [[middle, (row) => String(row[field]) <= middle]], none: '1995-01-01' },
})
const range = (name: string, field: string, middle: number): Filters => ({
  [`${name}_min`]: { hits: [[String(middle), (row: Fields) => Number(row[field]) >= middle]], none: '999999' },
  [`${name}_max`]: { hits: [[String(middle), (row: Fields) => Number(row[field]) <= middle]], none: '0' },
})
const either = (values: Readonly<Record<string, (row: Fields) => boolean>>): Cases => ({ hits: Object.entries(values) })

const documents: Filters = {
  ...days('datum'),
  ...range('vrednost', 'vrednost_total', 300),
  ...range('kolicina', 'kolicina_total', 20),
  zemlja_otpreme: equal('zemlja_otpreme', 'Srbija', 'Italija'),
}
const archived: Filters = {
  ...days('datum'),
  search: words('Alfa', 'C4-2'),
  tip: either({ Dolazni: ({ tip }) => tip === 'Dolazni', Odlazni: ({ tip }) => tip === 'Odlazni' }),
  tip_dokumenta: equal('tip_dokumenta', 'Reeksport', 'Carinska deklaracija'),
  partner: words('Alfa', 'Čelik'),
  zemlja_otpreme: equal('zemlja_otpreme', 'Italija', 'Srbija'),
}
/** One document alone is of the authorisation, and has a JCI. */
const carina = (broj: string): Filters => ({
  odobrenje_id: { hits: [['1', has(broj)]], none: '999' },
  broj_jci: { hits: [['jci-7', has(broj)]], none: 'nema-ovoga' },
})
/** The overview counts documents; without a period, those of these days. */
const DAYS = { c4: ['2026-01-10', '2026-02-05', '2026-03-01'], c1: ['2026-02-01', '2026-02-05', '2026-03-05'] }
const counted = (vrsta: 'c4' | 'c1', total: unknown): Fields[] =>
  DAYS[vrsta].slice(0, Number(total)).map((datum) => ({ vrsta, datum }))
const FIGURES = ['totalInput', 'totalConsumed', 'kolicina', 'Ulaz', 'Izlaz', 'Razduženo', 'Izvezeno']
/** Summaries have all materials and products; in a period these have moved, and of the others the figures are zero. */
const moved = ({ results }: Fields) => (results as Fields[]).filter((row) => FIGURES.some((name) => row[name]))
const remaining = (day: string, country: (zemlja: string) => Cases): Filters => {
  const { datum_od, datum_do } = days(day) as { datum_od: Cases; datum_do: Cases }
  const search = words('C4-3', 'KABL1')
  return { datum_od, datum_do, uvoz_od: datum_od, uvoz_do: datum_do, zemlja_porekla: country('Italija'), search }
}

/** Every list and sheet that has filters, by its path, over the documents of `books`. */
const LISTS: Readonly<Record<string, List>> = {
  '/c4': {
    key: ['broj_c4'],
    filters: {
      ...documents,
      search: words('C4-1', 'Čelik'),
      c4Number: words('C4-1'),
      c1Number: words('C4-1'),
      tip_dokumenta: equal('tip_dokumenta', 'Privremeni uvoz'),
      posiljalac: words('Čelik'),
      ...carina('C4-3'),
      rok_od: { hits: [['2026-05-01', has('C4-3')]], none: '2090-01-01' },
      rok_do: { hits: [['2026-12-01', has('C4-3')]], none: '1995-01-01' },
      stanje_roka: either({ 'u roku': has('C4-3') }),
      primalac: words('Druga firma'),
    },
  },
  '/c1': {
    key: ['broj_c1'],
    filters: {
      ...documents,
      zemlja_otpreme: equal('zemlja_otpreme', 'Srbija', 'Hrvatska'),
      search: words('C1-1', 'Alfa'),
      c4Number: words('C1-1'),
      c1Number: words('C1-1'),
      tip_dokumenta: equal('tip_dokumenta', 'Reeksport'),
      posiljalac: words('Druga firma'),
      ...carina('C1-3'),
      primalac: words('Alfa'),
      ima_manjak: either({ true: ({ broj_c1 }) => broj_c1 !== 'C1-3', false: ({ broj_c1 }) => broj_c1 === 'C1-3' }),
    },
  },
  '/c4/{id}/razduzenje': { key: ['materijal_id', 'izvoz'], filters: { search: words('KON8', 'C1-1') } },
  '/materials': { key: ['id'], filters: { search: words('KABL1', 'Konektor') } },
  '/materials/{id}/transactions': {
    key: ['type', 'document_number', 'ulaz_stavka_id'],
    filters: {
      ...days('date', '2026-02-04'),
      type: either({ INPUT: ({ type }) => type === 'INPUT', OUTPUT: ({ type }) => type === 'OUTPUT' }),
      c4_id: equal('c4_id', 1, 2),
      c1_id: equal('c1_id', 1, 2),
    },
  },
  '/proizvodi': { key: ['id'], filters: { search: words('SNOP1', 'Bez normativa') } },
  '/razduzenje': {
    key: ['broj_c1', 'materijal_id', 'lot'],
    filters: {
      ...days('c1_datum', '2026-02-03'),
      materijal_id: equal('materijal_id', 'KABL1', 'KON8'),
      c1_id: equal('c1_id', 1, 2),
      c4_id: { hits: [['2', ({ lot }) => (lot as Fields | null)?.c4_id === 2]], none: '999' },
    },
  },
  '/partneri': { key: ['naziv', 'grad'], filters: { search: words('Alfa', 'Kragujevac') } },
  '/partneri/{id}/dokumenti': { key: ['broj'], filters: {} },
  '/odobrenja': { key: ['broj'], filters: { search: words('OD-1') } },
  '/rokovi': {
    key: ['broj_c4'],
    filters: {
      stanje: either({ 'u roku': has('C4-3') }),
      odobrenje_id: { hits: [['1', has('C4-3')]], none: '999' },
      datum: { hits: [['2026-02-10', ({ datum }) => String(datum) <= '2026-02-10']], none: '1995-01-01' },
    },
  },
  '/zakljucenje': { key: ['id'], filters: {} },
  '/obracuni': { key: ['broj'], filters: { odobrenje_id: { hits: [['1', has('O-1')]], none: '999' } } },
  '/obracun/stavke': {
    key: ['ulaz_stavka_id'],
    filters: {
      c4_id: { hits: [['2', has('C4-2')]] },
      odobrenje_id: { hits: [['1', has('C4-3')]] },
      // What is left of a lot stands in every later account too.
      datum_od: { hits: [] },
      datum_do: { hits: [['2026-02-10', ({ datum }) => String(datum) <= '2026-02-10']], none: '1995-01-01' },
    },
  },
  '/obracun/izvoz': {
    key: ['c1_stavka_id', 'materijal_id', 'ulaz_stavka_id'],
    filters: {
      ...days('datum', '2026-02-03'),
      c4_id: { hits: [['2', has('C4-2')]] },
      // Nothing went out of the import of the authorisation.
      odobrenje_id: { hits: [], none: '1' },
      ulaz_stavka_id: equal('ulaz_stavka_id', 1),
    },
  },
  '/archive/overview': {
    key: ['vrsta'],
    rows: ({ ukupno_c4, ukupno_c1 }) => [...counted('c4', ukupno_c4), ...counted('c1', ukupno_c1)],
    filters: days('datum'),
  },
  '/archive/documents': { key: ['broj'], filters: archived },
  '/archive/remaining': {
    key: ['c4_broj'],
    filters: remaining('c4_datum', (zemlja) => ({
      hits: [[zemlja, has(`"zemlja_porekla":"${zemlja}"`)]],
      none: 'Nema',
    })),
  },
  '/archive/materials': {
    key: ['materijal_id'],
    rows: moved,
    filters: {
      datum_od: { hits: [['2026-02-10', has('TRAKA')]], none: '2090-01-01' },
      datum_do: { hits: [['2026-02-10', (row) => !has('TRAKA')(row)]], none: '1995-01-01' },
      search: words('KABL1', 'Konektor'),
    },
  },
  '/archive/products': {
    key: ['proizvod_id'],
    rows: moved,
    filters: {
      datum_od: { hits: [['2026-02-10', has('PRAZAN')]], none: '2090-01-01' },
      datum_do: { hits: [['2026-02-10', has('SNOP1')]], none: '1995-01-01' },
      search: words('SNOP1', 'Bez normativa'),
    },
  },
  '/ostala-razduzenja': {
    key: ['id'],
    filters: {
      ...days('datum', '2026-02-20'),
      search: words('R-1', 'Uništenje'),
      vrsta: equal('vrsta', 'Uništenje', 'Prenos'),
      materijal_id: { hits: [['TRAKA', has('R-2')]], none: 'NEMA1' },
    },
  },
  '/ostala-razduzenja/mogucnosti': {
    key: ['ulaz_stavka_id'],
    filters: {
      materijal_id: { hits: [['TRAKA', has('TRAKA')]], none: 'NEMA1' },
      datum: { hits: [['2026-02-28', (row) => !has('TRAKA')(row)]], none: '1995-01-01' },
      // It adds what the document itself takes.
      bez_dokumenta: { hits: [] },
      bez_c1: { hits: [] },
      // It counts only while each authorisation has a queue.
      red_odobrenja: { hits: [] },
    },
  },
  '/otpad': { key: ['id'], filters: { search: words('KON8', 'Uništenje') } },
  '/otpad/stanje': {
    key: ['materijal_id'],
    rows: ({ results }) => (results as Fields[]).filter(({ rasporedjeno }) => rasporedjeno !== 0),
    filters: {
      datum_od: { hits: [['2026-02-10', has('KON8')]], none: '2090-01-01' },
      datum_do: { hits: [['2026-02-10', has('KABL1')]], none: '1995-01-01' },
    },
  },
  '/popisi': { key: ['id'], filters: { materijal_id: { hits: [['KON8', has('Ana')]], none: 'NEMA1' } } },
  '/usaglasavanje': { key: ['id'], filters: {} },
  '/prilozi': { key: ['id'], always: '&uz=c4&predmet=1', filters: {} },
  '/beleske': { key: ['id'], always: '&vrsta=materijal&predmet=KABL1', filters: {} },
  '/audit': {
    key: ['id'],
    filters: {
      ...days('dan', '2026-06-02'),
      vrsta: equal('vrsta', 'c4', 'materijal'),
      predmet: { hits: [['KABL1&vrsta=materijal', has('KABL1')]], none: 'nema&vrsta=materijal' },
      radnja: equal('radnja', 'izmenjeno'),
      korisnik: equal('korisnik', 'jelena@firma.rs'),
      search: words('Traka', 'C4-2'),
      bez_prijava: either({ true: ({ radnja }) => !PRIJAVE.includes(radnja as Radnja) }),
    },
  },
}

/** The documents of a sheet of their lines, as their list has them. */
const asListed =
  (heading: string, name: string) =>
  ({ results }: Fields): Fields[] =>
    [...Map.groupBy(results as Fields[], (row) => row[heading])].map(([broj, lines]) => ({
      ...{ ...lines[0], [name]: broj, lines },
      ...{
        datum: lines[0]?.Datum,
        zemlja_otpreme: lines[0]?.['Zemlja otpreme'],
        tip_dokumenta: lines[0]?.['Tip dokumenta'],
      },
      kolicina_total: lines.reduce((sum, row) => sum + Number(row.Količina), 0),
      vrednost_total: lines.reduce((sum, row) => sum + Number(row.Količina) * Number(row['Cena po jedinici']), 0),
    }))

/** The rows of a sheet have its headings for names. */
const SHEETS: Readonly<Record<ArchiveSheet, List>> = {
  razduzenje: {
    key: ['Broj C1', 'ID materijala', 'Broj C4'],
    filters: {
      ...days('Datum C1', '2026-02-03'),
      search: words('C4-2', 'KON8'),
      tip: { hits: [['Dolazni', ({ 'Broj C4': broj }) => broj !== null]] },
      tip_dokumenta: { hits: [['Carinska deklaracija', has('C4-2')]], none: 'Reeksport' },
      partner: words('Čelik'),
      zemlja_otpreme: { hits: [['Nemačka', has('C4-1')]], none: 'Italija' },
    },
  },
  documents: {
    key: ['Broj dokumenta'],
    filters: {
      ...archived,
      ...days('Datum'),
      tip: either({ Dolazni: has('Dolazni'), Odlazni: has('Odlazni') }),
      tip_dokumenta: words('Reeksport', 'Carinska deklaracija'),
      zemlja_otpreme: equal('Zemlja otpreme', 'Italija', 'Srbija'),
    },
  },
  remaining: {
    key: ['Broj C4', 'ID materijala'],
    filters: remaining('Datum C4', (zemlja) => equal('Zemlja porekla', zemlja)),
  },
  materials: { key: ['ID materijala'], rows: moved, filters: LISTS['/archive/materials']?.filters ?? {} },
  products: { key: ['ID proizvoda'], rows: moved, filters: LISTS['/archive/products']?.filters ?? {} },
  popis: {
    key: ['ID'],
    rows: ({ results }) => (results as Fields[]).filter(({ Knjigovodstveno: books }) => Number(books) > 0),
    filters: {
      datum_do: { hits: [['2026-02-01', has('KABL1')]], none: '1995-01-01' },
      search: words('KABL1', 'Traka'),
    },
  },
  usaglasavanje: {
    key: ['Broj kod špeditera', 'Broj C4'],
    filters: {
      usaglasavanje_id: {
        hits: [['1', ({ 'Datum kod špeditera': njihov, Datum: nas }) => (njihov ?? nas) === '2026-01-10']],
        none: '999',
      },
      vrsta: { hits: [['samo kod nas', ({ Razlika }) => Razlika === 'Samo kod nas']], none: 'nema' },
    },
  },
  sablon: { key: ['ID'], rows: () => [], filters: { vrsta: { hits: [], none: 'kursevi' } } },
  'popis-bez-stanja': { key: ['ID'], filters: { search: words('KABL1', 'Traka') } },
  'ostala-razduzenja': {
    key: ['Broj razduženja', 'Broj C4'],
    filters: {
      ...days('Datum', '2026-02-20'),
      search: words('R-1', 'Uništenje'),
      vrsta: equal('Vrsta', 'Uništenje', 'Prenos'),
      materijal_id: equal('ID materijala', 'TRAKA'),
    },
  },
  partneri: { key: ['Naziv', 'Grad'], filters: LISTS['/partneri']?.filters ?? {} },
  materijali: { key: ['ID'], filters: { search: words('KABL1', 'Konektor') } },
  c4: { ...(LISTS['/c4'] as List), rows: asListed('C4 broj', 'broj_c4') },
  c1: { ...(LISTS['/c1'] as List), rows: asListed('C1 broj', 'broj_c1') },
  normativi: {
    key: ['ID proizvoda'],
    filters: { search: words('SNOP1', 'LIMENI'), proizvod_id: equal('ID proizvoda', 'SNOP1') },
  },
}

/** Three imports and three exports, changes by others on other days: every filter finds a part of each list. */
async function books(api: TestApi, nextDay: () => void) {
  const { c4: imports } = await addDocuments(api)
  const traka = { naziv: 'Traka', jedinica_mere: 'm', zemlja_porekla: 'Nemačka', tarifni_broj: '8544.49' }
  await stored(api, '/materials', { id: 'TRAKA', ...traka })
  const import3 = [{ materijal_id: 'TRAKA', kolicina: 5, cena_po_jedinici: 1, zemlja_porekla: 'Italija' }]
  const carina = { odobrenje_id: await addOdobrenje(api, { broj: 'OD-1' }), broj_jci: 'JCI-7' }
  const other = {
    ...carina,
    rok_razduzenja: '2026-09-01',
    posiljalac_naziv: 'Roma',
    primalac_naziv: 'Druga firma',
    zemlja_otpreme: 'Italija',
  }
  const c4 = await stored(
    api,
    '/c4',
    c4Body('C4-3', '2026-03-01', import3, { ...other, tip_dokumenta: 'Privremeni uvoz' }),
  )
  const export3 = [{ proizvod_id: 'PRAZAN', kolicina: 5, cena: 1 }]
  const partners = { ...carina, posiljalac_naziv: 'Druga firma', primalac_naziv: 'Alfa', zemlja_otpreme: 'Hrvatska' }
  await stored(api, '/c1', c1Body('C1-3', '2026-03-05', export3, { ...partners, tip_dokumenta: 'Reeksport' }))
  const named = { razlog: 'Otpis', stavke: [{ ulaz_stavka_id: c4.stavke[0].id, kolicina: 1 }] }
  await stored(api, '/ostala-razduzenja', { ...named, broj: 'R-2', datum: '2026-03-02', vrsta: 'Prenos' })
  const other2 = [{ ulaz_stavka_id: imports[1].stavke[0].id, kolicina: 1 }]
  const destroyed = { ...named, broj: 'R-1', datum: '2026-02-05', vrsta: 'Uništenje', stavke: other2 }
  await stored(api, '/ostala-razduzenja', destroyed)
  await addOdobrenje(api, { broj: 'OD-2' })
  const period = { datum_od: '2026-01-01', datum_do: '2026-03-31', stanje: 'nacrt' }
  await stored(api, '/obracuni', { ...period, broj: 'O-1', odobrenje_id: carina.odobrenje_id })
  await stored(api, '/obracuni', { ...period, broj: 'O-2' })
  const disposed = (materijal_id: string, datum: string, vrsta: 'Uništenje' | 'Reciklaža') => ({
    ...{ materijal_id, vrsta, datum: datum as CalendarDate, kolicina: 1_000_000 as Micro, verzija: 1 },
    trazi: searchText(`${materijal_id} ${vrsta}`),
  })
  await api.store.transact(async (tx) => {
    const rows = [disposed('KABL1', '2026-02-01', 'Uništenje'), disposed('KON8', '2026-03-01', 'Reciklaža')]
    await tx
      .insertInto('otpad_raspored')
      .values(rows.map((row) => ({ broj_jci: null, napomena: null, ...row })))
      .execute()
  })
  const counted = (materijal_id: string) => [{ materijal_id, izbrojano: 1 }]
  await stored(api, '/popisi', { datum: '2026-02-01', komisija: 'Ana', stavke: counted('KON8') })
  await stored(api, '/popisi', { datum: '2026-02-01', stavke: counted('KABL1') })
  const limeni = { id: 'LIMENI', naziv: 'Limeni nosač', hs_code: '7326', jedinica_mere: 'kom' }
  await stored(api, '/proizvodi', { ...limeni, normativi: [{ materijal_id: 'KON8', potrebna_kolicina: 1 }] })
  const header = ['Broj', 'Datum', 'Količina']
  for (const row of [
    ['NJIHOV-1', '2026-01-10', 1],
    ['NJIHOV-2', '2026-03-01', 1],
  ])
    assert.equal((await api.upload('/usaglasavanje', xlsx(header, row))).status, 201)
  nextDay()
  const jelena = await api.signIn('jelena@firma.rs')
  assert.equal((await jelena.put('/materials/TRAKA', { ...traka, naziv: 'Traka crna' })).status, 200)
  nextDay()
  const petar = await api.signIn('petar@firma.rs')
  const refused = await api.anonymous.post('/auth/login', { email: 'petar@firma.rs', password: 'nije ta lozinka' })
  assert.equal(refused.status, 401)
  assert.equal((await petar.put('/materials/TRAKA', { ...traka, naziv: 'Traka bela' })).status, 200)
  return petar
}

const isList = (reply: unknown) =>
  ['results', 'nedavni'].some((rows) => rows in ((reply as { shape?: object }).shape ?? {}))
/** The filters that the contract, and so the OpenAPI document, promises of each list and sheet. */
const promised = Object.values(contract)
  .flatMap((feature): Endpoint[] => Object.values(feature))
  .filter(({ method, query, reply }) => method === 'GET' && query && (reply === 'file' || isList(reply)))
const filtersOf = ({ query }: Endpoint) => Object.keys(query?.shape ?? {}).filter((name) => !PAGING.includes(name))

async function check(name: string, list: List, endpoint: Endpoint, ask: (query: string) => Promise<Fields[]>) {
  const keysOf = (rows: readonly Fields[]) =>
    rows.map((row) => JSON.stringify(list.key.map((field) => row[field]))).sort()
  const all = await ask('')
  for (const filter of filtersOf(endpoint).filter((name) => !list.always?.includes(`&${name}=`))) {
    const cases = list.filters[filter] ?? list.filters[SECOND[filter] ?? '']
    assert.ok(cases, `${name}?${filter} has no case`)
    for (const [value, isWanted] of cases.hits) {
      const wanted = keysOf(all.filter(isWanted))
      assert.ok(wanted.length > 0 && wanted.length < all.length, `${name}?${filter}=${value}: a part of the rows`)
      assert.deepEqual(keysOf(await ask(`${filter}=${value}`)), wanted, `${name}?${filter}=${value}`)
    }
    if (cases.none) assert.deepEqual(await ask(`${filter}=${cases.none}`), [], `${name}?${filter}=${cases.none}`)
  }
}

eachEngine('every filter', (engine) => {
  test('narrows every list and sheet that is said to have it', async () => {
    let now = Date.UTC(2026, 5, 1, 12)
    const api = await testApi(engine, { now: () => now })
    const petar = await books(api, () => {
      now += 86_400_000
    })
    for (const endpoint of promised.filter(({ reply }) => reply !== 'file')) {
      const list = LISTS[endpoint.path] as List
      assert.ok(list, endpoint.path)
      const path = endpoint.path.replace(/(c4|partneri)\/\{id\}/, '$1/1').replace('{id}', 'KABL1')
      await check(endpoint.path, list, endpoint, async (query) => {
        const { status, body } = await petar.get(`${path}?${encodeURI(query)}${list.always ?? ''}`)
        assert.equal(status, 200, `${path}?${query}: ${body?.message}`)
        const rows: Fields[] = list.rows?.(body) ?? body.results
        return rows.map((row) => ({
          ...row,
          dan: row.vreme && dayOf(row.vreme as number),
        }))
      })
    }
    for (const [name, endpoint] of Object.entries(archiveSheets)) {
      const sheet = name as ArchiveSheet
      await check(endpoint.path, SHEETS[sheet], endpoint, async (query) => {
        const asked = endpoint.query.parse(Object.fromEntries(new URLSearchParams(query)))
        const { columns = [], rows = [] } =
          (await archiveTable(api.store.read, sheet, inFirstNames({ ...(asked as SheetQuery), dan: dayOf(now) }))) ?? {}
        const results = rows.map((row) => Object.fromEntries(columns.map(({ header }, at) => [header, row[at]])))
        return SHEETS[sheet].rows?.({ results }) ?? results
      })
    }
  })
})
