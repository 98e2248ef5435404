import { z } from 'zod'
import { type BodyOf, endpoints, type QueryOf, type ReplyOf } from './endpoint.ts'
import { dayReply, idParam, optionalText, pageQuery, pageReply, para, queryText, whole } from './fields.ts'
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
import { DOCUMENT_PAGE_ROWS, MAX_NOTE_CHARACTERS, PARTNER_PAGE_ROWS } from './limits.ts'

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
  napomena: field('text', 'Napomena', optionalText('Napomena', MAX_NOTE_CHARACTERS), z.string().nullable(), {
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
  /** Day of the newest of them; null where there is none any more. */
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

/** Of the list, and of its sheet. */
export const partnerFilters = {
  search: queryText,
  sort: z.enum(['naziv', 'grad', 'drzava', 'pib', 'mb']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
}

export const partneriEndpoints = endpoints({
  listPartneri: {
    method: 'GET',
    path: '/partneri',
    summary: 'Partneri: svaka firma iz dokumenata jednom',
    query: z.object({ ...pageQuery(PARTNER_PAGE_ROWS), ...partnerFilters }),
    reply: pageReply(partnerRow),
  },
  createPartner: {
    method: 'POST',
    path: '/partneri',
    summary: 'Novi partner, pre prvog dokumenta',
    body: partnerBody,
    reply: partner,
    status: 201,
  },
  getPartner: { method: 'GET', path: '/partneri/{id}', summary: 'Partner', params: idParam, reply: partner },
  dokumentiPartnera: {
    method: 'GET',
    path: '/partneri/{id}/dokumenti',
    summary: 'Dokumenti partnera, najnoviji prvo',
    params: idParam,
    query: z.object(pageQuery(DOCUMENT_PAGE_ROWS)),
    reply: pageReply(dokument),
  },
  updatePartner: {
    method: 'PUT',
    path: '/partneri/{id}',
    summary: 'Ispravka partnera',
    params: idParam,
    body: partnerBody,
    reply: partner,
  },
  spojiPartnera: {
    method: 'POST',
    path: '/partneri/{id}/spoji',
    summary: 'Spajanje sa drugim partnerom, koji je ista firma',
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
    reply: partner,
  },
  izdvojiZapis: {
    method: 'POST',
    path: '/partneri/{id}/izdvoji',
    summary: 'Izdvajanje jednog zapisa u posebnog partnera',
    params: idParam,
    body: z
      .object({ zapis_id: z.number(NO_ZAPIS).int(NO_ZAPIS).positive(NO_ZAPIS).describe('ID zapisa koji se izdvaja.') })
      .meta({ id: 'IzdvajanjeZapisa' }),
    reply: partner,
    status: 201,
  },
})
export type PartnerQuery = QueryOf<(typeof partneriEndpoints)['listPartneri']>
export type PartnerBody = BodyOf<(typeof partneriEndpoints)['updatePartner']>
export type Partner = ReplyOf<(typeof partneriEndpoints)['getPartner']>
export type DokumentiQuery = QueryOf<(typeof partneriEndpoints)['dokumentiPartnera']>
