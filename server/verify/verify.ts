import { engineOf } from '#server/db/engine.ts'
import { inSnapshot, type Place } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { schemaFault, wantedAt } from '#server/db/schema-check.ts'
import { Difference } from './difference.ts'
import { readSaid } from './said-in-trail.ts'
import { verifyMaterials, verifyPartners, verifyProducts } from './verify-catalogue.ts'
import { verifyC1, verifyC4 } from './verify-documents.ts'
import { verifyLedger } from './verify-ledger.ts'
import { verifyObracuni, verifyZakljucenja } from './verify-obracuni.ts'
import { verifyPdfs, verifyPrilozi } from './verify-pdfs.ts'
import { verifyTotals, verifyWaste } from './verify-totals.ts'
import { type Noted, verifyTrail } from './verify-trail.ts'

export type Verdict =
  | { readonly ok: false; readonly difference: string }
  | {
      readonly ok: true
      readonly summary: string
      readonly leftOut: string | null
      /** How far the audit trail is sealed, and the newest seal, to be written down. */
      readonly trail: string
    }

const NOT_COMPARED = 'od čega se baza sastoji (korisnik nema pravo da napravi šemu u njoj)'

/**
 * Recomputes everything that the database holds twice or derives: its own integrity, the columns of search and order,
 * totals of documents, the complete ledger, and the statements of the audit trail about accounts, closings and files.
 * Answers the counts, or the first difference in a Serbian sentence. Reads one snapshot of the place, while others go
 * on working. `noted` is a seal that somebody wrote down.
 */
export const verifyPlace = (place: Place, noted: Noted | null = null): Promise<Verdict> =>
  judged(async () => {
    const wanted = await wantedAt(place)
    const verdict = await inSnapshot(place, (db) => verifyAll(db, wanted, noted))
    if (wanted || !verdict.ok) return verdict
    return { ...verdict, leftOut: [verdict.leftOut, NOT_COMPARED].filter(Boolean).join('; ') }
  })

/** The same of a database that is already open; nobody may write to it meanwhile. */
export const verify = (db: Db, noted: Noted | null = null): Promise<Verdict> => judged(() => verifyAll(db, null, noted))

/**
 * The first difference in catalogue, documents, ledger and totals, in a Serbian sentence; null where there is none. `db`
 * shows one moment.
 */
export async function differenceInBooks(db: Db): Promise<string | null> {
  const verdict = await judged(async () => {
    await verifyBooks(db)
    return { ok: true, summary: '', leftOut: null, trail: '' }
  })
  return verdict.ok ? null : verdict.difference
}

async function judged(check: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await check()
  } catch (error) {
    const difference = sentenceOf(error)
    if (difference === null) throw error
    return { ok: false, difference }
  }
}

async function verifyAll(db: Db, wanted: Awaited<ReturnType<typeof wantedAt>>, noted: Noted | null): Promise<Verdict> {
  const { damage, reference, unguarded, rule, leftOut } = await engineOf(db).checkIntegrity(db)
  const fault = damage ?? reference ?? unguarded ?? (wanted && (await schemaFault(db, wanted)))
  if (fault) throw new Difference(fault)
  const { materials, products, c4, c1, draws } = await verifyBooks(db)
  // Before what is held against it.
  const trail = await verifyTrail(db, noted)
  const said = await readSaid(db)
  await verifyPrilozi(db, said)
  const pdfs = await verifyPdfs(db, said)
  const obracuni = await verifyObracuni(db, said)
  await verifyZakljucenja(db, said)
  // The checks above name a broken rule of a table better, where they know of it.
  if (rule) throw new Difference(rule)
  const summary =
    `C4 ${c4.documents} (stavki ${c4.lines}), C1 ${c1.documents} (stavki ${c1.lines}), razduženja ${draws}, ` +
    `materijala ${materials}, proizvoda ${products}, PDF ${pdfs}, podnetih obračuna ${obracuni}`
  return { ok: true, summary, leftOut, trail }
}

async function verifyBooks(db: Db) {
  const materials = await verifyMaterials(db)
  const products = await verifyProducts(db)
  const c4 = await verifyC4(db)
  const c1 = await verifyC1(db)
  await verifyPartners(db)
  const draws = await verifyLedger(db)
  await verifyWaste(db)
  await verifyTotals(db)
  return { materials, products, c4, c1, draws }
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** The sentence of an error that a damaged database may give its reader; null for any other error, which is no verdict. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof Difference) return error.message
  const { errcode = 0, message } = error as Error & { errcode?: number }
  if ([SQLITE_CORRUPT, SQLITE_NOTADB].includes(errcode & 0xff)) return `Fajl baze je oštećen: ${message}.`
  if (error instanceof RangeError) return `Broj u bazi je izvan tačnog opsega: ${message}.`
  return null
}
