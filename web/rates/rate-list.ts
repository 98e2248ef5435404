import { type Rate, rateEndpoints } from '#contract/rates.ts'
import { queryClient, read } from '#web/queries.ts'

/** The table of rates. */
export const RATES = read(rateEndpoints.listRates)

/** Shows the table with this change until it is read again, so that it can be corrected at once. */
export const showRates = (change: (rates: readonly Rate[]) => Rate[]) =>
  queryClient.setQueryData(RATES.queryKey, (before) => before && change(before))
