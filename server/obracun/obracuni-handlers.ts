import { sql } from 'kysely'
import { XLSX_TYPE } from '#contract/endpoint.ts'
import {
  KVARTALA_UNAZAD,
  type obracuniEndpoints,
  obracuniTexts,
  type PodnetRed,
  type PredlogObracuna,
  type ZaPodnosenje,
} from '#contract/obracuni.ts'
import { type CalendarDate, partsOfYears } from '#domain/calendar-date.ts'
import { daysAfter } from '#domain/rok.ts'
import { type HeldMonths, kvartaliZaPodnosenje, STANJA_PODNOSENJA } from '#domain/za-podnosenje.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { obracunFile } from '#server/print/obracun-glava.ts'
import { inBase64 } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { obracunOf, reckon } from './obracun.ts'
import { changedSince } from './obracun-changes.ts'
import { freeze, thaw } from './obracun-freeze.ts'
import { glavaOf } from './obracun-glava.ts'
import { handIn } from './obracun-hand-in.ts'
import { changeObracun, deleteDraft, handInDraft, insertObracun } from './obracun-save.ts'
import { refuseUnknown, type Scope, scopeOf } from './obracun-scope.ts'
import { findObracun, listHandedIn, listObracuni } from './obracuni-queries.ts'

const NOTHING_CHANGED = { promenjeno: [], broj_promenjenih: 0 }

/** The accounts that were handed in, and their drafts. */
export const obracuniHandlers = (store: Store): Handlers<typeof obracuniEndpoints> => ({
  async listObracuni({ query }) {
    return pageOf(await store.readAtOnce((db) => listObracuni(db, query)), query)
  },

  zaPodnosenje: async ({ now }) => ({ results: await store.readLong((db) => zaPodnosenje(db, dayOf(now))) }),

  predlogObracuna: ({ query }) =>
    store.readAtOnce(async (db) => {
      await refuseUnknown(db, scopeOf(query))
      return predlogObracuna(db, scopeOf(query))
    }),

  createObracun({ body, user, now, write }) {
    if (body.stanje === 'nacrt') return write((tx, log) => insertObracun(tx, log, { body, user, now }, null))
    const handed = { of: body, potvrda_manjka: body.potvrda_manjka, user, now }
    return handIn(store, write, handed, (tx, log, kept) => insertObracun(tx, log, { body, user, now }, kept))
  },

  async getPodnet({ params: { id } }) {
    const { obracun, redovi, live } = await store.readLong(async (db) => {
      const found = await existing(findObracun(db, id))
      const frozen = await db
        .selectFrom('obracun_podnet')
        .select('redovi')
        .where('obracun_id', '=', id)
        .executeTakeFirst()
      return { obracun: found, redovi: frozen?.redovi, live: await (frozen ? reckon : obracunOf)(db, found) }
    })
    if (!redovi) return { ...live, ...obracun, ...NOTHING_CHANGED }
    const today = freeze(live)
    const changed = today.sha256 === obracun.sha256 ? NOTHING_CHANGED : changedSince(redovi, today.redovi)
    return { ...obracun, ...thaw(redovi), ...changed }
  },

  async updateObracun({ params: { id }, body, ifVersion, user, now, write }) {
    const obracun = await existing(store.readAtOnce((db) => findObracun(db, id)))
    if (obracun.stanje !== 'nacrt' || body.stanje !== 'podnet')
      return write((tx, log) => changeObracun(tx, log, { id, ifVersion }, body))
    const handed = { of: obracun, potvrda_manjka: body.potvrda_manjka, user, now }
    return handIn(store, write, handed, (tx, log, kept) => handInDraft(tx, log, { id, ifVersion, user, now }, kept))
  },

  async deleteObracun({ params: { id }, ifVersion, write }) {
    return { message: await write((tx, log) => deleteDraft(tx, log, id, ifVersion)) }
  },

  async podnetFiles({ params: { id } }) {
    const { name, papir } = await store.readAtOnce(async (db) => {
      const obracun = await existing(findObracun(db, id))
      const kept = db.selectFrom('obracun_podnet').select('papir').where('obracun_id', '=', id)
      return { ...(await existing(kept.executeTakeFirst())), name: await fileOf(db, obracun, 'pdf') }
    })
    return { files: inBase64([{ name, bytes: new Uint8Array(papir) }]) }
  },

  async podnetSheet({ params: { id } }) {
    const { name, tabela } = await store.readAtOnce(async (db) => {
      const obracun = await existing(findObracun(db, id))
      const kept = db.selectFrom('obracun_podnet').select('tabela').where('obracun_id', '=', id)
      return { ...(await existing(kept.executeTakeFirst())), name: await fileOf(db, obracun, 'xlsx') }
    })
    if (!tabela) throw new Refusal('not_found', obracuniTexts.noSheet)
    return { name, type: XLSX_TYPE, bytes: new Uint8Array(tabela) }
  },
})

/** The name of a file of an account that is handed in. */
async function fileOf(db: Db, obracun: PodnetRed, ending: 'pdf' | 'xlsx'): Promise<string> {
  const { broj, rok_podnosenja, prethodni_broj: ispravlja } = obracun
  return obracunFile(await glavaOf(db, obracun, [], { broj, rok_podnosenja, ispravlja }), ending)
}

type Held = HeldMonths & { readonly odobrenje_id: number | null }

/**
 * The quarters of each authorisation whose account is due, runs or is handed in; those of all imports where there is no
 * authorisation. The most urgent first. Lots that were used up before the first of these quarters are not read.
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
    // An account of all imports covers each authorisation too.
    const podneti = handed.filter((one) => one.c4_ids === null && [null, id].includes(one.odobrenje_id))
    const drzali = id === null ? held : held.filter(({ odobrenje_id }) => odobrenje_id === id)
    const quarters = kvartaliZaPodnosenje({ drzali, podneti, rok_dana: rok_obracuna_dana }, dan, KVARTALA_UNAZAD)
    return quarters.map(({ naziv, od: datum_od, do: datum_do, podnet, ...one }) => ({
      ...{ odobrenje_id: id, odobrenje_broj: broj, naziv, datum_od, datum_do, ...one },
      ...{ obracun_id: podnet?.id ?? null, obracun_broj: podnet?.broj ?? null },
    }))
  })
  const urgency = ({ stanje }: ZaPodnosenje) => STANJA_PODNOSENJA.indexOf(stanje)
  // Accounts that are handed in stand newest first, the others by their deadline.
  const byDay = (a: ZaPodnosenje, b: ZaPodnosenje) => (a.datum_do < b.datum_do ? -1 : a.datum_do > b.datum_do ? 1 : 0)
  return rows.sort((a, b) => urgency(a) - urgency(b) || (a.stanje === 'podnet' ? byDay(b, a) : byDay(a, b)))
}

/** The facts before an account is handed in: its deadline, and the parts of it that were handed in before. */
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
 * The deadline of an account. An account of imports takes the first of their deadlines for it. One of an authorisation,
 * or of everything, takes the number of days that the authorisation gives after its last day. Null where no
 * authorisation gives one.
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
