import type { PaperFile } from '#contract/documents.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatWhole } from '#domain/decimal.ts'
import { fileStem } from '#server/files/file-stem.ts'
import { createJobQueue, type Watched } from '#server/jobs/job-queue.ts'
import { startThread } from '#server/jobs/job-worker.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import { obracunFile } from './obracun-glava.ts'
import type { OstaloRazduzenjePaper } from './ostalo-razduzenje-paper.ts'
import { type C1Paper, type C4Paper, type ObracunPaper, obracunRows, PAPER_NAMES, type PaperName } from './papers.ts'
import type { PopisPaper } from './popis-paper.ts'
import type { PorekloPaper } from './poreklo-paper.ts'
import type { Pdf, PrintOrder, PrintReply } from './print-worker.ts'
import { tellUndrawn } from './tell-failures.ts'
import type { UsaglasavanjePaper } from './usaglasavanje-paper.ts'

/** Garbage collection takes a third of the time of a paper with 4 MB; more than 16 MB is hardly quicker. */
const YOUNG_MB = 16
/** Orders that may wait for a printer; the next is refused at once. */
const PRINT_QUEUE_LIMIT = 50
const WORKER = import.meta.resolve('#server/print/print-worker.ts')

export type Printer = {
  /** The PDFs of an order; `heard` gets the percent of an account. Rejects if busy, slow, out of memory or at fault. */
  print(order: PrintOrder, watched?: Watched): Promise<Pdf[]>
}

type Limits = {
  /** An order that takes longer, waiting included, is given up. */
  timeLimitMs: number
  /** A paper that needs more memory ends the worker, not the server. */
  heapLimitMb: number
  queueLimit?: number
  /** Whether an idle worker stays, with fonts open and code warm. */
  resident: boolean
}

/**
 * A printer is one worker thread, so that drawing (about 0.5 ms a table row) never holds up the event loop. It starts
 * with the first order and draws one order after another.
 */
export function createPrinter({ timeLimitMs, heapLimitMb, queueLimit = PRINT_QUEUE_LIMIT, resident }: Limits): Printer {
  const start = () => startThread<PrintOrder, PrintReply>(WORKER, { memoryMb: heapLimitMb, youngMb: YOUNG_MB })
  const keepMs = resident ? Infinity : 0
  const orders = createJobQueue(start, { places: 1, queue: queueLimit, waitMs: timeLimitMs, keep: 'same', keepMs })
  const tooSlow = `printing took longer than ${timeLimitMs} ms`
  const reasons = {
    full: `${queueLimit} orders wait for the printer`,
    late: tooSlow,
    'too-slow': tooSlow,
    'too-large': `printing took more memory than ${heapLimitMb} MB`,
  }
  return {
    async print(order, watched) {
      const end = performance.now() + timeLimitMs
      const reply = await orders.ask(
        () => order,
        () => end - performance.now(),
        watched,
      )
      if ('refused' in reply) throw new Error(reasons[reply.refused])
      if ('fault' in reply) throw new Error(`the paper could not be drawn: ${reply.fault}`)
      return reply.pdfs
    },
  }
}

export type PrintedFile = { name: string; bytes: Pdf }

/** The limit of table rows for the resident printer, which draws them in about a quarter of a second. */
export const SHORT_PAPER_ROWS = 500
/** Table rows of the razduženje that are still printed: some 10 s and, for that time, 1 GB. */
export const PRINT_ROW_LIMIT = 15_000

const printer = createPrinter({ timeLimitMs: 20_000, heapLimitMb: 256, resident: true })
/** Long papers go to a printer of their own, so that nobody's short paper waits for them. */
const longPrinter = createPrinter({ timeLimitMs: 60_000, heapLimitMb: 2048, resident: false })

/**
 * The PDFs of a C1: `C1_{broj}_specifikacija.pdf` and `C1_{broj}_razduzenje.pdf` (decisions §3), or both in
 * `C1_{broj}_papiri.pdf`. Drawn in a thread of its own; the same paper gives the same bytes. Rejects when they can't be
 * drawn: the saved document stays, and its answer has no papers.
 */
export async function printC1(paper: C1Paper, inOne = false): Promise<PrintedFile[]> {
  const pdfs = await printerFor(countRows(paper)).print({ names: PAPER_NAMES, paper, inOne })
  const names = inOne ? (['papiri'] as const) : PAPER_NAMES
  return names.map((name, at) => ({ name: fileName('C1', paper.broj_c1, name), bytes: pdfs[at] as Pdf }))
}

/** The PDF of a C4, `C4_{broj}_razduzenje.pdf`: the exports of each of its lines. Rejects like `printC1`. */
export async function printC4(paper: C4Paper): Promise<PrintedFile[]> {
  const pdfs = await printerFor(paper.stavke.length).print({ c4Paper: paper })
  return pdfs.map((bytes) => ({ name: fileName('C4', paper.broj_c4, 'razduzenje'), bytes }))
}

/** Rows of an account that are still printed: some 15 s and 1.5 GB. */
export const OBRACUN_ROW_LIMIT = 20_000

/** The PDF of an account, named by its scope and period. Rejects like `printC1`, and where `signal` aborts. */
export async function printObracun(paper: ObracunPaper, watched?: Watched): Promise<PrintedFile[]> {
  const rows = refuseLongObracun(paper.obracun)
  const pdfs = await (rows > SHORT_PAPER_ROWS
    ? longPrinter.print({ obracun: paper }, watched)
    : printer.print({ obracun: paper }))
  return pdfs.map((bytes) => ({ name: obracunFile(paper.glava, 'pdf'), bytes }))
}

/** An account as it is handed in: its PDF and its spreadsheet. Rejects like `printC1`. */
export async function printPodnet(paper: ObracunPaper): Promise<{ papir: Pdf; tabela: Pdf }> {
  refuseLongObracun(paper.obracun)
  const [papir, tabela] = await longPrinter.print({ obracun: paper, tabela: true })
  if (!papir || !tabela) throw new Error('the printer drew nothing')
  return { papir, tabela }
}

/** The PDF of an origin sheet, `C1_{broj}_poreklo_{redni broj}.pdf`. Rejects like `printC1`. */
export async function printPoreklo(paper: PorekloPaper): Promise<PrintedFile[]> {
  const { broj_c1, redni_broj, stavke } = paper.poreklo
  const pdfs = await printerFor(stavke.length).print({ porekloPaper: paper })
  return pdfs.map((bytes) => ({ name: fileName('C1', broj_c1, `poreklo_${redni_broj}`), bytes }))
}

/** The PDF of a discharge of named lots, `razduzenje_{broj}.pdf`. Rejects like `printC1`. */
export async function printOstaloRazduzenje(paper: OstaloRazduzenjePaper): Promise<PrintedFile[]> {
  const { broj, stavke } = paper.razduzenje
  const pdfs = await printerFor(stavke.length).print({ ostaloPaper: paper })
  return pdfs.map((bytes) => ({ name: `razduzenje_${fileStem(broj)}.pdf`, bytes }))
}

/** The PDF of a count, `popis_{datum}.pdf`. Rejects like `printC1`. */
export async function printPopis(paper: PopisPaper): Promise<PrintedFile[]> {
  const { datum, stavke } = paper.popis
  const pdfs = await printerFor(stavke.length).print({ popisPaper: paper })
  return pdfs.map((bytes) => ({ name: `popis_${datum}.pdf`, bytes }))
}

/** The PDF of a comparison with the books of another, `usaglasavanje_{od}_{do}.pdf`. Rejects like `printC1`. */
export async function printUsaglasavanje(paper: UsaglasavanjePaper): Promise<PrintedFile[]> {
  const { datum_od, datum_do } = paper.usaglasavanje
  const said = { what: 'Usaglašavanje', where: 'Možete ga' }
  const pdfs = await printerFor(paper.redovi.length, said).print({ usaglasavanjePaper: paper })
  return pdfs.map((bytes) => ({ name: `usaglasavanje_${datum_od}_${datum_do}.pdf`, bytes }))
}

/** Returns the number of rows of an account; refuses, with a sentence, an account of too many rows. */
export function refuseLongObracun(obracun: ObracunPaper['obracun']): number {
  const rows = obracunRows(obracun)
  refuseTooLong(rows, { what: 'Obračun', where: 'Možete ga', most: OBRACUN_ROW_LIMIT })
  return rows
}

/** `Retry-After` of an answer whose papers could not be drawn. */
const AGAIN_SECONDS = 10

/** The sentence for a paper that cannot be drawn. */
export const NOT_DRAWN = 'PDF fajl trenutno ne može da se napravi.'

/** Waits for papers. A failure is logged, and the user gets the sentence `failed` (503, `Retry-After`). */
export async function drawn<T>(papers: Promise<T>, failed: string): Promise<T> {
  try {
    return await papers
  } catch (error) {
    if (error instanceof Refusal) throw error
    tellUndrawn(error)
    throw new TryAgain('unavailable', failed, AGAIN_SECONDS)
  }
}

/** Refuses, with a sentence, a paper (`what`) of more rows than `most`. */
export function refuseTooLong(
  rows: number,
  { what = 'Razduženje', where = 'U arhivi ga možete', most = PRINT_ROW_LIMIT } = {},
): void {
  if (rows <= most) return
  const message = `${what} ima previše redova (${formatWhole(rows)}), a u PDF staje najviše ${formatWhole(most)}. ${where} preuzeti kao Excel fajl.`
  throw new Refusal('too_large', message)
}

function printerFor(rows: number, said: Parameters<typeof refuseTooLong>[1] = {}): Printer {
  refuseTooLong(rows, said)
  return rows > SHORT_PAPER_ROWS ? longPrinter : printer
}

const BLANK: C1Paper = {
  broj_c1: '',
  datum: '2000-01-01' as CalendarDate,
  tip_dokumenta: '',
  posiljalac_naziv: '',
  posiljalac_grad: '',
  posiljalac_drzava: '',
  primalac_naziv: '',
  primalac_pib: null,
  primalac_mb: null,
  primalac_grad: '',
  zemlja_otpreme: '',
  stampano: { korisnik: '', vreme: 0 },
  stavke: [],
}

/** Starts the printer before its first paper (0.3 s, in its own thread). Rejects when there will be no printing. */
export async function warmPrinter(): Promise<void> {
  await printer.print({ names: PAPER_NAMES, paper: BLANK })
}

/** The table rows of the razduženje: title and heads of each exported line, its lots, its shortages. */
function countRows({ stavke }: C1Paper): number {
  const materials = stavke.flatMap(({ materijali }) => materijali)
  return materials.reduce((rows, { lotovi, manjak }) => rows + lotovi.length + Math.sign(manjak), stavke.length * 2)
}

/** The number of pages of a paper: pdfkit does not pack their objects. */
export const pagesOf = (bytes: Pdf): number =>
  Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0

/** The files as an answer has them, in base64. */
export const inBase64 = (files: readonly PrintedFile[]): PaperFile[] =>
  files.map(({ name, bytes }) => ({ name, data: Buffer.from(bytes).toString('base64') }))

/** The name of a paper's file: the razduženje of C1 `12/2026` is `C1_12-2026_razduzenje.pdf`. */
export const fileName = (vrsta: 'C4' | 'C1', broj: string, name: PaperName | 'papiri' | `poreklo_${number}`): string =>
  `${vrsta}_${fileStem(broj)}_${name}.pdf`
