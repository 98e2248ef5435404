// A small firm with something of everything that the books hold.
import { seeded } from '#scripts/demo-random.ts'
import { writeSheets } from '#server/sheets/write-sheet.ts'
import { appCode } from '#server/testing-codes.ts'
import { callerOf, PASSWORD, signUp } from './http-client.ts'
import { emptyLog, enterCatalogue, work } from './load.ts'

const WRITES = 20
const MAX_PDF_BYTES = 200

/** Enters it through a program with empty books; throws where a call is refused. */
export async function enterSmallFirm(url: string): Promise<void> {
  const caller = callerOf(url, await signUp(url))
  async function ask(method: string, path: string, body: unknown) {
    const answer = await caller.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  await ask('POST', '/auth/keys', { naziv: 'ERP', pravo: 'Pun pristup' })
  await ask('POST', '/auth/invitations', { email: 'gost@firma.rs', ime: '', uloga: 'Samo čitanje' })
  const { body: offered } = await ask('POST', '/auth/second-factor', { password: PASSWORD })
  const code = appCode((offered as { tajna: string }).tajna, Date.now())
  await ask('POST', '/auth/second-factor/confirm', { password: PASSWORD, code })
  const log = emptyLog(MAX_PDF_BYTES)
  await enterCatalogue(caller, log)
  await ask('PUT', '/nasa-firma', {
    naziv: 'Šumadija kabl',
    pib: '104052135',
    mb: '20084693',
    grad: 'Kragujevac',
    drzava: 'Srbija',
  })
  await work(caller, log, seeded(1), 'R', () => log.acknowledged >= WRITES && log.pdfs.size > 1)
  const { body: odobrenje } = await ask('POST', '/odobrenja', {
    broj: '148-I-08/26',
    vazi_od: '2026-01-01',
    rok_meseci: 6,
    stavke: [{ tarifni_broj: '8544.49', opis: 'Kabl', najvise_kolicina: 1000, jedinica_mere: 'kg' }],
  })
  const c4 = [...log.documents.values()].find(({ path }) => path === '/c4')
  if (!c4) throw new Error('no import was entered')
  const under = { ...c4.body, odobrenje_id: (odobrenje as { id: number }).id, broj_jci: 'U-11014' }
  await ask('PUT', `/c4/${c4.id}`, under)
  await ask('POST', `/c4/${c4.id}/produzenja`, { novi_rok: '2026-12-31', broj_akta: '148-I-12/26' })
  await ask('POST', '/obracuni', {
    broj: 'OBR-1/2026',
    datum_od: '2026-01-01',
    datum_do: '2026-03-31',
    potvrda_manjka: true,
  })
  const { body: ulaz } = await ask('GET', `/c4/${c4.id}`, undefined)
  const { datum, stavke } = ulaz as unknown as { datum: string; stavke: { id: number; preostalo: number }[] }
  const left = stavke.find(({ preostalo }) => preostalo > 1)
  if (!left) throw new Error('nothing is left of the import')
  const begun = stavke.map((line) => (line === left ? { ...line, vec_razduzeno: 0.5 } : line))
  await ask('PUT', `/c4/${c4.id}`, { ...(ulaz as object), dan_prelaska: '2026-12-31', stavke: begun })
  await ask('POST', '/ostala-razduzenja', {
    broj: 'OR-1/26',
    datum: datum > '2026-02-01' ? datum : '2026-02-01',
    vrsta: 'Povraćaj neprerađene robe',
    razlog: 'Neispravna roba',
    stavke: [{ ulaz_stavka_id: left.id, kolicina: 1 }],
  })
  const { body: materijali } = await ask('GET', '/materials/all', undefined)
  const materijal = (materijali as unknown as { id: string }[])[0]?.id
  await ask('POST', '/popisi', {
    datum: '2026-01-31',
    stavke: [{ materijal_id: materijal, izbrojano: 1 }],
  })
  await ask('PUT', `/materials/${materijal}/sifre`, [{ partner_id: 1, sifra: 'BBD-7', naziv: 'Draht', cinilac: 500 }])
  const { body: proizvodi } = await ask('GET', '/proizvodi', undefined)
  const [proizvod] = (proizvodi as { results: { id: string }[] }).results
  const nova = {
    vazi_od: '2026-11-01',
    broj_akta: 'N-2/26',
    items: [{ materijal_id: materijal, potrebna_kolicina: 2 }],
  }
  await ask('POST', `/normativ/${proizvod?.id}/verzije`, nova)
  const sheet = writeSheets([
    {
      name: 'Uvoz',
      columns: [{ header: 'Broj' }, { header: 'Datum' }, { header: 'Količina' }],
      rows: [['C4-NEPOZNAT', '15.01.2026.', 2.5]],
    },
  ])
  const { body: compared } = await caller.upload('/usaglasavanje', 'spediter.xlsx', Buffer.from(sheet))
  const [{ kljuc } = { kljuc: '' }] = compared.redovi as { kljuc: string }[]
  await ask('PUT', '/usaglasavanje/objasnjenja', { objasnjenja: [{ kljuc, objasnjenje: 'Storno kod špeditera.' }] })
  await ask('POST', '/beleske', {
    vrsta: 'materijal',
    predmet: materijal,
    tekst: 'Kasni.',
  })
  const cmr = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF')
  const { status } = await caller.upload(`/prilozi?uz=c4&predmet=${c4.id}&vrsta=CMR&broj=12`, 'cmr.pdf', cmr)
  if (status !== 201) throw new Error(`the attachment was refused: ${status}`)
  const ispravljen = { naziv: 'Partner Ispravljen', grad: 'Beograd', pib: '104052135', napomena: 'Ranije drugo ime.' }
  await ask('PUT', '/partneri/1', ispravljen)
  await ask('PUT', '/podesavanja', { upozorenje_roka_dana: 45, red_po_odobrenju: true })
  await ask('POST', '/zakljucenje', { do_dana: '2026-01-31', razlog: 'Kvartal' })
}
