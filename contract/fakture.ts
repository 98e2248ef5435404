import { z } from 'zod'
import { codeKey } from '#domain/one-form.ts'
import { endpoints, type ReplyOf } from './endpoint.ts'
import {
  codeParam,
  dayReply,
  idParam,
  micro,
  optionalText,
  para,
  positiveMicro,
  requiredCode,
  whole,
} from './fields.ts'
import { IMPORT_CHOICES, pitanjeUvoza, procitanaKolona, sheetReading } from './imports.ts'
import { MAX_FAKTURA_BYTES, MAX_FAKTURA_FILES, MAX_FAKTURE_BYTES, MAX_NAME_CHARACTERS, MAX_SIFARA } from './limits.ts'

export const faktureTexts = {
  missing: 'Izaberite fajl fakture.',
  tooLarge: 'Fajl fakture ne sme biti veći od 10 MB.',
  tooManyBytes: 'Fajlovi su zajedno veći od 30 MB. Pošaljite ih u više navrata.',
  tooMany: `Najviše ${MAX_FAKTURA_FILES} fajlova odjednom.`,
  xmlDoctype: 'XML fajl ima deklaraciju DOCTYPE, koju elektronska faktura nema.',
  unknownPartner: 'partner_id: takvog partnera nema.',
  noRate: (valuta: string) => `Za valutu ${valuta || '(nije navedena)'} nema kursa.`,
  noParity: (paritet: string, known: readonly string[]) =>
    `Paritet ${paritet} dokument nema (${known.join(', ')}); izaberite ga sami.`,
  taken: (sifra: string, materijal: string) => `Šifra ${sifra} ovog partnera već stoji kod materijala ${materijal}.`,
  twice: (sifra: string) => `Šifra ${sifra} je navedena dva puta za istog partnera.`,
  noColumns: (nazivi: readonly string[]) => `U tabeli nije prepoznato: ${nazivi.join(', ')}. Izaberite kolone.`,
  noRows: 'U tabeli nema nijedne stavke.',
  saved: 'Šifre dobavljača su sačuvane.',
} as const

const CINILAC = 'Činilac'
/** A partner's code for a material of ours, and how many of our units one of his is. */
const sifra = {
  partner_id: z
    .number({ error: 'Partner: izaberite partnera.' })
    .int()
    .positive()
    .max(Number.MAX_SAFE_INTEGER)
    .describe('Partner iz registra.'),
  sifra: requiredCode('Šifra', MAX_NAME_CHARACTERS),
  naziv: optionalText('Naziv', MAX_NAME_CHARACTERS),
  cinilac: positiveMicro(CINILAC, { positive: `${CINILAC} mora biti veći od 0.` })
    .nullish()
    .describe('Koliko naših jedinica je jedna njegova; 1 ako nije navedeno.'),
}
export const sifraUnos = z.object(sifra).meta({ id: 'SifraDobavljacaUnos' })
export type SifraUnos = z.output<typeof sifraUnos>
const sifraRow = z
  .object({
    partner_id: whole.describe('Partner iz registra.'),
    sifra: z.string(),
    naziv: z.string().nullable(),
    cinilac: micro.describe('Koliko naših jedinica je jedna njegova.'),
    partner_naziv: z.string().describe('Naziv partnera.'),
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
  })
  .meta({ id: 'SifraDobavljaca' })
export type SifraDobavljaca = z.output<typeof sifraRow>

/** Two codes of a partner are one where their keys are. */
export const sifraKey = ({ partner_id, sifra }: { partner_id: number; sifra: string }): string =>
  `${partner_id} ${codeKey(sifra)}`

export const VRSTE_FAKTURA = ['UBL', 'CII', 'Factur-X', 'tabela'] as const
/** How a line found its material. */
export const KAKO = ['naša šifra', 'šifra dobavljača', 'naziv'] as const

const stavka = z
  .object({
    redni_broj: whole,
    sifra_kupca: z.string().describe('Naša šifra kako piše na fakturi.'),
    sifra_prodavca: z.string().describe('Šifra dobavljača, ili GTIN.'),
    naziv: z.string(),
    kolicina: micro.describe('Kao u fajlu, u jedinici mere fajla.'),
    jedinica_mere: z.string(),
    cinilac: micro.describe('Koliko naših jedinica je jedna iz fajla; 1 dok materijal nije nađen.'),
    cena: micro.describe('Za jednu jedinicu iz fajla.'),
    iznos: para,
    zemlja_porekla: z.string(),
    tarifni_broj: z.string(),
    materijal_id: z.string().nullable(),
    kako: z.enum(KAKO).nullable().describe('Po čemu je nađen materijal.'),
  })
  .meta({ id: 'StavkaFaktureDobavljaca' })

const faktura = z
  .object({
    fajl: z.string(),
    vrsta: z.enum(VRSTE_FAKTURA),
    broj_fakture: z.string(),
    datum: dayReply.nullable(),
    valuta: z.string(),
    paritet: z.string().nullable(),
    prodavac: z
      .object({
        naziv: z.string(),
        grad: z.string(),
        pib: z.string(),
        zemlja: z.string().describe('Srpski naziv zemlje.'),
        partner_id: whole.nullable().describe('Partner iz registra; null kad ga nema.'),
      })
      .describe('Ko je izdao fakturu.'),
    stavke: z.array(stavka),
    zbir_stavki: para.describe('Zbir pročitanih iznosa stavki.'),
    popusti: para.describe('Popusti cele fakture umanjeni za njene troškove; nisu u cenama stavki.'),
    ukupno: para.nullable().describe('Ukupno bez poreza kako piše u fajlu.'),
    sumnje: z.array(z.string()).describe('Šta čovek treba da pogleda pre čuvanja.'),
  })
  .meta({ id: 'FakturaDobavljaca' })
export type FakturaDobavljaca = z.output<typeof faktura>
export type StavkaDobavljaca = FakturaDobavljaca['stavke'][number]
const odbijena = z.object({ fajl: z.string(), message: z.string() }).meta({ id: 'OdbijenaFaktura' })
export type OdbijenaFaktura = z.output<typeof odbijena>

export const isFaktura = (one: FakturaDobavljaca | OdbijenaFaktura): one is FakturaDobavljaca => !('message' in one)

const fajl = z.string().describe('Fajl u kome je kolona.')
const kolona = procitanaKolona.extend({ fajl }).meta({ id: 'ProcitanaKolona' })
const pitanje = pitanjeUvoza.extend({ fajl }).meta({ id: 'PitanjeOKoloni' })
const tabela = z
  .object({
    fajl,
    partner_id: whole.nullable().describe('Partner čija je tabela; null kad nije izabran.'),
    ...sheetReading,
  })
  .meta({ id: 'ProcitanaTabela' })
export type ProcitanaTabela = z.output<typeof tabela>

export const faktureEndpoints = endpoints({
  readFakture: {
    method: 'POST',
    path: '/c4/fakture/read',
    summary:
      'Čita fakture dobavljača (UBL, CII, Factur-X, tabela), do 20 fajlova odjednom, i za svaku stavku nalazi materijal: po našoj šifri, po šifri dobavljača, po nazivu. Nijedan dokument se ne upisuje; fajl koji ne može stoji sa razlogom pored ostalih.',
    file: {
      maxBytes: MAX_FAKTURA_BYTES,
      tooLarge: faktureTexts.tooLarge,
      missing: faktureTexts.missing,
      most: { files: MAX_FAKTURA_FILES, tooMany: faktureTexts.tooMany },
      all: { bytes: MAX_FAKTURE_BYTES, tooLarge: faktureTexts.tooManyBytes },
      fields: ['partner_id', ...IMPORT_CHOICES],
    },
    reply: z.object({
      fakture: z.array(z.union([odbijena, faktura])),
      kolone: z.array(kolona),
      pitanja: z.array(pitanje).describe('Šta je potrebno, a u tabeli nije prepoznato.'),
      tabele: z.array(tabela).describe('Kako je pročitana svaka tabela.'),
    }),
  },
  listSifreMaterijala: {
    method: 'GET',
    path: '/materials/{id}/sifre',
    summary: 'Daje šifre pod kojima partneri vode jedan materijal.',
    params: codeParam,
    reply: z.array(sifraRow),
  },
  saveSifreMaterijala: {
    method: 'PUT',
    path: '/materials/{id}/sifre',
    summary: 'Zamenjuje sve šifre dobavljača jednog materijala; 409 za šifru koju partner ima kod drugog.',
    params: codeParam,
    body: z.array(sifraUnos, { error: 'Očekuje se lista šifara.' }).max(MAX_SIFARA, `Najviše ${MAX_SIFARA} šifara.`),
    reply: z.array(sifraRow),
  },
  listSifrePartnera: {
    method: 'GET',
    path: '/partneri/{id}/sifre',
    summary: 'Daje šifre pod kojima jedan partner vodi naše materijale.',
    params: idParam,
    reply: z.array(sifraRow),
  },
})
export type ProcitaneFakture = ReplyOf<(typeof faktureEndpoints)['readFakture']>
