import { sql } from 'kysely'
import type { PromenjenRokC1 } from '#contract/carina.ts'
import { namesIn } from '#contract/form-fields.ts'
import {
  ODOBRENJE,
  ODOBRENJE_LINE,
  type Odobrenje,
  type OdobrenjeBody,
  type OdobrenjeIzmenjeno,
  odobrenjeTexts,
} from '#contract/odobrenja.ts'
import { codeKey } from '#domain/one-form.ts'
import { searchForms, searchText } from '#domain/search-text.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import type { Log } from '#server/audit/log.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import { columnsIn, fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { recomputeRok } from '#server/documents/carina.ts'
import { type Kept, restore } from '#server/records/restore.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import { withClosedByRok } from '#server/stock/closed.ts'
import { odobrenjeById } from './odobrenje-queries.ts'

/** Adds an authorisation, or brings a deleted one `back` with the id and version that it had. */
export async function createOdobrenje(
  tx: Tx,
  log: Log,
  body: OdobrenjeBody,
  back?: { readonly id: number; readonly verzija: number },
): Promise<Odobrenje> {
  const row = { ...rowOf(body), verzija: 1, ...back }
  const added = await tx
    .insertInto('odobrenje')
    .values(row)
    .onConflict((conflict) => conflict.column('broj_kljuc').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw numberTaken()
  await writeLines(tx, added.id, body)
  const saved = await existing(odobrenjeById(tx, added.id))
  await log([odobrenjeEntry(null, saved, back && 'vraceno')])
  return saved
}

/**
 * Writes it over a stored one; refuses (404) one that is not there, (409) a number that is taken, and where it is not of
 * the version `ifVersion` any more (null: of whichever).
 */
export async function updateOdobrenje(
  tx: Tx,
  log: Log,
  id: number,
  body: OdobrenjeBody,
  ifVersion: number | null,
): Promise<OdobrenjeIzmenjeno> {
  const stored = await locked(tx, id, ifVersion)
  try {
    await tx
      .updateTable('odobrenje')
      .set({ ...rowOf(body), verzija: stored.verzija + 1 })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw engineOf(tx).isUniqueViolation(error) ? numberTaken() : error
  }
  await tx.deleteFrom('odobrenje_stavka').where('odobrenje_id', '=', id).execute()
  await writeLines(tx, id, body)
  const isOther = stored.rok_meseci !== body.rok_meseci || stored.rok_do_kraja !== body.rok_do_kraja
  const promenjen_rok_c1 = isOther ? await moveDeadlines(tx, id) : []
  const saved = await existing(odobrenjeById(tx, id))
  await log([withClosedByRok(odobrenjeEntry(stored, saved), promenjen_rok_c1)])
  return { ...saved, ...(promenjen_rok_c1.length > 0 && { promenjen_rok_c1 }) }
}

/** The deadlines of its imports follow from its own. Locks these: a prolongation that is being written is waited for. */
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

/** Refuses while a document or an account of customs refers to the authorisation. */
export async function deleteOdobrenje(tx: Tx, log: Log, id: number, ifVersion: number | null) {
  const stored = await locked(tx, id, ifVersion)
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from c4 where odobrenje_id = ${id}) + (select count(*) from c1 where odobrenje_id = ${id})
      + (select count(*) from obracun where odobrenje_id = ${id}) as total`.execute(tx)
  const total = rows[0]?.total ?? 0
  if (total > 0) throw new Refusal('conflict', odobrenjeTexts.inUse(total))
  await tx.deleteFrom('odobrenje').where('id', '=', id).execute()
  const body = { ...fieldsOf(ODOBRENJE, stored), stavke: stored.stavke }
  const kept: KeptOdobrenje = { body, verzija: stored.verzija, jedinice: {} }
  await log([{ ...odobrenjeEntry(stored, null), kept }])
  return { message: odobrenjeTexts.deleted(stored.broj) }
}

type KeptOdobrenje = Kept & { readonly body: Pick<Odobrenje, keyof OdobrenjeBody> }

/** Takes the deletion of an authorisation back. */
export const restoreOdobrenje = (tx: Tx, log: Log, id: number, now: number): Promise<Odobrenje> =>
  restore<KeptOdobrenje, Odobrenje>(
    tx,
    { vrsta: 'odobrenje', predmet: id, there: odobrenjeTexts.there, now },
    ({ body, verzija }) => createOdobrenje(tx, log, body as OdobrenjeBody, { id, verzija }),
  )

/** The authorisation as it is now and stays until the transaction ends; nobody begins to refer to it meanwhile. */
async function locked(tx: Tx, id: number, ifVersion: number | null): Promise<Odobrenje> {
  await tx.selectFrom('odobrenje').select('id').where('id', '=', id).modifyEnd(engineOf(tx).forUpdate).execute()
  const stored = await existing(odobrenjeById(tx, id))
  assertVersion(stored.verzija, ifVersion)
  return stored
}

function rowOf(body: OdobrenjeBody) {
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

const writeLines = (tx: Tx, id: number, { stavke }: OdobrenjeBody) =>
  engineOf(tx).write(tx, [
    insertLines(
      stavke.map((line, at) => ({ ...line, sporedni: line.sporedni ? 1 : 0, odobrenje_id: id, pozicija: at + 1 })),
    ),
  ])

const numberTaken = () =>
  new Refusal('conflict', odobrenjeTexts.exists, [{ field: 'broj', message: odobrenjeTexts.exists }])

/** The entry of the audit trail about an authorisation before and after; null is one that is not there. */
const odobrenjeEntry = entriesAbout<Odobrenje>({
  vrsta: 'odobrenje',
  predmet: ({ id }) => id,
  opis: ({ broj }) => broj,
  facts: (odobrenje) => ({
    ...factsOf(odobrenje, namesIn(ODOBRENJE)),
    stavke: odobrenje.stavke.map((line, at) => ({ id: at + 1, ...factsOf(line, namesIn(ODOBRENJE_LINE)) })),
  }),
  sazetak: ({ vrsta_postupka, carinski_organ }) => [vrsta_postupka, carinski_organ].filter(Boolean).join(', '),
})
