import { PRODUCT_PAGE_ROWS } from '#contract/limits.ts'
import type { useAddressValues } from '#web/screens/use-address-values.ts'

/** The values in the address of the screen. */
export const PRODUCT_DEFAULTS = {
  page: '1',
  limit: String(PRODUCT_PAGE_ROWS),
  search: '',
  sort: 'naziv',
  order: 'asc',
  /** The product whose form is open. */
  otvori: '',
}

type Values = ReturnType<typeof useAddressValues<typeof PRODUCT_DEFAULTS>>
export type ProductAddress = { at: Values[0]; setAt: Values[1] }
