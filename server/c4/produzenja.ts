import { carinaTexts, PRODUZENJE, type Produzenje, type ProduzenjeBody, type PromenjenRokC1 } from '#contract/carina.ts'
import { namesIn } from '#contract/form-fields.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { factsOf, type Log } from '#server/audit/log.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { closedByRok, withClosedByRok } from '#server/stock/closed.ts'
import { existingC4, lockC4 } from './c4-queries.ts'

const FIELDS = namesIn(PRODUZENJE)
const COLUMNS = ['id', ...FIELDS, 'uneto', 'korisnik'] as const

/** The prolonged deadlines of a C4: each is later than the one before it. */
export const produzenjaOf = (db: Db, c4_id: number): Promise<Produzenje[]> =>
  db.selectFrom('produzenje_roka').select(COLUMNS).where('c4_id', '=', c4_id).orderBy('novi_rok').execute()

/** The same; refuses a C4 that is not there. */
export async function listProduzenja(db: Db, c4_id: number): Promise<Produzenje[]> {
  await existingC4(db, c4_id)
  return produzenjaOf(db, c4_id)
}

/** Writes those of a C4 that comes back, as they were. */
export async function writeProduzenja(tx: Tx, c4_id: number, produzenja: readonly Produzenje[]): Promise<void> {
  if (produzenja.length === 0) return
  await tx
    .insertInto('produzenje_roka')
    .values(produzenja.map(({ id: _, ...one }) => ({ ...one, c4_id })))
    .execute()
}

/**
 * Prolongs the deadline of a C4; refuses one that is not later than the one in force, or is before the import. The
 * document keeps its version: nothing that its form writes has changed, so that an open form can still be saved.
 */
export async function addProduzenje(
  tx: Tx,
  log: Log,
  c4_id: number,
  { uneto, korisnik, ...body }: ProduzenjeBody & Pick<Produzenje, 'uneto' | 'korisnik'>,
): Promise<Produzenje & { promenjen_rok_c1?: PromenjenRokC1[] }> {
  const { broj_c4, datum, rok } = await existing(lockC4(tx, c4_id))
  if (rok && body.novi_rok <= rok) throw refused(carinaTexts.notLater(formatDate(rok)))
  if (body.novi_rok < datum) throw refused(carinaTexts.beforeImport)
  const row = { ...body, uneto, korisnik }
  const { id } = await tx
    .insertInto('produzenje_roka')
    .values({ ...row, c4_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('c4').set({ rok: body.novi_rok }).where('id', '=', c4_id).execute()
  const promenjen_rok_c1 = await closedByRok(tx, [{ id: c4_id, pre: rok, posle: body.novi_rok }])
  await log([
    withClosedByRok(
      {
        radnja: 'izmenjeno',
        vrsta: 'c4',
        predmet: c4_id,
        opis: broj_c4,
        sazetak: `Produžen rok razduženja do ${formatDate(body.novi_rok)}`,
        pre: factsOf({ rok }, ['rok']),
        posle: factsOf({ ...body, rok: body.novi_rok }, ['rok', 'broj_akta', 'datum_akta', 'napomena']),
      },
      promenjen_rok_c1,
    ),
  ])
  return { ...row, id, ...(promenjen_rok_c1.length > 0 && { promenjen_rok_c1 }) }
}

const refused = (message: string) => new Refusal('invalid', message, 'novi_rok')
