import { z } from 'zod'
import { linesInOneForm } from '#domain/one-form.ts'
import { endpoints } from './endpoint.ts'
import { idParam, moment, pageQuery, pageReply, pathText, required, whole } from './fields.ts'
import { MAX_NOTE_CHARACTERS, RECORD_PAGE_ROWS } from './limits.ts'

export const beleskaTexts = {
  missing: 'Beleška je prazna.',
  unknownKind: 'Beleška ne može da stoji uz ovu vrstu zapisa.',
  noThing: 'Nema zapisa uz koji bi beleška stajala.',
  deleted: 'Beleška je obrisana.',
} as const

/** The things that can have notes. */
export const SA_BELESKAMA = ['c4', 'c1', 'ostalo_razduzenje', 'odobrenje', 'materijal', 'proizvod'] as const
export type SaBeleskama = (typeof SA_BELESKAMA)[number]

/** The kind of the thing and its id as text, as the audit trail has them. */
const uz = { vrsta: z.enum(SA_BELESKAMA, { error: beleskaTexts.unknownKind }), predmet: pathText }

const beleska = z
  .object({ id: whole, ...uz, tekst: z.string(), uneto: moment, korisnik: z.string() })
  .meta({ id: 'Beleska' })
export type Beleska = z.output<typeof beleska>

/** Notes beside documents and goods. They belong to no book: no lock and no version of the thing concerns them. */
export const beleskeEndpoints = endpoints({
  listBeleske: {
    method: 'GET',
    path: '/beleske',
    summary: 'Daje stranu beležaka uz jedan dokument, materijal, proizvod ili odobrenje, najnovije prve.',
    query: z.object({ ...uz, ...pageQuery(RECORD_PAGE_ROWS) }),
    reply: pageReply(beleska),
  },
  createBeleska: {
    method: 'POST',
    path: '/beleske',
    summary: 'Dopisuje belešku; knjige, verzije i zaključavanje je se ne tiču.',
    body: z
      .object({ ...uz, tekst: required(linesInOneForm, 'Beleška', MAX_NOTE_CHARACTERS, beleskaTexts.missing) })
      .meta({ id: 'BeleskaUnos' }),
    reply: beleska,
    status: 201,
  },
  deleteBeleska: {
    method: 'DELETE',
    path: '/beleske/{id}',
    summary: 'Briše belešku.',
    params: idParam,
    reply: z.object({ message: z.string() }),
  },
})
