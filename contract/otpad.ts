import { z } from 'zod'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { RASPORED, type VrstaRasporeda } from '#domain/waste-balance.ts'
import { type BodyOf, endpoints, type QueryOf, type ReplyOf } from './endpoint.ts'
import {
  filters,
  idParam,
  micro,
  optionalText,
  pageQuery,
  pageReply,
  queryDay,
  queryText,
  requiredId,
  whole,
} from './fields.ts'
import { choiceField, dayField, enteredIn, field, numberField, optionalField, storedIn } from './form-fields.ts'
import { MAX_CODE_CHARACTERS, MAX_NOTE_CHARACTERS, OTPAD_PAGE_ROWS } from './limits.ts'

export const VRSTE_RASPOREDA = Object.keys(RASPORED) as [VrstaRasporeda, ...VrstaRasporeda[]]

export const otpadTexts = {
  added: 'Raspored otpada je unet.',
  changed: 'Raspored otpada je izmenjen.',
  deleted: 'Raspored otpada je obrisan.',
  there: 'Ovaj raspored otpada postoji, pa nema šta da se vrati.',
  noMaterial: (id: string) => `Materijal ${id} ne postoji.`,
  beyond: (id: string, datum: CalendarDate, has: Micro, asked: Micro, jm: string) =>
    `Otpada materijala ${id} na dan ${formatDate(datum)} ima ${formatMicro(has)} ${jm}; ` +
    `ne može da se rasporedi ${formatMicro(asked)} ${jm}.`,
  lost: (id: string, datum: CalendarDate, came: Micro, gone: Micro, jm: string) =>
    `Otpada materijala ${id} do ${formatDate(datum)} bilo bi ${formatMicro(came)} ${jm}, a raspoređeno je ` +
    `${formatMicro(gone)} ${jm}; izvoz ne može tako da se unese, izmeni ni da se obriše.`,
} as const

/** A use of waste that had left the lots with an export. */
export const OTPAD = {
  datum: dayField('Datum'),
  vrsta: choiceField('Vrsta', VRSTE_RASPOREDA),
  broj_jci: optionalField('code', 'Broj JCI'),
  materijal_id: field('code', 'Materijal', requiredId('Materijal', MAX_CODE_CHARACTERS), z.string()),
  kolicina: numberField('Količina'),
  napomena: field('text', 'Napomena', optionalText('Napomena', MAX_NOTE_CHARACTERS), z.string().nullable(), {
    optional: true,
  }),
}

const raspored = z
  .object({
    id: whole,
    ...storedIn(OTPAD),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    verzija: whole,
  })
  .meta({ id: 'OtpadRaspored' })

/** The waste of a material over a period: what there was, what came of exports, what became of it, what is left. */
export const otpadStanje = z
  .object({
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    pocetno: micro,
    nastalo: micro,
    izvezeno: micro,
    pusteno: micro,
    unisteno: micro,
    reciklirano: micro,
    rasporedjeno: micro,
    stanje: micro,
  })
  .meta({ id: 'OtpadStanje' })
export type OtpadStanje = z.output<typeof otpadStanje>

const body = z.object(enteredIn(OTPAD)).meta({ id: 'OtpadRasporedUnos' })

export const otpadEndpoints = endpoints({
  listOtpad: {
    method: 'GET',
    path: '/otpad',
    summary: 'Raspored otpada',
    query: z.object({
      search: queryText,
      ...pageQuery(OTPAD_PAGE_ROWS),
      sort: z.enum(['datum', 'vrsta', 'materijal_id', 'kolicina']).optional().catch(undefined),
      order: z.enum(['asc', 'desc']).optional().catch(undefined),
    }),
    reply: pageReply(raspored),
  },
  createOtpad: { method: 'POST', path: '/otpad', summary: 'Novi raspored otpada', body, reply: raspored, status: 201 },
  otpadStanje: {
    method: 'GET',
    path: '/otpad/stanje',
    summary: 'Bilans otpada po materijalu',
    query: filters({ datum_od: queryDay('Datum od'), datum_do: queryDay('Datum do') }),
    reply: z.object({ results: z.array(otpadStanje) }),
  },
  getOtpad: { method: 'GET', path: '/otpad/{id}', summary: 'Raspored otpada', params: idParam, reply: raspored },
  updateOtpad: {
    method: 'PUT',
    path: '/otpad/{id}',
    summary: 'Izmena rasporeda otpada',
    params: idParam,
    body,
    reply: raspored,
  },
  deleteOtpad: {
    method: 'DELETE',
    path: '/otpad/{id}',
    summary: 'Brisanje rasporeda otpada',
    params: idParam,
    reply: z.object({ message: z.string() }),
  },
  restoreOtpad: {
    method: 'POST',
    path: '/vrati/otpad/{id}',
    summary: 'Vraćanje obrisanog rasporeda otpada',
    params: idParam,
    reply: raspored,
  },
})
export type OtpadQuery = QueryOf<(typeof otpadEndpoints)['listOtpad']>
export type OtpadBody = BodyOf<(typeof otpadEndpoints)['createOtpad']>
export type OtpadRaspored = ReplyOf<(typeof otpadEndpoints)['getOtpad']>
