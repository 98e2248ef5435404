import {
  type OstaloRazduzenje,
  RAZDUZENJE,
  RAZDUZENJE_LINE,
  type RazduzenjeBody,
  razduzenjeTexts,
  type SavedRazduzenje,
} from '#contract/ostala-razduzenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { NO_QUANTITY, worthOf } from '#domain/decimal.ts'
import { dutyOf } from '#domain/duty.ts'
import { KOLONA_RAZDUZENJA, limitOf } from '#domain/named-draws.ts'
import type { Log } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { refuseClosedDocument, refuseIf } from '#server/documents/document-columns.ts'
import {
  type Duty,
  NO_DUTY,
  razduzenjeById,
  razduzenjeColumns,
  razduzenjeEntry,
  writeRazduzenjeLines,
  writeRazduzenjeRow,
} from '#server/documents/razduzenje-rows.ts'
import { stopaPdv } from '#server/documents/stopa-pdv.ts'
import { adoptPdf, letPdfGo } from '#server/files/pdfs.ts'
import { letPriloziGo, takePriloziBack } from '#server/files/prilozi.ts'
import type { Rewrite } from '#server/records/record.ts'
import { type Kept, restore } from '#server/records/restore.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import { closedDay, refuseClosed } from '#server/stock/closed.ts'
import { refuseLostCover } from '#server/stock/consequences.ts'
import { writeExportTotals } from '#server/stock/export-totals.ts'
import { book, bookOf, openLedger } from '#server/stock/ledger.ts'
import { logChange } from '#server/stock/log-change.ts'
import { type CalledLot, calledLots, type Named, namedIn, releaseNamed, writeNamed } from '#server/stock/named-draws.ts'

/** A document to bring back; `stavke` are its lines with duty and tax as they were. */
type Back = { readonly id: number; readonly verzija: number; readonly stavke: KnownDuties }

/**
 * Creates (`rewrite` null), brings `back` or rewrites a document that takes from named lots, and answers it with the
 * exports that moved. Refuses more than a lot had left on its day, and uncovering any export (customs §4.3).
 */
export async function saveRazduzenje(
  tx: Tx,
  log: Log,
  body: RazduzenjeBody,
  { rewrite = null, back = null }: { readonly rewrite?: Rewrite | null; readonly back?: Back | null } = {},
): Promise<SavedRazduzenje> {
  const stored = rewrite && (await locked(tx, rewrite))
  const { ledger, lots } = await openLots(tx, [...(stored?.stavke ?? []), ...body.stavke], body.datum)
  const known = new Map(lots.map((lot) => [lot.id, lot]))
  refuseLines(body, known)
  await refuseClosedDocument(ledger, [stored?.datum, body.datum], [RAZDUZENJE, RAZDUZENJE_LINE], {
    read: async () => stored && asSaid(stored),
    said: () => asSaid(body),
  })
  const [was, now] = [namedIn(stored?.stavke ?? []), namedIn(body.stavke)]
  refuseBeyond(body, known, was)
  await releaseNamed(ledger, lots)

  const pdf_fajl = await adoptPdf(tx, body.pdf_fajl, stored?.pdf_fajl ?? null)
  const columns = { ...(await razduzenjeColumns(tx, body, lots)), pdf_fajl, c4_id: null }
  const id = await writeRazduzenjeRow(tx, columns, { stored, back })
  await tx.deleteFrom('ostalo_razduzenje_stavka').where('ostalo_razduzenje_id', '=', id).execute()
  const duties = knownDuties(body, closedDay(ledger, [stored?.datum]) ? (stored?.stavke ?? []) : (back?.stavke ?? null))
  await writeRazduzenjeLines(tx, id, body, duties ?? (await dutiesOf(tx, body, known)))
  await writeNamed(ledger, lots, was, now)
  const booked = await book(ledger, [])
  await refuseLostCover(tx, booked, 'discharge')
  await writeExportTotals(ledger, booked, null, [])
  const saved = await existing(razduzenjeById(tx, id))
  const entry = razduzenjeEntry(stored, saved, back ? 'vraceno' : undefined)
  return { ...saved, promenjeni_c1: await logChange(tx, log, booked, entry) }
}

/** Removes a document; exports can draw its quantities again. */
export async function deleteRazduzenje(tx: Tx, log: Log, rewrite: Rewrite, now: number) {
  const stored = await locked(tx, rewrite)
  const { ledger, lots } = await openLots(tx, stored.stavke, stored.datum)
  refuseClosed(ledger, [stored.datum])
  const was = namedIn(stored.stavke)
  await releaseNamed(ledger, lots)
  await tx.deleteFrom('ostalo_razduzenje').where('id', '=', stored.id).execute()
  if (stored.pdf_fajl) await letPdfGo(tx, stored.pdf_fajl, now)
  await letPriloziGo(tx, 'ostalo_razduzenje', stored.id, now)
  await writeNamed(ledger, lots, was, new Map())
  const booked = await book(ledger, [])
  await refuseLostCover(tx, booked, 'discharge')
  await writeExportTotals(ledger, booked, null, [])
  const promenjeni_c1 = await logChange(tx, log, booked, deletion(stored))
  return { message: razduzenjeTexts.deleted(stored.broj), promenjeni_c1 }
}

type KeptRazduzenje = Kept & { readonly body: RazduzenjeBody; readonly iznosi: KnownDuties }

/** Brings a deleted document back. */
export const restoreRazduzenje = (tx: Tx, log: Log, id: number, now: number): Promise<SavedRazduzenje> =>
  restore<KeptRazduzenje, SavedRazduzenje>(
    tx,
    { vrsta: 'ostalo_razduzenje', predmet: id, there: razduzenjeTexts.there, now },
    async ({ body, verzija, iznosi }) => {
      await takePriloziBack(tx, 'ostalo_razduzenje', id)
      return saveRazduzenje(tx, log, body, { back: { id, verzija, stavke: iznosi } })
    },
  )

async function locked(tx: Tx, { id, ifVersion }: Rewrite): Promise<OstaloRazduzenje> {
  await tx.selectFrom('ostalo_razduzenje').select('id').where('id', '=', id).modifyEnd(engineOf(tx).forUpdate).execute()
  const stored = await existing(razduzenjeById(tx, id))
  assertVersion(stored.verzija, ifVersion)
  if (stored.c4_id !== null) throw new Refusal('conflict', razduzenjeTexts.ofImport(stored.stavke[0]?.broj_c4 ?? ''))
  return stored
}

/** The locked ledger of the materials of these lots, and the lots, read after the lock. */
async function openLots(tx: Tx, lines: readonly { readonly ulaz_stavka_id: number }[], day: CalendarDate) {
  const ids = [...new Set(lines.map(({ ulaz_stavka_id }) => ulaz_stavka_id))]
  const materials = await tx
    .selectFrom('c4_stavka')
    .select('materijal_id')
    .distinct()
    .where('id', 'in', engineOf(tx).list(ids))
    .execute()
  const ledger = await openLedger(
    tx,
    materials.map(({ materijal_id }) => materijal_id),
  )
  const lots = await calledLots(tx, ids, day)
  for (const { materijal_id } of lots) bookOf(ledger, materijal_id)
  return { ledger, lots }
}

/** A document for the comparison of lines, where the lot identifies a line. */
const asSaid = (document: Omit<RazduzenjeBody, 'pdf_fajl' | 'vrsta'> & { readonly vrsta: string }) => ({
  ...document,
  stavke: document.stavke.map((line) => ({ ...line, id: line.ulaz_stavka_id, broj_fakture: '' })),
})

function refuseLines({ datum, stavke }: RazduzenjeBody, lots: ReadonlyMap<number, CalledLot>) {
  const seen = new Set<number>()
  refuseIf(
    stavke.flatMap(({ ulaz_stavka_id }, at) => {
      const lot = lots.get(ulaz_stavka_id)
      const again = seen.has(ulaz_stavka_id)
      seen.add(ulaz_stavka_id)
      const field = `stavke.${at}.ulaz_stavka_id`
      if (!lot) return [{ field, message: razduzenjeTexts.noLot(at + 1) }]
      if (again) return [{ field, message: razduzenjeTexts.repeated(at + 1) }]
      return datum < lot.datum ? [{ field: 'datum', message: razduzenjeTexts.beforeImport(lot.datum) }] : []
    }),
  )
}

function refuseBeyond({ datum, stavke }: RazduzenjeBody, lots: ReadonlyMap<number, CalledLot>, was: Named) {
  const errors = stavke.flatMap(({ ulaz_stavka_id, kolicina }, at) => {
    const lot = lots.get(ulaz_stavka_id) as CalledLot
    const limit = limitOf(lot, lot.razduzeno, was.get(ulaz_stavka_id) ?? NO_QUANTITY)
    if (kolicina <= limit) return []
    return [{ field: `stavke.${at}.kolicina`, message: razduzenjeTexts.beyond(lot, datum, limit, kolicina) }]
  })
  const [first] = errors
  if (first) throw new Refusal('conflict', first.message, errors)
}

/**
 * Duty and tax of each line by the settings of today, for information. Only released goods have them: their rate times
 * their customs value, or their price without one.
 */
async function dutiesOf(
  tx: Tx,
  { datum, vrsta, stavke }: RazduzenjeBody,
  lots: ReadonlyMap<number, CalledLot>,
): Promise<readonly Duty[]> {
  const stopa_pdv = await stopaPdv(tx, datum)
  return stavke.map(({ ulaz_stavka_id, kolicina, stopa_carine, carinska_vrednost_rsd }) => {
    if (stopa_pdv === null || stopa_carine === null || KOLONA_RAZDUZENJA[vrsta] !== 'slobodan_promet') return NO_DUTY
    const { cena_po_jedinici, kurs } = lots.get(ulaz_stavka_id) as CalledLot
    const value = carinska_vrednost_rsd ?? worthOf(kolicina, cena_po_jedinici, kurs)
    return dutyOf(value, stopa_carine, stopa_pdv)
  })
}

type KnownDuties = readonly (Duty & Pick<OstaloRazduzenje['stavke'][number], 'ulaz_stavka_id'>)[]

/** Lines of a closed period or of a restored document stay as they were reckoned, whatever the settings are today. */
function knownDuties({ stavke }: RazduzenjeBody, lines: KnownDuties | null): readonly Duty[] | null {
  if (!lines) return null
  const known = new Map(lines.map((line) => [line.ulaz_stavka_id, line]))
  return stavke.map(({ ulaz_stavka_id }) => {
    const { iznos_carine, iznos_pdv } = known.get(ulaz_stavka_id) ?? NO_DUTY
    return { iznos_carine, iznos_pdv }
  })
}

const deletion = (stored: OstaloRazduzenje) => {
  const kept: KeptRazduzenje = {
    body: {
      ...(fieldsOf(RAZDUZENJE, stored) as Omit<RazduzenjeBody, 'stavke'>),
      pdf_fajl: stored.pdf_fajl,
      stavke: stored.stavke.map((line) => fieldsOf(RAZDUZENJE_LINE, line)),
    },
    iznosi: stored.stavke.map(({ ulaz_stavka_id, iznos_carine, iznos_pdv }) => {
      return { ulaz_stavka_id, iznos_carine, iznos_pdv }
    }),
    verzija: stored.verzija,
    jedinice: Object.fromEntries(stored.stavke.map(({ materijal_id, jedinica_mere }) => [materijal_id, jedinica_mere])),
  }
  return { ...razduzenjeEntry(stored, null), kept }
}
