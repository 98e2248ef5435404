import type { C4Body } from '#contract/c4.ts'
import { add, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { LAST_ID } from '#domain/fifo.ts'
import { capacityOf } from '#domain/named-draws.ts'
import { breathe, isDue } from '#server/breathe.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { type Asked, type Foreseen, foreseenOf, refusals } from '#server/documents/foresee-many.ts'
import { adoptablePdf } from '#server/files/pdfs.ts'
import { existing } from '#server/refusal.ts'
import { refuseLostCover } from '#server/stock/consequences.ts'
import { decide, handOver, release } from '#server/stock/ledger.ts'
import { movedC1, movesByExport } from '#server/stock/log-change.ts'
import { affectedBy, namedAfter, planLots } from '#server/stock/lots.ts'
import type { Booked } from '#server/stock/moves.ts'
import { refuseNamed } from '#server/stock/named-lots.ts'
import { type Ledger, readLedger, redOf } from '#server/stock/open-ledger.ts'
import { refuseStartBeyond } from './c4-pocetak.ts'
import { headOfC4 } from './c4-queries.ts'
import {
  asReleased,
  type CheckedC4,
  changedPlaces,
  checkC4,
  materialsOf,
  refuseClosedC4,
  refuseUnknownMaterials,
} from './c4-save.ts'

type Checked = { readonly at: number; readonly one: CheckedC4 }

/**
 * What saving all these imports would do, by the save's own decisions on one moment of the database. Of those that together
 * would take the cover of an export the last ones are refused, as many as take what would lack: the others stay good.
 */
export async function foreseeC4s(db: Db, documents: readonly Asked<C4Body>[]): Promise<Foreseen> {
  const tx = db as Tx
  const { refused, unlessRefused } = refusals()
  const checked: Checked[] = []
  for (const [at, { body, rewrite }] of documents.entries()) {
    await unlessRefused(at, async () => {
      const stored = rewrite && (await existing(headOfC4(tx, rewrite.id).executeTakeFirst()))
      checked.push({ at, one: await checkC4(tx, stored, body, adoptablePdf) })
    })
    if (isDue()) await breathe()
  }
  const materials = [...new Set(checked.flatMap(({ one }) => materialsOf(one)))]
  const ledger = await readLedger(tx, materials)
  for (const { at, one } of checked)
    await unlessRefused(at, async () => {
      refuseUnknownMaterials(ledger, one.body.stavke)
      await refuseClosedC4(ledger, one)
      await refuseNamed(tx, { datum: one.body.datum, red: redOf(ledger, one.body.odobrenje_id) }, one)
      await refuseStartBeyond(tx, one.body, one.changed)
    })
  return foreseenOf({ refused, manjak: new Map() }, async (found) => {
    for (let looked = ledger; ; looked = await readLedger(tx, materials)) {
      const open = checked.filter(({ at }) => !refused.has(at))
      const decided = await decideAll(
        looked,
        open.map(({ one }) => one),
      )
      const taking = takersOf(looked, open, decided.newShortages)
      if (taking.size === 0) {
        const movesOf = await movesByExport(decided, () => false)
        if (movesOf.size > 0) found(await movedC1(tx, movesOf, decided))
        return refuseLostCover(tx, decided, 'edit')
      }
      for (const [at, taken] of taking) {
        const newShortages = decided.newShortages.filter(({ materijal_id }) => taken.has(materijal_id))
        await unlessRefused(at, () => refuseLostCover(tx, { newShortages }, 'edit'))
      }
    }
  })
}

/** Books these documents into the ledger, which is as it was read; nothing is written. */
async function decideAll(ledger: Ledger, open: readonly CheckedC4[]) {
  const places = open.flatMap((one) => changedPlaces(ledger, one))
  await release(ledger, await affectedBy(ledger, places))
  // Behind all that are stored, in the order of the sheet.
  let last = LAST_ID - open.reduce((count, { added }) => count + added.length, 0)
  for (const [index, one] of open.entries()) {
    const { stored, body, kurs, old, added } = one
    const red = redOf(ledger, body.odobrenje_id)
    const document = { c4_id: stored?.id ?? LAST_ID - open.length + index, datum: body.datum, kurs, red }
    last += added.length
    await planLots(ledger, document, asReleased(handOver(ledger, old), one), last)
    if (isDue()) await breathe()
  }
  return decide(ledger, [])
}

/** Of the documents that take what exports would lack, the last ones, each with the materials of which it takes some. */
function takersOf(
  ledger: Ledger,
  open: readonly Checked[],
  newShortages: Booked['newShortages'],
): Map<number, ReadonlySet<string>> {
  const lacking = new Map<string, Micro>()
  for (const { materijal_id, kolicina } of newShortages)
    lacking.set(materijal_id, add(lacking.get(materijal_id) ?? NO_QUANTITY, kolicina))
  const takers = new Map<number, ReadonlySet<string>>()
  for (const { at, one } of open.toReversed()) {
    const taken = takenBy(ledger, one).filter(([materijal_id]) => (lacking.get(materijal_id) ?? 0) > 0)
    if (taken.length > 0) takers.set(at, new Set(taken.map(([materijal_id]) => materijal_id)))
    for (const [materijal_id, kolicina] of taken)
      lacking.set(materijal_id, ((lacking.get(materijal_id) ?? 0) - kolicina) as Micro)
  }
  return takers
}

/**
 * What a document takes from exports: of lots that go or come to another day, queue or material all they had. One that
 * comes sooner covers what lacked, so that what it covered lacks.
 */
function takenBy(ledger: Ledger, { body, changed, removed }: CheckedC4): (readonly [string, Micro])[] {
  const red = redOf(ledger, body.odobrenje_id)
  const lessened = changed.map(({ was, now }) => {
    const stays = now.materijal_id === was.materijal_id && was.red === red && body.datum === was.datum
    const left = stays ? now.kolicina - namedAfter({ was, now }) : 0
    return [was.materijal_id, (capacityOf(was) - left) as Micro] as const
  })
  const all = [...removed.map((was) => [was.materijal_id, capacityOf(was)] as const), ...lessened]
  return all.filter(([, taken]) => taken > 0)
}
