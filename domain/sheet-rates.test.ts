import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldsIn } from '#contract/testing-fields.ts'
import type { CalendarDate } from './calendar-date.ts'
import type { SheetCell } from './sheet.ts'
import { readRateSheet } from './sheet-rates.ts'

const KNOWN = ['EUR', 'USD', 'RSD', 'JPY']
const read = (...rows: SheetCell[][]) =>
  readRateSheet(
    fieldsIn(
      'kursevi',
      rows.map((cells, at) => ({ red: at + 1, cells })),
    ),
    KNOWN,
    '2026-11-28' as CalendarDate,
  )
const rates = (...rows: SheetCell[][]) =>
  read(...rows).ispravni.map(({ valuta, vazi_od, kurs }) => `${valuta} ${vazi_od} ${kurs}`)

/** As the page of the bank has them, in both scripts. */
const LATIN = ['OZNAKA VALUTE', 'ŠIFRA VALUTE', 'NAZIV ZEMLJE', 'VAŽI ZA', 'SREDNJI KURS']
const CYRILLIC = ['ОЗНАКА ВАЛУТЕ', 'ШИФРА ВАЛУТЕ', 'НАЗИВ ЗЕМЉЕ', 'ВАЖИ ЗА', 'СРЕДЊИ КУРС']
const TITLE = [['KURSNA LISTA BR. 92'], ['ZA ZVANIČNI SREDNJI KURS DINARA'], ['FORMIRANA NA DAN 21.5.2025. GODINE']]
const PERIOD = ['DATUM FORMIRANJA', 'DATUM PRIMENE', 'VAŽI ZA', 'SREDNJI KURS']

describe('a list of rates', () => {
  test('of one day is read by its headings, in both scripts, with the day above them and notes below', () => {
    const list = read(
      ...TITLE,
      LATIN,
      ['EUR', '978', 'EMU', '1', '117,2433'],
      ['AUD', '36', 'Australija', '1', '66,7597'],
      ['USD', '840', 'SAD', 1, 103.4804],
      ['1. Kursevi iz ove liste primenjuju se od 21.5.2025.', '', '', '', ''],
    )
    assert.deepEqual(
      [list.fault, list.neispravni, list.ostale, list.ispravni.map(({ red, kurs }) => [red, kurs])],
      [
        null,
        [],
        ['AUD'],
        [
          [5, 117_243_300],
          [7, 103_480_400],
        ],
      ],
    )
    assert.deepEqual(rates(['ФОРМИРАНА НА ДАН 21.5.2025. ГОДИНЕ'], CYRILLIC, ['EUR', '978', 'ЕМУ', '1', '117,2433']), [
      'EUR 2025-05-21 117243300',
    ])
  })

  test('of one currency over many days takes the day on which a rate holds, and the currency from above', () => {
    assert.deepEqual(
      rates(['Valuta: EUR'], PERIOD, ['31.7.2026.', '1.8.2026.', '1', '117,3963'], ['', '3.8.2026.', 1, '117,3863']),
      ['EUR 2026-08-01 117396300', 'EUR 2026-08-03 117386300'],
    )
  })

  test('is divided by its unit exactly, and what remains behind 6 places is rounded half up and said', () => {
    const { ispravni } = read(
      ['Date', 'Currency', 'Unit', 'Middle_Rate'],
      ['21.05.2025', 'JPY', '100', '71.9858'],
      ['22.05.2025', 'JPY', '1000', '719.8565'],
      ['23.05.2025', 'JPY', '1000', '719.8574'],
    )
    assert.deepEqual(
      ispravni.map(({ kurs, upozorenja }) => [kurs, upozorenja]),
      [
        [719_858, []],
        [719_857, ['Kurs je zaokružen na 6 decimala.']],
        [719_857, ['Kurs je zaokružen na 6 decimala.']],
      ],
    )
  })

  test('with numbers of currencies alone is read by them', () => {
    assert.deepEqual(rates(['Datum', 'Šifra valute', 'Važi za', 'Srednji kurs'], ['2.3.2026.', '0978', '1', '117,1']), [
      'EUR 2026-03-02 117100000',
    ])
  })

  test('leaves rows out that cannot be taken, each with its reason', () => {
    const { ispravni, neispravni } = read(
      ['Datum', ...LATIN],
      ['2.3.2026.', 'EUR', '978', 'EMU', '1', '117,1'],
      ['2.3.2026.', 'EUR', '978', 'EMU', '1', '117,2'],
      ['30.2.2026.', 'USD', '840', 'SAD', '0,5', 'oko sto'],
      ['', 'RSD', '941', 'Srbija', '1', '0,0000'],
      ['2.3.2026.', 'evro', '', '', '1', '117,2'],
      ['2.3.2026.', 'JPY', '', '', '1000000', '0,4'],
    )
    assert.deepEqual(
      ispravni.map(({ red }) => red),
      [2],
    )
    assert.deepEqual(
      neispravni.map(({ razlog }) => razlog),
      [
        'Kurs za EUR od 02.03.2026. se ponavlja, već je u redu 2.',
        'Datum: „30.2.2026.“ nije datum. Srednji kurs: „oko sto“ nije broj. Važi za: „0,5“ nije ceo broj od 1 do 1.000.000.',
        'Kurs za RSD je uvek 1. Datum: obavezno polje. Srednji kurs: mora biti veći od 0.',
        'Oznaka valute: „EVRO“ nije oznaka valute.',
        'Kurs za jednu jedinicu je manji od 0,000001.',
      ],
    )
  })

  test('is refused as a whole without a middle rate, and asked for a day or a currency that nothing says', () => {
    const fault = (...rows: SheetCell[][]) => read(...rows).fault ?? ''
    assert.match(fault(['Currency', 'Unit', 'Buying_Rate', 'Selling_Rate'], ['EUR', '1', '116', '118']), /kupovni/)
    assert.match(fault(['ID', 'Naziv'], ['KABL1', 'Kabl']), /Oznaka valute, Važi za i Srednji kurs/)
    const asked = (...rows: SheetCell[][]) => read(...rows).nedostaje
    assert.deepEqual(asked(LATIN, ['EUR', '978', 'EMU', '1', '117,2433']), ['datum'])
    assert.deepEqual(asked(['od 1.1.2026. do 31.3.2026.'], LATIN, ['EUR', '978', 'EMU', '1', '117']), ['datum'])
    assert.deepEqual(asked(PERIOD, ['31.7.2026.', '1.8.2026.', '1', '117,3963']), ['valuta'])
    assert.deepEqual(asked(['Datum', 'Valuta', 'Srednji kurs'], ['31.7.2026.', 'EUR', '117,3963']), ['jedinica'])
    assert.equal(read().prazan, true)
  })
})
