import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PredlogQuery } from '#contract/documents.ts'
import { MAX_CODE_CHARACTERS } from '#contract/limits.ts'
import { type CalendarDate, yearOf } from '#domain/calendar-date.ts'
import { nextNumbers } from '#domain/next-number.ts'
import { codeKey } from '#domain/one-form.ts'
import { searchText } from '#domain/search-text.ts'
import { literal } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { NUMBERED, type Numbered } from './document-list.ts'
import { FIRM_DOCUMENTS } from './firms.ts'
import { nasaFirma } from './nasa-firma.ts'

/** At most this many numbers behind the last one may be taken already; beyond, none is proposed. */
export const MAX_TAKEN_NUMBERS = 20

type Broj = 'broj_c4' | 'broj_c1'

/** Fields that the next document mostly shares with the one before it, whoever its partner is. */
const USUAL = {
  broj_c4: ['tip_dokumenta', 'broj_terminala'],
  broj_c1: ['tip_dokumenta', 'zemlja_otpreme'],
} as const

/**
 * The proposal for the head of a new document: its number, our own firm where it is filled in, what the last document of
 * the chosen partner has in `columns`, and until one is chosen what the newest of all has of the USUAL ones.
 */
export async function proposalFor<T>(
  db: Db,
  broj: Broj,
  { partner, datum }: PredlogQuery,
  columns: readonly (keyof T & string)[],
): Promise<Partial<T>> {
  const number = datum && (await freeNumber(db, broj === 'broj_c4' ? 'c4' : 'c1', datum))
  const last =
    partner === undefined
      ? await newest<T>(db, broj)
      : await lastOfPartner<T>(
          db,
          broj,
          partner,
          columns.filter((name) => name !== broj),
        )
  return { ...last, ...(await ownSide(db, broj)), ...(number && { [broj]: number }) } as Partial<T>
}

async function ownSide(db: Db, broj: Broj) {
  const firma = await nasaFirma(db)
  if (!firma) return {}
  const { naziv, pib, mb, grad, drzava } = firma
  return broj === 'broj_c4'
    ? { primalac_naziv: naziv, primalac_pib: pib, primalac_mb: mb, primalac_grad: grad }
    : { posiljalac_naziv: naziv, posiljalac_grad: grad, posiljalac_drzava: drzava }
}

async function newest<T>(db: Db, broj: Broj): Promise<Partial<T>> {
  const { rows } = await sql<T>`
    select ${sql.join(USUAL[broj].map((name) => sql.ref(name)))} from ${tableOf(broj)}
    order by datum desc, id desc limit 1`.execute(db)
  return rows[0] ?? {}
}

const tableOf = (broj: Broj) => sql.table(broj === 'broj_c4' ? 'c4' : 'c1')

/**
 * The values of `columns` in this partner's newest document, whatever it was called there; nothing where it has none.
 * Partners that are offered stand in the FIRM_DOCUMENTS newest ones: further back nobody looks, however many there are.
 */
async function lastOfPartner<T>(
  db: Db,
  broj: Broj,
  partner: string,
  columns: readonly (keyof T & string)[],
): Promise<Partial<T>> {
  const { rows } = await sql<T>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from ${tableOf(broj)} where id =
      (select id from
        (select id, datum, partner_trazi from ${tableOf(broj)} order by datum desc, id desc limit ${FIRM_DOCUMENTS}) d
      where partner_trazi in ${engineOf(db).list(await namesOf(db, partner))} order by datum desc, id desc limit 1)`.execute(
    db,
  )
  return rows[0] ?? {}
}

/** The names that a partner has and had in documents, folded. */
async function namesOf(db: Db, partner: string): Promise<string[]> {
  const name = searchText(partner)
  const zapisi = await db
    .selectFrom('partner_zapis')
    .innerJoin('partner', 'partner.id', 'partner_zapis.partner_id')
    .select('partner_zapis.naziv')
    .where(sql<SqlBool>`partner.kljuc like ${`${literal(name)}\n%`} escape '\\'`)
    .execute()
  return [...new Set([name, ...zapisi.map(({ naziv }) => searchText(naziv))])]
}

/**
 * The first free number behind that of the newest document of the year of `datum`, or of the newest before it where the
 * year has none yet. Undefined where that number follows no pattern.
 */
export async function freeNumber(db: Db, table: Numbered, datum: CalendarDate): Promise<string | undefined> {
  const to = yearOf(datum)
  const newest = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{ broj: string; datum: CalendarDate }>`
      select ${sql.ref(NUMBERED[table])} as broj, datum from ${sql.table(table)} where ${condition}
      order by datum desc, id desc limit 1`.execute(db)
    return rows[0]
  }
  const last = await newest(sql`datum <= ${`${to}-12-31`}`)
  if (!last) return undefined
  const numbers = nextNumbers(last.broj, yearOf(last.datum), to, MAX_TAKEN_NUMBERS)
  const { rows } = await sql<{ broj_kljuc: string }>`
    select broj_kljuc from ${sql.table(table)}
    where godina = ${to} and broj_kljuc in ${engineOf(db).list(numbers.map(codeKey))}`.execute(db)
  const taken = new Set(rows.map(({ broj_kljuc }) => broj_kljuc))
  return numbers.find((one) => one.length <= MAX_CODE_CHARACTERS && !taken.has(codeKey(one)))
}
