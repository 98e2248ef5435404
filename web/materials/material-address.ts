import type { useAddressValues } from '#web/screens/use-address-values.ts'

/** The values in the address of the screen. `materijal` is the one whose stock overview is open, `promet` its page. */
export const MATERIAL_DEFAULTS = {
  page: '1',
  /** Empty: what was last chosen, or LIST_ROWS. */
  limit: '',
  search: '',
  sort: 'naziv',
  order: 'asc',
  materijal: '',
  promet: '1',
}

type Values = ReturnType<typeof useAddressValues<typeof MATERIAL_DEFAULTS>>
export type MaterialAddress = { at: Values[0]; setAt: Values[1] }
