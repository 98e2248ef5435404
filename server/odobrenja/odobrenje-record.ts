import { sql } from 'kysely'
import type { PromenjenRokC1 } from '#contract/carina.ts'
import { namesIn } from '#contract/form-fields.ts'
import {
  type KolicineOdobrenja,
  ODOBRENJE,
  ODOBRENJE_LINE,
  type Odobrenje,
  type OdobrenjeBody,
  type OdobrenjeIzmenjeno,
  type OdobrenjeQuery,
  type OdobrenjeRow,
  odobrenjeTexts,
} from '#contract/odobrenja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { underLines } from '#domain/odobreno.ts'
import { codeKey } from '#domain/one-form.ts'
import { searchForms, searchText } from '#domain/search-text.ts'
import { entriesAbout, factsOf, type Log } from '#server/audit/log.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import { columnsIn, fieldsOf } from '#server/db/field-columns.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { imaOstatak, recomputeRok } from '#server/documents/carina.ts'
import { type Found, pageFrom } from '#server/records/page.ts'
import { deletable, type Rewrite, recordOf } from '#server/records/record.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { withClosedByRok } from '#server/stock/closed.ts'
import { integerOf } from '#server/stock/exact-sums.ts'

const HEAD = ['id', ...namesIn(ODOBRENJE), 'verzija'] as const

/** A page of the authorisations that show every word of `search`, and how many there are in all. */
export async function findOdobrenja(
  db: Db,
  { sort = 'vazi_od', ...query }: OdobrenjeQuery,
): Promise<Found<OdobrenjeRow>> {
  // The engines sort empty values to different ends.
  const by = sql`coalesce(${sql.ref(sort)}, '')`
  const { rows, total } = await pageFrom(db, 'odobrenje', db.selectFrom('odobrenje').select(HEAD), { ...query, by })
  return { rows: await withImports(db, rows), total }
}

/** One authorisation with its lines; null when there is none. */
export async function odobrenjeById(db: Db, id: number): Promise<Odobrenje | null> {
  const head = await db.selectFrom('odobrenje').select(HEAD).where('id', '=', id).executeTakeFirst()
  if (!head) return null
  const [row] = await withImports(db, [head])
  return row ? { ...row, stavke: await linesOf(db, id) } : null
}

async function linesOf(db: Db, id: number): Promise<Odobrenje['stavke']> {
  const stavke = await db
    .selectFrom('odobrenje_stavka')
    .select(namesIn(ODOBRENJE_LINE))
    .where('odobrenje_id', '=', id)
    .orderBy('pozicija')
    .execute()
  return stavke.map((line) => ({ ...line, sporedni: line.sporedni === 1 }))
}

/** Quantities imported under each line of an authorisation and still open; null when there is none. */
export async function kolicineOf(db: Db, id: number): Promise<KolicineOdobrenja | null> {
  const found = await db.selectFrom('odobrenje').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) return null
  const { rows } = await sql<Record<'tarifni_broj' | 'jedinica_mere' | 'uvezeno' | 'preostalo', string>>`
    select l.tarifni_broj, m.jedinica_mere, cast(sum(l.kolicina) as text) as uvezeno,
      cast(sum(l.preostalo) as text) as preostalo
    from c4 join c4_stavka l on l.c4_id = c4.id join materijal m on m.id = l.materijal_id
    where c4.odobrenje_id = ${id} group by l.tarifni_broj, m.jedinica_mere
    order by l.tarifni_broj, m.jedinica_mere`.execute(db)
  const imported = rows.map((row) => ({
    ...row,
    uvezeno: integerOf<Micro>(row.uvezeno),
    preostalo: integerOf<Micro>(row.preostalo),
  }))
  return underLines(await linesOf(db, id), imported)
}

type Imports = Pick<OdobrenjeRow, 'broj_c4' | 'otvoreno_c4' | 'najblizi_rok'>
const NO_IMPORTS: Imports = { broj_c4: 0, otvoreno_c4: 0, najblizi_rok: null }

/** Adds how many C4 each has, how many of them are open (one of their lots is) and the nearest deadline of these. */
async function withImports<T extends { readonly id: number }>(db: Db, heads: readonly T[]): Promise<(T & Imports)[]> {
  if (heads.length === 0) return []
  const ids = heads.map(({ id }) => id)
  const { rows } = await sql<Imports & { odobrenje_id: number; najblizi_rok: CalendarDate | null }>`
    select odobrenje_id, count(*) as broj_c4, count(*) filter (where otvoren) as otvoreno_c4,
      min(rok) filter (where otvoren) as najblizi_rok
    from (select odobrenje_id, rok, ${imaOstatak} as otvoren from c4
      where odobrenje_id in ${engineOf(db).list(ids)}) c
    group by odobrenje_id`.execute(db)
  const imports = new Map(rows.map(({ odobrenje_id, ...counts }) => [odobrenje_id, counts]))
  return heads.map((head) => ({ ...head, ...(imports.get(head.id) ?? NO_IMPORTS) }))
}

/** The entry of the audit trail about an authorisation before and after; null is one that is not there. */
const entry = entriesAbout<Odobrenje>({
  vrsta: 'odobrenje',
  predmet: ({ id }) => id,
  opis: ({ broj }) => broj,
  facts: (odobrenje) => ({
    ...factsOf(odobrenje, namesIn(ODOBRENJE)),
    stavke: odobrenje.stavke.map((line, at) => ({ id: at + 1, ...factsOf(line, namesIn(ODOBRENJE_LINE)) })),
  }),
  sazetak: ({ vrsta_postupka, carinski_organ }) => [vrsta_postupka, carinski_organ].filter(Boolean).join(', '),
})

const saving = recordOf({
  table: 'odobrenje',
  find: odobrenjeById,
  columns,
  beside: writeLines,
  taken: { field: 'broj', message: odobrenjeTexts.exists },
  entry,
})

/** The authorisations; one stays while a document or an account of customs refers to it. */
export const odobrenje = deletable(saving, {
  vrsta: 'odobrenje',
  check: refuseUsed,
  keep: ({ verzija, ...stored }) => ({
    body: { ...fieldsOf(ODOBRENJE, stored), stavke: stored.stavke },
    verzija,
    jedinice: {},
  }),
  deleted: ({ broj }) => odobrenjeTexts.deleted(broj),
  there: odobrenjeTexts.there,
})

function columns(_: Tx, body: OdobrenjeBody) {
  const { broj, vrsta_postupka, carinski_organ, nadzorni_organ, napomena, stavke } = body
  const goods = stavke.flatMap(({ tarifni_broj, opis }) => [tarifni_broj, opis])
  const said = [vrsta_postupka, carinski_organ, nadzorni_organ, napomena, ...goods].filter(Boolean)
  return {
    ...fieldsOf(ODOBRENJE, body),
    broj_kljuc: codeKey(broj),
    trazi: [...searchForms(broj), searchText(said.join(' '))].join(' '),
  }
}

const insertLines = insertion('odobrenje_stavka', {
  odobrenje_id: 'int',
  pozicija: 'int',
  ...columnsIn(ODOBRENJE_LINE),
})

async function writeLines(tx: Tx, odobrenje_id: number, { stavke }: OdobrenjeBody) {
  await tx.deleteFrom('odobrenje_stavka').where('odobrenje_id', '=', odobrenje_id).execute()
  const lines = stavke.map((line, at) => ({ ...line, sporedni: line.sporedni ? 1 : 0, odobrenje_id, pozicija: at + 1 }))
  await engineOf(tx).write(tx, [insertLines(lines)])
}

/** Rewrites a stored authorisation, and moves the deadlines of its imports where its own changes. */
export async function updateOdobrenje(
  tx: Tx,
  log: Log,
  body: OdobrenjeBody,
  rewrite: Rewrite,
): Promise<OdobrenjeIzmenjeno> {
  const stored = await odobrenje.locked(tx, rewrite)
  const id = await odobrenje.write(tx, body, stored)
  const isOther = stored.rok_meseci !== body.rok_meseci || stored.rok_do_kraja !== body.rok_do_kraja
  const promenjen_rok_c1 = isOther ? await moveDeadlines(tx, id) : []
  const saved = await existing(odobrenjeById(tx, id))
  await log([withClosedByRok(entry(stored, saved), promenjen_rok_c1)])
  return { ...saved, ...(promenjen_rok_c1.length > 0 && { promenjen_rok_c1 }) }
}

/** Locks the imports, and so waits for a prolongation that is being written. */
async function moveDeadlines(tx: Tx, id: number): Promise<PromenjenRokC1[]> {
  const imports = await tx
    .selectFrom('c4')
    .select('id')
    .where('odobrenje_id', '=', id)
    .orderBy('id')
    .modifyEnd(engineOf(tx).forNoKeyUpdate)
    .execute()
  return recomputeRok(
    tx,
    imports.map((c4) => c4.id),
  )
}

async function refuseUsed(tx: Tx, { id }: Odobrenje) {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from c4 where odobrenje_id = ${id}) + (select count(*) from c1 where odobrenje_id = ${id})
      + (select count(*) from obracun where odobrenje_id = ${id}) as total`.execute(tx)
  const total = rows[0]?.total ?? 0
  if (total > 0) throw new Refusal('conflict', odobrenjeTexts.inUse(total))
}
