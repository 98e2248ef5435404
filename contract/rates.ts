import { z } from 'zod'
import { CURRENCIES } from './c4.ts'
import { type BodyOf, endpoints } from './endpoint.ts'
import { day, dayReply, idParam, micro, oneOf, pathText, positiveMicro, whole } from './fields.ts'
import { fileNote, importCounts, importFile, importQuery, importRow, sheetReading, skippedOf } from './imports.ts'

export const rateTexts = {
  notList: 'Molimo odaberite kursnu listu kao XML, CSV ili Excel fajl (.xml, .csv, .xlsx, .xls ili .ods)',
  imported: 'Kursevi su učitani.',
  notImported: 'Greška prilikom učitavanja kurseva.',
  otherCurrencies: (valute: string) => `Nisu čitane valute koje program ne vodi: ${valute}.`,
} as const

/** A row of the dated rate table: from this day on, one unit of the currency is worth this many RSD (decisions §2). */
export const rate = z
  .object({ valuta: z.string(), vazi_od: dayReply, kurs: micro, verzija: whole })
  .meta({ id: 'Kurs' })
export type StoredRate = z.output<typeof rate>

export const rateBody = z
  .object({
    valuta: oneOf('Valuta', CURRENCIES),
    vazi_od: day('Važi od'),
    kurs: positiveMicro('Kurs', {
      positive: 'Kurs mora biti veći od 0',
      invalid: 'Kurs mora biti broj sa najviše 6 decimala.',
    }),
  })
  .meta({ id: 'KursUnos' })

/** A rate of a list, and what happens (preview) or happened (import) to the table with it. */
export const importedRate = z
  .object({
    red: whole,
    valuta: z.string(),
    vazi_od: dayReply.nullable(),
    srednji_kurs: micro.nullable(),
    jedinica: whole.nullable(),
    /** `srednji_kurs` divided by `jedinica`, rounded half up to 6 places. */
    kurs: micro.nullable(),
    /** The rate in the table for that currency from that very day on. */
    dosadasnji_kurs: micro.nullable(),
    ...importRow.pick({ ishod: true, razlog: true }).shape,
  })
  .meta({ id: 'KursIzListe' })
export type ImportedRate = z.output<typeof importedRate>

export const rateImportReply = z
  .object({
    message: z.string(),
    napomena: fileNote,
    dryRun: z.boolean(),
    ...importCounts.shape,
    ...sheetReading,
    redovi: z.array(importedRate),
  })
  .meta({ id: 'UcitavanjeKurseva' })
export type RateImportReply = z.output<typeof rateImportReply>

export const rateEndpoints = endpoints({
  listRates: { method: 'GET', path: '/rates', summary: 'Daje sve kurseve, najnovije prve.', reply: z.array(rate) },
  saveRate: {
    method: 'POST',
    path: '/rates',
    summary: 'Upisuje ili menja kurs od nekog dana; stari dokumenti zadržavaju svoj.',
    body: rateBody,
    reply: rate,
    status: 201,
  },
  importRates: {
    method: 'POST',
    path: '/rates/import',
    summary: 'Upisuje kurseve iz kursne liste NBS, ili sa dryRun samo pokazuje šta bi upisao.',
    query: importQuery,
    file: importFile,
    reply: rateImportReply,
  },
  preskoceniRates: skippedOf('/rates/import/preskoceni', importFile),
  restoreRate: {
    method: 'POST',
    path: '/vrati/rates/{valuta}/{vazi_od}',
    summary: 'Vraća kurs koji je učitavanje kursne liste promenilo, do 30 dana posle toga.',
    params: z.object({ valuta: pathText, vazi_od: pathText }),
    query: z.object({ izmena: idParam.shape.id }),
    reply: rate,
  },
  deleteRate: {
    method: 'DELETE',
    path: '/rates/{valuta}/{vazi_od}',
    summary: 'Briše kurs; početni kursevi ostaju.',
    params: z.object({ valuta: pathText, vazi_od: pathText }),
    reply: z.object({ message: z.string() }),
  },
})
export type RateBody = BodyOf<(typeof rateEndpoints)['saveRate']>
