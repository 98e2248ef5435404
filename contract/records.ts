import type { FormField } from './form-fields.ts'
import { ODOBRENJE, odobrenjaEndpoints } from './odobrenja.ts'
import { ostalaRazduzenjaEndpoints, RAZDUZENJE } from './ostala-razduzenja.ts'
import { OTPAD, otpadEndpoints } from './otpad.ts'
import { PARTNER, partneriEndpoints } from './partneri.ts'

/**
 * Records by the name of their part of the API: what that is about, how the trail calls one (`vrsta`), fields and calls.
 * The API, the kinds and facts of the trail and the words of the fields follow from it.
 */
export const RECORDS = {
  odobrenja: { about: 'Odobrenja carine.', vrsta: 'odobrenje', fields: ODOBRENJE, calls: odobrenjaEndpoints },
  partneri: {
    about: 'Registar partnera: svaka firma iz dokumenata jednom.',
    vrsta: 'partner',
    fields: PARTNER,
    calls: partneriEndpoints,
  },
  otpad: { about: 'Šta je bilo sa otpadom, i bilans otpada.', vrsta: 'otpad', fields: OTPAD, calls: otpadEndpoints },
  ostalaRazduzenja: {
    about: 'Ostala razduženja: šta je sa uvoznih stavki otišlo neprerađeno.',
    vrsta: 'ostalo_razduzenje',
    fields: RAZDUZENJE,
    calls: ostalaRazduzenjaEndpoints,
  },
} as const

type Records = typeof RECORDS
type FieldName = { [K in keyof Records]: keyof Records[K]['fields'] }[keyof Records]

/** The kinds of them in the trail. */
export const RECORD_KINDS = Object.values(RECORDS).map(({ vrsta }) => vrsta)

/** The fields of all of them by name; of one that several have, that of the first. */
export const RECORD_FIELDS = Object.fromEntries(
  Object.values(RECORDS)
    .toReversed()
    .flatMap(({ fields }) => Object.entries<FormField>(fields)),
) as Record<FieldName, FormField>

/** The subject of each record's part of the API. */
export const RECORD_WORDS = Object.fromEntries(Object.entries(RECORDS).map(([name, { about }]) => [name, about]))

/** Their parts of the API. */
export const RECORD_CALLS = Object.fromEntries(Object.entries(RECORDS).map(([name, { calls }]) => [name, calls])) as {
  [K in keyof Records]: Records[K]['calls']
}
