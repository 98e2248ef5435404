import { z } from 'zod'
import { type BodyOf, endpoints, type QueryOf, type ReplyOf } from './endpoint.ts'
import { dayReply, idParam, optionalText, pageQuery, pageReply, para, whole } from './fields.ts'
import {
  countryField,
  enteredIn,
  field,
  flagField,
  optionalField,
  orNothing,
  storedIn,
  textField,
} from './form-fields.ts'
import { DOCUMENT_PAGE_ROWS, MAX_NOTE_CHARACTERS } from './limits.ts'
import { listFilters, recordCalls } from './record-calls.ts'

export const partnerTexts = {
  added: 'Partner je unet.',
  changed: 'Partner je ispravljen.',
  exists: (naziv: string) =>
    `Partner ${naziv} već ima taj naziv i grad, odnosno PIB. Ako je to ista firma, spojite ih.`,
  joined: (naziv: string) => `Spojeno: sve je sada kod partnera ${naziv}.`,
  joinedToItself: 'Partner ne može da se spoji sa samim sobom.',
  apart: (naziv: string) => `Izdvojeno: ${naziv} je opet poseban partner.`,
  onlyOne: 'Partner ima samo ovaj zapis, pa nema šta da se izdvoji.',
} as const

/** A firm of the register, as it is suggested in new documents. */
export const PARTNER = {
  naziv: textField('Naziv'),
  grad: textField('Grad'),
  drzava: orNothing(countryField('Država')),
  pib: optionalField('code', 'PIB'),
  mb: optionalField('code', 'MB'),
  napomena: field('text', 'Napomena', {
    entered: optionalText('Napomena', MAX_NOTE_CHARACTERS),
    stored: z.string().nullable(),
    optional: true,
  }),
  ne_predlaze: flagField('Ne predlaži u novim dokumentima', { said: 'Ne predlaži' }),
}

const NO_PARTNER = { error: 'Izaberite partnera.' }
const NO_ZAPIS = { error: 'Izaberite zapis.' }

export const partnerBody = z.object(enteredIn(PARTNER)).meta({ id: 'PartnerUnos' })

/** In how many documents a firm stands, as sender or receiver. */
const uses = {
  broj_c4: whole.describe('Koliko ulaznih dokumenata ima.'),
  broj_c1: whole.describe('Koliko izlaznih dokumenata ima.'),
  /** The day of the newest document; null where no document is left. */
  poslednji_dokument: dayReply.nullable(),
}

export const partnerRow = z
  .object({ id: whole, ...storedIn(PARTNER), ...uses, verzija: whole })
  .meta({ id: 'PartnerRed' })
export type PartnerRow = z.output<typeof partnerRow>

const zapis = z
  .object({
    id: whole,
    naziv: z.string(),
    grad: z.string(),
    drzava: z.string(),
    pib: z.string(),
    mb: z.string(),
    ...uses,
  })
  .meta({ id: 'PartnerZapis' })
export type PartnerZapis = z.output<typeof zapis>

const partner = partnerRow
  .extend({ zapisi: z.array(zapis).describe('Kako partner piše u dokumentima, poslednje korišćeno prvo.') })
  .meta({ id: 'Partner' })

const dokument = z
  .object({
    vrsta: z.enum(['c4', 'c1']),
    id: whole,
    broj: z.string(),
    datum: dayReply,
    tip_dokumenta: z.string(),
    strana: z.enum(['pošiljalac', 'primalac', 'oba']),
    /** As the document itself has it. */
    naziv: z.string(),
    vrednost_total: para,
    valuta: z.string(),
  })
  .meta({ id: 'DokumentPartnera' })
export type DokumentPartnera = z.output<typeof dokument>

/** The filters of the list and of its spreadsheet. */
export const partnerFilters = listFilters(['naziv', 'grad', 'drzava', 'pib', 'mb'])

const calls = recordCalls('/partneri', {
  one: partner,
  body: partnerBody,
  params: idParam,
  example: { naziv: 'Kabel Werk GmbH', grad: 'Ulm', drzava: 'Nemačka', napomena: null, ne_predlaze: false },
})

export const partneriEndpoints = endpoints({
  listPartneri: calls.list(
    'Daje stranu partnera sa brojem njihovih dokumenata; pretraga nalazi i ranije nazive.',
    partnerRow,
    partnerFilters,
  ),
  createPartner: calls.create('Upisuje partnera pre prvog dokumenta; od tada se predlaže.'),
  getPartner: calls.get('Daje partnera i kako sve piše u dokumentima.'),
  dokumentiPartnera: {
    method: 'GET',
    path: '/partneri/{id}/dokumenti',
    summary: 'Daje stranu dokumenata u kojima je partner pošiljalac ili primalac, najnovije prve.',
    params: idParam,
    query: z.object(pageQuery(DOCUMENT_PAGE_ROWS)),
    reply: pageReply(dokument),
  },
  updatePartner: calls.update(
    'Ispravlja partnera: od tada se predlaže ispravljen, a sačuvani dokumenti ostaju kakvi jesu.',
  ),
  spojiPartnera: {
    method: 'POST',
    path: '/partneri/{id}/spoji',
    summary: 'Spaja dva partnera koji su ista firma: sve što je drugi imao u dokumentima prelazi u ovog.',
    params: idParam,
    body: z
      .object({
        partner_id: z
          .number(NO_PARTNER)
          .int(NO_PARTNER)
          .positive(NO_PARTNER)
          .describe('ID partnera koji prelazi u ovog.'),
      })
      .meta({ id: 'SpajanjePartnera' }),
    example: { partner_id: 12 },
    reply: partner,
  },
  izdvojiZapis: {
    method: 'POST',
    path: '/partneri/{id}/izdvoji',
    summary: 'Od jednog zapisa pravi posebnog partnera, kao pre spajanja.',
    params: idParam,
    body: z
      .object({ zapis_id: z.number(NO_ZAPIS).int(NO_ZAPIS).positive(NO_ZAPIS).describe('ID zapisa koji se izdvaja.') })
      .meta({ id: 'IzdvajanjeZapisa' }),
    example: { zapis_id: 31 },
    reply: partner,
    status: 201,
  },
})
export type PartnerQuery = QueryOf<(typeof partneriEndpoints)['listPartneri']>
export type PartnerBody = BodyOf<(typeof partneriEndpoints)['updatePartner']>
export type Partner = ReplyOf<(typeof partneriEndpoints)['getPartner']>
export type DokumentiQuery = QueryOf<(typeof partneriEndpoints)['dokumentiPartnera']>
