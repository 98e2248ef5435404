import { namesIn } from '#contract/form-fields.ts'
import { PARTNER, type Partner, type PartnerBody, partnerTexts } from '#contract/partneri.ts'
import { firmKey, hasSamePib, tellsApart, type Zapis } from '#domain/partneri.ts'
import { entriesAbout, factsOf, type Log } from '#server/audit/log.ts'
import { moveSifre } from '#server/catalogue/sifre.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { likePartners, lockRegister, newPartner, partnerColumns, takeOver } from '#server/documents/partners.ts'
import { type Rewrite, recordOf } from '#server/records/record.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { partnerById } from './partner-queries.ts'

/** The entry of the audit trail about a partner before and after; null is one that is not there. */
const entry = entriesAbout<Partner>({
  vrsta: 'partner',
  predmet: ({ id }) => id,
  opis: ({ naziv }) => naziv,
  facts: (partner) => ({
    ...factsOf(partner, namesIn(PARTNER)),
    zapisi: partner.zapisi
      .map(({ naziv, grad, drzava, pib, mb }) => [naziv, grad, drzava, pib, mb].filter(Boolean).join(', '))
      .sort()
      .join('; '),
  }),
  sazetak: ({ grad, drzava, pib }) => [grad, drzava, pib && `PIB ${pib}`].filter(Boolean).join(', '),
})

/** The partners. New documents are suggested what one is called now; its old ones stay as they are. */
export const partner = recordOf({ table: 'partner', find: partnerById, lock: lockRegister, columns, entry })

/** Refuses what would make two partners of one name and city, or of one PIB. */
async function columns(tx: Tx, body: PartnerBody, stored: Partner | null) {
  if (!stored) await lockRegister(tx)
  if (!stored || firmKey(stored) !== firmKey(body) || stored.pib !== body.pib)
    await refuseTwin(tx, stored?.id ?? 0, body)
  return {
    ...fieldsOf(PARTNER, body),
    ne_predlaze: body.ne_predlaze ? (1 as const) : (0 as const),
    ...partnerColumns(body, stored?.zapisi ?? []),
  }
}

/** Refuses a name that another partner has, or had in documents: the two are to be joined. */
async function refuseTwin(tx: Tx, id: number, body: PartnerBody): Promise<void> {
  const others = (await likePartners(tx, { key: firmKey(body), pib: body.pib })).filter((one) => one.id !== id)
  const samePib = others.find(({ pibovi }) => body.pib && tellsApart(body.pib) && hasSamePib(pibovi, body.pib))
  const twin = samePib ?? others.find(({ kljucevi }) => kljucevi.includes(firmKey(body)))
  if (!twin) return
  const message = partnerTexts.exists(twin.naziv)
  throw new Refusal('conflict', message, samePib ? 'pib' : 'naziv')
}

/** All spellings of `partner_id` go over to this partner, which says what it lacked; the other one is gone. */
export async function joinPartners(tx: Tx, log: Log, partner_id: number, rewrite: Rewrite): Promise<Partner> {
  const { id } = rewrite
  if (id === partner_id) throw new Refusal('invalid', partnerTexts.joinedToItself)
  const stored = await partner.locked(tx, rewrite)
  const other = await existing(partnerById(tx, partner_id))
  await tx.updateTable('partner_zapis').set({ partner_id: id }).where('partner_id', '=', partner_id).execute()
  await moveSifre(tx, partner_id, id)
  await tx.deleteFrom('partner').where('id', '=', partner_id).execute()
  await takeOver(tx, stored, [other])
  const saved = await existing(partnerById(tx, id))
  await log([entry(stored, saved), entry(other, null)])
  return saved
}

/** Makes a partner of its own of one spelling, as before it was joined; answers that one. */
export async function splitZapis(tx: Tx, log: Log, zapis_id: number, rewrite: Rewrite): Promise<Partner> {
  const stored = await partner.locked(tx, rewrite)
  const zapis = await existing(Promise.resolve(stored.zapisi.find((one) => one.id === zapis_id)))
  if (stored.zapisi.length === 1) throw new Refusal('conflict', partnerTexts.onlyOne)
  const own = await newPartner(tx, zapis)
  await tx.updateTable('partner_zapis').set({ partner_id: own }).where('id', '=', zapis_id).execute()
  const left = stored.zapisi.filter((one) => one !== zapis)
  await takeOver(tx, without(stored, zapis, left), left)
  const saved = await existing(partnerById(tx, own))
  await log([entry(stored, await existing(partnerById(tx, stored.id))), entry(null, saved)])
  return saved
}

/** Drops a partner's facts that it had from a removed spelling alone, unless one that is left says them too. */
function without(partner: Partner, zapis: Zapis, left: readonly Zapis[]): Partner {
  const had = (name: 'drzava' | 'pib' | 'mb') =>
    partner[name] === zapis[name] && !left.some((one) => one[name] === zapis[name]) ? null : partner[name]
  const { naziv, grad } =
    firmKey(partner) === firmKey(zapis)
      ? (left.find((one) => firmKey(one) === firmKey(zapis)) ?? left[0] ?? zapis)
      : partner
  return { ...partner, naziv, grad, drzava: had('drzava'), pib: had('pib'), mb: had('mb') }
}
