import type { PaperFile } from '#contract/documents.ts'
import type { Db } from '#server/db/schema.ts'
import type { StoredC4 } from '#server/documents/carina.ts'
import { ownCodes } from '#server/documents/nasa-firma.ts'
import type { C4Paper } from '#server/print/papers.ts'
import { inBase64, PRINT_ROW_LIMIT, printC4, refuseTooLong } from '#server/print/print-papers.ts'
import { razduzenjeOfC4 } from './c4-razduzenje.ts'

/** The content of the razduženje of a stored C4. */
export async function paperOfC4(db: Db, document: StoredC4, stampano: C4Paper['stampano']) {
  const { rows, total } = await razduzenjeOfC4(db, document.id, { page: 1, limit: PRINT_ROW_LIMIT })
  return { ...document, stampano, nasa_firma: await ownCodes(db, document.primalac_naziv), stavke: rows, total }
}

/** The razduženje as a PDF, base64. Rejects when it can't be drawn; one of too many rows is refused. */
export async function papersOfC4({ total, ...paper }: Awaited<ReturnType<typeof paperOfC4>>): Promise<PaperFile[]> {
  refuseTooLong(total)
  return inBase64(await printC4(paper))
}
