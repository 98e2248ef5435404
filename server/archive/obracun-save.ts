import { type ObracunUnos, obracuniTexts, type PodnetRed } from '#contract/obracuni.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { codeKey } from '#domain/one-form.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import type { Log } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import type { User } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { Refusal } from '#server/refusal.ts'
import type { Frozen } from './obracun-freeze.ts'
import { findObracun } from './obracuni-queries.ts'

type Asked = { readonly body: ObracunUnos; readonly user: User; readonly now: number }

/** Writes an account that is handed in, and tells the trail. Refuses a number that is taken. */
export async function insertObracun(
  tx: Tx,
  log: Log,
  { body, user, now }: Asked,
  { redovi, sha256, papir }: Frozen & { papir: Uint8Array },
): Promise<PodnetRed> {
  const { broj, c4_ids, odobrenje_id, datum_od, datum_do, rok_podnosenja } = body
  try {
    const { id } = await tx
      .insertInto('obracun')
      .values({
        broj,
        broj_kljuc: codeKey(broj),
        odobrenje_id: odobrenje_id ?? null,
        c4_ids: c4_ids ? JSON.stringify([...new Set(c4_ids)].sort((a, b) => a - b)) : null,
        datum_od,
        datum_do,
        rok_podnosenja: rok_podnosenja ?? null,
        stanje: 'podnet',
        datum_podnosenja: dayOf(now),
        sha256,
        napravljen: now,
        korisnik: user.email,
        verzija: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('obracun_podnet').values({ obracun_id: id, redovi, papir }).execute()
    const saved = (await findObracun(tx, id)) as PodnetRed
    await log([entry(null, saved)])
    return saved
  } catch (error) {
    if (!engineOf(tx).isUniqueViolation(error)) throw error
    throw new Refusal('conflict', obracuniTexts.exists, [{ field: 'broj', message: obracuniTexts.exists }])
  }
}

const entry = entriesAbout<PodnetRed>({
  vrsta: 'obracun',
  predmet: ({ id }) => id,
  opis: ({ broj }) => broj,
  facts: (obracun) =>
    factsOf({ ...obracun, obim: obimIn(obracun) }, [
      'broj',
      'obim',
      'datum_od',
      'datum_do',
      'rok_podnosenja',
      'stanje',
      'datum_podnosenja',
      'broj_akta',
      'sha256',
    ]),
  sazetak: ({ stanje, datum_od, datum_do }) => `${stanje} · ${formatDate(datum_od)} – ${formatDate(datum_do)}`,
})

/** The scope of an account in words: 'Svi uvozi', 'C4-1, C4-2 i još 3', 'Odobrenje OP-1/26'. */
function obimIn({ c4_ids, c4_brojevi, odobrenje_id, odobrenje_broj }: PodnetRed): string {
  if (odobrenje_id !== null) return `Odobrenje ${odobrenje_broj ?? odobrenje_id}`
  if (!c4_ids) return 'Svi uvozi'
  const more = c4_ids.length - c4_brojevi.length
  return `${c4_brojevi.join(', ')}${more > 0 ? ` i još ${more}` : ''}`
}
