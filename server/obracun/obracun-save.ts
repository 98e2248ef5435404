import { sql } from 'kysely'
import { type ObracunIzmena, type ObracunUnos, obracuniTexts, type PodnetRed } from '#contract/obracuni.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { codeKey } from '#domain/one-form.ts'
import { entriesAbout, factsOf, type Log } from '#server/audit/log.ts'
import { PAPER_HASH, SHEET_HASH, sealedIn } from '#server/audit/sealed.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import type { User } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import type { Rewrite } from '#server/records/record.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import type { Handed, KeptObracun } from './obracun-hand-in.ts'
import { unknownIn } from './obracun-scope.ts'
import { findObracun } from './obracuni-queries.ts'

type Asked = { readonly body: ObracunUnos; readonly user: User; readonly now: number }

/** Writes a new account and its entry in the trail; a draft where `kept` is null. Refuses a number that is taken. */
export async function insertObracun(
  tx: Tx,
  log: Log,
  { body, user, now }: Asked,
  kept: KeptObracun | null,
): Promise<PodnetRed> {
  const { broj, c4_ids, odobrenje_id, datum_od, datum_do, rok_podnosenja, prethodni_id } = body
  const unknown = await unknownIn(tx, body)
  if (unknown) throw new Refusal('invalid', unknown.message, [unknown])
  if (prethodni_id) await correctable(tx, prethodni_id)
  try {
    const { id } = await tx
      .insertInto('obracun')
      .values({
        broj,
        broj_kljuc: codeKey(broj),
        odobrenje_id: odobrenje_id ?? null,
        c4_ids: c4_ids ? JSON.stringify([...new Set(c4_ids)].sort((a, b) => a - b)) : null,
        datum_od,
        datum_do,
        rok_podnosenja: rok_podnosenja ?? null,
        stanje: 'nacrt',
        prethodni_id: prethodni_id ?? null,
        napravljen: now,
        korisnik: user.email,
        verzija: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (kept) await keep(tx, log, id, { ...kept, now })
    const saved = await stored(tx, id)
    await log([entry(null, { ...saved, ...hashesOf(kept) })])
    return saved
  } catch (error) {
    if (!engineOf(tx).isUniqueViolation(error)) throw error
    throw new Refusal('conflict', obracuniTexts.exists, 'broj')
  }
}

/** Hands in a draft with its frozen rows. Refuses an account that is no draft any more. */
export async function handInDraft(
  tx: Tx,
  log: Log,
  { id, ifVersion, now, user }: { id: number; ifVersion: number | null } & Pick<Handed, 'now' | 'user'>,
  kept: KeptObracun,
): Promise<PodnetRed> {
  const before = await locked(tx, id)
  assertVersion(before.verzija, ifVersion)
  if (before.stanje !== 'nacrt') throw new Refusal('conflict', obracuniTexts.noWay(before.stanje, 'podnet'))
  await tx
    .updateTable('obracun')
    .set({ verzija: sql`verzija + 1`, korisnik: user.email })
    .where('id', '=', id)
    .execute()
  await keep(tx, log, id, { ...kept, now })
  const saved = await stored(tx, id)
  await log([entry(before, { ...saved, ...hashesOf(kept) })])
  return saved
}

/** The changes that an account allows once it is handed in; `handInDraft` hands in a draft. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  podnet: ['prihvaćen', 'ispravljen'],
  prihvaćen: ['ispravljen'],
}

/** Writes the answer of customs about an account that is handed in. */
export async function changeObracun(
  tx: Tx,
  log: Log,
  { id, ifVersion }: Rewrite,
  { stanje, broj_akta }: ObracunIzmena,
): Promise<PodnetRed> {
  const before = await locked(tx, id)
  assertVersion(before.verzija, ifVersion)
  const next = stanje ?? before.stanje
  if (next !== before.stanje && !NEXT[before.stanje]?.includes(next))
    throw new Refusal('conflict', obracuniTexts.noWay(before.stanje, next))
  if (before.stanje === 'nacrt' && broj_akta) throw new Refusal('conflict', obracuniTexts.draftHasNoAct)
  return change(tx, log, before, { stanje: next, ...(broj_akta === undefined ? {} : { broj_akta }) })
}

/** Removes a draft; refuses an account that is handed in. */
export async function deleteDraft(tx: Tx, log: Log, id: number, ifVersion: number | null): Promise<string> {
  const before = await locked(tx, id)
  assertVersion(before.verzija, ifVersion)
  if (before.stanje !== 'nacrt') throw new Refusal('conflict', obracuniTexts.draftsOnly)
  await tx.deleteFrom('obracun').where('id', '=', id).execute()
  await log([entry(before, null)])
  return obracuniTexts.deleted(before.broj)
}

/** Freezes rows, paper and spreadsheet of an account, and sets the one that it corrects to 'ispravljen'. */
async function keep(
  tx: Tx,
  log: Log,
  id: number,
  { redovi, sha256, papir, tabela, now }: KeptObracun & { readonly now: number },
): Promise<void> {
  const { prethodni_id } = await stored(tx, id)
  if (prethodni_id !== null) await change(tx, log, await correctable(tx, prethodni_id), { stanje: 'ispravljen' })
  await tx
    .updateTable('obracun')
    .set({ stanje: 'podnet', datum_podnosenja: dayOf(now), sha256 })
    .where('id', '=', id)
    .execute()
  await tx.insertInto('obracun_podnet').values({ obracun_id: id, redovi, papir, tabela }).execute()
}

async function change(
  tx: Tx,
  log: Log,
  before: PodnetRed,
  set: { stanje: PodnetRed['stanje']; broj_akta?: string | null },
): Promise<PodnetRed> {
  await tx
    .updateTable('obracun')
    .set({ ...set, verzija: sql`verzija + 1` })
    .where('id', '=', before.id)
    .execute()
  const saved = await stored(tx, before.id)
  await log([entry(before, saved)])
  return saved
}

/** The account that another one corrects, locked; refuses a draft and one that is corrected already. */
async function correctable(tx: Tx, id: number): Promise<PodnetRed> {
  const refuse = (message: string) => new Refusal('conflict', message, 'prethodni_id')
  const before = await locked(tx, id).catch(() => null)
  if (!before) throw refuse(obracuniTexts.noPrethodni)
  if (before.stanje === 'nacrt') throw refuse(obracuniTexts.draftCorrected)
  if (before.stanje === 'ispravljen') throw refuse(obracuniTexts.correctedAlready(before.broj))
  return before
}

/** The account as it is, locked until the transaction ends. */
async function locked(tx: Tx, id: number): Promise<PodnetRed> {
  const row = tx.selectFrom('obracun').select('id').where('id', '=', id).modifyEnd(engineOf(tx).forUpdate)
  await existing(row.executeTakeFirst())
  return stored(tx, id)
}

const stored = (tx: Tx, id: number): Promise<PodnetRed> => existing(findObracun(tx, id))

type Hashes = { readonly [PAPER_HASH]?: string; readonly [SHEET_HASH]?: string }
const hashesOf = (kept: KeptObracun | null): Hashes =>
  kept ? { [PAPER_HASH]: kept.papir_sha256, [SHEET_HASH]: kept.tabela_sha256 } : {}

const entry = entriesAbout<PodnetRed & Hashes>({
  vrsta: 'obracun',
  predmet: ({ id }) => id,
  opis: ({ broj }) => broj,
  facts: (obracun) =>
    factsOf({ ...obracun, obim: obimIn(obracun) }, [
      'broj',
      'obim',
      'datum_od',
      'datum_do',
      'rok_podnosenja',
      'stanje',
      'datum_podnosenja',
      'broj_akta',
      'prethodni_broj',
      'sha256',
    ]),
  sealed: ({ [PAPER_HASH]: paper, [SHEET_HASH]: sheet, c4_ids, ...row }) => ({
    ...sealedIn('obracun', { ...row, c4_ids: c4_ids && JSON.stringify(c4_ids) }),
    ...(paper && { [PAPER_HASH]: paper }),
    ...(sheet && { [SHEET_HASH]: sheet }),
  }),
  sazetak: ({ stanje, datum_od, datum_do }) => `${stanje} · ${formatDate(datum_od)} – ${formatDate(datum_do)}`,
})

/** The scope of an account in words: 'Svi uvozi', 'C4-1, C4-2 i još 3', 'Odobrenje OP-1/26'. */
function obimIn({ c4_ids, c4_brojevi, odobrenje_id, odobrenje_broj }: PodnetRed): string {
  if (odobrenje_id !== null) return `Odobrenje ${odobrenje_broj ?? odobrenje_id}`
  if (!c4_ids) return 'Svi uvozi'
  const more = c4_ids.length - c4_brojevi.length
  return `${c4_brojevi.join(', ')}${more > 0 ? ` i još ${more}` : ''}`
}
