import type { C1Document, RazduzenjeRow } from '#contract/c1.ts'
import type { PaperFile } from '#contract/documents.ts'
import type { Parts } from '#domain/bom.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import { newestMove } from '#server/audit/moved-index.ts'
import { lookUp } from '#server/db/look-up.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { ownCodes } from '#server/documents/nasa-firma.ts'
import type { C1Paper, UsedMaterial } from '#server/print/papers.ts'
import { inBase64, printC1 } from '#server/print/print-papers.ts'
import { existing } from '#server/refusal.ts'
import { findC1, razduzenjeOfC1 } from './c1-queries.ts'

/** By whom papers are asked for and when, and whether as one file. */
export type PapersWanted = Pick<C1Paper, 'stampano'> & { jedan_pdf: boolean }

/**
 * Specification and discharge of an export as it is now, as PDFs in base64 (or as one). It notes that they are given
 * out: after that, a change of its draws makes them outdated (`papiri_zastareli`). `saved` stands for an export that
 * has been deleted meanwhile. Rejects if they cannot be drawn.
 */
export async function givePapers(
  { readAtOnce, transact }: Pick<Store, 'readAtOnce' | 'transact'>,
  id: number,
  { stampano, jedan_pdf, saved }: PapersWanted & { saved?: C1Document },
): Promise<PaperFile[]> {
  const { paper, papiri_verzija, papiri_dnevnik } = await readAtOnce(
    lookUp(async (db) => {
      const document = (await findC1(db, id)) ?? (await existing(Promise.resolve(saved)))
      const paper = await paperOfC1(db, document, stampano)
      return { paper, papiri_verzija: document.verzija, papiri_dnevnik: await newestMove(db, id) }
    }),
  )
  const files = inBase64(await printC1(paper, jedan_pdf))
  const note = transact(async (tx) => {
    await tx.updateTable('c1').set({ papiri_verzija, papiri_dnevnik }).where('id', '=', id).execute()
  })
  // Papers that are drawn are given even if nothing more can be written now.
  await note.catch((error) => console.error('papers were given out but not noted:', error))
  return files
}

/** The content of the papers of a stored document: itself, and its rows of the ledger as they are now. */
export async function paperOfC1(db: Db, document: C1Document, stampano: C1Paper['stampano']): Promise<C1Paper> {
  const razduzenje = await razduzenjeOfC1(db, document.id)
  const rowsOf = Map.groupBy(razduzenje, ({ c1_stavka_id }) => c1_stavka_id)
  return {
    ...document,
    stampano,
    nasa_firma: await ownCodes(db, document.posiljalac_naziv),
    stavke: document.stavke.map((stavka) => ({
      ...stavka,
      naziv: stavka.proizvod_naziv,
      materijali: stavka.normativ.map((need) => usedMaterial(need, rowsOf.get(stavka.id) ?? [])),
    })),
  }
}

const delovi = ({ ugradjeno, otpad, gubitak }: Parts): Parts | null =>
  otpad === NO_QUANTITY && gubitak === NO_QUANTITY ? null : { ugradjeno, otpad, gubitak }

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
    otpad_procenat: need.otpad_procenat,
    gubitak_procenat: need.gubitak_procenat,
    lotovi: mine.flatMap(({ lot, kolicina, usmereno, posle_roka, pre_prelaska, ...parts }) =>
      lot ? [{ ...lot, kolicina, usmereno, posle_roka, pre_prelaska, delovi: delovi(parts) }] : [],
    ),
    manjak: mine.find(({ lot }) => lot === null)?.kolicina ?? NO_QUANTITY,
  }
}
