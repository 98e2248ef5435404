import type { useAddressValues } from '#web/screens/use-address-values.ts'

/** The values in the address of the list. Empty `limit`: what was last chosen, or LIST_ROWS. */
export const PARTNER_DEFAULTS = { page: '1', limit: '', search: '', sort: 'naziv', order: 'asc' }

type Values = ReturnType<typeof useAddressValues<typeof PARTNER_DEFAULTS>>
export type PartnerAddress = { at: Values[0]; setAt: Values[1] }
