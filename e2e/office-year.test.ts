// A running office moves in: its year as four files, through the browser, and the account of its first quarter.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { send } from './account.ts'
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
  // What had left before is gone on the evening before: the quarter opens without it.
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
