import { parentPort } from 'node:worker_threads'
import { type ObracunPaper, obracunPaper } from './obracun-paper.ts'
import type { C1Paper, C4Paper, PaperName } from './papers.ts'
import { drawPdf } from './pdf.ts'
import type { PdfDefinition } from './pdf-definition.ts'
import { type PorekloPaper, porekloPaper } from './poreklo-paper.ts'
import { razduzenjeC4 } from './razduzenje-c4-paper.ts'
import { razduzenje } from './razduzenje-paper.ts'
import { specifikacija } from './specifikacija-paper.ts'

/** An order to the worker: these papers of this export (each a file, or one file), the one of this import, an account, or an origin sheet. */
export type PrintOrder =
  | { names: readonly PaperName[]; paper: C1Paper; inOne?: boolean }
  | { c4Paper: C4Paper }
  | { obracun: ObracunPaper }
  | { porekloPaper: PorekloPaper }
export type Pdf = Uint8Array<ArrayBuffer>
/** The PDFs in the order of the names, or why there are none. */
export type PrintReply = { pdfs: Pdf[] } | { fault: string }

const papers = { specifikacija, razduzenje }

/** What stands in each file; files are described one after the other, so that the longest is in memory alone. */
function descriptions(order: PrintOrder): (() => PdfDefinition[])[] {
  if ('obracun' in order) return [() => [obracunPaper(order.obracun)]]
  if ('porekloPaper' in order) return [() => [porekloPaper(order.porekloPaper)]]
  if ('c4Paper' in order) return [() => [razduzenjeC4(order.c4Paper)]]
  const { names, paper, inOne } = order
  if (inOne) return [() => names.map((name) => papers[name](paper))]
  return names.map((name) => () => [papers[name](paper)])
}

async function print(order: PrintOrder): Promise<PrintReply> {
  try {
    const pdfs: Pdf[] = []
    for (const describe of descriptions(order)) pdfs.push(await drawPdf(describe()))
    return { pdfs }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (order: PrintOrder) => {
  const reply = await print(order)
  parentPort?.postMessage(reply, 'pdfs' in reply ? reply.pdfs.map((pdf) => pdf.buffer) : [])
})
