import { type SqlBool, sql } from 'kysely'
import type { PARTNER } from '#contract/partneri.ts'
import { firmKey, firmOf, type KnownFirm, pibKey, type Zapis } from '#domain/partneri.ts'
import { searchText, sortKey } from '#domain/search-text.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'

// The register of partners (docs/decisions/partneri.md): each document has the spellings (`partner_zapis`) of its two
// firms, and each spelling belongs to one partner.

export const STRANE = ['posiljalac_zapis', 'primalac_zapis'] as const
type Strana = (typeof STRANE)[number]
/** The two firms of a document, in its words. */
export type NamedFirms = {
  readonly posiljalac_naziv: string
  readonly posiljalac_grad: string
  readonly posiljalac_drzava: string
  readonly primalac_naziv: string
  readonly primalac_grad: string
  readonly primalac_pib: string | null
  readonly primalac_mb: string | null
}
const TEXTS = ['naziv', 'grad', 'drzava', 'pib', 'mb'] as const

/** The two spellings of a document: its sender has no PIB there, its receiver no country. */
export const zapisiOf = (document: NamedFirms): Record<Strana, Zapis> => ({
  posiljalac_zapis: {
    ...{ naziv: document.posiljalac_naziv, grad: document.posiljalac_grad, drzava: document.posiljalac_drzava },
    ...{ pib: '', mb: '' },
  },
  primalac_zapis: {
    ...{ naziv: document.primalac_naziv, grad: document.primalac_grad, drzava: '' },
    ...{ pib: document.primalac_pib ?? '', mb: document.primalac_mb ?? '' },
  },
})

/** The texts of a spelling, as `ZAPIS_ID` takes them. */
export const textsOf = (zapis: Zapis): string[] => TEXTS.map((name) => zapis[name])
/** The id of a spelling, found by an index; null if no document has it yet. */
export const zapisId = (texts: readonly string[]) =>
  sql`(select id from partner_zapis where ${sql.join(
    TEXTS.map((name, at) => sql`${sql.ref(name)} = ${texts[at] ?? ''}`),
    sql` and `,
  )})`

const LOCK = sql.lit(20_261_127)
/** A save that moves spellings between partners holds others off until its transaction ends; SQLite has one writer. */
export async function lockRegister(tx: Tx): Promise<void> {
  if (engineOf(tx).locksRows) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}

/** Enters the firms of a document in spellings that are new, and ties it to them. */
export async function registerFirms(tx: Tx, table: 'c4' | 'c1', id: number, document: NamedFirms): Promise<void> {
  await lockRegister(tx)
  const { posiljalac_zapis, primalac_zapis } = zapisiOf(document)
  const ids = [await entered(tx, posiljalac_zapis), await entered(tx, primalac_zapis)]
  await tx
    .updateTable(table)
    .set({ posiljalac_zapis: ids[0] as number, primalac_zapis: ids[1] as number })
    .where('id', '=', id)
    .execute()
}

async function entered(tx: Tx, zapis: Zapis): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select ${zapisId(textsOf(zapis))} as id`.execute(tx)
  const known = rows[0]?.id
  if (known) return known
  const partner = firmOf(zapis, await likePartners(tx, { key: firmKey(zapis), pib: zapis.pib || null }))
  const partner_id = partner?.id ?? (await newPartner(tx, zapis))
  const { id } = await tx
    .insertInto('partner_zapis')
    .values({ partner_id, ...zapis, kljuc: firmKey(zapis) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (partner) await takeOver(tx, partner, [zapis])
  return id
}

type Stored = Record<keyof Omit<typeof PARTNER, 'naziv' | 'grad' | 'ne_predlaze'>, string | null> & {
  readonly id: number
  readonly naziv: string
  readonly grad: string
}
/** The partners that may be a firm: those with its PIB, or with its name and city, now or in a spelling. */
export async function likePartners(
  tx: Db,
  { key, pib }: { key: string; pib: string | null },
): Promise<(KnownFirm & Stored)[]> {
  const partners = await tx
    .selectFrom('partner')
    .select(['id', 'naziv', 'grad', 'drzava', 'pib', 'mb', 'napomena'])
    .where(({ eb, or, selectFrom }) => {
      const spelled = selectFrom('partner_zapis').select('partner_id')
      const found = [eb('kljuc', '=', key), eb('id', 'in', spelled.where('kljuc', '=', key))]
      const byPib = pib ? [isPib(pib), eb('id', 'in', spelled.where(isPib(pib)))] : []
      return or([...found, ...byPib])
    })
    .execute()
  const zapisi = await zapisiOfPartners(
    tx,
    partners.map(({ id }) => id),
  )
  return partners.map((partner) => {
    const own = zapisi.filter(({ partner_id }) => partner_id === partner.id)
    const kljucevi = [firmKey(partner), ...own.map(({ kljuc }) => kljuc)]
    return { ...partner, kljucevi, pibovi: [partner.pib ?? '', ...own.map((one) => one.pib)].filter(Boolean) }
  })
}

/** True if some spelling has that `pib`. It reads all firms, so it runs only for a new spelling. */
const isPib = (pib: string) => {
  const bare = ['-', '.', '/'].reduce(
    (text, sign) => sql`replace(${text}, ${sign}, '')`,
    sql`replace(upper(pib), ' ', '')`,
  )
  return sql<SqlBool>`${bare} in (${pibKey(pib)}, ${`RS${pibKey(pib)}`})`
}

const zapisiOfPartners = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('partner_zapis')
        .select(['id', 'partner_id', 'kljuc', ...TEXTS])
        .where('partner_id', 'in', engineOf(db).list(ids))
        .execute()

/** A partner that is called as one of its spellings. */
export async function newPartner(tx: Tx, zapis: Zapis): Promise<number> {
  const { naziv, grad } = zapis
  const [drzava, pib, mb] = [zapis.drzava || null, zapis.pib || null, zapis.mb || null]
  const fields = { naziv, grad, drzava, pib, mb, napomena: null, ne_predlaze: 0 } as const
  const { id } = await tx
    .insertInto('partner')
    .values({ ...fields, ...partnerColumns(fields, [zapis]), verzija: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A partner gets its missing data from its new spellings; a search finds it by all of them. */
export async function takeOver(tx: Tx, partner: Stored, added: readonly (Zapis | Stored)[]): Promise<void> {
  const fields = { ...partner }
  for (const zapis of added)
    for (const name of ['drzava', 'pib', 'mb'] as const) fields[name] = fields[name] || zapis[name] || null
  const { id, naziv, grad, drzava, pib, mb } = fields
  const columns = partnerColumns(fields, await zapisiOfPartners(tx, [id]))
  await tx
    .updateTable('partner')
    .set(({ eb }) => ({ naziv, grad, drzava, pib, mb, ...columns, verzija: eb('verzija', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The columns that follow from a partner's name and spellings. */
export function partnerColumns(
  partner: Omit<Stored, 'id'>,
  zapisi: readonly Zapis[],
): { kljuc: string; trazi: string; naziv_red: string } {
  const { naziv, grad, drzava, pib, mb, napomena } = partner
  const texts = [naziv, grad, drzava, pib, mb, napomena, ...zapisi.flatMap(textsOf)]
  const trazi = [...new Set(texts.flatMap((text) => (text ? [searchText(text)] : [])))].join(' ')
  return { kljuc: firmKey(partner), trazi, naziv_red: sortKey(naziv) }
}
