import type { C4Body, C4Document } from '#contract/c4.ts'
import type { Micro } from '#domain/decimal.ts'
import { LAST_ID } from '#domain/fifo.ts'
import { invoiceKey } from '#domain/invoice.ts'
import type { Log } from '#server/audit/log.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Tx } from '#server/db/open.ts'
import { assertVersion } from '#server/db/versions.ts'
import { derivedColumns, matchStored, refuseIf, withAmounts } from '#server/documents/document-columns.ts'
import { documentWriter } from '#server/documents/write-document.ts'
import { adoptPdf, letPdfGo } from '#server/files/pdfs.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { refuseLostCover } from '#server/stock/consequences.ts'
import { writeExportTotals } from '#server/stock/export-totals.ts'
import { countImports } from '#server/stock/import-totals.ts'
import { countInput } from '#server/stock/input-sums.ts'
import { book, handOver, type Ledger, openLedger, release } from '#server/stock/ledger.ts'
import { logChange } from '#server/stock/log-change.ts'
import {
  affectedBy,
  deleteLots,
  insertLots,
  lotsOf,
  type NewLot,
  type StoredLot,
  updateLots,
} from '#server/stock/lots.ts'
import { findRate } from '#server/stock/rate-table.ts'
import { c4Entry } from './c4-entry.ts'
import { C4_FIELDS, findC4, lockC4, stavkeOfC4 } from './c4-queries.ts'

/**
 * Creates (`id` null) or rewrites an import document with its lots, in one transaction: refuses what would take the
 * cover from any export, and answers the stored document with the exports whose lots changed (decisions §1).
 */
export async function saveC4(
  engine: Engine,
  tx: Tx,
  log: Log,
  id: number | null,
  body: C4Body,
  ifVersion: number | null,
) {
  const stored = id === null ? null : await locked(engine, tx, id, ifVersion)
  const before = stored && (await findC4(tx, stored.id))
  const { stavke, pdf_fajl, ...fields } = body
  const kurs = await rateOf(tx, body, stored)
  const priced = withAmounts(stavke, (line) => line.cena_po_jedinici).map((line, pozicija) => ({ ...line, pozicija }))
  const columns = {
    ...fields,
    kurs,
    ...derivedColumns({ ...body, broj: body.broj_c4, partner: body.posiljalac_naziv, kurs }, priced),
    pdf_fajl: await adoptPdf(tx, pdf_fajl, stored?.pdf_fajl ?? null),
  }

  const old = stored ? await lotsOf(tx, stored.id) : []
  const { changed, added, removed } = compareLines(old, priced)
  const ledger = await openLedger(
    engine,
    tx,
    [...old, ...priced].map(({ materijal_id }) => materijal_id),
  )
  refuseUnknownMaterials(ledger, body.stavke)
  const place = { datum: body.datum, c4_id: stored?.id ?? LAST_ID }
  const moved = changed.filter(
    ({ stored: lot, lot: now }) =>
      lot.datum !== body.datum || lot.kolicina !== now.kolicina || lot.materijal_id !== now.materijal_id,
  )
  await release(
    ledger,
    await affectedBy(ledger, [
      ...removed,
      ...moved.flatMap(({ stored: lot, lot: now }) => [lot, { ...place, id: lot.id, materijal_id: now.materijal_id }]),
      ...added.map(({ materijal_id }) => ({ ...place, id: LAST_ID, materijal_id })),
    ]),
  )

  const c4_id = await writeC4(engine, tx, stored, columns)
  const fresh = new Map(handOver(ledger, stored ? await lotsOf(tx, c4_id) : []).map((lot) => [lot.id, lot]))
  const document = { c4_id, datum: body.datum, kurs }
  await deleteLots(
    ledger,
    removed.map((lot) => fresh.get(lot.id) ?? lot),
  )
  await updateLots(
    ledger,
    document,
    changed.map(({ stored: lot, lot: now }) => ({ stored: fresh.get(lot.id) ?? lot, lot: now })),
  )
  await insertLots(ledger, document, added)
  await countImports(ledger, old.map(materialOf), priced.map(materialOf), body.datum)
  await countInput(ledger, c4_id, stored && { ...stored, lots: old }, { ...document, lots: priced })
  const booked = await book(ledger, [])
  await refuseLostCover(engine, tx, booked, 'edit')
  await writeExportTotals(ledger, booked, null, [])
  const verzija = (stored?.verzija ?? 0) + 1
  const saved: C4Document = { ...columns, id: c4_id, verzija, stavke: await stavkeOfC4(tx, c4_id) }
  return { ...saved, promenjeni_c1: await logChange(engine, tx, log, booked, c4Entry(before, saved)) }
}

/** Removes an import document and its lots, unless an export would lose its cover. */
export async function deleteC4(engine: Engine, tx: Tx, log: Log, id: number, ifVersion: number | null) {
  const { pdf_fajl, datum, kurs } = await locked(engine, tx, id, ifVersion)
  const entry = c4Entry((await findC4(tx, id)) as C4Document, null)
  const lots = await lotsOf(tx, id)
  const ledger = await openLedger(
    engine,
    tx,
    lots.map(({ materijal_id }) => materijal_id),
  )
  await release(ledger, await affectedBy(ledger, lots))
  await deleteLots(ledger, handOver(ledger, await lotsOf(tx, id)))
  await tx.deleteFrom('c4').where('id', '=', id).execute()
  if (pdf_fajl) await letPdfGo(tx, pdf_fajl)
  await countImports(ledger, lots.map(materialOf), [], datum)
  await countInput(ledger, id, { datum, kurs, lots }, null)
  const booked = await book(ledger, [])
  await refuseLostCover(engine, tx, booked, 'removal')
  await writeExportTotals(ledger, booked, null, [])
  return logChange(engine, tx, log, booked, entry)
}

const materialOf = ({ materijal_id }: { materijal_id: string }) => materijal_id

async function locked(engine: Engine, tx: Tx, id: number, ifVersion: number | null) {
  const stored = await existing(lockC4(engine, tx, id))
  assertVersion(stored.verzija, ifVersion)
  return stored
}

/** The ledger has every material that there is, and keeps it there until the transaction ends. */
function refuseUnknownMaterials({ totals }: Ledger, stavke: C4Body['stavke']) {
  refuseIf(
    stavke.flatMap(({ materijal_id }, index) =>
      totals.has(materijal_id)
        ? []
        : [
            {
              field: `stavke.${index}.materijal_id`,
              message: `Stavka ${index + 1}: materijal ${materijal_id} ne postoji.`,
            },
          ],
    ),
  )
}

/** A document keeps the rate it was saved with while its currency and date stay (decisions §2). */
async function rateOf(
  tx: Tx,
  { valuta, datum }: C4Body,
  stored: { valuta: string; datum: string; kurs: Micro } | null,
): Promise<Micro> {
  if (stored && stored.valuta === valuta && stored.datum === datum) return stored.kurs
  const kurs = await findRate(tx, valuta, datum)
  if (kurs === null)
    throw new Refusal('invalid', `Za valutu ${valuta} nema kursa.`, [
      { field: 'valuta', message: `Za valutu ${valuta} nema kursa.` },
    ])
  return kurs
}

/** Which lines are lots that stay (in their stored identity), which are new and which lots go. */
function compareLines(old: readonly StoredLot[], lines: readonly NewLot[]) {
  const matched = matchStored(old, lines, [
    ({ broj_fakture, redni_broj, materijal_id }) => `${invoiceKey(broj_fakture)}\n${redni_broj}\n${materijal_id}`,
  ])
  const changed: { stored: StoredLot; lot: NewLot }[] = []
  const added: NewLot[] = []
  lines.forEach((lot, index) => {
    const stored = matched[index]
    if (stored) changed.push({ stored, lot })
    else added.push(lot)
  })
  const kept = new Set(changed.map(({ stored }) => stored.id))
  return { changed, added, removed: old.filter(({ id }) => !kept.has(id)) }
}

const writeC4 = documentWriter('c4', C4_FIELDS, 'broj_c4')
