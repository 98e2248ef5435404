import type { Endpoint } from './endpoint.ts'
import type { FormField } from './form-fields.ts'
import { ODOBRENJE, odobrenjaEndpoints } from './odobrenja.ts'
import { ostalaRazduzenjaEndpoints, RAZDUZENJE } from './ostala-razduzenja.ts'
import { OTPAD, otpadEndpoints } from './otpad.ts'
import { PARTNER, partneriEndpoints } from './partneri.ts'

type RecordDescription = {
  /** The subject of its part of the API. */
  readonly about: string
  /** Its kind in the audit trail. */
  readonly vrsta: string
  /** As a choice in a filter, in 'Dodato odobrenje 4/2026' with the ending of the verb, in 'Učitavanje odobrenja'. */
  readonly name: string
  readonly one: string
  readonly ending?: 'a' | 'o'
  readonly many: string
  /** The name of its drafts, where that is not `one`. */
  readonly draft?: string
  /** Its screen, and whether one of them has a page below it. */
  readonly screen: string
  readonly hasPage: boolean
  readonly fields: Readonly<Record<string, FormField>>
  readonly calls: Readonly<Record<string, Endpoint>>
}

/**
 * Records by the name of their part of the API. The API, the kinds and facts of the trail, the words of the fields, and
 * what screens say of one and how its deletion is taken back follow from it.
 */
export const RECORDS = {
  odobrenja: {
    about: 'Odobrenja carine.',
    vrsta: 'odobrenje',
    name: 'Odobrenja',
    one: 'odobrenje',
    ending: 'o',
    many: 'odobrenja',
    screen: '/dashboard/odobrenja',
    hasPage: true,
    fields: ODOBRENJE,
    calls: odobrenjaEndpoints,
  },
  partneri: {
    about: 'Registar partnera: svaka firma iz dokumenata jednom.',
    vrsta: 'partner',
    name: 'Partneri',
    one: 'partner',
    many: 'partnera',
    screen: '/dashboard/partneri',
    hasPage: true,
    fields: PARTNER,
    calls: partneriEndpoints,
  },
  otpad: {
    about: 'Šta je bilo sa otpadom, i bilans otpada.',
    vrsta: 'otpad',
    name: 'Raspored otpada',
    one: 'raspored otpada',
    many: 'rasporeda otpada',
    screen: '/dashboard/otpad',
    hasPage: false,
    fields: OTPAD,
    calls: otpadEndpoints,
  },
  ostalaRazduzenja: {
    about: 'Ostala razduženja: šta je sa uvoznih stavki otišlo neprerađeno.',
    vrsta: 'ostalo_razduzenje',
    name: 'Ostala razduženja',
    one: 'razduženje',
    ending: 'o',
    many: 'razduženja',
    draft: 'ostalo razduženje',
    screen: '/dashboard/ostala-razduzenja',
    hasPage: true,
    fields: RAZDUZENJE,
    calls: ostalaRazduzenjaEndpoints,
  },
} as const satisfies Record<string, RecordDescription>

type Records = typeof RECORDS
type FieldName = { [K in keyof Records]: keyof Records[K]['fields'] }[keyof Records]

/** All of them alike. */
export const DESCRIPTIONS: readonly RecordDescription[] = Object.values(RECORDS)

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
