import { parentPort } from 'node:worker_threads'
import { writeSheets } from '#server/sheets/write-sheet.ts'
import { obracunPaper } from './obracun-paper.ts'
import { obracunTables } from './obracun-tables.ts'
import { type OstaloRazduzenjePaper, ostaloRazduzenjePaper } from './ostalo-razduzenje-paper.ts'
import { hearRows } from './paper-table.ts'
import { type C1Paper, type C4Paper, type ObracunPaper, obracunRows, type PaperName } from './papers.ts'
import { drawPdf } from './pdf.ts'
import type { PdfDefinition } from './pdf-definition.ts'
import { type PopisPaper, popisPaper } from './popis-paper.ts'
import { type PorekloPaper, porekloPaper } from './poreklo-paper.ts'
import { razduzenjeC4 } from './razduzenje-c4-paper.ts'
import { razduzenje } from './razduzenje-paper.ts'
import { specifikacija } from './specifikacija-paper.ts'
import { type UsaglasavanjePaper, usaglasavanjePaper } from './usaglasavanje-paper.ts'

/** Percent of an account's time that is over once its texts are measured, and once its pages are laid out. */
const MEASURED = 30
const LAID_OUT = 65

/** An order to the worker: one document and its papers. `inOne`: the papers of an export are one file. */
export type PrintOrder =
  | { names: readonly PaperName[]; paper: C1Paper; inOne?: boolean }
  | { c4Paper: C4Paper }
  | { obracun: ObracunPaper; tabela?: boolean }
  | { porekloPaper: PorekloPaper }
  | { ostaloPaper: OstaloRazduzenjePaper }
  | { popisPaper: PopisPaper }
  | { usaglasavanjePaper: UsaglasavanjePaper }
export type Pdf = Uint8Array<ArrayBuffer>
/** The PDFs in the order of the names, then the spreadsheet (`tabela`) of an account; or why there are none. */
export type PrintReply = { pdfs: Pdf[] } | { fault: string }

const papers = { specifikacija, razduzenje }

/** The content of each file. Files are described one after the other, so that only the longest one is in memory. */
function descriptions(order: PrintOrder): (() => PdfDefinition[])[] {
  if ('obracun' in order) return [() => [obracunPaper(order.obracun)]]
  if ('porekloPaper' in order) return [() => [porekloPaper(order.porekloPaper)]]
  if ('ostaloPaper' in order) return [() => [ostaloRazduzenjePaper(order.ostaloPaper)]]
  if ('popisPaper' in order) return [() => [popisPaper(order.popisPaper)]]
  if ('usaglasavanjePaper' in order) return [() => [usaglasavanjePaper(order.usaglasavanjePaper)]]
  if ('c4Paper' in order) return [() => [razduzenjeC4(order.c4Paper)]]
  const { names, paper, inOne } = order
  if (inOne) return [() => names.map((name) => papers[name](paper))]
  return names.map((name) => () => [papers[name](paper)])
}

let told = 0
/** Reports the progress of the order, once per percent. */
function tell(percent: number) {
  const whole = Math.floor(percent)
  if (whole <= told) return
  told = whole
  parentPort?.postMessage({ told })
}

async function print(order: PrintOrder): Promise<PrintReply> {
  told = 0
  try {
    const pdfs: Pdf[] = []
    const rows = 'obracun' in order ? obracunRows(order.obracun.obracun) : 0
    let laidOut = 0
    hearRows(() => tell(MEASURED + (LAID_OUT - MEASURED) * Math.min(1, ++laidOut / rows)))
    const written = (part: number) => tell(LAID_OUT + (100 - LAID_OUT) * part)
    for (const describe of descriptions(order)) pdfs.push(await drawPdf(describe(), rows > 0 ? written : undefined))
    if ('obracun' in order && order.tabela) {
      const { glava, obracun } = order.obracun
      pdfs.push(new Uint8Array(writeSheets(obracunTables(glava, obracun))))
    }
    return { pdfs }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (order: PrintOrder) => {
  const reply = await print(order)
  parentPort?.postMessage(reply, 'pdfs' in reply ? reply.pdfs.map((pdf) => pdf.buffer) : [])
})
