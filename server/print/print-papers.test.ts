import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import type { C4RazduzenjeRow } from '#contract/c4.ts'
import type { OstaloRazduzenje, RazduzenjeStavka } from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { MAX_ENTERED, type Micro, type Para } from '#domain/decimal.ts'
import type { C1Paper } from './papers.ts'
import {
  fileName,
  PRINT_ROW_LIMIT,
  printC1,
  printC4,
  printOstaloRazduzenje,
  SHORT_PAPER_ROWS,
  warmPrinter,
} from './print-papers.ts'
import { c1, line, longC1, lot, material, micro } from './testing-paper.ts'
import { assertApart, type ReadPdf, readPdf as readOpen } from './testing-pdf.ts'

const readPdf = async (bytes: Uint8Array) => readOpen(await getDocumentProxy(bytes.slice()))

const LETTERS = 'čćžšđ ČĆŽŠĐ љњћџђ ЉЊЋЏЂ'
const TWINS = 'ABEKMHOPCTX АВЕКМНОРСТХ aeopcxj аеорсхј'
const NEIGHBOURS = 'ğıİşüöçĞŞ ÄÖÜßäöü őű łŹ'

describe('the papers of a C1', () => {
  test('are two files named by the number', async () => {
    const names = (await printC1(c1({ broj_c1: '14/2026' }))).map(({ name }) => name)
    assert.deepEqual(names, ['C1_14-2026_specifikacija.pdf', 'C1_14-2026_razduzenje.pdf'])
  })

  test('come as one file that reads as both do, each with its own pages and their numbers', async () => {
    const paper = { ...longC1(60, 1), broj_c1: '14/2026' }
    const both = await printed(paper)
    assert.ok(both.every(({ pages }) => pages.length > 1))
    const [file, ...others] = await printC1(paper, true)
    assert.ok(file && others.length === 0)
    assert.equal(file.name, 'C1_14-2026_papiri.pdf')
    const one = await readPdf(file.bytes)
    assert.deepEqual(
      one.pages,
      both.flatMap(({ pages }) => pages),
    )
    assert.equal(one.info.Title, both[0].info.Title)
  })

  test('say who exports what to whom, when, and of how many pages they are', async () => {
    for (const { text, pages } of await printed(c1({ primalac_mb: '20123456' }))) {
      assert.match(text, /^C1 br\. IZV-14$/m)
      assert.match(text, /^Datum: 14\.03\.2026\.$/m)
      assert.match(text, /^uz izlazni dokument C1 – Izvozna deklaracija$/m)
      assert.match(text, /^Metal d\.o\.o\. \| Müller GmbH \| Srbija$/m)
      assert.match(text, /^Srbija \| PIB: 123456789, MB: 20123456$/m)
      assert.match(text, /^Sastavio \| Odgovorno lice \(M\.P\.\) \| Carinski organ$/m)
      assert.match(pages.at(-1)?.rows.at(-2) ?? '', /Stranica 1 od 1$/)
      assert.equal(pages.at(-1)?.rows.at(-1), 'Odštampano 15.03.2026. u 14:05, ana@firma.rs')
    }
  })

  test('are signed as before where our own firm is not filled in', async () => {
    const [plain, without] = await Promise.all([printC1(c1()), printC1(c1({ nasa_firma: null }))])
    assert.deepEqual(without, plain)
  })

  test('keep every letter of both Serbian scripts and of the neighbours', async () => {
    const naziv = `${LETTERS} ${TWINS} ${NEIGHBOURS}`
    const paper = c1({
      broj_c1: 'ЂЂ-ŽĐ',
      posiljalac_naziv: LETTERS,
      stavke: [
        line({ naziv, materijali: [material({ naziv: LETTERS, lotovi: [lot({ zemlja_porekla: 'Србија' })] })] }),
      ],
    })
    const [specifikacija, razduzenje] = await printed(paper)
    for (const letters of [LETTERS, TWINS, NEIGHBOURS, 'ЂЂ-ŽĐ']) assert.ok(unbroken(specifikacija).includes(letters))
    for (const letters of [LETTERS, TWINS, NEIGHBOURS, 'Србија']) assert.ok(unbroken(razduzenje).includes(letters))
  })

  test('find signs that the usual font lacks in another, and say which no font has', async () => {
    const naziv = 'Cev ⌀ 25 → 90 ℃ 中文'
    const [, found] = await printed(c1({ stavke: [line({ materijali: [material({ naziv })] })] }))
    assert.ok(joined(found).includes(naziv), joined(found))
    assert.doesNotMatch(found.text, /□/)
    const [, { text }] = await printed(c1({ stavke: [line({ materijali: [material({ naziv: 'Znak 😀' })] })] }))
    assert.match(text, /Znak \| □/)
    assert.match(text, /^□ \| stoji umesto znaka kojeg nema u pismima za štampu\.$/m)
  })

  test('never join letters to one sign, which a search would not find', async () => {
    for (const { text } of await printed(c1({ stavke: [line({ naziv: 'Office filter, ﬁna ﬂaša' })] }))) {
      assert.doesNotMatch(text, /[\ufb00-\ufb06]/)
      if (text.includes('Naziv proizvoda')) assert.match(text, /Office filter, fina flaša/)
    }
  })

  test('never end with a page on which nothing stands but the lines to sign', async () => {
    const ends: number[] = []
    for (let rows = 16; rows <= 30; rows++) {
      const materijali = Array.from({ length: rows }, (_, at) => material({ materijal_id: `MAT${at}` }))
      const [, { pages }] = await printed(c1({ stavke: [line({ materijali })] }))
      const last = pages.at(-1)?.rows ?? []
      assert.ok(
        last.some((row) => row.startsWith('Sastavio')) && last.some((row) => row.startsWith('MAT')),
        `${rows} rows`,
      )
      // Three rows come over with the lines to sign.
      assert.ok(last.filter((row) => row.startsWith('MAT')).length >= 3, `${rows} rows`)
      ends.push(pages.length)
    }
    assert.ok(new Set(ends).size > 1, 'the lines to sign came over an end of a page')
  })

  test('compose letters that were typed as letter and mark', async () => {
    const [specifikacija] = await printed(c1({ stavke: [line({ naziv: 'čađ\nšine'.normalize('NFD') })] }))
    assert.match(specifikacija.text, / \| čađ šine \| /)
  })

  test('of the same document are the same, byte for byte, whatever was printed before', async () => {
    const paper = c1({ stavke: [line({ naziv: 'Δ Ω čelik' })] })
    const before = await printC1(paper)
    await printC1(c1({ stavke: [line({ naziv: '∆ Ω čađ' })] }))
    assert.deepEqual(await printC1(paper), before)
    const [specifikacija] = await printed(paper)
    assert.equal(specifikacija.info.Title, 'Specifikacija robe uz C1 br. IZV-14 od 14.03.2026.')
  })

  test('keep the longest numbers and words on the sheet and apart from each other', async () => {
    for (const { pages } of await printed(overfull())) assertApart(pages)
  })

  test('repeat title and heads of a table on each page, and never split a row', async () => {
    const naziv = 'Reč '.repeat(30).trim()
    const stavke = Array.from({ length: 80 }, (_, at) => line({ redni_broj: at + 1, naziv }))
    const [specifikacija] = await printed(c1({ stavke }))
    assert.ok(specifikacija.pages.length > 3)
    let rows = 0
    for (const { rows: texts } of specifikacija.pages) {
      assert.ok(texts.includes('Faktura F-1') || !texts.some((text) => text.includes('NOS01')))
      rows += texts.filter((text) => text.includes('NOS01')).length
      const words = texts.join(' ').match(/Reč/g) ?? []
      assert.equal(words.length % 30, 0)
    }
    assert.equal(rows, 80)
  })

  test('that are long are printed apart from the short ones, and too long ones are refused', async () => {
    assert.deepEqual([SHORT_PAPER_ROWS, PRINT_ROW_LIMIT], [500, 15_000])
    const long = printC1(longC1(60, 10))
    assert.ok(60 * 10 > SHORT_PAPER_ROWS)
    await printC1(c1())
    assert.equal(await Promise.race([long.then(() => 'long'), 'still drawing']), 'still drawing')
    assert.equal((await long).length, 2)
    await assert.rejects(printC1(longC1(PRINT_ROW_LIMIT / 3 + 1, 1)), /staje najviše 15\.000/)
  })

  test('can be asked for before there is anything to print', async () => {
    assert.equal(await warmPrinter(), undefined)
  })
})

/** A line of an import, as papers name it. */
const SHEET_METAL = {
  ulaz_stavka_id: 41,
  broj_fakture: 'RE-88',
  redni_broj: 3,
  materijal_id: 'LIM01',
  materijal_naziv: 'Čelični lim',
  jedinica_mere: 'kg',
  tarifni_broj: '7209.17.90',
  zemlja_porekla: 'Nemačka',
}

describe('razduženje uvoza', () => {
  const row = (facts: Partial<C4RazduzenjeRow> = {}): C4RazduzenjeRow => ({
    ...SHEET_METAL,
    dokazuje_poreklo: true,
    kolicina: micro('100'),
    kolicina_razduzena: micro('12,5'),
    preostalo: micro('87,5'),
    izvoz: {
      c1_id: 1,
      broj_c1: 'IZV-14',
      c1_datum: '2026-03-14' as CalendarDate,
      primalac_naziv: 'Müller GmbH',
      c1_stavka_id: 7,
      usmereno: false,
      posle_roka: false,
      broj_fakture: 'F-1',
      redni_broj: 2,
      proizvod_id: 'NOS01',
      proizvod_naziv: 'Nosač',
      kolicina: micro('12,5'),
      ugradjeno: micro('12,5'),
      otpad: micro('0'),
      gubitak: micro('0'),
    },
    ostalo_razduzenje: null,
    ...facts,
  })
  const { broj_c1: _, stavke: __, ...head } = c1()
  const printedC4 = async (...stavke: C4RazduzenjeRow[]) => {
    const [file] = await printC4({ ...head, broj_c4: 'C4/7', stavke })
    assert.ok(file)
    return { name: file.name, ...(await readPdf(file.bytes)) }
  }

  test('says what customs know the import by', async () => {
    const known = { odobrenje_broj: '148-07-61/2', oznaka_postupka: 'UV 5', broj_jci: 'U-11014' }
    const head = { ...known, carinski_organ: 'Carinarnica Kragujevac', rok: '2026-09-30' as CalendarDate }
    const [file] = await printC4({ ...c1(), broj_c4: 'UVZ-7', ...head, stavke: [row()] })
    const { text } = await readPdf(file?.bytes ?? new Uint8Array())
    for (const said of ['148-07-61/2', 'UV 5', 'U-11014', 'Carinarnica Kragujevac', '30.09.2026.'])
      assert.ok(text.includes(said), said)
  })

  test('names for each imported line the exported lines that it went out in, and what remains', async () => {
    const untouched = row({
      ulaz_stavka_id: 42,
      redni_broj: 4,
      kolicina: micro('1.000'),
      kolicina_razduzena: micro('0'),
      preostalo: micro('1.000'),
      izvoz: null,
    })
    const one = { kolicina: micro('1'), preostalo: micro('1') }
    const other = {
      ...untouched,
      ...one,
      ulaz_stavka_id: 43,
      materijal_id: 'PVC01',
      broj_fakture: 'RE-89',
      redni_broj: 1,
    }
    const { name, text, info } = await printedC4(row(), untouched, other)
    assert.equal(name, 'C4_C4-7_razduzenje.pdf')
    assert.match(String(info.Title), /^Razduženje uvoza uz C4 br\. C4\/7 od 14\.03\.2026\.$/)
    assert.match(text, /^uz ulazni dokument C4 – Izvozna deklaracija$/m)
    assert.match(text, /^Faktura RE-88\nStavka 3: LIM01 Čelični lim \| Uvezeno: 100 kg$/m)
    assert.match(text, /^Faktura RE-89\nStavka 1: PVC01 Čelični lim \| Uvezeno: 1 kg$/m)
    assert.equal(text.match(/^Faktura RE-88$/gm)?.length, 1)
    assert.match(
      text,
      /^Tarifni broj 7209\.17\.90, zemlja porekla Nemačka, dokazuje poreklo: DA, ID uvozne stavke 41$/m,
    )
    assert.match(text, /^IZV-14 \| 14\.03\.2026\. \| Müller GmbH \| F-1 \| 2 \| NOS01 Nosač \| 12,5 \| kg$/m)
    assert.match(text, /^Ukupno razduženo \| 12,5 \| kg$/m)
    assert.match(text, /^Preostalo \| 87,5 \| kg$/m)
    assert.match(text, /^Iz ove stavke još ništa nije razduženo\.$/m)
    assert.match(text, /^LIM01 \| Čelični lim \| 1\.100,0 \| 12,5 \| 1\.087,5 \| kg$/m)
    assert.match(text, /^PVC01 \| Čelični lim \| 1,0 \| 0 \| 1,0 \| kg$/m)
  })

  test('says apart what stands in the product, is waste and was lost, where there is any', async () => {
    assert.doesNotMatch((await printedC4(row())).text, /ugrađeno|otpad/)
    const { izvoz } = row()
    assert.ok(izvoz)
    const wasted = { ...izvoz, ugradjeno: micro('12'), otpad: micro('0,5') }
    const { text } = await printedC4(row({ izvoz: wasted }), row({ izvoz: { ...wasted, c1_stavka_id: 8 } }))
    assert.match(text, /NOS01 Nosač; ugrađeno 12 · otpad 0,5 \| 12,5 \| kg$/m)
    assert.match(text, /^Ukupno razduženo; ugrađeno 24 · otpad 1 \|/m)
  })

  test('marks what an export chose itself and what it took after the deadline', async () => {
    const { izvoz } = row()
    assert.ok(izvoz)
    const marked = { ...izvoz, c1_stavka_id: 8, usmereno: true, posle_roka: true, pre_prelaska: true }
    const { text } = await printedC4(row(), row({ izvoz: marked }))
    assert.match(text, /NOS01 Nosač \| 12,5 \| kg$/m)
    assert.match(text, /NOS01 Nosač; usmereno; pre dana prelaska; posle roka \| 12,5 \| kg$/m)
  })

  test('keeps the longest numbers and words on the sheet and apart from each other', async () => {
    const wide = 'WMЖЉ'.repeat(50)
    const code = 'W'.repeat(50)
    const most = (MAX_ENTERED - 1) as Micro
    const amounts = { kolicina: most, kolicina_razduzena: most, preostalo: most }
    const texts = { broj_fakture: code, materijal_id: 'WWWWWWWWWW', materijal_naziv: wide, zemlja_porekla: wide }
    const { izvoz } = row()
    assert.ok(izvoz)
    const longest = {
      ...izvoz,
      broj_c1: 'Ш'.repeat(50),
      primalac_naziv: wide,
      broj_fakture: code,
      redni_broj: 1_000_000,
      proizvod_id: 'WWWWWWWWWW',
      proizvod_naziv: wide,
      kolicina: most,
    }
    assertApart((await printedC4(row({ ...amounts, ...texts, redni_broj: 1_000_000, izvoz: longest }))).pages)
  })

  test('of too many rows is refused', async () => {
    await assert.rejects(
      printedC4(...Array.from({ length: PRINT_ROW_LIMIT + 1 }, () => row())),
      /staje najviše 15\.000/,
    )
  })
})

describe('ostalo razduženje', () => {
  const stavka: RazduzenjeStavka = {
    ...SHEET_METAL,
    c4_id: 7,
    broj_c4: 'C4-7',
    c4_datum: '2026-01-10' as CalendarDate,
    kolicina: micro('400'),
    stopa_carine: null,
    carinska_vrednost_rsd: null,
    vrednost_rsd: 9_400_000 as Para,
    iznos_carine: null,
    iznos_pdv: null,
  }
  const FIRMA = {
    ...{ naziv: 'Šumadija kabl', pib: '104052135', mb: '20084693' },
    ...{ adresa: 'Kneza Miloša 12', grad: 'Kragujevac', drzava: 'Srbija' },
  }
  const printedOther = async (...stavke: RazduzenjeStavka[]) => {
    const razduzenje: OstaloRazduzenje = {
      ...{ id: 1, verzija: 1, broj: 'OR-1/26', datum: '2026-04-10' as CalendarDate, c4_id: null, pdf_fajl: null },
      ...{ vrsta: 'Stavljanje u slobodan promet', broj_jci: 'JCI-7', carinski_organ: null, razlog: 'Prodato' },
      broj_stavki: stavke.length,
      stavke,
    }
    const [file] = await printOstaloRazduzenje({ razduzenje, firma: FIRMA, stampano: c1().stampano })
    assert.ok(file)
    return readPdf(file.bytes)
  }

  test('names what left which lots and why; duty and tax stand there for information, where there are any', async () => {
    const { text } = await printedOther(stavka)
    assert.match(
      text,
      /^Šumadija kabl, PIB: 104052135, MB: 20084693, Kneza Miloša 12, Kragujevac, Srbija\nOSTALO RAZDUŽENJE$/m,
    )
    assert.match(text, /^Stavljanje u slobodan promet – br\. OR-1\/26 od 10\.04\.2026\.$/m)
    assert.match(text, /^Razlog: Prodato$/m)
    assert.match(
      text,
      /^1 \| C4-7 \| 10\.01\.2026\. \| RE-88 \/ 3 \| 7209\.17\.90 \| LIM01 Čelični lim \| Nemačka \| kg \| 400 \| 94\.000,00$/m,
    )
    assert.doesNotMatch(text, /Carinski organ:|informativno|Stopa carine/)
    const dutiable = { stopa_carine: micro('5'), iznos_carine: 470_000 as Para, iznos_pdv: 1_974_000 as Para }
    const { text: paid } = await printedOther({ ...stavka, ...dutiable })
    assert.equal(paid.match(/informativno/g)?.length, 2)
    assert.match(paid, / kg \| 400 \| 94\.000,00 \| 5 \| 4\.700,00 \| 19\.740,00$/m)
  })
})

test('what a file name can not hold becomes a hyphen', () => {
  const name = (broj: string) => fileName('C1', broj, 'specifikacija')
  assert.equal(name(' IZV 7 '), 'C1_IZV 7_specifikacija.pdf')
  assert.equal(name('a\\b/c:d*e?f"g<h>i|j\u0000k\u202el'), 'C1_a-b-c-d-e-f-g-h-i-j-k-l_specifikacija.pdf')
  assert.equal(name('../ЂЖ-č'), 'C1_..-ЂЖ-č_specifikacija.pdf')
})

describe('specifikacija', () => {
  test('lists the lines of each invoice with exact numbers and adds them up', async () => {
    const [{ text }] = await printed(
      c1({
        stavke: [
          line({ kolicina: micro('1.234,5'), cena: micro('12,345678'), hs_code: '7308.90' }),
          line({ redni_broj: 2, proizvod_id: 'VRA02', kolicina: micro('0,000001'), cena: micro('1.000.000.000') }),
          line({ broj_fakture: 'Faktura-2', kolicina: micro('3'), cena: micro('2') }),
        ],
      }),
    )
    assert.match(text, /^Faktura F-1$/m)
    assert.match(text, /^1 \| NOS01 \| Nosač \| 7308\.90 \| kom \| 1\.234,500000 \| 12,345678 \| 15\.240,74$/m)
    assert.match(text, /^2 \| VRA02 \| Nosač \| 8504\.90 \| kom \| 0,000001 \| 1\.000\.000\.000,000000 \| 1\.000,00$/m)
    assert.match(text, /^Ukupno faktura F-1 \| kom \| 1\.234,500001 \| 16\.240,74$/m)
    assert.match(text, /^Faktura Faktura-2\n.*\n1 \| NOS01 \| Nosač \| 8504\.90 \| kom \| 3 \| 2,00 \| 6,00$/m)
    assert.match(text, /^Ukupno faktura Faktura-2 \| kom \| 3 \| 6,00$/m)
    assert.match(text, /^Broj faktura \| 2\nBroj stavki \| 3\nUkupna količina \| 1\.237,500001 kom$/m)
    assert.match(text, /^Ukupna vrednost \(EUR\) \| 16\.246,74$/m)
  })

  test('adds pieces and metres up each by themselves', async () => {
    const metres = line({ redni_broj: 2, jedinica_mere: 'm', kolicina: micro('2,5') })
    const [{ text }] = await printed(c1({ stavke: [line(), metres, line({ redni_broj: 3 })] }))
    assert.match(text, /^Ukupno faktura F-1 \| kom \| 20 \| 101,25\nm \| 2,5$/m)
    assert.match(text, /^Ukupna količina \| 20 kom\n2,5 m$/m)
  })
})

describe('razduženje', () => {
  test('names for each exported line the imported lines that went out in it', async () => {
    const second = lot({ c4_broj: 'C4-9', ulaz_stavka_id: 52, kolicina: micro('0,125'), preostalo: micro('1.000') })
    const [, { text }] = await printed(
      c1({ stavke: [line({ materijali: [material({ lotovi: [lot(), { ...second, dokazuje_poreklo: false }] })] })] }),
    )
    assert.match(text, /^Faktura F-1, stavka 1: NOS01 Nosač \| Količina: 10 kom$/m)
    const facts = '05\\.01\\.2026\\. \\| RE-88 \\| 3'
    const tariff = '7209\\.17\\.90 \\| Nemačka'
    assert.match(
      text,
      new RegExp(
        `^LIM01 Čelični lim, 1,25 po komadu, potrebno 12,625 \\| C4-7 \\| ${facts} \\| 41 \\| ${tariff} \\| DA \\| 12,500 \\| kg \\| 87,5$`,
        'm',
      ),
    )
    assert.match(
      text,
      new RegExp(
        `^LIM01 Čelični lim \\| C4-9 \\| ${facts} \\| 52 \\| ${tariff} \\| NE \\| 0,125 \\| kg \\| 1\\.000,0$`,
        'm',
      ),
    )
    assert.match(text, /^Rekapitulacija po C4$/m)
    assert.match(text, /^C4-9 \| 05\.01\.2026\. \| LIM01 \| Čelični lim \| 0,125 \| kg$/m)
    assert.doesNotMatch(text, /Rekapitulacija po materijalu/)
    assert.doesNotMatch(text, /Manjak:|Manjak –/)
  })

  test('has quantities of one unit under each other, and pieces without the places of kilograms', async () => {
    const pieces = { materijal_id: 'KON8', naziv: 'Konektor', jedinica_mere: 'kom' }
    const counted = material({ ...pieces, lotovi: [lot({ kolicina: micro('14'), preostalo: micro('6') })] })
    const more = material({ materijal_id: 'BOJ02', lotovi: [lot({ kolicina: micro('3'), preostalo: micro('1.000') })] })
    const [, { text }] = await printed(c1({ stavke: [line({ materijali: [material(), counted, more] })] }))
    assert.match(text, /^LIM01 .* \| 12,5 \| kg \| 87,5$/m)
    assert.match(text, /^KON8 .* \| 14 \| kom \| 6$/m)
    assert.match(text, /^BOJ02 .* \| 3,0 \| kg \| 1\.000,0$/m)
    assert.match(text, /^BOJ02 \| Čelični lim \| 3,0 \| 3,0 \| 0 \| kg$/m)
    assert.match(text, /^KON8 \| Konektor \| 14 \| 14 \| 0 \| kom$/m)
  })

  test('marks what the export chose itself, took after the deadline and before the day of change-over', async () => {
    const marked = lot({ c4_broj: 'C4-9', ulaz_stavka_id: 52, usmereno: true, posle_roka: true, pre_prelaska: true })
    const [, { text }] = await printed(c1({ stavke: [line({ materijali: [material({ lotovi: [lot(), marked] })] })] }))
    assert.match(text, /^LIM01 Čelični lim, 1,25 po komadu, potrebno 25 \| C4-7 /m)
    assert.match(text, /^LIM01 Čelični lim; usmereno; pre dana prelaska; posle roka \| C4-9 /m)
  })

  test('says a shortage in words: on the first page, in its row, in the summary', async () => {
    const short = material({ materijal_id: 'BOJ02', naziv: 'Boja', lotovi: [], manjak: micro('3') })
    const partly = material({ manjak: micro('0,75') })
    const [, { text, pages }] = await printed(
      c1({ stavke: [line({ materijali: [partly] }), line({ redni_broj: 2, materijali: [short, material()] })] }),
    )
    assert.match(pages[0]?.rows.join('\n') ?? '', /^Uvezene količine .* Manjak: LIM01 0,75 kg; BOJ02 3 kg\.$/m)
    assert.match(text, /^LIM01 Čelični lim \| Manjak – nijedan ulazni dokument \(C4\) ne pokriva .* \| 0,75 \| kg$/m)
    assert.match(text, /^BOJ02 Boja, 1,25 po komadu, potrebno 3 \| Manjak – nijedan ulazni dokument .* \| 3,0 \| kg$/m)
    assert.match(text, /^LIM01 \| Čelični lim \| 25,75 \| 25,00 \| 0,75 \| kg$/m)
    assert.match(text, /^BOJ02 \| Boja \| 3,00 \| 0 \| 3,00 \| kg$/m)
  })

  test('names all shortages on the first page, however many', async () => {
    const short = Array.from({ length: 150 }, (_, at) => material({ materijal_id: `MAT${at}`, manjak: micro('1') }))
    const [, { pages }] = await printed(c1({ stavke: [line({ materijali: short })] }))
    const named = pages[0]?.text.match(/MAT\d+ 1 kg[;.]/g)
    assert.equal(named?.length, 150)
    assert.equal(named.at(-1), 'MAT149 1 kg.')
  })

  test('says so when a product has no normativ', async () => {
    const [, { text }] = await printed(c1({ stavke: [line({ materijali: [] })] }))
    assert.match(text, /^Proizvod nema normativ: ništa nije razduženo\.$/m)
  })
})

/** Everything as long and as large as the contract lets it be. */
function overfull(): C1Paper {
  const wide = 'WMЖЉ'.repeat(50)
  const long = 'Reč '.repeat(50).trim()
  const code = 'W'.repeat(50)
  const most = (MAX_ENTERED - 1) as Micro
  const given = lot({
    c4_broj: 'Ш'.repeat(50),
    broj_fakture: code,
    redni_broj: 1_000_000,
    ulaz_stavka_id: 123_456_789,
    tarifni_broj: '1234567890.12.34',
    zemlja_porekla: wide,
    kolicina: most,
    preostalo: most,
  })
  const used = material({
    materijal_id: 'WWWWWWWWWW',
    naziv: wide,
    jedinica_mere: 'komada',
    lotovi: [given],
    manjak: most,
  })
  const sold = line({
    broj_fakture: code,
    redni_broj: 1_000_000,
    proizvod_id: 'WWWWWWWWWW',
    naziv: long,
    hs_code: code,
    jedinica_mere: 'komada',
    kolicina: most,
    cena: most,
    iznos: 99_999_999_999_999 as Para,
    materijali: [used],
  })
  const c1s = { broj_c1: code, tip_dokumenta: long, posiljalac_naziv: wide, primalac_naziv: long, zemlja_otpreme: wide }
  return c1({ ...c1s, stavke: [sold, { ...sold, naziv: wide }] })
}

/** Both PDFs of a paper as they read. */
async function printed(paper: C1Paper): Promise<[ReadPdf, ReadPdf]> {
  const [specifikacija, razduzenje] = await printC1(paper)
  assert.ok(specifikacija && razduzenje)
  return [await readPdf(specifikacija.bytes), await readPdf(razduzenje.bytes)]
}

/** The pieces in the order in which they were drawn, so that a cell of several lines reads on. */
const unbroken = ({ pages }: ReadPdf) => pages.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join(' ')

/** All pieces of a paper without what its lines and columns put between them. */
const joined = (pdf: ReadPdf) => unbroken(pdf).replace(/ +/g, ' ')
