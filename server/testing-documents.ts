// A small firm for tests: two materials, two products, and documents whose figures can be checked by hand.
import assert from 'node:assert/strict'
import { extractText, getDocumentProxy } from 'unpdf'
import { C1_CARINA, C4_CARINA, LINE_CARINA, odobrenjeBroj, rokRow } from '#contract/carina.ts'
import { nothingIn } from '#contract/form-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { microFromNumber } from '#domain/decimal.ts'
import type { Client, TestApi } from './testing.ts'

export type Fields = Record<string, unknown>

/** One field of all rows. */
export const column = (rows: readonly Fields[], name: string): unknown[] => rows.map((row) => row[name])

/** The sentence and fields of the answer to a POST that must be refused with 400. */
export async function refusalOf(client: Client, path: string, body: unknown) {
  const answer = await client.post(path, body)
  assert.equal(answer.status, 400, JSON.stringify(answer.body))
  return { message: answer.body.message as string, fields: column(answer.body.errors ?? [], 'field') }
}

/** The body of a C4 with these items; what a test does not care about is filled in. */
export const c4Body = (broj_c4: string, datum: string, stavke: readonly Fields[], fields: Fields = {}) => ({
  tip_dokumenta: 'Uvozna deklaracija',
  broj_terminala: 'T1',
  broj_c4,
  datum,
  posiljalac_naziv: 'Müller Kabel GmbH',
  posiljalac_grad: 'Nürnberg',
  posiljalac_drzava: 'Nemačka',
  primalac_naziv: 'Šumadija kabl',
  primalac_grad: 'Kragujevac',
  zemlja_otpreme: 'Nemačka',
  valuta: 'EUR',
  ...fields,
  stavke: stavke.map((stavka, index) => ({
    broj_fakture: 'F-1',
    redni_broj: index + 1,
    dokazuje_poreklo: false,
    tarifni_broj: '8544.49',
    zemlja_porekla: 'Nemačka',
    ...stavka,
  })),
})

/** The body of a C1 with these items. */
export const c1Body = (broj_c1: string, datum: string, stavke: readonly Fields[], fields: Fields = {}) => ({
  tip_dokumenta: 'Izvozna deklaracija',
  broj_c1,
  datum,
  posiljalac_naziv: 'Šumadija kabl',
  posiljalac_grad: 'Kragujevac',
  posiljalac_drzava: 'Srbija',
  primalac_naziv: 'Beta Auto',
  primalac_grad: 'Zagreb',
  zemlja_otpreme: 'Srbija',
  ...fields,
  stavke: stavke.map((stavka, index) => ({ broj_fakture: 'F-1', redni_broj: index + 1, ...stavka })),
})

/** Sends a POST that must succeed and answers what was stored. */
export async function stored(client: Client, path: string, body: unknown) {
  const answer = await client.post(path, body, { prefer: 'return=minimal' })
  assert.equal(answer.status, 201, `POST ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The customs facts of a document and its lines where nothing was said: empty fields alone. */
export const NO_CARINA = {
  c4: {
    ...nothingIn({ ...C4_CARINA, ...rokRow, rok_obracuna: null }),
    upozorenja: [],
  },
  c1: nothingIn({ ...C1_CARINA, ...odobrenjeBroj }),
  line: nothingIn(LINE_CARINA),
} as const

type Limit = { tarifni_broj: string; najvise_kolicina: number; jedinica_mere: string }
/** Writes an authorisation, with lines that limit what may come in, and answers its id. */
export const addOdobrenje = ({ store }: TestApi, fields: Fields & { broj: string }, limits: readonly Limit[] = []) =>
  store.transact(async (tx) => {
    const broj_kljuc = fields.broj.toLowerCase()
    const usual = { vazi_od: '2026-01-01' as CalendarDate, rok_do_kraja: 'dan', rok_obracuna_dana: 30 } as const
    const row = { ...usual, broj_kljuc, trazi: broj_kljuc, verzija: 1, ...fields }
    const inserted = tx.insertInto('odobrenje').values(row).returning('id')
    const { id } = await inserted.executeTakeFirstOrThrow()
    for (const [pozicija, { najvise_kolicina, ...line }] of limits.entries())
      await tx
        .insertInto('odobrenje_stavka')
        .values({
          ...line,
          odobrenje_id: id,
          pozicija,
          najvise_kolicina: microFromNumber(najvise_kolicina),
          sporedni: 0,
        })
        .execute()
    return id
  })

/** KABL1 and KON8; SNOP1 takes 2.5 m of the one and 1 piece of the other, PRAZAN takes nothing. */
export async function addCatalogue(client: Client): Promise<void> {
  const country = { zemlja_porekla: 'Nemačka', tarifni_broj: '8544.49' }
  await stored(client, '/materials', { id: 'KABL1', naziv: 'Kabl crni', jedinica_mere: 'm', ...country })
  await stored(client, '/materials', { id: 'KON8', naziv: 'Konektor žuti', jedinica_mere: 'kom', ...country })
  await stored(client, '/proizvodi', { id: 'PRAZAN', naziv: 'Bez normativa', hs_code: '8544', jedinica_mere: 'kom' })
  await stored(client, '/proizvodi', {
    id: 'SNOP1',
    naziv: 'Kablovski snop',
    hs_code: '8544.30',
    jedinica_mere: 'kom',
    normativi: [
      { materijal_id: 'KABL1', potrebna_kolicina: 2.5 },
      { materijal_id: 'KON8', potrebna_kolicina: 1 },
    ],
  })
}

/**
 * Two imports and two exports. Of KABL1 100 m came for 2 EUR (10.01.) and 50 m for 300 RSD (05.02.), and 110 m went
 * out: 40 m remain, worth 12 000 RSD. Of KON8 10 pieces came for 0,50 EUR and 44 went out: 34 are missing.
 */
export async function addDocuments(client: Client) {
  await addCatalogue(client)
  const c4 = [
    await stored(
      client,
      '/c4',
      c4Body('C4-1', '2026-01-10', [
        { materijal_id: 'KABL1', kolicina: 100, cena_po_jedinici: 2, dokazuje_poreklo: true },
        { materijal_id: 'KON8', kolicina: 10, cena_po_jedinici: 0.5, zemlja_porekla: 'Italija' },
      ]),
    ),
    await stored(
      client,
      '/c4',
      c4Body('C4-2', '2026-02-05', [{ materijal_id: 'KABL1', kolicina: 50, cena_po_jedinici: 300 }], {
        posiljalac_naziv: 'Čelik promet',
        zemlja_otpreme: 'Srbija',
        tip_dokumenta: 'Carinska deklaracija',
        valuta: 'RSD',
      }),
    ),
  ]
  const c1 = [
    await stored(client, '/c1', c1Body('C1-1', '2026-02-01', [{ proizvod_id: 'SNOP1', kolicina: 20, cena: 15 }])),
    await stored(client, '/c1', c1Body('C1-2', '2026-02-05', [{ proizvod_id: 'SNOP1', kolicina: 24, cena: 16 }])),
  ]
  return { c4, c1 }
}

/** The text of the only paper that a call answers, on one line. */
export async function paperText(api: Client, path: string): Promise<string> {
  const [{ data }] = (await api.get(path)).body.files
  const sheet = await getDocumentProxy(new Uint8Array(Buffer.from(data, 'base64')))
  return (await extractText(sheet, { mergePages: true })).text.replace(/\s+/g, ' ')
}
