import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Firm, firm, type PredlogQuery } from '#contract/documents.ts'
import { MAX_CODE_CHARACTERS } from '#contract/limits.ts'
import { type CalendarDate, yearOf } from '#domain/calendar-date.ts'
import { nextNumbers } from '#domain/next-number.ts'
import { codeKey } from '#domain/one-form.ts'
import { searchText } from '#domain/search-text.ts'
import { literal } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { NUMBERED, type Numbered } from './document-list.ts'
import { nasaFirma } from './nasa-firma.ts'

/** The number of partners in the list of proposals, those used last. */
const MAX_FIRMS = 2000
/** The number of documents that are searched for partners: a partner that is in none of them is typed once more. */
const FIRM_DOCUMENTS = 10_000

/**
 * The partners of the `newest` C4 or C1 documents as the register has them now, most recently used first (spec §3,
 * Firm), then those that stand in no document yet. A partner that is not to be suggested is left out.
 */
export async function firmsOf(db: Db, table: 'c4' | 'c1', newest = FIRM_DOCUMENTS): Promise<Firm[]> {
  const fields = Object.keys(firm.shape).map((name) => {
    const at = name.indexOf('_')
    return { name, side: name.slice(0, at), field: name.slice(at + 1) }
  })
  const used = fields.map(
    ({ name, side, field }) => sql`
      case when ${sql.ref(`${side}.ne_predlaze`)} = 0 then ${sql.ref(`${side}.${field}`)} end as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Firm>`
    select ${sql.join(used)} from
      (select p.partner_id as posiljalac_id, r.partner_id as primalac_id, max(d.datum) as datum, max(d.id) as id from
        (select posiljalac_zapis, primalac_zapis, datum, id from ${sql.table(table)}
          order by datum desc, id desc limit ${newest}) d
      join partner_zapis p on p.id = d.posiljalac_zapis join partner_zapis r on r.id = d.primalac_zapis
      group by p.partner_id, r.partner_id) d
    join partner posiljalac on posiljalac.id = d.posiljalac_id join partner primalac on primalac.id = d.primalac_id
    where posiljalac.ne_predlaze = 0 or primalac.ne_predlaze = 0
    order by d.datum desc, d.id desc limit ${MAX_FIRMS}`.execute(db)
  const unused = await db
    .selectFrom('partner')
    .select(fields.map(({ name, field }) => sql<string | null>`${sql.ref(field)}`.as(name as keyof Firm)))
    .where('ne_predlaze', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('partner_zapis as z').select('z.id').whereRef('z.partner_id', '=', 'partner.id'))),
    )
    .orderBy('id', 'desc')
    .limit(MAX_FIRMS)
    .execute()
  return [...rows, ...unused]
}

/** This many numbers behind the last one are tried; if all are taken, none is proposed. */
export const MAX_TAKEN_NUMBERS = 20

type Broj = 'broj_c4' | 'broj_c1'

/** Fields that are mostly the same as in the last document, with any partner. */
const USUAL = {
  broj_c4: ['tip_dokumenta', 'broj_terminala'],
  broj_c1: ['tip_dokumenta', 'zemlja_otpreme'],
} as const

/**
 * The proposal for the head of a new document: its number, our own firm if it is filled in, and the values in `columns`
 * of the partner's last document. Until a partner is chosen, it has the USUAL values of the newest document.
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
 * The values of `columns` in this partner's newest document, in any of its spellings; nothing if it has none. Offered
 * partners stand in the FIRM_DOCUMENTS newest documents, so no older ones are read.
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
 * The first free number behind that of the newest document in the year of `datum`, or of the newest before it if the
 * year has none yet. Undefined if that number follows no pattern.
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
