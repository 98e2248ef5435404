import { z } from 'zod'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { type BodyOf, endpoints } from './endpoint.ts'
import { day, dayReply, moment, optionalText, pageQuery, pageReply, requiredText, whole } from './fields.ts'
import { CLOSING_PAGE_ROWS, MAX_REASON_CHARACTERS } from './limits.ts'

/**
 * The fields of a document that may change though its period is closed: they change no quantity, value or draw of an
 * account (customs §4.6).
 */
export const OPEN_FIELDS: readonly string[] = [
  'pdf_fajl',
  'napomena',
  'broj_jci',
  'oznaka_postupka',
  'carinski_organ',
  'rok_razduzenja',
  'dokaz_porekla',
  'broj_dokaza',
  'datum_dokaza',
]

export const zakljucenjeTexts = {
  afterToday: 'Datum zaključavanja ne može da bude posle današnjeg dana.',
  noReason: 'Razlog otključavanja je obavezan.',
  closed: (do_dana: CalendarDate, datum: CalendarDate) =>
    `Period do ${formatDate(do_dana)} je zaključan; dokument sa datumom ${formatDate(datum)} ` +
    'ne može da se unese, izmeni ni obriše.',
  /** For a document after the closed period that would change the draws of an export within it. */
  wouldMove: (do_dana: CalendarDate, broj_c1: string, datum: CalendarDate) =>
    `Period do ${formatDate(do_dana)} je zaključan; razduženje izvoza ${broj_c1} od ${formatDate(datum)} ` +
    'ne može da se promeni.',
  otherRate: (do_dana: CalendarDate) =>
    `Period do ${formatDate(do_dana)} je zaključan; stopa PDV za njega ne može da se promeni.`,
  notForward: (do_dana: CalendarDate) =>
    `Period do ${formatDate(do_dana)} je već zaključan. Za raniji dan ga najpre otključajte.`,
  differs: (difference: string) => `Knjige se ne slažu, pa period ne može da se zaključa. ${difference}`,
  openChecks: (provera: number) => `Otvorenih provera: ${provera}. Zaključavanje perioda je moguće tek posle potvrde.`,
  notChecked: 'Knjige su prevelike da bi se sada cele proverile; proverava ih administrator (npm run verify).',
  nothingClosed: 'Nijedan period nije zaključan.',
} as const

const zakljucenje = z
  .object({
    id: whole,
    do_dana: dayReply,
    razlog: z.string().nullable().describe('Zašto je period zaključan; null ako nije rečeno.'),
    korisnik: z.string(),
    vreme: moment,
    /** The user who opened the period again, and when; null where nobody did. */
    otkljucao: z.string().nullable(),
    otkljucano: moment.nullable(),
    razlog_otkljucavanja: z.string().nullable(),
  })
  .meta({ id: 'Zakljucenje' })
export type Zakljucenje = z.output<typeof zakljucenje>

/** Up to which day the books are closed; null where no period is. */
const zakljuceno_do = dayReply.nullable()
const changed = zakljucenje.extend({ zakljuceno_do }).meta({ id: 'ZakljucenjeUpisano' })

export const zakljucenjeEndpoints = endpoints({
  getZakljucenje: {
    method: 'GET',
    path: '/zakljucenje',
    summary: 'Daje poslednji zaključan dan i ko je kada zaključao ili otključao.',
    query: z.object(pageQuery(CLOSING_PAGE_ROWS)),
    reply: pageReply(zakljucenje).extend({ zakljuceno_do }),
  },
  zakljuci: {
    method: 'POST',
    path: '/zakljucenje',
    summary: 'Zaključuje period: dokumenti do tog dana se više ne unose, ne menjaju i ne brišu.',
    needs: 'admin',
    body: z
      .object({
        do_dana: day('Do dana'),
        razlog: optionalText('Razlog', MAX_REASON_CHARACTERS).describe('Zašto se period zaključuje.'),
        potvrda: z
          .boolean({ error: 'Potvrda: očekuje se da ili ne.' })
          .default(false)
          .describe('true zaključuje i kad ima otvorenih provera.'),
      })
      .meta({ id: 'ZakljucenjeUnos' }),
    reply: changed,
    status: 201,
  },
  otkljucaj: {
    method: 'POST',
    path: '/zakljucenje/otkljucaj',
    summary: 'Otključava poslednji zaključan period, uz razlog; onaj pre njega ostaje zaključan.',
    needs: 'admin',
    body: z
      .object({
        razlog: requiredText('Razlog', MAX_REASON_CHARACTERS, zakljucenjeTexts.noReason).describe(
          'Zašto se period otključava.',
        ),
      })
      .meta({ id: 'OtkljucavanjeUnos' }),
    reply: changed,
  },
})
export type ZakljucenjeBody = BodyOf<(typeof zakljucenjeEndpoints)['zakljuci']>
