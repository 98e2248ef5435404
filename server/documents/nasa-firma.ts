import type { NasaFirma } from '#contract/nasa-firma.ts'
import { searchText } from '#domain/search-text.ts'
import type { Db } from '#server/db/schema.ts'

const NASA_FIRMA_COLUMNS = ['naziv', 'pib', 'mb', 'adresa', 'grad', 'drzava', 'verzija'] as const

/** The company that keeps these books; undefined until it is filled in. */
export const nasaFirma = (db: Db): Promise<NasaFirma | undefined> =>
  db.selectFrom('nasa_firma').select(NASA_FIRMA_COLUMNS).executeTakeFirst()

/** Its PIB and MB, for a paper with its name; null for another firm, or if it is not filled in. */
export async function ownCodes(db: Db, naziv: string): Promise<Pick<NasaFirma, 'pib' | 'mb'> | null> {
  const firma = await nasaFirma(db)
  return firma && searchText(firma.naziv) === searchText(naziv) ? { pib: firma.pib, mb: firma.mb } : null
}
