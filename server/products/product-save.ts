import { sql } from 'kysely'
import {
  type NormativStavka,
  PRODUCT,
  type ProductBody,
  type ProductChange,
  type ProductSaved,
  productTexts,
} from '#contract/products.ts'
import type { Log } from '#server/audit/log.ts'
import { versionOn } from '#server/catalogue/normativ-version.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { dayOf } from '#server/local-time.ts'
import type { Rewrite } from '#server/records/record.ts'
import { type Kept, restore } from '#server/records/restore.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { usedIn, usesOfProduct } from '#server/stock/where-used.ts'
import { findProduct } from './product-queries.ts'
import { normativCount, product, productEntry, writeNormativ } from './product-record.ts'
import { insertVersion, versionEntry, versionsOf, writeVersion } from './product-versions.ts'

/** Changes a product; a body without `normativi` keeps the normativ. `back`: this undoes an import. */
export async function updateProduct(
  tx: Tx,
  log: Log,
  { id, ifVersion, back }: Rewrite<string> & { readonly back?: 'vraceno' },
  { normativi, nova_verzija_od, broj_akta, ...body }: ProductChange,
): Promise<ProductSaved> {
  const stored = await product.locked(tx, { id, ifVersion })
  const nova = nova_verzija_od && {
    vazi_od: nova_verzija_od,
    broj_akta: broj_akta ?? null,
    items: normativi ?? stored.normativ.map(itemOf),
  }
  if (nova) await writeVersion(tx, id, nova, { day: 'nova_verzija_od', list: 'normativi' })
  await product.write(tx, { ...body, id, normativi: nova ? undefined : normativi }, stored)
  const entry = productEntry(stored, { ...body, id, normativ: (nova ? null : normativi) ?? stored.normativ }, back)
  await log(nova ? [entry, versionEntry(stored, 'Nova verzija normativa', null, nova)] : [entry])
  return existing(findProduct(tx, id))
}

/**
 * Writes these items over the version of the normativ in force. Refuses an unknown product (404), unknown materials,
 * and a product whose version is not `ifVersion` (409; null: any version).
 */
export async function replaceNormativ(
  tx: Tx,
  log: Log,
  { id, ifVersion }: Rewrite<string>,
  items: NormativStavka[],
): Promise<ProductSaved> {
  const stored = await product.locked(tx, { id, ifVersion })
  await writeNormativ(tx, id, 'items', items)
  await tx
    .updateTable('proizvod')
    .set({ normativ_count: normativCount(items), verzija: stored.verzija + 1 })
    .where('id', '=', id)
    .execute()
  await log([productEntry(stored, { ...stored, normativ: items })])
  return existing(findProduct(tx, id))
}

/** Deletes a product; refuses while a C1 refers to it. */
export async function deleteProduct(tx: Tx, log: Log, id: string, ifVersion: number | null) {
  const stored = await product.locked(tx, { id, ifVersion })
  const uses = await usesOfProduct(tx, id)
  if (uses.length > 0) throw new Refusal('conflict', productTexts.inUse(stored.naziv, uses), usedIn(uses))
  const kept = await keptProduct(tx, stored)
  await tx.deleteFrom('proizvod').where('id', '=', id).execute()
  await log([{ ...productEntry(stored, null), kept }])
  return { message: productTexts.deleted }
}

type KeptProduct = Awaited<ReturnType<typeof keptProduct>>

async function keptProduct(tx: Tx, { verzija, normativ: _, ...product }: ProductSaved) {
  const versions = await versionsOf(tx, product.id)
  const all = versions.flatMap(({ stavke }) => stavke)
  return {
    verzija,
    body: {
      ...fieldsOf(PRODUCT, product),
      normativi: versions.find(({ vazi_od }) => vazi_od === null)?.stavke.map(itemOf) ?? [],
    },
    verzije: versions.flatMap(({ verzija, vazi_od, broj_akta, stavke }) =>
      vazi_od === null ? [] : [{ verzija, vazi_od, broj_akta, stavke: stavke.map(itemOf) }],
    ),
    jedinice: Object.fromEntries(all.map(({ materijal_id, jedinica_mere }) => [materijal_id, jedinica_mere])),
  }
}

const itemOf = ({ materijal_id, potrebna_kolicina, otpad_procenat, gubitak_procenat }: NormativStavka) => {
  return { materijal_id, potrebna_kolicina, otpad_procenat, gubitak_procenat }
}

/** A product as it was before an import, with the version of its normativ that the import wrote. */
export type ProductBefore = Kept & {
  readonly body: Omit<ProductBody, 'normativi'> & { readonly normativi: NormativStavka[] }
  readonly normativ_verzija: number
}

/** Takes back the deletion of a product with its normativ, or the change of an import (`izmena`). */
export function restoreProduct(
  tx: Tx,
  log: Log,
  id: string,
  { now, izmena }: { now: number; izmena: number | undefined },
): Promise<ProductSaved> {
  const asked = { vrsta: 'proizvod', predmet: id, there: productTexts.exists, now, izmena } as const
  if (izmena !== undefined)
    return restore<ProductBefore, ProductSaved>(tx, asked, async ({ body, verzija, normativ_verzija }) => {
      const inForce = sql<number>`${versionOn('proizvod.id', dayOf(now))}`.as('inForce')
      const stored = tx.selectFrom('proizvod').select(inForce).where('id', '=', id)
      if ((await existing(stored.executeTakeFirst())).inForce !== normativ_verzija)
        throw new Refusal('conflict', productTexts.otherInForce)
      const change = { ...body, nova_verzija_od: null, broj_akta: null }
      return updateProduct(tx, log, { id, ifVersion: verzija + 1, back: 'vraceno' }, change)
    })
  return restore<KeptProduct, ProductSaved>(tx, asked, async ({ body, verzija, verzije }) => {
    const saved = await product.create(tx, log, body, { id, verzija })
    for (const { stavke, ...version } of verzije) await insertVersion(tx, id, version, stavke)
    return verzije.length > 0 ? existing(findProduct(tx, id)) : saved
  })
}
