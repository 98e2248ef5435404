import { z } from 'zod'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { RASPORED, type VrstaRasporeda } from '#domain/waste-balance.ts'
import { type BodyOf, endpoints, type QueryOf, type ReplyOf } from './endpoint.ts'
import { filters, idParam, micro, optionalText, queryDay, requiredId, whole } from './fields.ts'
import { choiceField, dayField, enteredIn, field, numberField, optionalField, storedIn } from './form-fields.ts'
import { MAX_CODE_CHARACTERS, MAX_NOTE_CHARACTERS } from './limits.ts'
import { listFilters, recordCalls } from './record-calls.ts'

export const VRSTE_RASPOREDA = Object.keys(RASPORED) as [VrstaRasporeda, ...VrstaRasporeda[]]

/** A material, its unit and a day. */
type WasteOf = { readonly id: string; readonly jm: string; readonly datum: CalendarDate }

export const otpadTexts = {
  added: 'Raspored otpada je unet.',
  changed: 'Raspored otpada je izmenjen.',
  deleted: 'Raspored otpada je obrisan.',
  there: 'Ovaj raspored otpada postoji, pa nema šta da se vrati.',
  noMaterial: (id: string) => `Materijal ${id} ne postoji.`,
  beyond: ({ id, jm, datum }: WasteOf, has: Micro, asked: Micro) =>
    `Otpada materijala ${id} na dan ${formatDate(datum)} ima ${formatMicro(has)} ${jm}; ` +
    `ne može da se rasporedi ${formatMicro(asked)} ${jm}.`,
  lost: ({ id, jm, datum }: WasteOf, came: Micro, gone: Micro) =>
    `Otpada materijala ${id} do ${formatDate(datum)} bilo bi ${formatMicro(came)} ${jm}, a raspoređeno je ` +
    `${formatMicro(gone)} ${jm}; izvoz ne može tako da se unese, izmeni ni da se obriše.`,
} as const

/** A use of waste that had left the lots with an export. */
export const OTPAD = {
  datum: dayField('Datum'),
  vrsta: choiceField('Vrsta', VRSTE_RASPOREDA),
  broj_jci: optionalField('code', 'Broj JCI'),
  materijal_id: field('code', 'Materijal', {
    entered: requiredId('Materijal', MAX_CODE_CHARACTERS),
    stored: z.string(),
  }),
  kolicina: numberField('Količina'),
  napomena: field('text', 'Napomena', {
    entered: optionalText('Napomena', MAX_NOTE_CHARACTERS),
    stored: z.string().nullable(),
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

/** The waste of a material over a period: at its beginning, from exports, by use, and left. */
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

const calls = recordCalls('/otpad', {
  one: raspored,
  body,
  params: idParam,
  example: {
    datum: '2026-03-01',
    vrsta: 'Uništenje',
    broj_jci: 'JCI-1',
    materijal_id: 'KABL1',
    kolicina: 5,
    napomena: null,
  },
})

export const otpadEndpoints = endpoints({
  listOtpad: calls.list(
    'Daje stranicu rasporeda otpada; search traži po vrsti, JCI, materijalu i napomeni.',
    raspored,
    listFilters(['datum', 'vrsta', 'materijal_id', 'kolicina']),
  ),
  createOtpad: calls.create('Upisuje šta je bilo sa otpadom; više nego što ga ima se odbija.'),
  otpadStanje: {
    method: 'GET',
    path: '/otpad/stanje',
    summary: 'Daje bilans otpada po materijalu za period: početno, nastalo, raspoređeno i stanje.',
    query: filters({ datum_od: queryDay('Datum od'), datum_do: queryDay('Datum do') }),
    reply: z.object({ results: z.array(otpadStanje) }),
  },
  getOtpad: calls.get('Daje jedan raspored otpada.'),
  updateOtpad: calls.update('Menja raspored otpada.'),
  deleteOtpad: calls.remove('Briše raspored otpada.'),
  restoreOtpad: calls.restore('Vraća obrisan raspored otpada, do 30 dana posle brisanja.'),
})
export type OtpadQuery = QueryOf<(typeof otpadEndpoints)['listOtpad']>
export type OtpadBody = BodyOf<(typeof otpadEndpoints)['createOtpad']>
export type OtpadRaspored = ReplyOf<(typeof otpadEndpoints)['getOtpad']>
