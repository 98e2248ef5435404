import type { NasaFirma } from '#contract/nasa-firma.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { dayOf, timeOf } from '#server/local-time.ts'
import { MARGIN, type Orientation, SHEET_WIDTH, withFoot } from './paper-table.ts'
import { words } from './paper-text.ts'
import type { PaperHead } from './papers.ts'
import type { Block, PdfDefinition } from './pdf-definition.ts'

const INK = '#1a1a1a'
const PALE_INK = '#555555'
const TEXT_POINTS = 9
const GAP = 16
const SIGNATURE_GAP = 40
const ORIGIN_ROOM = 110
const PAGE_NUMBER_ROOM = 100
const DOCUMENTS = { C4: 'ulazni dokument C4', C1: 'izlazni dokument C1' } as const
const small = { fontSize: 7.5, color: PALE_INK }

/** The sheet around the paper of a document: title, number, date and the parties at its beginning. */
export function paperFrame(head: PaperHead, title: string, orientation: Orientation, content: Block[]): PdfDefinition {
  const heading = `${title} uz ${head.vrsta} br. ${head.broj} od ${formatDate(head.datum)}`
  const width = SHEET_WIDTH[orientation]
  const top = [
    titleBlock(head, title, (width - GAP) / 2),
    rule(width, 1),
    parties(head, (width - ORIGIN_ROOM - 2 * GAP) / 2),
    ...customsLine(head, width),
  ]
  return sheetFrame({ heading, subject: head.tip_dokumenta, stampano: head.stampano, orientation, top, content })
}

/** The facts of our own company that stand on its papers. */
export type Firma = Omit<NasaFirma, 'verzija'>

type Sheet = {
  /** At the top of each page but the first, and the title of the file. */
  heading: string
  subject: string
  stampano: PaperHead['stampano']
  orientation: Orientation
  /** The beginning of the first page. */
  top: Block[]
  content: Block[]
  /** The people who sign. */
  potpisi?: readonly string[]
  /** Stands behind the lines to sign, on a page of its own. */
  annex?: Block[]
}

/**
 * The sheet around any paper: page numbers, the time and the user of the print, and the lines to sign, which stand
 * under the last row of its content.
 */
export function sheetFrame({
  heading,
  subject,
  stampano,
  orientation,
  top,
  content,
  potpisi = ['Sastavio', 'Odgovorno lice (M.P.)', 'Carinski organ'],
  annex = [],
}: Sheet): PdfDefinition {
  const width = SHEET_WIDTH[orientation]
  const running = () => ({ ...words(heading, width - PAGE_NUMBER_ROOM), ...small })
  const { korisnik, vreme } = stampano
  const printed = `Odštampano ${formatDate(dayOf(vreme))} u ${timeOf(vreme)}, ${korisnik}`
  return {
    info: {
      title: heading,
      subject,
      creator: 'Sistem za upravljanje zalihama',
      producer: 'pdfmake',
      creationDate: new Date(vreme),
    },
    language: 'sr-Latn-RS',
    pageSize: 'A4',
    pageOrientation: orientation,
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN],
    defaultStyle: { font: 'Roboto', fontSize: TEXT_POINTS, lineHeight: 1.1, color: INK },
    header: (page) => (page === 1 ? null : { ...running(), margin: [MARGIN, 20, MARGIN, 0] }),
    footer: (page, pages) => ({
      stack: [
        { columns: [running(), { text: `Stranica ${page} od ${pages}`, ...small, alignment: 'right', width: 'auto' }] },
        { ...words(printed, width, small.fontSize), ...small },
      ],
      margin: [MARGIN, 8, MARGIN, 0],
    }),
    content: [
      ...top,
      ...content.slice(0, -1),
      signed(content.at(-1), signatures(potpisi, width)),
      ...annex.map((block, at) => (at === 0 ? { ...block, pageBreak: 'before' as const } : block)),
    ],
  }
}

export const rule = (width: number, lineWidth: number): Block => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor: INK }],
})

const titleBlock = (head: PaperHead, title: string, room: number): Block => ({
  columns: [
    {
      stack: [
        { text: title.toUpperCase(), bold: true, fontSize: 16 },
        { ...words(`uz ${DOCUMENTS[head.vrsta]} – ${head.tip_dokumenta}`, room, TEXT_POINTS), color: PALE_INK },
      ],
    },
    {
      alignment: 'right',
      stack: [
        { ...words(`${head.vrsta} br. ${head.broj}`, room, 12), bold: true, fontSize: 12 },
        { text: `Datum: ${formatDate(head.datum)}` },
      ],
    },
  ],
  columnGap: GAP,
  margin: [0, 0, 0, 6],
})

function parties(head: PaperHead, room: number): Block {
  const { vrsta, nasa_firma } = head
  const sender = vrsta === 'C1' ? codesOf(nasa_firma?.pib, nasa_firma?.mb) : ''
  const own = codesOf(head.primalac_pib, head.primalac_mb)
  const receiver = own === '' && vrsta === 'C4' ? codesOf(nasa_firma?.pib, nasa_firma?.mb) : own
  return {
    columns: [
      party('Pošiljalac', room, [head.posiljalac_naziv, head.posiljalac_grad, head.posiljalac_drzava, sender]),
      party('Primalac', room, [head.primalac_naziv, head.primalac_grad, receiver]),
      { ...party('Zemlja otpreme', ORIGIN_ROOM, [head.zemlja_otpreme]), width: ORIGIN_ROOM },
    ],
    columnGap: GAP,
    margin: [0, 8, 0, 12],
  }
}

/** The numbers by which customs know the document. Each is written unbroken; an empty one is left out. */
function customsLine(head: PaperHead, width: number): Block[] {
  const facts = [
    ['Odobrenje', head.odobrenje_broj],
    ['Oznaka postupka', head.oznaka_postupka],
    ['JCI', head.broj_jci],
    ['Carinski organ', head.carinski_organ],
    ['Rok razduženja', head.rok && formatDate(head.rok)],
  ].flatMap(([label, text]) => (text ? [words(`${label}: ${text}`, width, TEXT_POINTS)] : []))
  const text = facts.flatMap((fact) => [fact, { text: '    ' }])
  return facts.length > 0 ? [{ text, margin: [0, 0, 0, 10] }] : []
}

/**
 * The beginning of a paper that belongs to no C4 or C1, A4 across: our company (once it is filled in), the title and
 * the subject, and a line for each fact.
 */
export function ownTop(firma: Firma | undefined, title: string, of: string, facts: readonly string[]): Block[] {
  const width = SHEET_WIDTH.landscape
  return [
    ...firmLine(firma, width),
    { ...words(title.toUpperCase(), width, 16), bold: true, fontSize: 16 },
    { ...words(of, width, 10), margin: [0, 0, 0, 6] },
    rule(width, 1),
    { stack: facts.map((fact) => words(fact, width, TEXT_POINTS)), margin: [0, 6, 0, 8] },
  ]
}

/** A line with the owner of the paper. */
function firmLine(firma: Firma | undefined, width: number): Block[] {
  if (!firma) return []
  const { naziv, pib, mb, adresa, grad, drzava } = firma
  const facts = [naziv, codesOf(pib, mb), adresa, grad, drzava].filter(Boolean).join(', ')
  return [{ ...words(facts, width, 10), bold: true, fontSize: 10, margin: [0, 0, 0, 6] }]
}

const codesOf = (pib: string | null | undefined, mb: string | null | undefined): string =>
  [pib && `PIB: ${pib}`, mb && `MB: ${mb}`].filter(Boolean).join(', ')

const party = (label: string, room: number, [naziv = '', ...rest]: string[]): Block => ({
  stack: [
    { text: label, ...small },
    { ...words(naziv, room, 10), bold: true, fontSize: 10 },
    ...rest.filter(Boolean).map((line) => words(line, room, TEXT_POINTS)),
  ],
})

/** The last block of a paper with the lines to sign under it, on the same page. */
function signed(last: Block | undefined, lines: Block): Block {
  if (last?.table) return withFoot({ ...last, table: last.table }, lines)
  return { stack: last ? [last, lines] : [lines], unbreakable: true }
}

const signatures = (potpisi: readonly string[], width: number): Block => ({
  columns: potpisi.map((text) => ({
    stack: [
      rule((width - (potpisi.length - 1) * SIGNATURE_GAP) / potpisi.length, 0.6),
      { text, ...small, alignment: 'center', margin: [0, 3, 0, 0] },
    ],
  })),
  columnGap: SIGNATURE_GAP,
  margin: [0, 40, 0, 0],
})
