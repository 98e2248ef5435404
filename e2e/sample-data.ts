import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Caller, send } from './account.ts'
import { PDF } from './document-steps.ts'

/** The path of a sample file. */
export const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

type ImportPath = '/materials/import' | '/proizvodi/import' | '/usaglasavanje'

/** Imports a sample spreadsheet through the API. */
export const importSheet = async (caller: Caller, path: ImportPath, name: string) =>
  importFile(caller, path, { name, bytes: await readFile(fixture(name)) })

/** Imports the sample materials and the parts lists of the sample products through the API. */
export async function importCatalogue(caller: Caller) {
  await importSheet(caller, '/materials/import', 'materijali.xlsx')
  await importSheet(caller, '/proizvodi/import', 'normativi-ifs.xlsx')
}

/** Imports a spreadsheet through the API. */
export async function importFile(
  { app, token }: Caller,
  path: ImportPath,
  { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> },
) {
  const parts = new FormData()
  parts.append('file', new Blob([bytes]), name)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: parts })
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
}

/** Uploads the PDF of an import document and gives its path, the `pdf_fajl` of the document. */
export async function uploadPdf({ app, token }: Caller, broj_c4: string): Promise<string> {
  const parts = new FormData()
  parts.append('pdf', new Blob([PDF], { type: 'application/pdf' }), 'ulaz.pdf')
  parts.append('documentId', broj_c4)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${app.url}/api/c4/upload`, { method: 'POST', headers, body: parts })
  if (!answer.ok) throw new Error(`${broj_c4}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { filePath: string }).filePath
}

type Line = {
  materijal_id: string
  kolicina: number
  cena_po_jedinici: number
  broj_fakture?: string
  vec_razduzeno?: number
}

/** The head of an import document, without its number and day. */
export const C4_HEAD = {
  tip_dokumenta: 'Uvozna deklaracija',
  broj_terminala: 'T-12',
  posiljalac_naziv: 'Müller Kabel GmbH',
  posiljalac_grad: 'München',
  posiljalac_drzava: 'Nemačka',
  primalac_naziv: 'Šumadija Kabl d.o.o.',
  primalac_grad: 'Kragujevac',
  zemlja_otpreme: 'Nemačka',
  valuta: 'EUR',
}
/** The same of an export document. */
export const C1_HEAD = {
  tip_dokumenta: 'Izvozna deklaracija',
  posiljalac_naziv: 'Šumadija Kabl d.o.o.',
  posiljalac_grad: 'Kragujevac',
  posiljalac_drzava: 'Srbija',
  primalac_naziv: 'Volkswagen Slovakia a.s.',
  primalac_grad: 'Bratislava',
  zemlja_otpreme: 'Srbija',
}

/** As suppliers write names into narrow columns of theirs: nothing in it at which a line could break. */
export const LONG_NAME = 'Provodnikzaizuzetnovisoketemperaturesasilikonskomizolacijomipletenicomodbakra12'

/** The material DUGACAK of this name, with a long country too. */
export async function addLongNamed(caller: Caller) {
  const named = { naziv: LONG_NAME, zemlja_porekla: 'Ujedinjeno Kraljevstvo', jedinica_mere: 'm' }
  await send(caller, 'POST', '/materials', { id: 'DUGACAK', ...named, tarifni_broj: '8544.49.95' })
}

/** Lines of an import of some materials that the sample has. */
export const SOME_LINES = ['KON6PZ', 'PRV050CRN', 'REL12'].map((materijal_id) => ({
  materijal_id,
  kolicina: 500,
  cena_po_jedinici: 0.25,
}))

/** An import document of one invoice, in EUR; `head` are facts of its head other than those of C4_HEAD. */
export const saveC4 = (caller: Caller, broj_c4: string, datum: string, lines: readonly Line[], head: object = {}) =>
  send<{ id: number; stavke: { id: number }[] }>(caller, 'POST', '/c4', {
    ...C4_HEAD,
    ...head,
    broj_c4,
    datum,
    stavke: lines.map((line, place) => ({
      broj_fakture: 'DE-1',
      redni_broj: place + 1,
      dokazuje_poreklo: true,
      tarifni_broj: '8544.49.95',
      zemlja_porekla: 'Nemačka',
      ...line,
    })),
  })

/** An export document of one product. */
export const saveC1 = (
  caller: Caller,
  broj_c1: string,
  datum: string,
  proizvod_id: string,
  kolicina: number,
  head: object = {},
) =>
  send<{ id: number }>(caller, 'POST', '/c1', {
    ...C1_HEAD,
    ...head,
    broj_c1,
    datum,
    stavke: [{ redni_broj: 1, proizvod_id, kolicina, cena: 18.9, broj_fakture: 'F-1' }],
  })
