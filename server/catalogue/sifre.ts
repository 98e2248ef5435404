import { faktureTexts, type SifraDobavljaca, type SifraUnos, sifraKey } from '#contract/fakture.ts'
import { formatMicro, type Micro, ONE } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { entriesAbout, type Log } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { existing, Refusal } from '#server/refusal.ts'

// Suppliers' codes of our materials. Imports of invoices find lines by them; materials and partners show them.

const rows = (db: Db) =>
  db
    .selectFrom('sifra_dobavljaca as s')
    .innerJoin('partner as p', 'p.id', 's.partner_id')
    .innerJoin('materijal as m', 'm.id', 's.materijal_id')
    .select(['s.partner_id', 's.sifra', 's.naziv', 's.cinilac', 's.materijal_id'])
    .select(['p.naziv as partner_naziv', 'm.naziv as materijal_naziv', 'm.jedinica_mere'])

/** The codes of a material, by partners. */
export const sifreOfMaterial = (db: Db, id: string): Promise<SifraDobavljaca[]> =>
  rows(db).where('s.materijal_id', '=', id).orderBy('p.naziv').orderBy('s.kljuc').execute()

/** The codes of a partner, by themselves. */
export const sifreOfPartner = (db: Db, id: number): Promise<SifraDobavljaca[]> =>
  rows(db).where('s.partner_id', '=', id).orderBy('s.kljuc').execute()

/** Replaces all codes of a material. Refuses a code that its partner has for another material. */
export async function saveSifre(tx: Tx, log: Log, id: string, sent: readonly SifraUnos[]): Promise<SifraDobavljaca[]> {
  const material = await existing(
    tx
      .selectFrom('materijal')
      .select(['id', 'naziv'])
      .where('id', '=', id)
      .modifyEnd(engineOf(tx).forNoKeyUpdate)
      .executeTakeFirst(),
  )
  const before = await sifreOfMaterial(tx, id)
  await refuseWrong(tx, id, sent)
  await tx.deleteFrom('sifra_dobavljaca').where('materijal_id', '=', id).execute()
  for (const { partner_id, sifra, naziv, cinilac } of sent) {
    const row = {
      partner_id,
      kljuc: codeKey(sifra),
      sifra,
      naziv,
      cinilac: (cinilac || ONE) as Micro,
      materijal_id: id,
    }
    const added = await tx
      .insertInto('sifra_dobavljaca')
      .values(row)
      .onConflict((conflict) => conflict.columns(['partner_id', 'kljuc']).doNothing())
      .returning('kljuc')
      .executeTakeFirst()
    // Somebody else gave it to another material meanwhile.
    if (!added) throw conflict(faktureTexts.taken(sifra, ''))
  }
  const after = await sifreOfMaterial(tx, id)
  if (said(before) !== said(after))
    await log([sifreEntry({ ...material, sifre: said(before) }, { ...material, sifre: said(after) })])
  return after
}

async function refuseWrong(tx: Tx, id: string, sent: readonly SifraUnos[]) {
  const seen = new Set<string>()
  for (const [at, one] of sent.entries()) {
    const key = sifraKey(one)
    if (seen.has(key))
      throw new Refusal('invalid', faktureTexts.twice(one.sifra), [fault(at, faktureTexts.twice(one.sifra))])
    seen.add(key)
  }
  const partners = [...new Set(sent.map(({ partner_id }) => partner_id))]
  if (partners.length === 0) return
  const known = await tx.selectFrom('partner').select('id').where('id', 'in', engineOf(tx).list(partners)).execute()
  const unknown = sent.findIndex(({ partner_id }) => !known.some((one) => one.id === partner_id))
  if (unknown >= 0)
    throw new Refusal('invalid', faktureTexts.unknownPartner, [
      { field: `${unknown}.partner_id`, message: faktureTexts.unknownPartner },
    ])
  const others = await tx
    .selectFrom('sifra_dobavljaca')
    .select(['partner_id', 'sifra', 'materijal_id'])
    .where('partner_id', 'in', engineOf(tx).list(partners))
    .where('materijal_id', '<>', id)
    .execute()
  const taken = new Map(others.map((one) => [sifraKey(one), one]))
  for (const [at, one] of sent.entries()) {
    const other = taken.get(sifraKey(one))
    if (other) throw conflict(faktureTexts.taken(one.sifra, other.materijal_id), at)
  }
}

const fault = (at: number, message: string) => ({ field: `${at}.sifra`, message })
const conflict = (message: string, at = 0) => new Refusal('conflict', message, [fault(at, message)])

/** Moves the codes of one partner to another; a code that both have stays as the other has it. */
export async function moveSifre(tx: Tx, from: number, to: number): Promise<void> {
  const kept = tx.selectFrom('sifra_dobavljaca').select('kljuc').where('partner_id', '=', to)
  await tx
    .updateTable('sifra_dobavljaca')
    .set({ partner_id: to })
    .where('partner_id', '=', from)
    .where('kljuc', 'not in', kept)
    .execute()
}

const said = (sifre: readonly SifraDobavljaca[]): string =>
  sifre
    .map(({ partner_naziv, sifra, naziv, cinilac }) =>
      [partner_naziv, sifra, naziv, cinilac === ONE ? null : `× ${formatMicro(cinilac)}`].filter(Boolean).join(', '),
    )
    .join('; ')

const sifreEntry = entriesAbout<{ id: string; naziv: string; sifre: string }>({
  vrsta: 'materijal',
  predmet: ({ id }) => id,
  opis: ({ naziv }) => naziv,
  facts: ({ sifre }) => ({ sifre_dobavljaca: sifre }),
  sazetak: ({ sifre }) => sifre,
})
