import { sql } from 'kysely'
import { summaryOf } from '#contract/errors.ts'
import { type NormativStavka, productTexts } from '#contract/products.ts'
import { versionOn } from '#server/catalogue/normativ-version.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { dayOf } from '#server/local-time.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * The ids of the materials that exist; they stay until the transaction ends. All transactions lock in the same order,
 * so that no two wait for each other.
 */
export async function holdMaterials(tx: Tx, ids: Iterable<string>): Promise<Set<string>> {
  const held = await tx
    .selectFrom('materijal')
    .select('id')
    .where(sql<boolean>`id in ${engineOf(tx).list([...new Set(ids)])}`)
    .orderBy('id')
    .modifyEnd(engineOf(tx).forKeyShare)
    .execute()
  return new Set(held.map(({ id }) => id))
}

/** Refuses items whose material does not exist, each by the name of its field; `list` is the field that holds them. */
export async function assertMaterials(
  tx: Tx,
  list: 'normativi' | 'items',
  items: readonly NormativStavka[],
): Promise<void> {
  const known = await holdMaterials(
    tx,
    items.map(({ materijal_id }) => materijal_id),
  )
  const errors = items.flatMap(({ materijal_id }, index) =>
    known.has(materijal_id)
      ? []
      : [{ field: `${list}.${index}.materijal_id`, message: productTexts.unknownMaterial(materijal_id, index + 1) }],
  )
  if (errors.length > 0) throw new Refusal('invalid', summaryOf(errors), errors)
}

/** Writes these normativs over the versions that are in force today, with two statements for any number of products. */
export async function replaceNormativs(
  tx: Tx,
  products: readonly { readonly id: string; readonly normativ: readonly NormativStavka[] }[],
): Promise<void> {
  const rows = products.flatMap(({ id, normativ }) =>
    normativ.map((item, pozicija) => ({ ...item, proizvod_id: id, pozicija })),
  )
  const today = dayOf(Date.now())
  await sql`delete from normativ where proizvod_id in ${engineOf(tx).list(products.map(({ id }) => id))}
    and verzija = ${versionOn('normativ.proizvod_id', today)}`.execute(tx)
  const columns = {
    proizvod_id: 'text',
    materijal_id: 'text',
    pozicija: 'int',
    potrebna_kolicina: 'int',
    otpad_procenat: 'int',
    gubitak_procenat: 'int',
  } as const
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  await sql`insert into normativ (${names}, verzija)
    select ${names}, ${versionOn('g.proizvod_id', today)} from ${engineOf(tx).rows(columns, rows)} g`.execute(tx)
}
