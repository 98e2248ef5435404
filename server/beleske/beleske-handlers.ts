import { type SqlBool, sql } from 'kysely'
import { type Beleska, beleskaTexts, type beleskeEndpoints, type SaBeleskama } from '#contract/beleske.ts'
import { searchText } from '#domain/search-text.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { pageFrom, pageOf } from '#server/records/page.ts'
import { existing, Refusal } from '#server/refusal.ts'

/** The notes of documents and goods. A deleted record keeps its notes, so that they come back with it. */
export const beleskeHandlers = ({ readAtOnce }: Store): Handlers<typeof beleskeEndpoints> => ({
  async listBeleske({ query }) {
    const { vrsta, predmet, ...page } = query
    const where = [sql<SqlBool>`vrsta = ${vrsta}`, sql<SqlBool>`predmet = ${predmet}`]
    const found = (db: Db) => pageFrom(db, 'beleska', db.selectFrom('beleska').select(FIELDS), { ...page, where })
    return pageOf(await readAtOnce(found), query)
  },

  createBeleska: ({ body, user, now, write }) =>
    write(async (tx, log) => {
      const naziv = await nameOf(tx, body)
      if (naziv === null) throw new Refusal('not_found', beleskaTexts.noThing)
      const row = { ...body, trazi: searchText(body.tekst), uneto: now, korisnik: user.email }
      const saved = await tx.insertInto('beleska').values(row).returning(FIELDS).executeTakeFirstOrThrow()
      await log([beleskaEntry(null, { ...saved, naziv })])
      return saved
    }),

  deleteBeleska: ({ params: { id }, write }) =>
    write(async (tx, log) => {
      const stored = await existing(tx.deleteFrom('beleska').where('id', '=', id).returning(FIELDS).executeTakeFirst())
      await log([beleskaEntry({ ...stored, naziv: (await nameOf(tx, stored)) ?? stored.predmet }, null)])
      return { message: beleskaTexts.deleted }
    }),
})

const FIELDS = ['id', 'vrsta', 'predmet', 'tekst', 'uneto', 'korisnik'] as const

/** Where a thing of each kind stands, and the column of what people call it. */
const THINGS: Readonly<Record<SaBeleskama, readonly [table: string, name: string]>> = {
  c4: ['c4', 'broj_c4'],
  c1: ['c1', 'broj_c1'],
  ostalo_razduzenje: ['ostalo_razduzenje', 'broj'],
  odobrenje: ['odobrenje', 'broj'],
  materijal: ['materijal', 'naziv'],
  proizvod: ['proizvod', 'naziv'],
}

/** The name of the thing for people; null when there is none of that id. */
async function nameOf(db: Db, { vrsta, predmet }: Pick<Beleska, 'vrsta' | 'predmet'>): Promise<string | null> {
  const [table, name] = THINGS[vrsta]
  const id = vrsta === 'materijal' || vrsta === 'proizvod' ? predmet : Number(predmet)
  if (typeof id === 'number' && !Number.isSafeInteger(id)) return null
  const { rows } = await sql<{ naziv: string }>`
    select ${sql.ref(name)} as naziv from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows[0]?.naziv ?? null
}

const beleskaEntry = entriesAbout<Beleska & { naziv: string }>({
  vrsta: 'beleska',
  predmet: ({ id }) => id,
  opis: ({ naziv }) => `uz ${naziv}`,
  facts: (beleska) => factsOf(beleska, ['tekst']),
  sazetak: ({ tekst }) => tekst,
})
