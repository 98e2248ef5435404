import assert from 'node:assert/strict'
import type { C1Body, C1Document, SavedC1 } from '#contract/c1.ts'
import type { C4Body } from '#contract/c4.ts'
import type { MovedC1, Provera } from '#contract/documents.ts'
import { PRE_POCETKA } from '#domain/named-draws.ts'
import { foreseeC1 } from '#server/c1/c1-provera.ts'
import { razduzenjeOfC1 } from '#server/c1/c1-queries.ts'
import { foreseeC4 } from '#server/c4/c4-provera.ts'
import { razduzenjeOfC4 } from '#server/c4/c4-razduzenje.ts'
import type { saveC4 } from '#server/c4/c4-save.ts'
import type { Store } from '#server/db/open.ts'
import { Refusal } from '#server/refusal.ts'
import type { Asked } from './foreseen.ts'
import { NO_LOT } from './no-lot.ts'

// Looks before a save, saves, and holds what was said against what was done (customs §4.12).

/** Runs `save` of an import and answers what it answers; throws where something else was foretold. */
export async function foretoldC4<T extends Awaited<ReturnType<typeof saveC4>> | MovedC1[]>(
  store: Store,
  { id, dokument }: Asked<C4Body>,
  save: () => Promise<T>,
): Promise<T> {
  const told = await store.readLong((db) => foreseeC4(db, { id, dokument }))
  const saved = await asTold(store, told, save)
  if (Array.isArray(saved)) return saved
  const { rows } = await razduzenjeOfC4(store.read, saved.id, { page: 1, limit: 1000 })
  const known = new Set(told.razduzenje.map(({ ulaz_stavka_id }) => ulaz_stavka_id))
  const nameless = rows.map(({ izvoz, ostalo_razduzenje, ...row }) => {
    const { ugradjeno: _, otpad: __, gubitak: ___, ...taken } = izvoz ?? {}
    // What the lines themselves say is written with the import.
    const ofOthers = ostalo_razduzenje?.vrsta === PRE_POCETKA ? { ...ostalo_razduzenje, id: null } : ostalo_razduzenje
    return {
      ...row,
      ulaz_stavka_id: known.has(row.ulaz_stavka_id) ? row.ulaz_stavka_id : null,
      izvoz: izvoz && taken,
      ostalo_razduzenje: ofOthers,
    }
  })
  assert.deepEqual(told.razduzenje, nameless, 'what goes out of its lines')
  assert.deepEqual(told.manjak, [])
  return saved
}

/** The same of an export. */
export async function foretoldC1<T extends SavedC1 | MovedC1[]>(
  store: Store,
  { id, dokument }: Asked<C1Body>,
  save: () => Promise<T>,
): Promise<T> {
  const told = await store.readLong((db) => foreseeC1(db, { id, dokument }))
  const saved = await asTold(store, told, save)
  if (Array.isArray(saved)) return saved
  const rows = await razduzenjeOfC1(store.read, saved.id)
  const known = new Set(told.razduzenje.map(({ c1_stavka_id }) => c1_stavka_id))
  const nameless = rows.map((row) => (known.has(row.c1_stavka_id) ? row : { ...row, c1_stavka_id: null }))
  assert.deepEqual(told.razduzenje, nameless, 'what it draws')
  assert.deepEqual(told.manjak, (saved as C1Document).manjak)
  return saved
}

async function asTold<T extends MovedC1[] | { readonly promenjeni_c1: readonly MovedC1[] }>(
  store: Store,
  { odbijeno, promenjeni_c1, promenjenih_c1 }: Provera<unknown>,
  save: () => Promise<T>,
): Promise<T> {
  const lots = await store.read.selectFrom('c4_stavka').select('id').execute()
  const known = new Set(lots.map(({ id }) => id))
  const before = await coverOf(store, known)
  try {
    const saved = await save()
    assert.equal(odbijeno, null, 'refused ahead and saved')
    const moved = promenjeni_c1.map(({ pre: _, posle: __, ...row }) => row)
    assert.deepEqual(moved, 'promenjeni_c1' in saved ? saved.promenjeni_c1 : saved)
    assert.equal(promenjenih_c1, moved.length)
    const after = await coverOf(store, known)
    for (const { id, pre, posle } of promenjeni_c1) {
      const differs = new Map<string, number>()
      for (const [rows, sign] of [
        [pre, -1],
        [posle, 1],
      ] as const)
        for (const { materijal_id, ulaz_stavka_id, c4_broj, kolicina } of rows)
          add(differs, `${materijal_id} ${ulaz_stavka_id ?? c4_broj}`, sign * kolicina)
      const did = new Map(after.get(id))
      for (const [key, kolicina] of before.get(id) ?? []) add(did, key, -kolicina)
      assert.deepEqual(rowsOf(differs), rowsOf(did), 'from where it draws before and after')
    }
    return saved
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message, errors = [] } = error
    assert.deepEqual(odbijeno, { message, errors })
    throw error
  }
}

const rowsOf = (sums: ReadonlyMap<string, number>) =>
  [...sums]
    .filter(([, kolicina]) => kolicina !== 0)
    .map((row) => row.join(' '))
    .sort()

function add(sums: Map<string, number>, key: string, kolicina: number) {
  sums.set(key, (sums.get(key) ?? 0) + kolicina)
}

/** What each export draws of each material from each lot; of a new one by its C4's number, null for what none covers. */
async function coverOf({ read }: Store, known: ReadonlySet<number>): Promise<Map<number, Map<string, number>>> {
  const rows = await read
    .selectFrom('razduzenje as r')
    .leftJoin('c4_stavka as l', 'l.id', 'r.c4_stavka_id')
    .leftJoin('c4', 'c4.id', 'l.c4_id')
    .select(['r.c1_id', 'r.materijal_id', 'r.c4_stavka_id', 'r.kolicina', 'c4.broj_c4'])
    .execute()
  const found = new Map<number, Map<string, number>>()
  for (const { c1_id, materijal_id, c4_stavka_id, kolicina, broj_c4 } of rows) {
    const sums = found.get(c1_id) ?? new Map<string, number>()
    found.set(c1_id, sums)
    const lot = known.has(c4_stavka_id) ? c4_stavka_id : broj_c4
    add(sums, `${materijal_id} ${c4_stavka_id === NO_LOT ? null : lot}`, kolicina)
  }
  return found
}
