import type { materialEndpoints } from '#contract/materials.ts'
import { neighboursByName } from '#server/catalogue/catalogue-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { materialTransactions, remainingOf } from '#server/stock/material-card.ts'
import { importMaterials, skippedMaterials } from './material-import.ts'
import { allMaterials, findMaterials, materialById } from './material-queries.ts'
import { material, restoreMaterial } from './material-record.ts'

/** The calls of the catalogue of materials (spec §5 Material form, §7 Materials). */
export const materialHandlers = ({ read, readAtOnce }: Store): Handlers<typeof materialEndpoints> => ({
  async listMaterials({ query }) {
    return pageOf(await readAtOnce((db) => findMaterials(db, query)), query, 'materials')
  },

  allMaterials: () => allMaterials(read),

  materialNeighbours: ({ params }) => readAtOnce((db) => neighboursByName(db, 'materijal', params.id)),

  getMaterial: ({ params }) => existing(materialById(read, params.id)),

  materialStock: ({ params }) => existing(materialById(read, params.id)),

  async materialTransactions({ params, query }) {
    const found = await readAtOnce(async (db) => {
      await existing(materialById(db, params.id))
      return materialTransactions(db, params.id, query)
    })
    return pageOf(found, query, 'transactions')
  },

  materialRemaining: ({ params }) =>
    readAtOnce(async (db) => {
      await existing(materialById(db, params.id))
      return remainingOf(db, params.id)
    }),

  importMaterials: (call) => importMaterials(read, call),
  preskoceniMaterials: (call) => skippedMaterials(read, call),

  createMaterial: ({ body, write }) => write((tx, log) => material.create(tx, log, body)),

  updateMaterial: ({ params: { id }, body, ifVersion, write }) =>
    write((tx, log) => material.update(tx, log, { ...body, id }, { id, ifVersion })),

  deleteMaterial: ({ params: { id }, query: { dryRun }, ifVersion, write, tryOut }) =>
    (dryRun ? tryOut : write)((tx, log) => material.remove(tx, log, { id, ifVersion })),

  restoreMaterial: ({ params, query: { izmena }, write, now }) =>
    write((tx, log) => restoreMaterial(tx, log, params.id, { now, izmena })),
})
