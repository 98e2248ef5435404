import type { C1Document, RazduzenjeRow } from '#contract/c1.ts'
import type { PaperFile } from '#contract/documents.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import type { Db } from '#server/db/schema.ts'
import type { C1Paper, UsedMaterial } from '#server/print/papers.ts'
import { inBase64, printC1 } from '#server/print/print-papers.ts'
import { razduzenjeOfC1 } from './c1-queries.ts'

/** Specification and discharge of a saved C1 as PDFs, base64. Rejects when they can't be drawn. */
export const papersOf = async (paper: C1Paper): Promise<PaperFile[]> => inBase64(await printC1(paper))

/** What stands on the papers of a stored document: itself, and its rows of the ledger as they are now. */
export async function paperOf(db: Db, document: C1Document, stampano: C1Paper['stampano']): Promise<C1Paper> {
  const razduzenje = await razduzenjeOfC1(db, document.id)
  const rowsOf = Map.groupBy(razduzenje, ({ c1_stavka_id }) => c1_stavka_id)
  return {
    ...document,
    stampano,
    stavke: document.stavke.map((stavka) => ({
      ...stavka,
      naziv: stavka.proizvod_naziv,
      materijali: stavka.normativ.map((need) => usedMaterial(need, rowsOf.get(stavka.id) ?? [])),
    })),
  }
}

function usedMaterial(
  need: C1Document['stavke'][number]['normativ'][number],
  rows: readonly RazduzenjeRow[],
): UsedMaterial {
  const mine = rows.filter(({ materijal_id }) => materijal_id === need.materijal_id)
  return {
    materijal_id: need.materijal_id,
    naziv: need.naziv,
    jedinica_mere: need.jedinica_mere,
    potrebna_kolicina: need.potrebna_kolicina,
    lotovi: mine.flatMap(({ lot, kolicina }) => (lot ? [{ ...lot, kolicina }] : [])),
    manjak: mine.find(({ lot }) => lot === null)?.kolicina ?? NO_QUANTITY,
  }
}
