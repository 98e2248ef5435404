import type { StoredRate } from '#contract/rates.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatMicro } from '#domain/decimal.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import type { Kept } from '#server/records/restore.ts'

export const COLUMNS = ['valuta', 'vazi_od', 'kurs', 'verzija'] as const

/** `EUR od 10.01.2026.` */
export const rateName = ({ valuta, vazi_od }: Pick<StoredRate, 'valuta' | 'vazi_od'>): string =>
  `${valuta} od ${formatDate(vazi_od)}`

/** A rate as it was before an import. */
export type KeptRate = Kept & { readonly rate: Omit<StoredRate, 'verzija'> }
export const keptRate = ({ verzija, ...rate }: StoredRate): KeptRate => ({ rate, verzija, jedinice: {} })

export const rateEntry = entriesAbout<StoredRate>({
  vrsta: 'kurs',
  predmet: ({ valuta, vazi_od }) => `${valuta} ${vazi_od}`,
  opis: rateName,
  facts: (rate) => factsOf(rate, ['valuta', 'vazi_od', 'kurs']),
  sazetak: ({ valuta, kurs }) => `1 ${valuta} = ${formatMicro(kurs)} RSD`,
})
