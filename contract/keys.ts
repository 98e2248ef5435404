import { z } from 'zod'
import { said } from './auth.ts'
import { endpoints } from './endpoint.ts'
import { idParam, moment, oneOf, requiredText } from './fields.ts'
import { MAX_PROGRAM_NAME_CHARACTERS } from './limits.ts'
import { ULOGE, type Uloga } from './roles.ts'

/** The rights of a program's key, as roles name them: to change or to read the books, never an administrator's. */
const [PISANJE, CITANJE] = ULOGE
export const PRAVA = [CITANJE, PISANJE] as const satisfies readonly Uloga[]

export const keyTexts = {
  taken: 'Program sa ovim nazivom već ima ključ. Ukinite ga, ili dodajte drugi naziv.',
  revoked: 'Ključ je ukinut.',
  person: 'Ovo može samo neko ko je prijavljen, ne program sa ključem.',
} as const

const newKey = z
  .object({
    naziv: requiredText('Naziv', MAX_PROGRAM_NAME_CHARACTERS),
    pravo: oneOf('Pravo', PRAVA),
  })
  .meta({ id: 'NovKljuc' })

const programKey = z
  .object({
    id: z.number().int(),
    naziv: z.string(),
    pravo: z.enum(PRAVA),
    napravljen: moment,
    /** Exact to a minute; null while nobody has used it. */
    koriscen: moment.nullable(),
    poslednja_adresa: z.string(),
  })
  .meta({ id: 'KljucPrograma' })
export type ProgramKey = z.output<typeof programKey>

export const keyEndpoints = endpoints({
  listKeys: {
    method: 'GET',
    path: '/auth/keys',
    summary: 'Daje ključeve programa sa pravom i poslednjim korišćenjem; sami ključevi se ne kažu.',
    needs: 'admin',
    reply: z.object({ keys: z.array(programKey) }),
  },
  createKey: {
    method: 'POST',
    path: '/auth/keys',
    summary: 'Pravi ključ kojim program poziva API kao Authorization: Bearer; kaže ga samo sada.',
    needs: 'admin',
    body: newKey,
    reply: z.object({ kljuc: z.string() }).meta({ id: 'IzdatKljuc' }),
    status: 201,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/auth/keys/{id}',
    summary: 'Ukida ključ programa: njegovi pozivi se od tada odbijaju.',
    needs: 'admin',
    params: idParam,
    reply: said,
  },
})
