import type { C1Body, ProveraC1, RazduzenjeRow } from '#contract/c1.ts'
import { MAX_PROVERA_ROWS } from '#contract/documents.ts'
import { type Parts, partsOf } from '#domain/bom.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import { LAST_ID } from '#domain/fifo.ts'
import { drawMarks } from '#domain/rok.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { refuseTakenNumber } from '#server/documents/write-document.ts'
import { adoptablePdf } from '#server/files/pdfs.ts'
import { existing } from '#server/refusal.ts'
import { refuseClosed } from '#server/stock/closed.ts'
import { type Asked, consequencesOf, foresee, remainsAfter } from '#server/stock/foreseen.ts'
import { type Bookings, decide, forgetRequirements, release, releaseInBook } from '#server/stock/ledger.ts'
import { refuseLostWaste, wasteAtRisk } from '#server/stock/lost-waste.ts'
import { releaseNamed } from '#server/stock/named-draws.ts'
import { type Ledger, readLedger } from '#server/stock/open-ledger.ts'
import { productsOf, savedLines, type WrittenLine } from './c1-plan.ts'
import { findC1, lotsById, razduzenjeOfC1, shortagesOf, storedNeeds } from './c1-queries.ts'
import { checkC1, firstPositions, headOf, productIds, refuseClosedC1, requirementsOf } from './c1-save.ts'
import { directedAway, directedOf, directedRows, planDirected, refuseDirectedCover } from './c1-usmerenja.ts'

type Row = ProveraC1['razduzenje'][number]

/**
 * What saving `dokument` as the export `id` (without: as a new one), or removing it (no `dokument`), would do: the
 * save's own decisions on one moment of the database, without its writing.
 */
export const foreseeC1 = (db: Db, { id, dokument }: Asked<C1Body>): Promise<ProveraC1> =>
  foresee<Row>(db, async (tx, found) => {
    const stored = id ? await existing(headOf(tx, id).executeTakeFirst()) : null
    if (!dokument) return stored ? removal(tx, stored, found) : undefined
    const checked = await checkC1(tx, await productsOf(tx, productIds([dokument])), stored, dokument, adoptablePdf)
    const ledger = await readLedger(tx, [...checked.touched])
    await refuseClosedC1(ledger, checked)
    await refuseTakenNumber(tx, 'c1', checked.columns, stored?.id ?? null)
    const waste = stored && (await wasteAtRisk(tx, checked.oldNeeds, checked.touched))
    const from = firstPositions([checked])
    const directed = await directedOf(ledger, checked)
    if (directed) await releaseNamed(ledger, directed.lots, from)
    else if (stored) await release(ledger, from)
    else releaseInBook(ledger, from)
    if (stored) forgetRequirements(ledger, stored.id, checked.touched)
    const { plan } = checked
    const lines = plan.map((planned, at) => ({ ...planned, id: planned.stored?.id ?? LAST_ID - plan.length + at }))
    const written = { datum: dokument.datum, lines }
    const rows = directedRows(lines, checked.touched)
    if (directed) planDirected(ledger, directed, rows)
    const decided = await decide(ledger, requirementsOf(ledger, { ...checked, c1_id: stored?.id ?? LAST_ID, lines }))
    const kept = stored
      ? (await razduzenjeOfC1(tx, stored.id)).filter((row) => !checked.touched.has(row.materijal_id))
      : []
    found({
      razduzenje: (await rowsOf(ledger, { ...decided, directed: rows }, written, kept)).slice(0, MAX_PROVERA_ROWS),
      manjak: shortagesOf(savedLines(lines, checked.touched, decided, checked.oldNeeds)),
      ...(await consequencesOf(tx, decided, { own: stored?.id ?? null })),
    })
    await refuseDirectedCover(tx, directed, decided)
    await refuseLostWaste(tx, waste, decided, [written], false)
  })

async function removal(
  tx: Tx,
  { id, datum }: { readonly id: number; readonly datum: C1Body['datum'] },
  found: (part: Partial<ProveraC1>) => void,
) {
  const needs = await storedNeeds(tx, id)
  const touched = new Set(needs.map(({ materijal_id }) => materijal_id))
  const ledger = await readLedger(tx, [...touched])
  refuseClosed(ledger, [datum])
  const waste = await wasteAtRisk(tx, needs, touched)
  const from = { datum, c1_id: id, c1_stavka_id: 0 }
  const directed = await directedAway(tx, (await findC1(tx, id))?.stavke ?? [], datum)
  await releaseNamed(ledger, directed?.lots ?? [], new Map([...touched].map((materijal_id) => [materijal_id, from])))
  forgetRequirements(ledger, id, touched)
  if (directed) planDirected(ledger, directed, [])
  const decided = await decide(ledger, [])
  found(await consequencesOf(tx, decided, { own: id }))
  await refuseLostWaste(tx, waste, decided, [], false)
}

/** What the lines would draw: what is decided of the materials that change, and what is `kept` of the others. */
async function rowsOf(
  ledger: Ledger,
  decided: Bookings & { readonly directed: ReturnType<typeof directedRows> },
  { datum, lines }: { readonly datum: C1Body['datum']; readonly lines: readonly WrittenLine[] },
  kept: readonly RazduzenjeRow[],
): Promise<Row[]> {
  const own = new Set(lines.map(({ id }) => id))
  const found = decided.inserted.filter((draw) => own.has(draw.c1_stavka_id) && draw.kolicina > NO_QUANTITY)
  const draws = Map.groupBy(
    [
      ...found.map((draw) => ({ ...draw, usmereno: false })),
      ...decided.directed.map((draw) => ({ ...draw, usmereno: true })),
    ],
    ({ c1_stavka_id }) => c1_stavka_id,
  )
  const lots = await lotsById(ledger.tx, [
    ...new Set([...draws.values()].flat().map(({ c4_stavka_id }) => c4_stavka_id)),
  ])
  const leftOf = remainsAfter(ledger, decided)
  const lotOf = (id: number): RazduzenjeRow['lot'] => {
    const found = lots.get(id)
    if (!found) return null
    const { id: _, dan_prelaska: __, materijal_id, kolicina, izuzeto, utrosen, zapoceto, ...lot } = found
    const planned = ledger.planned.get(id) ?? { id, materijal_id, kolicina, izuzeto, utrosen, zapoceto }
    return { ...lot, preostalo: leftOf(planned) }
  }
  const keptOf = Map.groupBy(kept, ({ c1_stavka_id }) => c1_stavka_id)
  return lines.flatMap(({ id, stored, line, product, needs }) => {
    const { broj_fakture, redni_broj, proizvod_id } = line
    const c1_stavka_id = stored?.id ?? null
    const head = { c1_stavka_id, broj_fakture, redni_broj, proizvod_id, proizvod_naziv: product.proizvod_naziv }
    const names = new Map(needs.map((need) => [need.materijal_id, need]))
    const drawn = (draws.get(id) ?? []).map(({ materijal_id, c4_stavka_id, kolicina, usmereno }) => {
      const { naziv, jedinica_mere } = names.get(materijal_id) as (typeof needs)[number]
      const lot = lotOf(c4_stavka_id)
      const marks = drawMarks(lots.get(c4_stavka_id) ?? { rok: null, dan_prelaska: null }, datum)
      return { ...head, materijal_id, materijal_naziv: naziv, jedinica_mere, kolicina, usmereno, ...marks, lot }
    })
    // Of another quantity that needs as much of a material, another part may be waste.
    const all = [...drawn, ...(keptOf.get(id) ?? []).map((row) => ({ ...row, ...head }))].sort(byMaterialAndLot)
    return [...Map.groupBy(all, ({ materijal_id }) => materijal_id)].flatMap(([materijal_id, rows]) => {
      const amounts = rows.map((row) => row.kolicina)
      const parts = partsOf(amounts, line.kolicina, names.get(materijal_id) as (typeof needs)[number])
      return rows.map((row, at) => ({ ...row, ...(parts[at] as Parts) }))
    })
  })
}

type Placed = Pick<Row, 'materijal_id' | 'lot' | 'usmereno'>

/** As `razduzenjeOfC1` orders them: by material, the oldest lot first, the shortage last. */
function byMaterialAndLot(a: Placed, b: Placed): number {
  if (a.materijal_id !== b.materijal_id) return a.materijal_id < b.materijal_id ? -1 : 1
  if (!a.lot || !b.lot) return Number(a.lot === null) - Number(b.lot === null)
  if (a.lot.c4_datum !== b.lot.c4_datum) return a.lot.c4_datum < b.lot.c4_datum ? -1 : 1
  return (
    a.lot.c4_id - b.lot.c4_id || a.lot.ulaz_stavka_id - b.lot.ulaz_stavka_id || Number(a.usmereno) - Number(b.usmereno)
  )
}
