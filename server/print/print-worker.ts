import { parentPort } from 'node:worker_threads'
import type { C1Paper, PaperName } from './papers.ts'
import { drawPdf } from './pdf.ts'
import { razduzenje } from './razduzenje-paper.ts'
import { specifikacija } from './specifikacija-paper.ts'

/** What the server asks of the worker: these papers of this export. */
export type PrintOrder = { names: readonly PaperName[]; paper: C1Paper }
export type Pdf = Uint8Array<ArrayBuffer>
/** The PDFs in the order of the names, or why there are none. */
export type PrintReply = { pdfs: Pdf[] } | { fault: string }

const papers = { specifikacija, razduzenje }

async function print({ names, paper }: PrintOrder): Promise<PrintReply> {
  try {
    const pdfs: Pdf[] = []
    for (const name of names) pdfs.push(await drawPdf(papers[name](paper)))
    return { pdfs }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', async (order: PrintOrder) => {
  const reply = await print(order)
  parentPort?.postMessage(reply, 'pdfs' in reply ? reply.pdfs.map((pdf) => pdf.buffer) : [])
})
