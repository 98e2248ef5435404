import { z } from 'zod'
import { razduzenjeRow } from './c1.ts'
import { endpoints, type QueryOf } from './endpoint.ts'
import { dayReply, filters, micro, para, queryDay, queryId, queryText, whole } from './fields.ts'
import { LEDGER_PAGE_ROWS } from './limits.ts'

const { lot, ...exported } = razduzenjeRow.shape
const { preostalo: _, rok: _rok, ...drawn } = lot.unwrap().shape

/** A draw, or a shortage: then `lot` and what follows from it is null, and `kolicina` is what is lacking. */
export const ledgerEntry = z
  .object({
    c1_id: whole,
    broj_c1: z.string(),
    c1_datum: dayReply,
    primalac_naziv: z.string(),
    hs_code: z.string(),
    ...exported,
    manjak: z.boolean().describe('true za red manjka: za ovu količinu nema uvoza.'),
    lot: z.object({ ...drawn, kurs: micro }).nullable(),
    vrednost_rsd: para.nullable().describe('kolicina × cena_po_jedinici × kurs, na 2 decimale; null za manjak.'),
  })
  .meta({ id: 'StavkaRazduzenja' })

export const razduzenjeEndpoints = endpoints({
  listRazduzenje: {
    method: 'GET',
    path: '/razduzenje',
    summary: 'Daje svako uzimanje iz uvozne stavke i svaki manjak, po datumu izvoza, stranu po stranu.',
    query: filters({
      datum_od: queryDay('Datum od'),
      datum_do: queryDay('Datum do'),
      materijal_id: queryText,
      c1_id: queryId('C1'),
      c4_id: queryId('C4'),
      cursor: z.string().max(500, 'Kursor nije ispravan.').optional(),
      limit: z.coerce
        .number()
        .int()
        .catch(LEDGER_PAGE_ROWS)
        .default(LEDGER_PAGE_ROWS)
        .transform((rows) => (rows < 1 ? LEDGER_PAGE_ROWS : Math.min(rows, LEDGER_PAGE_ROWS)))
        .describe('Redova po strani, najviše 1000.'),
    }),
    reply: z.object({
      results: z.array(ledgerEntry),
      cursor: z.string().nullable().describe('Kursor sledeće strane; null na poslednjoj.'),
    }),
  },
})
export type LedgerQuery = QueryOf<(typeof razduzenjeEndpoints)['listRazduzenje']>
