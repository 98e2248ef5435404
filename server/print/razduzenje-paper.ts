import { MATERIJAL } from '#contract/figures/figure.ts'
import { type Parts, partsText } from '#domain/bom.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { add, formatMicro, type Micro, NO_QUANTITY, sum } from '#domain/decimal.ts'
import { paperFrame } from './paper-frame.ts'
import { headCell, linedTable, restWidth, spanning, titleCell } from './paper-table.ts'
import {
  codeWidths,
  columnWidth,
  figure,
  figures,
  figuresByUnit,
  figureWidth,
  LEAST_NAME,
  toldMarks,
  UNIT_WIDTH,
  words,
} from './paper-text.ts'
import type { C1Paper, ExportedLine, UsedMaterial } from './papers.ts'
import type { Block, Cell, PdfDefinition } from './pdf-definition.ts'
import { recapitulation } from './recapitulation.ts'

type Widths = ReturnType<typeof columnWidths>
type MaterialTotal = Pick<UsedMaterial, 'materijal_id' | 'naziv' | 'jedinica_mere'> & {
  razduzeno: Micro
  manjak: Micro
}

const LEGEND =
  'Preostalo je količina uvozne stavke posle svih evidentiranih izvoza. Ukupno potrebno je zbir razduženog i manjka.'
const NOTE_WIDTH = restWidth('landscape', [])
const SHORT_FILL = '#f6dede'
/** Short materials in one row of the note on the first page: a row never splits, so it must fit on that page. */
const SHORTAGES_IN_ROW = 60

/**
 * Razduženje of an export (decisions §1): a table per exported line with the imported lines that it drew from, then a
 * summary per material. A shortage is a row in words, not a colour alone. A4 across.
 */
export function razduzenje(paper: C1Paper): PdfDefinition {
  const totals = materialTotals(paper.stavke)
  const short = totals.filter((material) => material.manjak > NO_QUANTITY)
  const widths = columnWidths(paper.stavke)
  return paperFrame({ ...paper, vrsta: 'C1', broj: paper.broj_c1 }, 'Razduženje materijala', 'landscape', [
    ...(short.length ? [shortageNote(short)] : []),
    { text: LEGEND, fontSize: 7.5, margin: [0, 0, 0, 8] },
    ...paper.stavke.map((stavka) => linedTable(Object.values(widths), 2, lineTable(stavka, widths))),
    ...recapByC4(paper.stavke),
    ...recapByMaterial(totals),
  ])
}

/** One set of widths for all exported lines, so that their columns stand under one another. */
function columnWidths(stavke: ExportedLine[]) {
  const materials = stavke.flatMap(({ materijali }) => materijali)
  const lots = materials.flatMap(({ lotovi }) => lotovi)
  const used = [...lots.map((lot) => lot.kolicina), ...materials.map(({ manjak }) => manjak)]
  const fixed = {
    c4_datum: 44,
    redni_broj: figureWidth(
      lots.map((lot) => String(lot.redni_broj)),
      20,
    ),
    ulaz_stavka_id: figureWidth(
      lots.map((lot) => String(lot.ulaz_stavka_id)),
      40,
    ),
    zemlja_porekla: columnWidth(
      lots.map((lot) => lot.zemlja_porekla),
      34,
      62,
    ),
    dokazuje_poreklo: 38,
    razduzeno: figureWidth(figures(used), 44),
    jedinica_mere: columnWidth(
      materials.map((material) => material.jedinica_mere),
      22,
      UNIT_WIDTH,
    ),
    preostalo: figureWidth(figures(lots.map((lot) => lot.preostalo)), 44),
  }
  const room = restWidth('landscape', [...Object.values(fixed), 0, 0, 0]) - LEAST_NAME
  const [c4_broj = 0, broj_fakture = 0, tarifni_broj = 0] = codeWidths(
    [lots.map((lot) => lot.c4_broj), lots.map((lot) => lot.broj_fakture), lots.map((lot) => lot.tarifni_broj)],
    34,
    room,
  )
  const codes = { c4_broj, broj_fakture, tarifni_broj }
  const materijal = restWidth('landscape', Object.values({ ...fixed, ...codes }))
  const { c4_datum, redni_broj, ulaz_stavka_id, ...after } = fixed
  return { materijal, c4_broj, c4_datum, broj_fakture, redni_broj, ulaz_stavka_id, tarifni_broj, ...after }
}

function materialTotals(stavke: ExportedLine[]): MaterialTotal[] {
  const totals = new Map<string, MaterialTotal>()
  for (const { materijal_id, naziv, jedinica_mere, lotovi, manjak } of stavke.flatMap((stavka) => stavka.materijali)) {
    const before = totals.get(materijal_id) ?? { razduzeno: NO_QUANTITY, manjak: NO_QUANTITY }
    const razduzeno = sum([before.razduzeno, ...lotovi.map((lot) => lot.kolicina)])
    totals.set(materijal_id, { materijal_id, naziv, jedinica_mere, razduzeno, manjak: add(before.manjak, manjak) })
  }
  return [...totals.values()]
}

function shortageNote(short: MaterialTotal[]): Block {
  const named = short.map(
    ({ materijal_id, manjak, jedinica_mere }) => `${materijal_id} ${figures([manjak])[0]} ${jedinica_mere}`,
  )
  const rows: string[] = []
  for (let at = 0; at < named.length; at += SHORTAGES_IN_ROW)
    rows.push(named.slice(at, at + SHORTAGES_IN_ROW).join('; '))
  const body = rows.map((row, at) => {
    const text = at === 0 ? `Uvezene količine ne pokrivaju ukupnu potrebu. Manjak: ${row}` : row
    return [{ ...titleCell(at === rows.length - 1 ? `${text}.` : `${text};`, NOTE_WIDTH), fillColor: SHORT_FILL }]
  })
  return linedTable([NOTE_WIDTH], 0, body)
}

function lineTable(stavka: ExportedLine, widths: Widths): Cell[][] {
  const kolicina = `Količina: ${figures([stavka.kolicina])[0]} ${stavka.jedinica_mere}`
  const amountRoom = widths.dokazuje_poreklo + widths.razduzeno + widths.jedinica_mere + widths.preostalo
  const title = `Faktura ${stavka.broj_fakture}, stavka ${stavka.redni_broj}: ${stavka.proizvod_id} ${stavka.naziv}`
  return [
    [
      ...spanning(titleCell(title, restWidth('landscape', [amountRoom])), 8),
      ...spanning({ ...titleCell(kolicina, amountRoom), alignment: 'right' }, 4),
    ],
    [
      headCell(MATERIJAL),
      headCell('C4 broj'),
      headCell('C4 datum'),
      headCell('Faktura uvoza'),
      headCell('R. br.', 'right'),
      headCell('ID uvozne stavke', 'right'),
      headCell('Tarifni broj'),
      headCell('Zemlja porekla'),
      headCell('Dokazuje poreklo', 'center'),
      headCell('Razduženo', 'right'),
      headCell('JM'),
      headCell('Preostalo', 'right'),
    ],
    ...materialRows(stavka, widths),
    ...(stavka.materijali.length ? [] : [spanning({ text: 'Proizvod nema normativ: ništa nije razduženo.' }, 12)]),
  ]
}

const percentText = (name: string, percent: Micro) =>
  percent === NO_QUANTITY ? '' : `, ${name} ${formatMicro(percent)} %`

const toldParts = (parts: Parts | null) => (parts ? `; ${partsText(parts)}` : '')

/** The rows of the materials of a line; quantities of one unit line up. */
function materialRows({ materijali, jedinica_mere }: ExportedLine, widths: Widths): Cell[][] {
  const per = jedinica_mere === 'kom' ? 'komadu' : jedinica_mere
  const all = materijali.flatMap(({ lotovi, manjak, jedinica_mere: unit }) => [
    ...lotovi.map(({ kolicina, preostalo }) => ({ kolicina, preostalo, unit })),
    { kolicina: manjak, preostalo: null, unit },
  ])
  const units = all.map(({ unit }) => unit)
  const [drawn, rest] = (['kolicina', 'preostalo'] as const).map((name) =>
    figuresByUnit(
      all.map((row) => row[name]),
      units,
    ),
  ) as [string[], string[]]
  return materijali.flatMap((used) => {
    const own = used.lotovi.length + 1
    return rowsOfMaterial(used, widths, { per, drawn: drawn.splice(0, own), rest: rest.splice(0, own) })
  })
}

type Said = { readonly per: string; readonly drawn: readonly string[]; readonly rest: readonly string[] }
function rowsOfMaterial(used: UsedMaterial, widths: Widths, { per, drawn, rest }: Said): Cell[][] {
  const { materijal_id, naziv, jedinica_mere, potrebna_kolicina, lotovi, manjak } = used
  const { otpad_procenat, gubitak_procenat } = used
  // Each row needs cells of its own: pdfmake writes into them.
  const need = [potrebna_kolicina, sum([manjak, ...lotovi.map((lot) => lot.kolicina)])].map(
    (value) => figures([value])[0],
  )
  const beside = percentText('otpad', otpad_procenat) + percentText('gubitak', gubitak_procenat)
  const material = (at: number) => {
    const lot = lotovi[at]
    const told = lot ? `${toldParts(lot.delovi)}${toldMarks(lot)}` : ''
    const needed = at === 0 ? `, ${need[0]} po ${per}${beside}, potrebno ${need[1]}` : ''
    return words(`${materijal_id} ${naziv}${needed}${told}`, widths.materijal)
  }
  const unit = () => words(jedinica_mere, widths.jedinica_mere)
  const rows = lotovi.map((lot, at): Cell[] => [
    material(at),
    words(lot.c4_broj, widths.c4_broj),
    figure(formatDate(lot.c4_datum)),
    words(lot.broj_fakture, widths.broj_fakture),
    figure(String(lot.redni_broj)),
    figure(String(lot.ulaz_stavka_id)),
    words(lot.tarifni_broj, widths.tarifni_broj),
    words(lot.zemlja_porekla, widths.zemlja_porekla),
    { text: lot.dokazuje_poreklo ? 'DA' : 'NE', alignment: 'center' },
    figure(drawn[at]),
    unit(),
    figure(rest[at]),
  ])
  if (manjak === NO_QUANTITY) return rows
  const missing = { text: 'Manjak – nijedan ulazni dokument (C4) ne pokriva ovu količinu', bold: true }
  const row = [
    material(lotovi.length),
    ...spanning(missing, 8),
    { ...figure(drawn.at(-1)), bold: true },
    unit(),
    { text: '' },
  ]
  return [...rows, row.map((cell) => ({ ...cell, fillColor: SHORT_FILL }))]
}

function recapByMaterial(totals: MaterialTotal[]): Block[] {
  const rows = totals.map(({ razduzeno, manjak, ...material }) => ({
    ...material,
    figures: [add(razduzeno, manjak), razduzeno, manjak],
    ...(manjak > NO_QUANTITY && { marks: { bold: true, fillColor: SHORT_FILL } }),
  }))
  const heads = ['Ukupno potrebno', 'Razduženo', 'Manjak']
  return recapitulation({ title: 'Rekapitulacija po materijalu', heads, rows })
}

/** Quantities drawn from each C4, a row for each material, in the order of the imports; none for a single C4. */
function recapByC4(stavke: ExportedLine[]): Block[] {
  const drawn = stavke
    .flatMap(({ materijali }) => materijali)
    .flatMap((material) => material.lotovi.map((lot) => ({ ...material, ...lot })))
  const groups = [
    ...Map.groupBy(drawn, (lot) => JSON.stringify([lot.c4_datum, lot.c4_broj, lot.materijal_id])).values(),
  ]
  const rows = groups.flatMap((lots) => {
    const [first] = lots
    if (!first) return []
    const { c4_broj, c4_datum, materijal_id, naziv, jedinica_mere } = first
    const total = sum(lots.map(({ kolicina }) => kolicina))
    return [
      {
        c4_datum,
        texts: [c4_broj, formatDate(c4_datum)],
        materijal_id,
        naziv,
        jedinica_mere,
        figures: [total],
      },
    ]
  })
  if (new Set(rows.map(({ texts }) => texts.join())).size < 2) return []
  const byDay = rows.toSorted((a, b) => (a.c4_datum < b.c4_datum ? -1 : Number(a.c4_datum > b.c4_datum)))
  return recapitulation({
    title: 'Rekapitulacija po C4',
    before: ['C4 broj', 'C4 datum'],
    heads: ['Razduženo'],
    rows: byDay,
  })
}
