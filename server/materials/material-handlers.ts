import type { materialEndpoints } from '#contract/materials.ts'
import { neighboursByName } from '#server/catalogue/neighbours.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { materialTransactions, remainingOf } from '#server/stock/material-card.ts'
import { importMaterials, skippedMaterials } from './material-import.ts'
import { allMaterials, findMaterials, materialById } from './material-queries.ts'
import { createMaterial, deleteMaterial, restoreMaterial, updateMaterial } from './material-save.ts'

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

  createMaterial: ({ body, write }) => write((tx, log) => createMaterial(tx, log, body)),

  updateMaterial: ({ params, body, ifVersion, write }) =>
    write((tx, log) => updateMaterial(tx, log, params.id, body, ifVersion)),

  deleteMaterial: ({ params, query: { dryRun }, ifVersion, write, tryOut }) =>
    (dryRun ? tryOut : write)((tx, log) => deleteMaterial(tx, log, params.id, ifVersion)),

  restoreMaterial: ({ params, query: { izmena }, write, now }) =>
    write((tx, log) => restoreMaterial(tx, log, params.id, { now, izmena })),
})
