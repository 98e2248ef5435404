import { sql } from 'kysely'
import { C4_HEAD, C4_LINE, type C4Query, type C4Row, type C4Stavka } from '#contract/c4.ts'
import { namesIn } from '#contract/form-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { subtract } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import {
  odobrenjeBrojColumn,
  ofCarina,
  ofRok,
  otvoren,
  type StoredC4,
  upozorenjeDana,
  withStanje,
} from '#server/documents/carina.ts'
import { ANSWERED_FIELDS } from '#server/documents/document-columns.ts'
import { byIds, documentPage, inList } from '#server/documents/document-list.ts'
import { existing } from '#server/refusal.ts'

/** The fields of an import document that a user fills in, beside its lines and its PDF. */
export const C4_FIELDS = namesIn(C4_HEAD)
const COLUMNS = ['id', ...C4_FIELDS, 'rok', ...ANSWERED_FIELDS] as const

/** A page of the import documents that the query asks for, with how their deadlines stand on a day. */
export async function listC4(db: Db, query: C4Query, dan: CalendarDate): Promise<{ rows: C4Row[]; total: number }> {
  const { conditions, texts } = ofCarina(engineOf(db), query)
  const rok = ofRok(query, dan, query.stanje_roka ? await upozorenjeDana(db) : 0)
  const { ids, total } = await documentPage(db, 'c4', query, { conditions: [...conditions, ...rok], texts })
  const found = db
    .selectFrom('c4')
    .select(COLUMNS)
    .select([odobrenjeBrojColumn('c4'), otvoren])
  return { rows: await withStanje(db, byIds(ids, await found.where(inList(db, ids)).execute()), dan), total }
}

type StoredLine = Omit<C4Stavka, 'dokazuje_poreklo' | 'kolicina_razduzena'> & { dokazuje_poreklo: 0 | 1 }
const LINES = statement<StoredLine, [c4_id: number]>(
  () => sql`
    select l.id, l.broj_fakture, ${sql.join(namesIn(C4_LINE).map((name) => sql.ref(`l.${name}`)))}, l.iznos,
      m.naziv as materijal_naziv, m.jedinica_mere, l.preostalo
    from c4_stavka l join materijal m on m.id = l.materijal_id
    where l.c4_id = ${0} order by l.pozicija`,
)

/** The lines of a C4 in the order in which they were saved, with what is left of each. */
export async function stavkeOfC4(db: Db, c4_id: number): Promise<C4Stavka[]> {
  const rows = await LINES(db, c4_id)
  return rows.map(({ dokazuje_poreklo, ...row }) => ({
    ...row,
    dokazuje_poreklo: dokazuje_poreklo === 1,
    kolicina_razduzena: subtract(row.kolicina, row.preostalo),
  }))
}

/** The stored document with its lines; null when there is none. */
export async function findC4(db: Db, id: number): Promise<StoredC4 | null> {
  const row = await db
    .selectFrom('c4')
    .select(COLUMNS)
    .select(odobrenjeBrojColumn('c4'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, stavke: await stavkeOfC4(db, id) } : null
}

/** The facts of a stored document that a change must know. */
const headOfC4 = (tx: Tx, id: number) =>
  tx
    .selectFrom('c4')
    .select(['id', 'broj_c4', 'datum', 'valuta', 'kurs', 'pdf_fajl', 'rok', 'odobrenje_id', 'verzija'])
    .where('id', '=', id)

/** The same, and the document locked until the transaction ends. */
export const lockC4 = (tx: Tx, id: number) => headOfC4(tx, id).modifyEnd(engineOf(tx).forNoKeyUpdate).executeTakeFirst()

/** Refuses an id that no C4 has. */
export const existingC4 = (db: Db, id: number) =>
  existing(db.selectFrom('c4').select('id').where('id', '=', id).executeTakeFirst())
