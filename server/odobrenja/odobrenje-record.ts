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
import { entriesAbout, factsOf, type Log } from '#server/audit/log.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import { columnsIn, fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { recomputeRok } from '#server/documents/carina.ts'
import { deletable, type Rewrite, recordOf } from '#server/records/record.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { withClosedByRok } from '#server/stock/closed.ts'
import { odobrenjeById } from './odobrenje-queries.ts'

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

/** Writes it over a stored one, and moves the deadlines of its imports where its own is another one. */
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

/** Locks the imports: a prolongation that is being written is waited for. */
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
