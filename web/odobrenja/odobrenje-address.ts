import type { useAddressValues } from '#web/screens/use-address-values.ts'

/** The values in the address of the list. Empty `limit`: what was last chosen, or LIST_ROWS. */
export const ODOBRENJE_DEFAULTS = { page: '1', limit: '', search: '', sort: 'vazi_od', order: 'desc' }

type Values = ReturnType<typeof useAddressValues<typeof ODOBRENJE_DEFAULTS>>
export type OdobrenjeAddress = { at: Values[0]; setAt: Values[1] }
