import { formatDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_QUANTITY, sum } from '#domain/decimal.ts'
import { paperFrame } from './paper-frame.ts'
import { headCell, linedTable, restWidth, spanning, titleCell } from './paper-table.ts'
import { figure, figures, figureWidth, words } from './paper-text.ts'
import type { C1Paper, ExportedLine, UsedMaterial } from './papers.ts'
import type { Block, Cell, PdfDefinition } from './pdf-definition.ts'
import { recapitulation } from './recapitulation.ts'

type Widths = ReturnType<typeof columnWidths>
type MaterialTotal = Pick<UsedMaterial, 'materijal_id' | 'naziv' | 'jedinica_mere'> & {
  razduzeno: Micro
  manjak: Micro
}

const LEGEND =
  'Preostalo je količina ulazne stavke posle svih evidentiranih izvoza. Ukupno utrošeno je zbir razduženog i manjka.'
const NOTE_WIDTH = restWidth('landscape', [])
const SHORT_FILL = '#f6dede'
/** So many short materials are named in the note on the first page; the summary has them all. */
const NAMED_SHORTAGES = 8

/**
 * Razduženje: which imported lines went out in which exported line (decisions §1), a table per exported line, then a
 * summary per material. A shortage is a row in words, not a colour alone. A4 across.
 */
export function razduzenje(paper: C1Paper): PdfDefinition {
  const totals = materialTotals(paper.stavke)
  const short = totals.filter((material) => material.manjak > NO_QUANTITY)
  const widths = columnWidths(paper.stavke)
  return paperFrame({ ...paper, vrsta: 'C1', broj: paper.broj_c1 }, 'Razduženje materijala', 'landscape', [
    ...(short.length ? [shortageNote(short)] : []),
    ...paper.stavke.map((stavka) => linedTable(Object.values(widths), 2, lineTable(stavka, widths))),
    summary(totals),
    { text: LEGEND, fontSize: 7.5 },
  ])
}

/** One set of widths for all exported lines, so that their columns stand under one another. */
function columnWidths(stavke: ExportedLine[]) {
  const materials = stavke.flatMap(({ materijali }) => materijali)
  const lots = materials.flatMap(({ lotovi }) => lotovi)
  const used = [...lots.map((lot) => lot.kolicina), ...materials.map(({ manjak }) => manjak)]
  const rest = {
    c4_broj: 72,
    c4_datum: 44,
    broj_fakture: 72,
    redni_broj: figureWidth(
      lots.map((lot) => String(lot.redni_broj)),
      20,
    ),
    ulaz_stavka_id: figureWidth(
      lots.map((lot) => String(lot.ulaz_stavka_id)),
      36,
    ),
    tarifni_broj: 54,
    zemlja_porekla: 62,
    dokazuje_poreklo: 38,
    razduzeno: figureWidth(figures(used), 50),
    jedinica_mere: 22,
    preostalo: figureWidth(figures(lots.map((lot) => lot.preostalo)), 50),
  }
  return { materijal: restWidth('landscape', Object.values(rest)), ...rest }
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
  const named = short
    .slice(0, NAMED_SHORTAGES)
    .map((material) => `${material.materijal_id} ${figures([material.manjak])[0]} ${material.jedinica_mere}`)
  const others = short.length > NAMED_SHORTAGES ? ` i još ${short.length - NAMED_SHORTAGES}` : ''
  const text = `Uvezene količine ne pokrivaju ceo utrošak. Manjak: ${named.join('; ')}${others}.`
  return linedTable([NOTE_WIDTH], 0, [[{ ...titleCell(text, NOTE_WIDTH), fillColor: SHORT_FILL }]])
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
      headCell('Materijal'),
      headCell('C4 broj'),
      headCell('C4 datum'),
      headCell('Faktura uvoza'),
      headCell('R. br.', 'right'),
      headCell('ID ulazne stavke', 'right'),
      headCell('Tarifni broj'),
      headCell('Zemlja porekla'),
      headCell('Dokazuje poreklo', 'center'),
      headCell('Razduženo', 'right'),
      headCell('J. m.'),
      headCell('Preostalo', 'right'),
    ],
    ...stavka.materijali.flatMap((material) => materialRows(material, widths)),
    ...(stavka.materijali.length
      ? []
      : [spanning({ text: 'Proizvod nema normativ: nije utrošen nijedan materijal.' }, 12)]),
  ]
}

function materialRows({ materijal_id, naziv, jedinica_mere, lotovi, manjak }: UsedMaterial, widths: Widths): Cell[][] {
  // pdfmake writes into the cells it is given: each row needs its own.
  const material = () => words(`${materijal_id} ${naziv}`, widths.materijal)
  const unit = () => words(jedinica_mere, widths.jedinica_mere)
  const used = figures([...lotovi.map((lot) => lot.kolicina), manjak])
  const rest = figures(lotovi.map((lot) => lot.preostalo))
  const rows = lotovi.map((lot, at): Cell[] => [
    material(),
    words(lot.c4_broj, widths.c4_broj),
    figure(formatDate(lot.c4_datum)),
    words(lot.broj_fakture, widths.broj_fakture),
    figure(String(lot.redni_broj)),
    figure(String(lot.ulaz_stavka_id)),
    words(lot.tarifni_broj, widths.tarifni_broj),
    words(lot.zemlja_porekla, widths.zemlja_porekla),
    { text: lot.dokazuje_poreklo ? 'DA' : 'NE', alignment: 'center' },
    figure(used[at]),
    unit(),
    figure(rest[at]),
  ])
  if (manjak === NO_QUANTITY) return rows
  const missing = { text: 'Manjak – nijedan ulazni dokument (C4) ne pokriva ovu količinu', bold: true }
  const row = [material(), ...spanning(missing, 8), { ...figure(used.at(-1)), bold: true }, unit(), figure('–')]
  return [...rows, row.map((cell) => ({ ...cell, fillColor: SHORT_FILL }))]
}

function summary(totals: MaterialTotal[]): Block {
  const rows = totals.map(({ razduzeno, manjak, ...material }) => {
    if (manjak === NO_QUANTITY) return { ...material, figures: [...figures([razduzeno, razduzeno]), '–'] }
    const marks = { bold: true, fillColor: SHORT_FILL }
    return { ...material, figures: figures([add(razduzeno, manjak), razduzeno, manjak]), marks }
  })
  return recapitulation(['Ukupno utrošeno', 'Razduženo sa C4', 'Manjak'], rows)
}
