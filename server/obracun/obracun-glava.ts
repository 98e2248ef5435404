import { sql } from 'kysely'
import type { Delovi } from '#contract/obracun.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { nasaFirma } from '#server/documents/nasa-firma.ts'
import { type Glava, type GlavaPodnetog, periodText } from '#server/print/obracun-glava.ts'
import { brojeviOf, obimOf, type Scope } from './obracun-scope.ts'

/** The head of an account over these lots; `podnet` holds the facts of one that is handed in, or is about to be. */
export async function glavaOf(db: Db, scope: Scope, stavke: Delovi['stavke'], podnet?: GlavaPodnetog): Promise<Glava> {
  const { datum_od = null, datum_do = null } = scope
  return {
    firma: await nasaFirma(db),
    obim: await obimOf(db, scope),
    oznaka: await oznakaOf(db, scope),
    datum_od,
    datum_do,
    period: periodText(datum_od, datum_do),
    odobrenja: await odobrenjaOf(db, scope, stavke),
    podnet,
  }
}

/** The authorisation of the scope, or those under which its imports came, the oldest first. */
async function odobrenjaOf(db: Db, { odobrenje_id }: Scope, stavke: Delovi['stavke']): Promise<Glava['odobrenja']> {
  const list = (ids: readonly number[]) => engineOf(db).list(ids)
  const c4_ids = [...new Set(stavke.map(({ c4_id }) => c4_id))]
  if (!odobrenje_id && c4_ids.length === 0) return []
  const theirs = odobrenje_id ? sql`(${odobrenje_id})` : sql`(select odobrenje_id from c4 where id in ${list(c4_ids)})`
  const { rows } = await sql<Glava['odobrenja'][number]>`
    select broj, vrsta_postupka, carinski_organ, nadzorni_organ, vazi_od, vazi_do
    from odobrenje where id in ${theirs} order by vazi_od, id`.execute(db)
  return rows
}

/** The scope as part of a file's name: the number of its authorisation or of its one import, else how many there are. */
async function oznakaOf(db: Db, { c4_ids, odobrenje_id }: Scope): Promise<string> {
  if (odobrenje_id != null) return obimOf(db, { odobrenje_id }).then((obim) => obim.replace(/^odobrenja /, ''))
  if (!c4_ids?.length) return 'svi-uvozi'
  const [first] = (await brojeviOf(db, c4_ids.slice(0, 1))).values()
  return c4_ids.length > 1 ? `${first}-i-jos-${c4_ids.length - 1}` : (first ?? 'uvoz')
}
