import { namesIn } from '#contract/form-fields.ts'
import { OTPAD, type OtpadBody, type OtpadRaspored, otpadTexts, VRSTE_RASPOREDA } from '#contract/otpad.ts'
import { formatMicro } from '#domain/decimal.ts'
import { searchForms, searchText } from '#domain/search-text.ts'
import { disposable } from '#domain/waste-balance.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import type { Log } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { refuseClosedDocument } from '#server/documents/document-columns.ts'
import { type Kept, restore } from '#server/records/restore.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import { refuseClosed } from '#server/stock/closed.ts'
import { openLedger } from '#server/stock/ledger.ts'
import { wasteMoves } from '#server/stock/waste-balance.ts'
import { otpadById } from './otpad-queries.ts'

/** Notes what became of waste, or brings it `back`; refuses more than there is of it from that day on. */
export async function createOtpad(
  tx: Tx,
  log: Log,
  body: OtpadBody,
  back?: { readonly id: number; readonly verzija: number },
): Promise<OtpadRaspored> {
  const columns = await checked(tx, body, null)
  const { id } = await tx
    .insertInto('otpad_raspored')
    .values({ ...columns, verzija: 1, ...back })
    .returning('id')
    .executeTakeFirstOrThrow()
  const saved = await existing(otpadById(tx, id))
  await log([otpadEntry(null, saved, back && 'vraceno')])
  return saved
}

/**
 * The same over a stored one; refuses (404) one that is not there, and (409) where it is not of the version `ifVersion`
 * any more (null: of whichever).
 */
export async function updateOtpad(
  tx: Tx,
  log: Log,
  id: number,
  body: OtpadBody,
  ifVersion: number | null,
): Promise<OtpadRaspored> {
  const stored = await locked(tx, id, ifVersion)
  const columns = await checked(tx, body, stored)
  await tx
    .updateTable('otpad_raspored')
    .set({ ...columns, verzija: stored.verzija + 1 })
    .where('id', '=', id)
    .execute()
  const saved = await existing(otpadById(tx, id))
  await log([otpadEntry(stored, saved)])
  return saved
}

/** Removes one, with the refusals of a change; one of a closed period stays. */
export async function deleteOtpad(tx: Tx, log: Log, id: number, ifVersion: number | null) {
  const stored = await locked(tx, id, ifVersion)
  refuseClosed(await openLedger(tx, [stored.materijal_id]), [stored.datum])
  await tx.deleteFrom('otpad_raspored').where('id', '=', id).execute()
  const kept: KeptOtpad = {
    body: fieldsOf(OTPAD, stored),
    verzija: stored.verzija,
    jedinice: { [stored.materijal_id]: stored.jedinica_mere },
  }
  await log([{ ...otpadEntry(stored, null), kept }])
  return { message: otpadTexts.deleted }
}

/** It as it is now that nobody else changes it until the transaction ends. */
async function locked(tx: Tx, id: number, ifVersion: number | null): Promise<OtpadRaspored> {
  const row = tx.selectFrom('otpad_raspored').select('id').where('id', '=', id)
  await row.modifyEnd(engineOf(tx).forUpdate).execute()
  const stored = await existing(otpadById(tx, id))
  assertVersion(stored.verzija, ifVersion)
  return stored
}

type KeptOtpad = Kept & { readonly body: Pick<OtpadRaspored, keyof OtpadBody> }

/** Takes the deletion of it back. */
export const restoreOtpad = (tx: Tx, log: Log, id: number, now: number): Promise<OtpadRaspored> =>
  restore<KeptOtpad, OtpadRaspored>(
    tx,
    { vrsta: 'otpad', predmet: id, there: otpadTexts.there, now },
    ({ body, verzija }) => createOtpad(tx, log, body as OtpadBody, { id, verzija }),
  )

/**
 * The columns of what is to be written. Locks the material, so that nobody disposes of the same waste meanwhile; refuses
 * a material that is not there, in a closed period all but number and note, and more than is left on any day from this
 * one on.
 */
async function checked(tx: Tx, body: OtpadBody, stored: OtpadRaspored | null) {
  const { materijal_id, datum, kolicina } = body
  const ledger = await openLedger(tx, new Set([materijal_id, ...(stored ? [stored.materijal_id] : [])]))
  await refuseClosedDocument(
    ledger,
    [stored?.datum, datum],
    [OTPAD, {}],
    async () => stored && { ...stored, stavke: [] },
    () => ({ ...body, stavke: [] }),
  )
  const material = await tx
    .selectFrom('materijal')
    .select(['naziv', 'jedinica_mere'])
    .where('id', '=', materijal_id)
    .executeTakeFirst()
  if (!material) throw refused('invalid', 'materijal_id', otpadTexts.noMaterial(materijal_id))
  const left = disposable((await wasteMoves(tx, [materijal_id], stored?.id ?? null)).get(materijal_id) ?? [], datum)
  if (kolicina > left)
    throw refused(
      'conflict',
      'kolicina',
      otpadTexts.beyond(materijal_id, datum, left, kolicina, material.jedinica_mere),
    )
  const said = [body.vrsta, materijal_id, material.naziv, body.napomena].filter(Boolean)
  const vrsta = VRSTE_RASPOREDA.find((name) => name === body.vrsta) ?? 'Uništenje'
  const trazi = [...searchForms(body.broj_jci ?? ''), searchText(said.join(' '))].join(' ')
  return { ...fieldsOf(OTPAD, body), vrsta, trazi }
}

function refused(code: 'invalid' | 'conflict', field: string, message: string) {
  return new Refusal(code, message, [{ field, message }])
}

/** The entry of the audit trail about it before and after; null where it is not there. */
const otpadEntry = entriesAbout<OtpadRaspored>({
  vrsta: 'otpad',
  predmet: ({ id }) => id,
  opis: ({ vrsta, materijal_id, kolicina, jedinica_mere }) =>
    `${vrsta}: ${materijal_id} ${formatMicro(kolicina)} ${jedinica_mere}`,
  facts: (otpad) => factsOf(otpad, namesIn(OTPAD)),
  sazetak: ({ broj_jci, napomena }) => [broj_jci, napomena].filter(Boolean).join(' · '),
})
