import { sql } from 'kysely'
import { namesIn } from '#contract/form-fields.ts'
import {
  type DokumentiQuery,
  type DokumentPartnera,
  PARTNER,
  type Partner,
  type PartnerBody,
  partnerTexts,
} from '#contract/partneri.ts'
import { firmKey, hasSamePib, tellsApart, type Zapis } from '#domain/partneri.ts'
import { entriesAbout, factsOf, type Log } from '#server/audit/log.ts'
import { moveSifre } from '#server/catalogue/sifre.ts'
import { engineOf } from '#server/db/engine.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { NUMBERED } from '#server/documents/document-list.ts'
import { PARTNER_HEAD, usedZapisi, withSums } from '#server/documents/partner-list.ts'
import { likePartners, lockRegister, newPartner, partnerColumns, takeOver } from '#server/documents/partners.ts'
import { type Rewrite, recordOf } from '#server/records/record.ts'
import { existing, Refusal } from '#server/refusal.ts'

/** One partner with its spellings; null when there is none. */
export async function partnerById(db: Db, id: number): Promise<Partner | null> {
  const head = await db.selectFrom('partner').select(PARTNER_HEAD).where('id', '=', id).executeTakeFirst()
  if (!head) return null
  const zapisi = await usedZapisi(db, [id])
  return { ...withSums(head, zapisi), zapisi: zapisi.map(({ partner_id: _, ...zapis }) => zapis) }
}

/** A page of the documents of a partner, newest first, a C1 before a C4 of its day; null when there is no partner. */
export async function dokumentiOf(
  db: Db,
  id: number,
  { page, limit }: DokumentiQuery,
): Promise<{ rows: DokumentPartnera[]; total: number } | null> {
  const partner = await partnerById(db, id)
  if (!partner) return null
  const engine = engineOf(db)
  // Each spelling gives its newest documents along its index, no more than the page may need.
  const sides = (['c1', 'c4'] as const).flatMap((table) =>
    ['posiljalac_zapis', 'primalac_zapis'].map((side) => {
      const newest = sql`select id from ${sql.table(table)} where ${sql.ref(side)} = z.id
        order by datum desc, id desc limit ${page * limit}`
      return sql`select ${sql.lit(table)} as vrsta, d.id, d.datum
        from (select id from partner_zapis where partner_id = ${id}) z ${engine.joinEach(table, 'd', newest)}`
    }),
  )
  const { rows } = await sql<Place>`
    select vrsta, id from (${sql.join(sides, sql` union `)}) d order by datum desc, vrsta, id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { rows: await documentsAt(db, id, rows), total: partner.broj_c4 + partner.broj_c1 }
}

type Place = Pick<DokumentPartnera, 'vrsta' | 'id'>

/** The documents in the order of their places, each with the side on which the partner stands in it. */
async function documentsAt(db: Db, partner_id: number, places: readonly Place[]): Promise<DokumentPartnera[]> {
  const of = (table: 'c4' | 'c1', ids: readonly number[]) => sql`
    select ${sql.lit(table)} as vrsta, d.id, ${sql.ref(NUMBERED[table])} as broj, d.datum, d.tip_dokumenta,
      case when p.partner_id <> ${partner_id} then 'primalac' when r.partner_id <> ${partner_id} then 'pošiljalac'
        else 'oba' end as strana,
      case when p.partner_id = ${partner_id} then d.posiljalac_naziv else d.primalac_naziv end as naziv,
      d.vrednost_total, d.valuta
    from ${sql.table(table)} d join partner_zapis p on p.id = d.posiljalac_zapis
      join partner_zapis r on r.id = d.primalac_zapis
    where d.id in ${engineOf(db).list(ids)}`
  const kinds = Map.groupBy(places, ({ vrsta }) => vrsta)
  if (kinds.size === 0) return []
  const each = [...kinds].map(([table, some]) =>
    of(
      table,
      some.map(({ id }) => id),
    ),
  )
  const { rows } = await sql<DokumentPartnera>`${sql.join(each, sql` union all `)}`.execute(db)
  const found = new Map(rows.map((row) => [`${row.vrsta} ${row.id}`, row]))
  return places.flatMap(({ vrsta, id }) => found.get(`${vrsta} ${id}`) ?? [])
}

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

/** The partners. New documents suggest the present name of a partner; old documents keep theirs. */
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

/** Moves all spellings of `partner_id` to this partner, with the facts that it lacked; removes the other one. */
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

/** Makes one spelling a partner of its own, as before it was joined; answers the new partner. */
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

/** Drops the facts of a partner that stand in a removed spelling and in none of those `left`. */
function without(partner: Partner, zapis: Zapis, left: readonly Zapis[]): Partner {
  const had = (name: 'drzava' | 'pib' | 'mb') =>
    partner[name] === zapis[name] && !left.some((one) => one[name] === zapis[name]) ? null : partner[name]
  const { naziv, grad } =
    firmKey(partner) === firmKey(zapis)
      ? (left.find((one) => firmKey(one) === firmKey(zapis)) ?? left[0] ?? zapis)
      : partner
  return { ...partner, naziv, grad, drzava: had('drzava'), pib: had('pib'), mb: had('mb') }
}
