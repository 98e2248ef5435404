import { sql } from 'kysely'
import type { C4Body, ProveraC4 } from '#contract/c4.ts'
import { MAX_PROVERA_ROWS } from '#contract/documents.ts'
import { subtract } from '#domain/decimal.ts'
import { LAST_ID } from '#domain/fifo.ts'
import { PRE_POCETKA } from '#domain/named-draws.ts'
import { drawMarks } from '#domain/rok.ts'
import type { Db, Flag, Tx } from '#server/db/schema.ts'
import { longStatement } from '#server/db/statement.ts'
import { refuseTakenNumber } from '#server/documents/write-document.ts'
import { adoptablePdf } from '#server/files/pdfs.ts'
import { existing } from '#server/refusal.ts'
import { refuseClosed } from '#server/stock/closed.ts'
import { refuseLostCover } from '#server/stock/consequences.ts'
import { type Asked, consequencesOf, foresee, newShortagesOf, remainsAfter } from '#server/stock/foreseen.ts'
import { type Bookings, decide, handOver, release } from '#server/stock/ledger.ts'
import { materialsById } from '#server/stock/log-change.ts'
import { affectedBy, type LotChanges, lotsOfC4, type NewLot, planLots, plannedId } from '#server/stock/lots.ts'
import { type Booked, requirementKey } from '#server/stock/moves.ts'
import { refuseNamed } from '#server/stock/named-lots.ts'
import { type Ledger, type PricedLot, readLedger, redOf, type StoredDraw } from '#server/stock/open-ledger.ts'
import { freeStartNumber, refuseStartBeyond } from './c4-pocetak.ts'
import { headOfC4 } from './c4-queries.ts'
import {
  asReleased,
  type CheckedC4,
  checkC4,
  materialsOf,
  refuseClosedC4,
  refuseUnknownMaterials,
  releaseC4,
  type StoredHead,
} from './c4-save.ts'

type Row = ProveraC4['razduzenje'][number]

/**
 * What saving `dokument` as the import `id` (without: as a new one), or removing it (no `dokument`), would do: the save's
 * own decisions on one moment of the database, without its writing.
 */
export const foreseeC4 = (db: Db, { id, dokument }: Asked<C4Body>): Promise<ProveraC4> =>
  foresee<Row>(db, async (tx, found) => {
    const stored = id ? await existing(headOfC4(tx, id).executeTakeFirst()) : null
    if (!dokument) return stored ? removal(tx, stored, found) : undefined
    const checked = await checkC4(tx, stored, dokument, adoptablePdf)
    const ledger = await readLedger(tx, materialsOf(checked))
    refuseUnknownMaterials(ledger, dokument.stavke)
    await refuseClosedC4(ledger, checked)
    await refuseTakenNumber(tx, 'c4', checked.columns, stored?.id ?? null)
    await releaseC4(ledger, checked)
    const red = redOf(ledger, dokument.odobrenje_id)
    const document = { c4_id: stored?.id ?? LAST_ID, datum: dokument.datum, kurs: checked.kurs, red }
    const changes = asReleased(handOver(ledger, checked.old), checked)
    await refuseNamed(tx, document, changes)
    await refuseStartBeyond(tx, dokument, changes.changed)
    await planLots(ledger, document, changes)
    const decided = await decide(ledger, [])
    found({
      razduzenje: await rowsOf(ledger, decided, checked, changes),
      manjak: await newShortagesOf(tx, decided),
      ...(await consequencesOf(tx, decided, { c4_broj: dokument.broj_c4 })),
    })
    await refuseLostCover(tx, decided, 'edit')
  })

async function removal(
  tx: Tx,
  { id, datum, kurs, odobrenje_id }: StoredHead,
  found: (part: Partial<ProveraC4>) => void,
) {
  const lots = await lotsOfC4(tx, id)
  const ledger = await readLedger(tx, [...new Set(lots.map(({ materijal_id }) => materijal_id))])
  refuseClosed(ledger, [datum])
  await release(ledger, await affectedBy(ledger, lots))
  const changes = { removed: handOver(ledger, lots), changed: [], added: [] }
  await refuseNamed(tx, { datum, red: 0 }, changes)
  await planLots(ledger, { c4_id: id, datum, kurs, red: redOf(ledger, odobrenje_id) }, changes)
  const decided = await decide(ledger, [])
  found({ manjak: await newShortagesOf(tx, decided), ...(await consequencesOf(tx, decided, {})) })
  await refuseLostCover(tx, decided, 'removal')
}

type Exported = Omit<NonNullable<Row['izvoz']>, 'kolicina' | 'usmereno' | 'posle_roka' | 'pre_prelaska'> & {
  pozicija: number
}
const EXPORTED = longStatement<Exported, [ids: string]>(
  (engine) => sql`
    select i.id as c1_stavka_id, i.pozicija, c1.id as c1_id, c1.broj_c1, c1.datum as c1_datum, c1.primalac_naziv,
      i.broj_fakture, i.redni_broj, i.proizvod_id, p.naziv as proizvod_naziv
    from c1_stavka i join c1 on c1.id = i.c1_id join proizvod p on p.id = i.proizvod_id
    where i.id in ${engine.list([0])}`,
)

/** What would go out of each line, as `razduzenjeOfC4` tells it of a stored one. */
async function rowsOf(
  ledger: Ledger,
  decided: Bookings & Booked,
  { body, stored, columns, priced: lines }: CheckedC4,
  { changed, added }: LotChanges,
): Promise<Row[]> {
  const idOf = new Map<NewLot, number>(changed.map(({ was, now }) => [now, was.id]))
  for (const [at, line] of added.entries()) idOf.set(line, plannedId(added, at))
  const draws = await drawsAfter(ledger, decided, changed)
  const lineIds = [...new Set([...draws.values()].flat().map(({ c1_stavka_id }) => c1_stavka_id))]
  const exported = new Map<number, Exported>()
  await EXPORTED(ledger.tx, [JSON.stringify(lineIds)], (line) => exported.set(line.c1_stavka_id, line))
  const materials = await materialsById(ledger.tx, new Set(lines.map(({ materijal_id }) => materijal_id)))
  const names = new Map(materials.map((material) => [material.materijal_id, material]))
  const leftOf = remainsAfter(ledger, decided)
  const ids = JSON.stringify(changed.map(({ was }) => was.id))
  const taken: Other[] = []
  await NAMED(ledger.tx, [ids], (other) => taken.push(other))
  const named = Map.groupBy(taken, ({ ulaz_stavka_id }) => ulaz_stavka_id)
  const start = await startOf(ledger.tx, body, stored?.id ?? null)
  const rows = lines.flatMap((line): Row[] => {
    const id = idOf.get(line) as number
    const { broj_fakture, redni_broj, materijal_id, tarifni_broj, zemlja_porekla, dokazuje_poreklo, kolicina } = line
    const { naziv, jedinica_mere } = names.get(materijal_id) as (typeof materials)[number]
    const preostalo = leftOf(ledger.planned.get(id) as PricedLot)
    const head = {
      ulaz_stavka_id: added.includes(line) ? null : id,
      broj_fakture,
      redni_broj,
      materijal_id,
      materijal_naziv: naziv,
      jedinica_mere,
      tarifni_broj,
      zemlja_porekla,
      dokazuje_poreklo,
      kolicina,
      kolicina_razduzena: subtract(kolicina, preostalo),
      preostalo,
    }
    const marked = { rok: columns.rok, dan_prelaska: line.vec_razduzeno === null ? null : (body.dan_prelaska ?? null) }
    const out = (draws.get(id) ?? []).map((draw) => {
      const { kolicina, usmereno } = draw
      const line = exported.get(draw.c1_stavka_id) as Exported
      return { ...line, kolicina, usmereno: usmereno === 1, ...drawMarks(marked, line.c1_datum) }
    })
    out.sort(
      (a, b) =>
        compareDays(a, b) || a.c1_id - b.c1_id || a.pozicija - b.pozicija || Number(a.usmereno) - Number(b.usmereno),
    )
    const exports = out.map(({ pozicija: _, ...izvoz }) => ({ ...head, izvoz, ostalo_razduzenje: null }))
    const others = (named.get(id) ?? []).map(({ ulaz_stavka_id: _, ...ostalo_razduzenje }) => {
      return { ...head, izvoz: null, ostalo_razduzenje }
    })
    if (line.vec_razduzeno !== null)
      others.push({ ...head, izvoz: null, ostalo_razduzenje: { ...start.said, kolicina: line.vec_razduzeno } })
    others.sort((a, b) => placeOf(a, start.place) - placeOf(b, start.place))
    const rows = [...exports, ...others].sort((a, b) => dayOf(a).localeCompare(dayOf(b)))
    return rows.length > 0 ? rows : [{ ...head, izvoz: null, ostalo_razduzenje: null }]
  })
  return byInvoice(rows).slice(0, MAX_PROVERA_ROWS)
}

/** The discharge that the lines of an import itself say, without its quantity; `place`: its id, by which it stands among others. */
async function startOf(tx: Tx, { broj_c4, datum, dan_prelaska, stavke }: C4Body, c4_id: number | null) {
  const said = { id: null, broj: '', datum: dan_prelaska ?? datum, vrsta: PRE_POCETKA }
  if (!stavke.some(({ vec_razduzeno }) => vec_razduzeno !== null)) return { said, place: LAST_ID }
  const broj = await freeStartNumber(tx, { broj_c4, datum, day: said.datum, c4_id })
  const stored = await tx.selectFrom('ostalo_razduzenje').select('id').where('c4_id', '=', c4_id).executeTakeFirst()
  return { said: { ...said, broj }, place: stored?.id ?? LAST_ID }
}

/** Where another discharge stands among those of its day: by its id, what the import itself says by `start`. */
const placeOf = ({ ostalo_razduzenje }: Row, start: number): number => ostalo_razduzenje?.id ?? start

const dayOf = ({ izvoz, ostalo_razduzenje }: Row): string => izvoz?.c1_datum ?? ostalo_razduzenje?.datum ?? ''

type Other = NonNullable<Row['ostalo_razduzenje']> & { ulaz_stavka_id: number }
/**
 * What documents that name lots took of these, the oldest first, of a day the one with the smallest id. What their
 * imports say themselves is not in it.
 */
const NAMED = longStatement<Other, [ids: string]>(
  (engine) => sql`
    select n.ulaz_stavka_id, o.id, o.broj, o.datum, o.vrsta, n.kolicina
    from ostalo_razduzenje_stavka n join ostalo_razduzenje o on o.id = n.ostalo_razduzenje_id
    where n.ulaz_stavka_id in ${engine.list([0])} and o.c4_id is null order by n.ulaz_stavka_id, o.datum, o.id`,
)

const compareDays = (a: { c1_datum: string }, b: { c1_datum: string }) =>
  a.c1_datum < b.c1_datum ? -1 : a.c1_datum > b.c1_datum ? 1 : 0

/** Invoice by invoice, each where its first line stands. */
const byInvoice = (rows: readonly Row[]) => [...Map.groupBy(rows, ({ broj_fakture }) => broj_fakture).values()].flat()

type Drawn = StoredDraw & { readonly usmereno: Flag }

/** Of each lot what takes from it: what stays as it is stored, and what moves. */
async function drawsAfter(
  { tx, engine }: Ledger,
  { moved }: Booked,
  changed: LotChanges['changed'],
): Promise<Map<number, Drawn[]>> {
  const isMoved = new Set(moved.map(({ c1_stavka_id, materijal_id }) => requirementKey(c1_stavka_id, materijal_id)))
  const ids = changed.map(({ was }) => was.id)
  const stored =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('razduzenje')
          .select(['c1_stavka_id', 'c4_stavka_id', 'materijal_id', 'kolicina', 'usmereno'])
          .where('c4_stavka_id', 'in', engine.list(ids))
          .limit(MAX_PROVERA_ROWS + moved.length)
          .execute()
  // What an export directs does not move.
  const isSame = (draw: Drawn) =>
    draw.usmereno === 1 || !isMoved.has(requirementKey(draw.c1_stavka_id, draw.materijal_id))
  const found = moved.flatMap(({ posle }) => posle.draws.map((draw): Drawn => ({ ...draw, usmereno: 0 })))
  const draws = [...stored.filter(isSame), ...found]
  return Map.groupBy(draws, ({ c4_stavka_id }) => c4_stavka_id)
}
