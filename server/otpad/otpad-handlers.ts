import { sql } from 'kysely'
import { namesIn } from '#contract/form-fields.ts'
import {
  OTPAD,
  type OtpadBody,
  type OtpadQuery,
  type OtpadRaspored,
  type otpadEndpoints,
  otpadTexts,
  VRSTE_RASPOREDA,
} from '#contract/otpad.ts'
import { formatMicro } from '#domain/decimal.ts'
import { searchForms, searchText } from '#domain/search-text.ts'
import { disposable } from '#domain/waste-balance.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { refuseClosedDocument } from '#server/documents/document-columns.ts'
import type { Handlers } from '#server/http/call.ts'
import { type Found, pageFrom, pageOf } from '#server/records/page.ts'
import { deletable, recordOf } from '#server/records/record.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { refuseClosed } from '#server/stock/closed.ts'
import { openLedger } from '#server/stock/ledger.ts'
import { wasteBalances, wasteMoves } from '#server/stock/waste-balance.ts'

const rowsOf = (db: Db) =>
  db
    .selectFrom('otpad_raspored')
    .innerJoin('materijal', 'materijal.id', 'materijal_id')
    .select(['otpad_raspored.id', 'otpad_raspored.verzija', ...namesIn(OTPAD)])
    .select(['materijal.naziv as materijal_naziv', 'materijal.jedinica_mere'])

/** A page of the uses of waste that show every word of `search`, the newest first. */
const findOtpad = (db: Db, { sort = 'datum', ...query }: OtpadQuery): Promise<Found<OtpadRaspored>> =>
  pageFrom(db, 'otpad_raspored', rowsOf(db), { ...query, by: sql.ref(sort) })

/** One use of waste; undefined where there is none. */
const otpadById = (db: Db, id: number): Promise<OtpadRaspored | undefined> =>
  rowsOf(db).where('otpad_raspored.id', '=', id).executeTakeFirst()

/** The entry of the audit trail about a use before and after; null is one that is not there. */
const entry = entriesAbout<OtpadRaspored>({
  vrsta: 'otpad',
  predmet: ({ id }) => id,
  opis: ({ vrsta, materijal_id, kolicina, jedinica_mere }) =>
    `${vrsta}: ${materijal_id} ${formatMicro(kolicina)} ${jedinica_mere}`,
  facts: (otpad) => factsOf(otpad, namesIn(OTPAD)),
  sazetak: ({ broj_jci, napomena }) => [broj_jci, napomena].filter(Boolean).join(' · '),
})

/** A use of waste; one in a closed period cannot change. */
export const otpad = deletable(recordOf({ table: 'otpad_raspored', find: otpadById, columns, entry }), {
  vrsta: 'otpad',
  check: async (tx, { materijal_id, datum }) => refuseClosed(await openLedger(tx, [materijal_id]), [datum]),
  keep: (stored) => ({
    body: fieldsOf(OTPAD, stored),
    verzija: stored.verzija,
    jedinice: { [stored.materijal_id]: stored.jedinica_mere },
  }),
  deleted: () => otpadTexts.deleted,
  there: otpadTexts.there,
})

/**
 * Locks the material, so that nobody disposes of the same waste meanwhile. Refuses an unknown material, a quantity
 * above the rest of this or any later day, and, in a closed period, changes of more than number and note.
 */
async function columns(tx: Tx, body: OtpadBody, stored: OtpadRaspored | null) {
  const { materijal_id, datum, kolicina } = body
  const ledger = await openLedger(tx, new Set([materijal_id, ...(stored ? [stored.materijal_id] : [])]))
  await refuseClosedDocument(ledger, [stored?.datum, datum], [OTPAD, {}], {
    read: async () => stored && { ...stored, stavke: [] },
    said: () => ({ ...body, stavke: [] }),
  })
  const material = await tx
    .selectFrom('materijal')
    .select(['naziv', 'jedinica_mere'])
    .where('id', '=', materijal_id)
    .executeTakeFirst()
  if (!material) throw new Refusal('invalid', otpadTexts.noMaterial(materijal_id), 'materijal_id')
  const left = disposable((await wasteMoves(tx, [materijal_id], stored?.id ?? null)).get(materijal_id) ?? [], datum)
  if (kolicina > left)
    throw new Refusal(
      'conflict',
      otpadTexts.beyond({ id: materijal_id, jm: material.jedinica_mere, datum }, left, kolicina),
      'kolicina',
    )
  const said = [body.vrsta, materijal_id, material.naziv, body.napomena].filter(Boolean)
  const vrsta = VRSTE_RASPOREDA.find((name) => name === body.vrsta) ?? 'Uništenje'
  const trazi = [...searchForms(body.broj_jci ?? ''), searchText(said.join(' '))].join(' ')
  return { ...fieldsOf(OTPAD, body), vrsta, trazi }
}

/** The calls of uses of waste. */
export const otpadHandlers = ({ read, readAtOnce, readLong }: Store): Handlers<typeof otpadEndpoints> => ({
  listOtpad: async ({ query }) => pageOf(await readAtOnce((db) => findOtpad(db, query)), query),

  otpadStanje: async ({ query }) => ({ results: await readLong((db) => wasteBalances(db, query)) }),

  getOtpad: ({ params }) => existing(otpadById(read, params.id)),

  createOtpad: ({ body, write }) => write((tx, log) => otpad.create(tx, log, body)),

  updateOtpad: ({ params: { id }, body, ifVersion, write }) =>
    write((tx, log) => otpad.update(tx, log, body, { id, ifVersion })),

  deleteOtpad: ({ params: { id }, ifVersion, write }) => write((tx, log) => otpad.remove(tx, log, { id, ifVersion })),

  restoreOtpad: ({ params: { id }, write, now }) => write((tx, log) => otpad.restore(tx, log, id, now)),
})
