import type { Obracun } from '#contract/obracun.ts'
import { obracuniTexts } from '#contract/obracuni.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import type { Db } from '#server/db/schema.ts'
import { changedSince } from './obracun-changes.ts'
import { freeze } from './obracun-freeze.ts'
import type { Scope } from './obracun-scope.ts'

type HandedIn = { id: number; broj: string; datum_podnosenja: CalendarDate; sha256: string; redovi: Uint8Array }

/** The account that was handed in last of the same imports and days; undefined where there is none. */
export async function handedInOf(db: Db, { c4_ids, odobrenje_id, datum_od, datum_do }: Scope) {
  if (!datum_od || !datum_do) return
  const found = await db
    .selectFrom('obracun')
    .innerJoin('obracun_podnet', 'obracun_podnet.obracun_id', 'obracun.id')
    .select(['obracun.id', 'broj', 'datum_podnosenja', 'sha256', 'redovi'])
    .where('datum_od', '=', datum_od)
    .where('datum_do', '=', datum_do)
    .where('odobrenje_id', 'is not distinct from', odobrenje_id ?? null)
    .where('c4_ids', 'is not distinct from', c4_ids?.length ? JSON.stringify(c4_ids) : null)
    .where('stanje', 'in', ['podnet', 'prihvaćen'])
    .orderBy('obracun.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found as HandedIn | undefined
}

/** An account with a check: whether the rows that were handed in differ from the rows today. */
export function withHandedIn(obracun: Obracun, handed: HandedIn | undefined): Obracun {
  if (!handed) return obracun
  const today = freeze(obracun)
  if (today.sha256 === handed.sha256) return obracun
  const { broj_promenjenih } = changedSince(handed.redovi, today.redovi)
  if (broj_promenjenih === 0) return obracun
  const { id, broj, datum_podnosenja } = handed
  const row = { vrsta: 'obracun', id: String(id), broj, opis: 'šta je podneto, a šta je sada' } as const
  const tekst = obracuniTexts.changed(formatDate(datum_podnosenja), broj_promenjenih)
  return { ...obracun, provere: [...obracun.provere, { vrsta: 'promenjeno', tekst, redovi: [row] }] }
}
