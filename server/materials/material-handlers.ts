import { sentences } from '#contract/errors.ts'
import { pageOf } from '#contract/fields.ts'
import { type materialEndpoints, materialTexts } from '#contract/materials.ts'
import type { Store, Tx } from '#server/db/open.ts'
import { assertVersion } from '#server/db/versions.ts'
import type { Handlers } from '#server/http/call.ts'
import { Refusal } from '#server/http/refusal.ts'
import { materialTransactions, remainingOf } from '#server/stock/material-card.ts'
import { importMaterials } from './material-import.ts'
import { allMaterials, findMaterial, findMaterials, materialColumns } from './material-queries.ts'

export const materialHandlers = ({ read, engine }: Store): Handlers<typeof materialEndpoints> => ({
  async listMaterials({ query }) {
    const { rows, total } = await findMaterials(read, query)
    return pageOf(rows, total, query, 'materials')
  },

  allMaterials: () => allMaterials(read),

  getMaterial: ({ params }) => existing(findMaterial(read, params.id)),

  async materialStock({ params }) {
    const { totalQuantity, totalInput, totalConsumed } = await existing(findMaterial(read, params.id))
    return { totalQuantity, totalInput, totalConsumed }
  },

  async materialTransactions({ params, query }) {
    await existing(findMaterial(read, params.id))
    const { rows, total } = await materialTransactions(read, params.id, query)
    return pageOf(rows, total, query, 'transactions')
  },

  async materialRemaining({ params }) {
    await existing(findMaterial(read, params.id))
    return remainingOf(read, params.id)
  },

  importMaterials: (call) => importMaterials(read, engine, call),

  createMaterial: ({ body, write }) =>
    write(async (tx) => {
      const added = await tx
        .insertInto('materijal')
        .values({ ...materialColumns(body), verzija: 1 })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) throw new Refusal('conflict', materialTexts.exists, [{ field: 'id', message: materialTexts.exists }])
      await tx
        .insertInto('stanje')
        .values({ materijal_id: body.id, total_input: 0 as never, total_consumed: 0 as never, vrednost: '0' })
        .execute()
      return existing(findMaterial(tx, body.id))
    }),

  updateMaterial: ({ params: { id }, body, ifVersion, write }) =>
    write(async (tx) => {
      const stored = await existing(findMaterial(tx, id))
      assertVersion(stored.verzija, ifVersion)
      if (stored.jedinica_mere !== body.jedinica_mere && (await usedIn(tx, id)).length > 0) {
        throw new Refusal('conflict', materialTexts.unitFixed, [
          { field: 'jedinica_mere', message: materialTexts.unitFixed },
        ])
      }
      await tx
        .updateTable('materijal')
        .set({ ...materialColumns({ ...body, id }), verzija: stored.verzija + 1 })
        .where('id', '=', id)
        .execute()
      return existing(findMaterial(tx, id))
    }),

  deleteMaterial: ({ params: { id }, ifVersion, write }) =>
    write(async (tx) => {
      const stored = await existing(findMaterial(tx, id))
      assertVersion(stored.verzija, ifVersion)
      const uses = await usedIn(tx, id)
      if (uses.length > 0)
        throw new Refusal(
          'conflict',
          `Materijal "${stored.naziv}" ne može da se obriše, jer se koristi: ${uses.join('; ')}.`,
        )
      await tx.deleteFrom('materijal').where('id', '=', id).execute()
      return { message: materialTexts.deleted(stored.naziv) }
    }),
})

async function existing<T>(found: Promise<T | null>): Promise<T> {
  const row = await found
  if (row === null) throw new Refusal('not_found', sentences.notFound)
  return row
}

/** How many places of each kind a refusal names. */
const MAX_NAMED = 5

/** Where a material stands, in words: import documents, normativs and export documents. Empty when nowhere. */
async function usedIn(tx: Tx, id: string): Promise<string[]> {
  const c4 = await tx
    .selectFrom('c4')
    .select('broj_c4 as broj')
    .where('id', 'in', tx.selectFrom('c4_stavka').select('c4_id').where('materijal_id', '=', id))
    .orderBy('datum')
    .limit(MAX_NAMED)
    .execute()
  const proizvodi = await tx
    .selectFrom('normativ')
    .select('proizvod_id as broj')
    .where('materijal_id', '=', id)
    .orderBy('proizvod_id')
    .limit(MAX_NAMED)
    .execute()
  const c1 = await tx
    .selectFrom('c1')
    .select('broj_c1 as broj')
    .where('id', 'in', tx.selectFrom('potreba').select('c1_id').where('materijal_id', '=', id))
    .orderBy('datum')
    .limit(MAX_NAMED)
    .execute()
  const named = (label: string, rows: { broj: string }[]) =>
    rows.length ? [`${label} ${rows.map(({ broj }) => broj).join(', ')}`] : []
  return [...named('C4 dokument', c4), ...named('normativ proizvoda', proizvodi), ...named('C1 dokument', c1)]
}
