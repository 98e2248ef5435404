// Saves over HTTP of the same documents every time, each durable before it is answered.
import { startServer } from '#reliability/server-process.ts'
import { openStore, type Place } from '#server/db/open.ts'
import { type Client, clientWithSession, type Measured, measure } from './client.ts'
import { workload } from './workload.ts'

const w = workload()
export const MINIMAL = { prefer: 'return=minimal' }

export const partners = {
  posiljalac_naziv: 'Šumadija Kabl d.o.o.',
  posiljalac_grad: 'Kragujevac',
  posiljalac_drzava: 'Srbija',
  primalac_naziv: 'Müller Kabel GmbH',
  primalac_grad: 'München',
  zemlja_otpreme: 'Srbija',
}

const c4Body = ({ broj, datum, valuta, stavke }: (typeof w.c4)[number]) => ({
  ...partners,
  tip_dokumenta: 'Uvozna deklaracija',
  broj_terminala: 'T-1',
  broj_c4: broj,
  datum,
  valuta,
  stavke: stavke.map(([m, quantity, price], i) => ({
    broj_fakture: 'F-1',
    redni_broj: i + 1,
    materijal_id: w.materials[m],
    kolicina: quantity / 100,
    cena_po_jedinici: price / 100,
    tarifni_broj: '8544.49',
    zemlja_porekla: 'Nemačka',
  })),
})

/** An export of these products, three pieces of each unless it says otherwise. */
export const exportBody = (
  broj_c1: string,
  datum: string,
  stavke: readonly { proizvod_id: string | undefined; kolicina?: number; cena?: number }[],
) => ({
  ...partners,
  tip_dokumenta: 'Izvozna deklaracija',
  broj_c1,
  datum,
  stavke: stavke.map((line, i) => ({ broj_fakture: 'F-1', redni_broj: i + 1, kolicina: 3, cena: 12.5, ...line })),
})

const c1Body = ({ broj, datum, stavke }: (typeof w.c1)[number]) =>
  exportBody(
    broj,
    datum,
    stavke.map(([p, kolicina, price]) => ({ proizvod_id: w.products[p]?.id, kolicina, cena: price / 100 })),
  )

async function enterCatalogue(call: Client): Promise<void> {
  for (const id of w.materials) {
    await call('POST', '/api/materials', {
      id,
      naziv: `Materijal ${id}`,
      zemlja_porekla: 'Nemačka',
      jedinica_mere: 'kg',
      tarifni_broj: '8544.49',
    })
  }
  for (const { id, bom } of w.products) {
    const normativi = bom.map(([m, norm]) => ({ materijal_id: w.materials[m], potrebna_kolicina: norm / 100 }))
    await call('POST', '/api/proizvodi', {
      id,
      naziv: `Proizvod ${id}`,
      hs_code: '8544',
      jedinica_mere: 'kom',
      normativi,
    })
  }
}

/** The imports and then the exports of the workload in empty books; how fast the exports went, and what they drew. */
export async function saveAll(place: Place, connections: number): Promise<Measured & { exact: string }> {
  const server = await startServer(place)
  try {
    const call = await clientWithSession(server.url, connections)
    await enterCatalogue(call)
    await measure(w.c4, connections, (document) => call('POST', '/api/c4', c4Body(document)))
    const c1 = await measure(w.c1, connections, (document) => call('POST', '/api/c1', c1Body(document), MINIMAL))
    return { ...c1, exact: await drawnIn(place, server.stop) }
  } finally {
    await server.stop()
  }
}

/** Draws in the ledger, and Σ quantity × price of the lot in its own currency. */
async function drawnIn(place: Place, stop: () => Promise<void>): Promise<string> {
  await stop()
  const store = await openStore(place)
  const rows = await store.read
    .selectFrom('razduzenje')
    .innerJoin('c4_stavka', 'c4_stavka.id', 'c4_stavka_id')
    .select(['razduzenje.kolicina', 'cena_po_jedinici'])
    .execute()
  await store.close()
  const cost = rows.reduce((total, row) => total + BigInt(row.kolicina) * BigInt(row.cena_po_jedinici), 0n)
  const tenThousandths = cost / 10n ** 8n
  return `${rows.length} draws, ${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`
}
