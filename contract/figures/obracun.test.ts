import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OBRACUN_FIGURES } from './obracun.ts'

/**
 * The columns of customs §5, in its order. Beyond it: how a part of a lot had left before the books began, the name beside each
 * code, the unit of each quantity, what became of waste by recycling, and what no import covers beside the norms.
 */
const COLUMNS = {
  stavke: [
    ...['C4', 'Datum', 'Oznaka postupka', 'JCI', 'Faktura', 'St.', 'Tarifni broj', 'Materijal', 'Naziv', 'JM'],
    ...['Zemlja porekla', 'Dok. poreklo', 'Rok', 'Uvezeno ukupno', 'Početno stanje', 'Uvoz u periodu', 'Ugrađeno'],
    ...['Otpad', 'Gubitak', 'Razduženo pre početka', 'Vraćeno neprerađeno', 'Slobodan promet', 'Uništeno', 'Ostalo'],
    ...['Manjak po popisu', 'Krajnje stanje', 'Vrednost kraja (RSD)', 'Stopa carine (%)', 'Carinska vrednost (RSD)'],
    ...['Carinska vrednost ostatka (RSD)', 'Carina na ostatak (RSD)', 'PDV na ostatak (RSD)'],
    ...['Od toga carina posle roka (RSD)', 'Od toga PDV posle roka (RSD)'],
  ],
  izvoz: [
    ...['C1', 'Datum', 'JCI', 'Tip', 'Faktura', 'St.', 'Proizvod', 'Naziv proizvoda', 'HS', 'Izvezeno', 'JM proizvoda'],
    ...['C4', 'St. u uvozu', 'Materijal', 'Naziv', 'JM', 'Razduženo', 'Ugrađeno', 'Otpad', 'Gubitak', 'Posle roka'],
    ...['Pre dana prelaska', 'Usmereno'],
  ],
  normativi: [
    ...['Proizvod', 'Naziv proizvoda', 'JM proizvoda', 'Verzija', 'Broj akta', 'Materijal', 'Naziv', 'JM', 'Neto'],
    ...['Otpad %', 'Gubitak %', 'Osnov otpada', 'Bruto', 'Prinos', 'Izvezeno', 'Ukupno bruto', 'Bez pokrića'],
  ],
  otpad: [
    ...['Materijal', 'Naziv', 'JM', 'Početno', 'Nastalo', 'Izvezeno', 'Pušteno', 'Uništeno', 'Reciklirano', 'Stanje'],
  ],
  bez_pokrica: ['C1', 'Datum', 'Materijal', 'Naziv', 'Manjak', 'JM'],
  ostala_razduzenja: ['Broj', 'Datum', 'Vrsta', 'JCI', 'C4', 'St. u uvozu', 'Materijal', 'Naziv', 'Količina', 'JM'],
}

test('each part of the account has the columns of customs §5, in its order', () => {
  for (const [part, headings] of Object.entries(COLUMNS))
    assert.deepEqual(
      OBRACUN_FIGURES[part as keyof typeof COLUMNS].map(({ heading }) => heading),
      headings,
      part,
    )
})
