import { z } from 'zod'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { STANJA_ROKA } from '#domain/rok.ts'
import { quoted } from '#domain/sheet.ts'
import { dayReply, moment, queryDay, queryId, queryText, whole } from './fields.ts'
import {
  amountField,
  dayField,
  enteredIn,
  optionalField,
  orNothing,
  percentField,
  quantityField,
  referenceField,
  storedIn,
} from './form-fields.ts'

export const carinaTexts = {
  beforeImport: 'Rok razduženja ne može da bude pre datuma uvoza.',
  noOdobrenje: 'Odobrenje ne postoji.',
  unknownOdobrenje: (broj: string) => `Odobrenje ${quoted(broj)} iz fajla ne postoji. Izostavljeno je.`,
  notLater: (rok: string) => `Novi rok mora biti posle dosadašnjeg (${rok}).`,
  expired: (broj_c4: string, rok: string, left: string) => `Rok za ${broj_c4} je istekao ${rok}; ostalo je ${left}.`,
  notValid: (broj: string, datum: string) => `Odobrenje ${broj} ne važi na dan ${datum}`,
  noStartDay: 'Dan prelaska: obavezno polje kad je deo uvoza već razdužen.',
  startBeforeImport: (datum: CalendarDate) => `Dan prelaska ne može da bude pre datuma uvoza (${formatDate(datum)}).`,
  startBeyond: (stavka: number, vec: Micro, kolicina: Micro) =>
    `Stavka ${stavka}: već razduženo (${formatMicro(vec)}) je više od uvezenog (${formatMicro(kolicina)}).`,
  notNamed: (tarifni_brojevi: readonly string[], broj: string) =>
    `Roba nije u odobrenju ${broj}: tarifni broj ${tarifni_brojevi.join(', ')}.`,
  tooMuch: (allowed: string, now: string) => `Količina po odobrenju je ${allowed}; sa ovim uvozom je ${now}.`,
} as const

const OF_BOTH = {
  odobrenje_id: referenceField('Odobrenje', { headings: ['odobrenje', 'broj_odobrenja', 'odobrenje_broj'] }),
  broj_jci: optionalField('code', 'Broj JCI', { headings: ['jci'] }),
  oznaka_postupka: optionalField('code', 'Oznaka postupka', { headings: ['postupak'] }),
}

/** Marks of a draw. `pre_prelaska`: it is before the change-over, so 'Već razduženo' may contain it too. */
export const drawMarkFields = { usmereno: z.boolean(), posle_roka: z.boolean(), pre_prelaska: z.boolean().optional() }

/** These fields belong to one document alone: a copy of it begins without them. */
export const OF_ONE_DOCUMENT = ['broj_jci', 'rok_razduzenja', 'dan_prelaska', 'broj_dokaza', 'datum_dokaza'] as const

/** The facts of an import for customs; nobody has to fill in any of them. */
export const C4_CARINA = {
  ...OF_BOTH,
  carinski_organ: optionalField('text', 'Carinski organ', { headings: ['carinarnica'] }),
  rok_razduzenja: orNothing(dayField('Rok razduženja', { headings: ['rok'] })),
  /** The day on which the firm began these books; earlier discharges have no document here. */
  dan_prelaska: orNothing(dayField('Dan prelaska')),
}

/** The facts of an export for customs. `dokaz_porekla` may be any text. */
export const C1_CARINA = {
  ...OF_BOTH,
  dokaz_porekla: optionalField('text', 'Dokaz porekla', { choices: ['EUR.1', 'Izjava', 'EUR-MED'] }),
  broj_dokaza: optionalField('code', 'Broj dokaza'),
  datum_dokaza: orNothing(dayField('Datum dokaza')),
}

/** The facts of a line of an import from its customs declaration. */
export const LINE_JCI = {
  stopa_carine: percentField('Stopa carine (%)', { said: 'Stopa carine', headings: ['carina', 'stopa'] }),
  carinska_vrednost_rsd: amountField('Carinska vrednost (RSD)', {
    said: 'Carinska vrednost',
    headings: ['carinska_vrednost'],
  }),
}

/** The facts of a line that only customs ask for. `vec_razduzeno`: its quantity that left before the change-over. */
export const LINE_CARINA = {
  ...LINE_JCI,
  vec_razduzeno: quantityField('Već razduženo', { headings: ['razduzeno_pre_pocetka'] }),
}

/** The number of the authorisation, as lists, papers and the audit trail name it. */
export const odobrenjeBroj = { odobrenje_broj: z.string().nullable() }

/** The part of a list's row about a deadline; null without a deadline. */
export const rokRow = {
  ...odobrenjeBroj,
  rok: dayReply.nullable(),
  stanje_roka: z.enum(STANJA_ROKA).nullable(),
}

/** The filters of both lists of documents, and those of the imports alone. */
export const carinaQuery = { odobrenje_id: queryId('Odobrenje'), broj_jci: queryText }
export const rokQuery = {
  ...carinaQuery,
  rok_od: queryDay('Rok od'),
  rok_do: queryDay('Rok do'),
  stanje_roka: z.enum(STANJA_ROKA).optional().catch(undefined),
}
export type RokQuery = z.output<z.ZodObject<typeof rokQuery>>

/** A prolonged deadline. The latest is in force, all stay. */
export const PRODUZENJE = {
  novi_rok: dayField('Novi rok'),
  broj_akta: optionalField('code', 'Broj akta'),
  datum_akta: orNothing(dayField('Datum akta')),
  napomena: optionalField('text', 'Napomena'),
}

export const produzenjeBody = z.object(enteredIn(PRODUZENJE)).meta({ id: 'ProduzenjeUnos' })
export type ProduzenjeBody = z.output<typeof produzenjeBody>

export const produzenje = z
  .object({ id: whole, ...storedIn(PRODUZENJE), uneto: moment, korisnik: z.string() })
  .meta({ id: 'Produzenje' })
export type Produzenje = z.output<typeof produzenje>

/** An export of the closed period that a changed deadline makes late, or no longer late. */
const promenjenRokC1 = z
  .object({
    id: whole,
    broj_c1: z.string(),
    datum: dayReply,
    posle_roka: z.boolean().describe('Da li je izvoz sada posle roka.'),
  })
  .meta({ id: 'PromenjenRokC1' })
export type PromenjenRokC1 = z.output<typeof promenjenRokC1>
/** A part of the answer to a save that changes a deadline. */
export const promenjenRok = {
  promenjen_rok_c1: z
    .array(promenjenRokC1)
    .optional()
    .describe('Izvozi iz zaključanog perioda kojima se zbog novog roka menja oznaka „posle roka“; nema ga bez njih.'),
}

/** At most this number of exports is named; the others are counted. */
const NAMED_EXPORTS = 20
const named = (exports: readonly PromenjenRokC1[]) =>
  exports
    .slice(0, NAMED_EXPORTS)
    .map(({ broj_c1 }) => broj_c1)
    .join(', ') + (exports.length > NAMED_EXPORTS ? ` i još ${exports.length - NAMED_EXPORTS}` : '')

export const rokTexts = {
  /** A sentence about exports of the closed period that the new deadline concerns; '' where there are none. */
  closed(exports: readonly PromenjenRokC1[]): string {
    const [late, others] = [exports.filter((one) => one.posle_roka), exports.filter((one) => !one.posle_roka)]
    return [
      ...(late.length > 0 ? [`Izvozi iz zaključanog perioda koji su sada posle roka: ${named(late)}.`] : []),
      ...(others.length > 0 ? [`Izvozi iz zaključanog perioda koji više nisu posle roka: ${named(others)}.`] : []),
    ].join(' ')
  },
} as const
