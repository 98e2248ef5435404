import { type FieldError, sentences } from '#contract/errors.ts'
import type { ObracunQuery } from '#contract/obracun.ts'
import { obracuniTexts } from '#contract/obracuni.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'

/** The days of an account and its imports: those of a list, of an authorisation, or all of them. */
export type Scope = Period & {
  readonly c4_ids?: readonly number[] | null | undefined
  readonly odobrenje_id?: number | null | undefined
}

/** The scope of a query, which names one import. */
export const scopeOf = ({ c4_id, ...rest }: ObracunQuery): Scope => ({
  ...rest,
  ...(c4_id === undefined ? {} : { c4_ids: [c4_id] }),
})

/** How many imports of a scope are named; the others are counted. */
export const NAMED_C4 = 5

/** The numbers of the imports with these ids, by id; imports that are gone are left out. */
export async function brojeviOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('c4').select(['id', 'broj_c4']).where('id', 'in', engineOf(db).list(ids)).execute()
  return new Map(rows.map(({ id, broj_c4 }) => [id, broj_c4]))
}

const brojOdobrenja = (db: Db, id: number) =>
  db.selectFrom('odobrenje').select('broj').where('id', '=', id).executeTakeFirst()

/** The error of a scope whose import or authorisation does not exist: field and sentence; null without one. */
export async function unknownIn(db: Db, { c4_ids, odobrenje_id }: Scope): Promise<FieldError | null> {
  const found = await brojeviOf(db, c4_ids ?? [])
  const unknown = c4_ids?.find((id) => !found.has(id))
  if (unknown !== undefined) return { field: 'c4_ids', message: obracuniTexts.noC4(unknown) }
  if (odobrenje_id == null || (await brojOdobrenja(db, odobrenje_id))) return null
  return { field: 'odobrenje_id', message: obracuniTexts.noOdobrenje }
}

/** Refuses such a scope with 404, for calls that name it in their address. */
export async function refuseUnknown(db: Db, scope: Scope): Promise<void> {
  if (await unknownIn(db, scope)) throw new Refusal('not_found', sentences.notFound)
}

/** The words for a scope behind 'Obračun': 'svih uvoza', 'uvoza C4-1, C4-2', 'odobrenja OP-1/26'. */
export async function obimOf(db: Db, { c4_ids, odobrenje_id }: Scope): Promise<string> {
  if (odobrenje_id != null) return `odobrenja ${(await brojOdobrenja(db, odobrenje_id))?.broj ?? odobrenje_id}`
  if (!c4_ids) return 'svih uvoza'
  const named = await brojeviOf(db, c4_ids.slice(0, NAMED_C4))
  const more = c4_ids.length - NAMED_C4
  return `uvoza ${[...named.values()].join(', ')}${more > 0 ? ` i još ${more}` : ''}`
}
