import { figuresIn } from '#contract/figures/figure.ts'
import { CARINA, OBRACUN_FIGURES, OBRACUN_NAZIVI, PROVERA_FIGURES, provereRedovi } from '#contract/figures/obracun.ts'
import type { Delovi, ObracunStavka } from '#contract/obracun.ts'
import { figureTable } from './figure-table.ts'
import { type Fact, glavaFacts, HASH } from './obracun-glava.ts'
import { rule, sheetFrame } from './paper-frame.ts'
import { SHEET_WIDTH } from './paper-table.ts'
import { factText, words } from './paper-text.ts'
import type { ObracunPaper } from './papers.ts'
import type { Block, PdfDefinition } from './pdf-definition.ts'

/** The parts behind the head, in the order of Annex 71-06 (docs/decisions/obracuni.md), without our checks. */
const PARTS = (Object.keys(OBRACUN_FIGURES) as (keyof Delovi)[]).filter((deo) => deo !== 'provere')
/** Rows of these parts stand under a line with the facts that they share: an exported line, a product. */
const DETAIL = { izvoz: 'broj_c4', normativi: 'materijal_id' } as const

/**
 * The account for customs (customs §5): its head, then its parts that have rows. `provere` adds the checks as an annex.
 * A4 across.
 */
export function obracunPaper({ obracun, glava, provere = false, stampano }: ObracunPaper): PdfDefinition {
  const { podnet } = glava
  const title = podnet ? `Obračun br. ${podnet.broj}` : 'Obračun'
  const facts = glavaFacts(glava)
  const heading = `${title} ${glava.obim} ${glava.period}`
  const parts = PARTS.flatMap((deo) => [...partOf(deo, obracun), ...(deo === 'stavke' ? duties(obracun.stavke) : [])])
  const content: Block[] = parts.length > 0 ? parts : [{ text: 'U ovom periodu nema nijedne uvozne stavke.' }]
  const checks = provere ? provereRedovi(obracun.provere) : []
  const annex = figureTable('Prilog: provere', PROVERA_FIGURES, checks, { detail: 'broj' })
  const width = SHEET_WIDTH.landscape
  return sheetFrame({
    heading,
    subject: 'Obračun za carinu',
    stampano,
    orientation: 'landscape',
    top: [
      { ...words(title.replace('Obračun', 'OBRAČUN'), width, 16), bold: true, fontSize: 16 },
      { ...words(`${glava.obim}, ${glava.period}`, width, 10), margin: [0, 0, 0, 6] },
      rule(width, 1),
      headBlock(facts),
      ...(podnet?.sha256 ? [{ ...words(`${HASH}: ${podnet.sha256}`, width), margin: [0, 0, 0, 8] } as Block] : []),
    ],
    content,
    annex,
  })
}

function partOf<Deo extends keyof Delovi>(deo: Deo, delovi: Delovi): Block[] {
  const rows = delovi[deo] as Delovi[Deo][number][]
  const figures = figuresIn<Delovi[Deo][number]>(OBRACUN_FIGURES[deo], rows).filter(({ id }) => !isDuty(id))
  const { slovo, naziv } = OBRACUN_NAZIVI[deo]
  const title = deo === 'ukupno' ? `${naziv} po tarifnom broju` : slovo ? `${slovo}. ${naziv}` : naziv
  const detail = deo in DETAIL ? { detail: DETAIL[deo as keyof typeof DETAIL] as never } : {}
  return figureTable(title, figures, rows, detail)
}

const isDuty = (id: string) => CARINA.includes(id)

/** The duty and tax that the JCI gives for the lines with something left, as a table of its own. */
function duties(stavke: readonly ObracunStavka[]): Block[] {
  const rows = stavke.filter(({ carinska_vrednost_ostatka }) => carinska_vrednost_ostatka)
  const named = [
    'broj_c4',
    'datum',
    'rok',
    'broj_fakture',
    'redni_broj',
    'tarifni_broj',
    'materijal_id',
    'materijal_naziv',
  ]
  const figures = figuresIn(OBRACUN_FIGURES.stavke, rows).filter(({ id }) => named.includes(id) || isDuty(id))
  return figureTable('Carina i PDV na preostalu robu (informativno)', figures, rows)
}

/** Holder, authorisations and account beside each other. */
function headBlock(groups: readonly (readonly Fact[])[]): Block {
  const gap = 16
  const room = (SHEET_WIDTH.landscape - (groups.length - 1) * gap) / groups.length
  return {
    columns: groups.map((facts) => ({
      width: room,
      stack: facts
        .filter(([label, text]) => text && label !== HASH)
        .map(([label, text], at) => ({
          ...factText(label, text, room, 9),
          // Space before each authorisation but the first.
          ...(label === 'Odobrenje' && at > 0 && { margin: [0, 4, 0, 0] as Block['margin'] }),
        })),
    })),
    columnGap: gap,
    margin: [0, 6, 0, 10],
  }
}
