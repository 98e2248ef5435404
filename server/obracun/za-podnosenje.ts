import { sql } from 'kysely'
import { KVARTALA_UNAZAD, type PredlogObracuna, type ZaPodnosenje } from '#contract/obracuni.ts'
import { type CalendarDate, partsOfYears } from '#domain/calendar-date.ts'
import { daysAfter } from '#domain/rok.ts'
import { kvartaliZaPodnosenje, type Months, STANJA_PODNOSENJA } from '#domain/za-podnosenje.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import type { Scope } from './obracun-scope.ts'
import { listHandedIn } from './obracuni-queries.ts'

type Held = Months & { readonly odobrenje_id: number | null }

/**
 * Of each authorisation the quarters whose account is due, runs or is handed in; of books without any authorisation, those
 * of all imports. The most urgent first. Lots that were used up before the first of these quarters are not read.
 */
export async function zaPodnosenje(db: Db, dan: CalendarDate): Promise<ZaPodnosenje[]> {
  const od = partsOfYears(dan, 3, KVARTALA_UNAZAD).at(-1)?.od ?? dan
  const odobrenja = await db
    .selectFrom('odobrenje')
    .select(['id', 'broj', 'rok_obracuna_dana'])
    .orderBy('broj')
    .execute()
  const scopes = odobrenja.length > 0 ? odobrenja : [{ id: null, broj: null, rok_obracuna_dana: null }]
  const { rows: held } = await sql<Held>`
    select c4.odobrenje_id, substr(l.datum, 1, 7) as prvi,
      case when l.utrosen is null then null
        else substr(case when l.izuzeto_do > l.utrosen then l.izuzeto_do else l.utrosen end, 1, 7) end as poslednji
    from c4 join c4_stavka l on l.datum = c4.datum and l.c4_id = c4.id
    where l.datum <= ${dan} and (l.utrosen is null or l.utrosen >= ${od} or l.izuzeto_do >= ${od})
    group by 1, 2, 3`.execute(db)
  const handed = await listHandedIn(db, { od, do: dan })
  const rows = scopes.flatMap(({ id, broj, rok_obracuna_dana }) => {
    // An account of all imports has those of each authorisation in it.
    const podneti = handed.filter((one) => one.c4_ids === null && [null, id].includes(one.odobrenje_id))
    const drzali = id === null ? held : held.filter(({ odobrenje_id }) => odobrenje_id === id)
    const quarters = kvartaliZaPodnosenje({ drzali, podneti, rok_dana: rok_obracuna_dana }, dan, KVARTALA_UNAZAD)
    return quarters.map(({ naziv, od: datum_od, do: datum_do, podnet, ...one }) => ({
      ...{ odobrenje_id: id, odobrenje_broj: broj, naziv, datum_od, datum_do, ...one },
      ...{ obracun_id: podnet?.id ?? null, obracun_broj: podnet?.broj ?? null },
    }))
  })
  const urgency = ({ stanje }: ZaPodnosenje) => STANJA_PODNOSENJA.indexOf(stanje)
  // What is handed in has the newest first, the rest what is due first.
  const byDay = (a: ZaPodnosenje, b: ZaPodnosenje) => (a.datum_do < b.datum_do ? -1 : a.datum_do > b.datum_do ? 1 : 0)
  return rows.sort((a, b) => urgency(a) - urgency(b) || (a.stanje === 'podnet' ? byDay(b, a) : byDay(a, b)))
}

/** What is known before an account is handed in: by when it is due, and what of it was handed in before. */
export async function predlogObracuna(db: Db, scope: Scope): Promise<PredlogObracuna> {
  const { datum_od, datum_do, odobrenje_id, c4_ids } = scope
  const handed = datum_od && datum_do ? await listHandedIn(db, { od: datum_od, do: datum_do }) : []
  const isOfAll = (of: Pick<Scope, 'odobrenje_id' | 'c4_ids'>) => !of.odobrenje_id && !of.c4_ids?.length
  const mine = { odobrenje_id: odobrenje_id ?? null, c4: [...(c4_ids ?? [])].sort((a, b) => a - b).join() }
  const podneti = handed.filter(
    (one) =>
      isOfAll(one) ||
      isOfAll(scope) ||
      (one.odobrenje_id === mine.odobrenje_id && (one.c4_ids ?? []).join() === mine.c4),
  )
  return { rok_podnosenja: await rokPodnosenja(db, scope), podneti }
}

/**
 * By when it is due: the account of imports by the first of their deadlines for it, that of an authorisation or of all so
 * many days behind its last day as the authorisation gives. Null where no authorisation says so.
 */
async function rokPodnosenja(db: Db, { c4_ids, odobrenje_id, datum_do }: Scope): Promise<CalendarDate | null> {
  const imports = c4_ids?.length ? sql`c4.id in ${engineOf(db).list(c4_ids)}` : null
  const of = imports ?? (odobrenje_id ? sql`o.id = ${odobrenje_id}` : sql`1 = 1`)
  const { rows } = await sql<{ rok: CalendarDate | null; rok_obracuna_dana: number }>`
    select ${imports ? sql`c4.rok` : sql`null`} as rok, o.rok_obracuna_dana
    from odobrenje o ${imports ? sql`join c4 on c4.odobrenje_id = o.id` : sql``} where ${of}`.execute(db)
  const days = rows.flatMap(({ rok, rok_obracuna_dana }) => {
    const from = imports ? rok : datum_do
    return from ? [daysAfter(from, rok_obracuna_dana)] : []
  })
  return days.sort()[0] ?? null
}
