import type { useAddressValues } from '#web/screens/use-address-values.ts'

/** The values in the address of the list. Empty `limit`: what was last chosen, or LIST_ROWS. */
export const OTPAD_DEFAULTS = { page: '1', limit: '', search: '', sort: 'datum', order: 'desc' }

type Values = ReturnType<typeof useAddressValues<typeof OTPAD_DEFAULTS>>
export type OtpadAddress = { at: Values[0]; setAt: Values[1] }
