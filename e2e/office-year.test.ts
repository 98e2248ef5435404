// A running office moves in: its year as four files, through the browser, and the account of its first quarter.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { ACCOUNT, send } from './account.ts'
import { type AppPage, withoutBrowser } from './browser.ts'
import { button, dialog } from './document-steps.ts'
import { goTo, openScreen, useSite } from './site.ts'

const [MATERIALS, PRODUCTS, IMPORTS, OF_LAST_YEAR, EXPORTS, LINES, NORM] = [100, 20, 126, 26, 300, 5, 2]
const MAX_ACTIONS = 40
const [BEGIN, END] = ['2026-01-01', '2026-03-31']

type Cell = string | number
const csv = (name: string, rows: readonly (readonly Cell[])[]) => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from(rows.map((row) => row.join(';')).join('\n')),
})
const material = (at: number) => `MAT${String(at % MATERIALS).padStart(3, '0')}`
const product = (at: number) => `PRO${String(at % PRODUCTS).padStart(3, '0')}`
const dayFrom = (first: string, at: number) => new Date(Date.parse(first) + at * 86_400_000).toISOString().slice(0, 10)
/** Materials of a product. */
const partsOf = (at: number) => Array.from({ length: LINES }, (_, part) => material((at % PRODUCTS) * LINES + part))

const imports = Array.from({ length: IMPORTS }, (_, at) => ({
  broj: `C4-${at}`,
  datum: at < OF_LAST_YEAR ? dayFrom('2025-10-01', at) : dayFrom('2026-01-02', at - OF_LAST_YEAR),
  lines: Array.from({ length: LINES }, (_, line) => ({
    materijal: material(at * LINES + line),
    kolicina: 1000 + at + line,
    // Half of the lots of last year are begun.
    vec: at < OF_LAST_YEAR && line % 2 === 0 ? 300 + at : 0,
  })),
}))
const exports = Array.from({ length: EXPORTS }, (_, at) => ({
  broj: `C1-${at}`,
  datum: dayFrom('2026-01-05', at % 150),
  proizvod: at,
  kolicina: 3 + (at % 4),
}))

const PARTNERS = ['Pošiljalac', 'Grad pošiljaoca', 'Država pošiljaoca', 'Primalac', 'Grad primaoca', 'Zemlja otpreme']
const OF_ALL = ['Müller Kabel GmbH', 'Nürnberg', 'Nemačka', 'Šumadija kabl', 'Kragujevac', 'Nemačka']
const FILES = {
  materials: csv('materijali.csv', [
    ['ID', 'Naziv', 'Zemlja porekla', 'Jedinica mere', 'Tarifni broj'],
    ...Array.from({ length: MATERIALS }, (_, at) => [material(at), `Materijal ${at}`, 'Nemačka', 'kom', '8544.49']),
  ]),
  products: csv('normativi.csv', [
    ['ID proizvoda', 'Naziv', 'HS kod', 'Jedinica mere', ...partsOf(0).map(() => 'Materijal:količina')],
    ...Array.from({ length: PRODUCTS }, (_, at) => [
      ...[product(at), `Proizvod ${at}`, '8544.30', 'kom'],
      ...partsOf(at).map((id) => `${id}:${NORM}`),
    ]),
  ]),
  imports: csv('uvoz.csv', [
    [
      'C4 broj',
      'Datum',
      'Tip dokumenta',
      'Broj terminala',
      ...PARTNERS,
      'Materijal',
      'Količina',
      'Cena po jedinici',
      'Već razduženo',
    ],
    ...imports.flatMap(({ broj, datum, lines }) =>
      lines.map(({ materijal, kolicina, vec }, line): Cell[] => {
        const head = line === 0 ? ['Uvozna deklaracija', 'T1', ...OF_ALL] : ['', '', ...OF_ALL.map(() => '')]
        return [broj, datum, ...head, materijal, kolicina, 2, vec]
      }),
    ),
  ]),
  exports: csv('izvoz.csv', [
    ['C1 broj', 'Datum', 'Tip dokumenta', ...PARTNERS, 'Proizvod', 'Količina', 'Cena po jedinici'],
    ...exports.map(({ broj, datum, proizvod, kolicina }): Cell[] => {
      return [broj, datum, 'Izvozna deklaracija', ...OF_ALL, product(proizvod), kolicina, 12]
    }),
  ]),
}

/** The account of the quarter by plain sums. */
function accountOf(id: string) {
  const within = ({ datum }: { datum: string }) => datum >= BEGIN && datum <= END
  const lots = imports.flatMap(({ datum, lines }) => lines.map((line) => ({ datum, ...line })))
  const own = lots.filter(({ materijal }) => materijal === id)
  const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
  // Quantities that had left before are gone on the evening before: the quarter opens without them.
  const pocetno_stanje = total(own.filter(({ datum }) => datum < BEGIN).map(({ kolicina, vec }) => kolicina - vec))
  const ulaz = total(own.filter(within).map(({ kolicina }) => kolicina))
  const made = exports.filter((one) => within(one) && partsOf(one.proizvod).includes(id))
  const ugradjeno = total(made.map(({ kolicina }) => kolicina * NORM))
  const krajnje_stanje = pocetno_stanje + ulaz - ugradjeno
  return { materijal_id: id, pocetno_stanje, ulaz, razduzeno_pre_pocetka: 0, ugradjeno, krajnje_stanje }
}

describe('a year of an office', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('moves in from four files, and the account of its first quarter is right to the digit', async () => {
    let actions = 0
    const act = async <T>(doing: Promise<T>): Promise<T> => {
      actions++
      return doing
    }
    const bring = async (page: AppPage, opens: string, file: (typeof FILES)[keyof typeof FILES], day?: string) => {
      await act(button(page, opens).first().click())
      if (day)
        await act(
          dialog(page)
            .getByLabel(/^Dan prelaska/)
            .fill(day),
        )
      await act(dialog(page).getByLabel('Excel fajl', { exact: true }).last().setInputFiles(file))
      await dialog(page)
        .getByText(/Ništa još nije upisano/)
        .waitFor()
      await act(button(page, 'Učitaj').click())
      await dialog(page).waitFor({ state: 'detached' })
    }
    const page = await act(openScreen(site, 'materials'))
    await bring(page, 'Učitaj iz Excela', FILES.materials)
    await act(goTo(page, site, 'products'))
    await bring(page, 'Import BOM', FILES.products)
    await act(goTo(page, site, 'incoming'))
    await bring(page, 'Učitaj iz Excela', FILES.imports, '01.01.2026.')
    await act(goTo(page, site, 'outgoing'))
    await bring(page, 'Učitaj iz Excela', FILES.exports)
    await act(goTo(page, site, `obracun?datum_od=${BEGIN}&datum_do=${END}`))
    await page.getByRole('columnheader', { name: 'Početno stanje' }).first().waitFor()
    assert.ok(actions <= MAX_ACTIONS, `${actions} actions`)

    type Total = ReturnType<typeof accountOf>
    const path = `/obracun?datum_od=${BEGIN}&datum_do=${END}`
    const { ukupno } = await send<{ ukupno: Total[] }>(site, 'GET', path)
    const told = ukupno
      .map(({ materijal_id, pocetno_stanje, ulaz, razduzeno_pre_pocetka, ugradjeno, krajnje_stanje }) => {
        return { materijal_id, pocetno_stanje, ulaz, razduzeno_pre_pocetka, ugradjeno, krajnje_stanje }
      })
      .sort((a, b) => (a.materijal_id < b.materijal_id ? -1 : 1))
    assert.deepEqual(
      told,
      Array.from({ length: MATERIALS }, (_, at) => accountOf(material(at))),
    )
  })
})

// Files as offices have them: headings of their own in Serbian and German, titles, other orders, units and countries as
// people write them, decimal commas, a normativ as a list, begun lots of last year, lists in Windows-1250; and a month later
// the list of rates beside the next documents.

const xlsx = (name: string, rows: readonly (readonly Cell[])[]) => {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), 'Tabelle1')
  const buffer: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  return { name, mimeType: 'application/octet-stream', buffer }
}
const MARKS_1250: Readonly<Record<string, number>> = {
  ...{ š: 0x9a, č: 0xe8, ć: 0xe6, ž: 0x9e, đ: 0xf0, Š: 0x8a, Č: 0xc8, Ć: 0xc6, Ž: 0x8e, Đ: 0xd0, ü: 0xfc },
}
const csv1250 = (name: string, rows: readonly (readonly Cell[])[]) => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from(
    [...rows.map((row) => row.join(';')).join('\r\n')].map((sign) => MARKS_1250[sign] ?? sign.charCodeAt(0)),
  ),
})
const comma = (value: number) => String(value).replace('.', ',')

/** A piece of each product takes so much of a material, and a percent of waste on top of it. */
const NORMS = [
  ...[{ proizvod: 'KS100', materijal: 'AD001', kolicina: 2, otpad: 10 }],
  ...[{ proizvod: 'KS100', materijal: 'ZICA3', kolicina: 0.5, otpad: 0 }],
  ...[{ proizvod: 'KS200', materijal: 'AD002', kolicina: 1, otpad: 0 }],
  ...[{ proizvod: 'KS200', materijal: 'CAURA4', kolicina: 3, otpad: 0 }],
  ...[{ proizvod: 'KS300', materijal: 'AD002', kolicina: 1, otpad: 0 }],
  ...[{ proizvod: 'KS300', materijal: 'FOLIE5', kolicina: 0.25, otpad: 5 }],
]
type Lot = { broj: string; datum: string; materijal: string; kolicina: number; vec: number }
const lot = (broj: string, datum: string, materijal: string, kolicina: number, vec = 0): Lot => {
  return { broj, datum, materijal, kolicina, vec }
}
const LOTS = {
  lani: [lot('C4-88/25', '12.11.2025.', 'AD001', 1000.5, 400.25), lot('C4-88/25', '12.11.2025.', 'AD002', 600, 100)],
  januar: [lot('C4-1/26', '08.01.2026.', 'ZICA3', 250, 0), lot('C4-2/26', '20.01.2026.', 'CAURA4', 1200)],
  februar: [lot('C4-3/26', '10.02.2026.', 'AD001', 500), lot('C4-3/26', '10.02.2026.', 'FOLIE5', 20.5)],
  mart: [lot('C4-4/26', '05.03.2026.', 'AD002', 80.125)],
}
type Sale = { broj: string; datum: string; proizvod: string; kolicina: number }
const sale = (broj: string, datum: string, proizvod: string, kolicina: number): Sale => {
  return { broj, datum, proizvod, kolicina }
}
const SALES = {
  januar: [sale('C1-1/26', '25.01.2026.', 'KS100', 100), sale('C1-2/26', '30.01.2026.', 'KS200', 120)],
  februar: [sale('C1-3/26', '15.02.2026.', 'KS100', 120), sale('C1-3/26', '15.02.2026.', 'KS300', 40)],
  // Goes on into the second lot of AD001; FOLIE5 does not last.
  mart: [
    sale('C1-4/26', '12.03.2026.', 'KS200', 60),
    sale('C1-5/26', '20.03.2026.', 'KS100', 70),
    sale('C1-6/26', '25.03.2026.', 'KS300', 50),
  ],
}
const importRows = (lots: readonly Lot[]): Cell[][] => [
  [
    ...['Broj uvoza', 'Datum uvoza', 'Dobavljač', 'Mesto dobavljača', 'Država dobavljača', 'Uvoznik', 'Mesto primaoca'],
    ...['Faktura', 'Šifra materijala', 'Količina', 'Jed. cena', 'Valuta', 'Razduženo'],
  ],
  ...lots.map(({ broj, datum, materijal, kolicina, vec }): Cell[] => [
    ...[broj, datum, 'Müller Kabel', 'Nürnberg', 'Njemačka', 'Šumadija kabl', 'Kragujevac'],
    ...[`F-${broj}`, materijal, comma(kolicina), '1,25', 'EUR', vec === 0 ? '' : comma(vec)],
  ]),
]
const exportRows = (sales: readonly Sale[]): Cell[][] => [
  ['Ausgangsliste'],
  [],
  [
    ...['Belegnummer', 'Belegdatum', 'Absender', 'Absenderort', 'Absenderland', 'Kunde', 'Empfängerort'],
    ...['Rechnungsnummer', 'Artikelnummer', 'Menge', 'Einzelpreis'],
  ],
  ...sales.map(({ broj, datum, proizvod, kolicina }): Cell[] => [
    ...[broj, datum, 'Šumadija kabl', 'Kragujevac', 'Serbien', 'Volks GmbH', 'Wolfsburg', `R-${broj}`, proizvod],
    ...[kolicina, '12,50'],
  ]),
]

const OWN_FILES = {
  materials: [
    xlsx('Artikelliste.xlsx', [
      ['Artikelliste Lager 2'],
      [],
      ['Lfd. Nr.', 'Bezeichnung', 'Artikelnummer', 'Zolltarifnummer', 'ME', 'Ursprungsland'],
      [1, 'Leitung rot', 'AD001', '8544 49 91', 'Meter', 'Deutschland'],
      [2, 'Stecker', 'AD002', '85366990', 'Stk', 'Österreich'],
    ]),
    csv1250('repromaterijal.csv', [
      ['R. br.', 'Šifra artikla', 'Naziv artikla', 'Poreklo', 'Jed. mere', 'Carinska tarifa'],
      [1, 'ZICA3', 'Žica čelična', 'Turska', 'kg', '7217.10'],
      [2, 'CAURA4', 'Čaura presovana', 'BiH', 'komad', '8536.90'],
    ]),
    csv1250('Verpackung.csv', [
      ['Verpackungsmaterial'],
      ['Zolltarifnummer', 'Materialnummer', 'Benennung', 'Einheit', 'Herkunftsland'],
      ['3920.10', 'FOLIE5', 'Schutzhülle', 'm', 'Österreich'],
    ]),
  ],
  products: [
    xlsx('normativ KS100.xlsx', [['KS100', 'Kablovski set 100', '8544.30', 'kom.', 'AD001:2+10%', 'ZICA3:0,5']]),
    csv1250('sastavnice.csv', [
      ['Proizvod', 'Naziv proizvoda', 'HS kod', 'JM', 'Komponenta', 'Normativ', 'Otpad %'],
      ...NORMS.filter(({ proizvod }) => proizvod === 'KS200').map(({ proizvod, materijal, kolicina, otpad }, at) => [
        ...(at === 0 ? [proizvod, 'Kablovski set 200', '8544.30', 'komad'] : [proizvod, '', '', '']),
        ...[materijal, comma(kolicina), otpad],
      ]),
    ]),
    csv1250('Stückliste.csv', [
      ['Erzeugnis', 'Bezeichnung', 'Zolltarifnummer', 'Mengeneinheit', 'Komponente', 'Menge je', 'Ausschuss'],
      ...NORMS.filter(({ proizvod }) => proizvod === 'KS300').map(({ proizvod, materijal, kolicina, otpad }) => {
        return [proizvod, 'Kabelsatz für Tür', '8544.30', 'Stk', materijal, comma(kolicina), otpad]
      }),
    ]),
  ],
  imports: [
    xlsx('uvoz sa ostatkom 2025.xlsx', [['Uvozi od kojih je nešto ostalo'], [], ...importRows(LOTS.lani)]),
    csv1250('uvoz januar.csv', importRows(LOTS.januar)),
    csv1250('uvoz februar.csv', importRows(LOTS.februar)),
  ],
  exports: [
    xlsx('Ausgang Januar.xlsx', exportRows(SALES.januar)),
    xlsx('Ausgang Februar.xlsx', exportRows(SALES.februar)),
  ],
  march: {
    imports: csv1250('uvoz mart.csv', importRows(LOTS.mart)),
    exports: xlsx('Ausgang März.xlsx', exportRows(SALES.mart)),
    rates: csv1250('kursna lista.csv', [
      ['Kursna lista formirana na dan 02.03.2026.'],
      ['Šifra valute', 'Naziv zemlje', 'Oznaka valute', 'Važi za', 'Srednji kurs'],
      ['978', 'EMU', 'EUR', 1, '117,2433'],
    ]),
  },
}

const micro = (value: number) => Math.round(value * 1e6)
const plain = (value: number) => value / 1e6
const isoOf = (day: string) => day.split('.').slice(0, 3).reverse().join('-')
const WHOLE_PERCENT = 100
const PRICE = 1.25
/** The rate of euros that new books have, and that of the list from its day on. */
const [FIRST_RATE, NEW_RATE, RATE_DAY] = [117.5, 117.2433, '2026-03-02']
const MOVED_IDS = ['AD001', 'AD002', 'CAURA4', 'FOLIE5', 'ZICA3']

/** The lots and the account of the quarter after these rows, oldest lots first, by plain numbers of millionths. */
function replay(lots: readonly Lot[], sales: readonly Sale[]) {
  const held = lots.map((one) => {
    const begins = micro(one.kolicina) - micro(one.vec)
    return { ...one, begins, rest: begins, ugradjeno: 0, otpad: 0 }
  })
  const izvoz: unknown[] = []
  const lacking: { broj: string; materijal: string; open: number }[] = []
  const norms = new Map<string, { izvezeno: number; ukupno: number; bez_pokrica: number }>()
  for (const { broj, proizvod, kolicina } of sales)
    for (const norm of NORMS.filter((one) => one.proizvod === proizvod)) {
      const net = micro(norm.kolicina) * kolicina
      const gross = (net * (WHOLE_PERCENT + norm.otpad)) / WHOLE_PERCENT
      let [open, built] = [gross, 0]
      for (const one of held.filter(({ materijal, rest }) => materijal === norm.materijal && rest > 0)) {
        const razduzeno = Math.min(one.rest, open)
        if (razduzeno === 0) break
        open -= razduzeno
        // The share of what is built in is rounded over all that was drawn so far.
        const ugradjeno = Math.round((net * (gross - open)) / gross) - built
        built += ugradjeno
        one.rest -= razduzeno
        one.ugradjeno += ugradjeno
        one.otpad += razduzeno - ugradjeno
        const parts = [razduzeno, ugradjeno, razduzeno - ugradjeno].map(plain)
        izvoz.push([broj, proizvod, kolicina, one.broj, norm.materijal, ...parts])
      }
      if (open > 0) lacking.push({ broj, materijal: norm.materijal, open })
      const key = `${proizvod} ${norm.materijal}`
      const before = norms.get(key) ?? { izvezeno: 0, ukupno: 0, bez_pokrica: 0 }
      const { izvezeno, ukupno } = before
      norms.set(key, {
        izvezeno: izvezeno + kolicina,
        ukupno: ukupno + gross,
        bez_pokrica: before.bez_pokrica + open,
      })
    }
  const rates = (datum: string) => (isoOf(datum) >= RATE_DAY ? NEW_RATE : FIRST_RATE)
  const stavke = held.map(({ broj, datum, materijal, begins, rest, ugradjeno, otpad }) => {
    const before = isoOf(datum) < BEGIN
    const amounts = [before ? begins : 0, before ? 0 : begins, ugradjeno, otpad, rest].map(plain)
    return [broj, materijal, ...amounts, Math.round((rest * PRICE * rates(datum)) / 1e4) / 100]
  })
  const wasted = (id: string) => held.filter(({ materijal, otpad }) => materijal === id && otpad > 0)
  return {
    // What no import covers is below zero on stock.
    left: Object.fromEntries(
      MOVED_IDS.map((id) => {
        const rests = held.filter(({ materijal }) => materijal === id).map(({ rest }) => rest)
        return [
          id,
          plain(sumOf(rests) - sumOf(lacking.filter(({ materijal }) => materijal === id).map(({ open }) => open))),
        ]
      }),
    ),
    account: {
      stavke,
      izvoz,
      normativi: NORMS.flatMap(({ proizvod, materijal, kolicina, otpad }) => {
        const made = norms.get(`${proizvod} ${materijal}`)
        const amounts = [made?.ukupno, made?.bez_pokrica].map((amount) => plain(amount ?? 0))
        const gross = (kolicina * (WHOLE_PERCENT + otpad)) / WHOLE_PERCENT
        return [[proizvod, materijal, kolicina, otpad, gross, made?.izvezeno ?? 0, ...amounts]]
      }),
      otpad: MOVED_IDS.filter((id) => wasted(id).length > 0).map((id) => {
        const made = plain(sumOf(wasted(id).map(({ otpad }) => otpad)))
        return [id, 0, made, made]
      }),
      bez_pokrica: lacking.map(({ broj, materijal, open }) => [broj, materijal, plain(open)]),
    },
  }
}
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
type Rows = Record<string, string | number>[]
const columnsOf = (rows: Rows, ...names: string[]) => rows.map((row) => names.map((name) => row[name]))
const MOVE_ACTIONS = 22

describe('an office moves in with the files it has', { skip: withoutBrowser }, () => {
  const site = useSite()
  const stock = async () => {
    const { results } = await send<{ results: { id: string; totalQuantity: number }[] }>(
      site,
      'GET',
      '/materials?limit=50',
    )
    return Object.fromEntries(results.map(({ id, totalQuantity }) => [id, totalQuantity]))
  }
  const told = async () => {
    const path = `/obracun?datum_od=${BEGIN}&datum_do=${END}`
    const parts = await send<Record<'stavke' | 'izvoz' | 'normativi' | 'otpad' | 'bez_pokrica', Rows>>(
      site,
      'GET',
      path,
    )
    const taken = ['ugradjeno', 'otpad'] as const
    return {
      stavke: columnsOf(
        parts.stavke,
        ...['broj_c4', 'materijal_id', 'pocetno_stanje', 'ulaz', ...taken, 'krajnje_stanje', 'vrednost_rsd'],
      ),
      izvoz: columnsOf(
        parts.izvoz,
        ...['broj_c1', 'proizvod_id', 'izvezeno', 'broj_c4', 'materijal_id', 'razduzeno', ...taken],
      ),
      normativi: columnsOf(
        parts.normativi,
        ...['proizvod_id', 'materijal_id', 'neto', 'otpad_procenat', 'bruto', 'izvezeno', 'ukupno', 'bez_pokrica'],
      ),
      otpad: columnsOf(parts.otpad, 'materijal_id', 'pocetno', 'nastalo', 'stanje'),
      bez_pokrica: columnsOf(parts.bez_pokrica, 'broj_c1', 'materijal_id', 'manjak'),
    }
  }

  test('led step by step in few actions; the figures are right, and the next month asks nothing', async () => {
    let actions = 0
    const act = async (doing: Promise<unknown>) => {
      actions++
      await doing
    }
    const page = await openScreen(site, '')
    const card = page.getByRole('region', { name: 'Preseljenje' })
    const files = (chosen: Parameters<ReturnType<AppPage['getByLabel']>['setInputFiles']>[0]) =>
      dialog(page).getByLabel('Excel fajl', { exact: true }).last().setInputFiles(chosen)
    const foreseen = () =>
      dialog(page)
        .getByText(/Ništa još nije upisano/)
        .waitFor()
    const all = async () => {
      await foreseen()
      await act(button(page, 'Učitaj sve fajlove').click())
      await card.waitFor()
    }
    await act(card.getByRole('link', { name: 'Učitaj materijale' }).click())
    await act(files(OWN_FILES.materials))
    await all()
    await card.getByText('5 materijala').waitFor()
    await act(card.getByRole('link', { name: 'Učitaj normative' }).click())
    await act(files(OWN_FILES.products))
    await all()
    await card.getByText('3 proizvoda', { exact: true }).waitFor()

    await act(card.getByRole('link', { name: 'Učitaj uvoze' }).click())
    await act(
      dialog(page)
        .getByLabel(/^Dan prelaska/)
        .fill('01.01.2026.'),
    )
    await act(files(OWN_FILES.imports))
    const asks = dialog(page).getByRole('region', { name: 'Kolone fajla' })
    await asks.getByText('Šta u fajlu ne piše, ili nije jasno').waitFor()
    await act(asks.getByLabel('Tip dokumenta').selectOption('Uvozna deklaracija'))
    await act(asks.getByLabel('Broj terminala u svim redovima').fill('T-17'))
    await act(
      asks
        .getByLabel('Grad pošiljaoca', { exact: true })
        .selectOption({ label: 'D: Mesto dobavljača — Nürnberg · Nürnberg' }),
    )
    await act(button(page, 'Nastavi').click())
    await all()
    await card.getByText('4 uvoza').waitFor()
    await act(card.getByRole('link', { name: 'Učitaj izvoze' }).click())
    await act(files(OWN_FILES.exports))
    await act(asks.getByLabel('Tip dokumenta').selectOption('Izvozna deklaracija'))
    await act(button(page, 'Nastavi').click())
    await all()
    await card.getByText('3 izvoza').waitFor()

    const [lots, sales] = [
      [...LOTS.lani, ...LOTS.januar, ...LOTS.februar],
      [...SALES.januar, ...SALES.februar],
    ]
    const { left } = replay(lots, sales)
    assert.deepEqual(await stock(), left)
    // One material is five short in the warehouse, the others are as the books say.
    const counted = MOVED_IDS.map((id) => [id, comma((left[id] ?? 0) - (id === 'AD002' ? 5 : 0))])
    await act(card.getByRole('link', { name: 'Uporedi stanje' }).click())
    const sheet = xlsx('stanje magacina.xlsx', [['Šifra', 'Stvarna količina'], ...counted])
    await act(dialog(page).getByLabel('Popunjena popisna lista').last().setInputFiles(sheet))
    await dialog(page).getByText('Izbrojano materijala: 5. Sa razlikom: 1.').waitFor()
    await act(page.keyboard.press('Control+s'))
    await page.getByRole('heading', { name: /^Popis od / }).waitFor()
    assert.ok(actions <= MOVE_ACTIONS, `${actions} actions`)

    await goTo(page, site, '')
    await card.getByText('1 popis').waitFor()
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
    await page.getByRole('menuitem', { name: 'Kursevi' }).click()
    await button(page, 'Učitaj kursnu listu').click()
    await dialog(page).getByLabel('Kursna lista', { exact: true }).last().setInputFiles(OWN_FILES.march.rates)
    await foreseen()
    await button(page, 'Učitaj').click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /EUR 02\.03\.2026\. .*117,2433/ }).waitFor()
    for (const [screen, file] of [
      ['incoming', OWN_FILES.march.imports],
      ['outgoing', OWN_FILES.march.exports],
    ] as const) {
      await goTo(page, site, screen)
      await button(page, 'Učitaj iz Excela').click()
      await files(file)
      await foreseen()
      await dialog(page)
        .getByRole('button', { name: /kao prošli put$/ })
        .waitFor()
      await button(page, 'Učitaj').click()
      await dialog(page).waitFor({ state: 'detached' })
    }
    const quarter = replay([...lots, ...LOTS.mart], [...sales, ...SALES.mart])
    assert.deepEqual(await stock(), quarter.left)
    assert.deepEqual(await told(), quarter.account)
  })
})
