import { type Rate, rateEndpoints } from '#contract/rates.ts'
import { queryClient, read } from '#web/queries.ts'

/** The table of rates. */
export const RATES = read(rateEndpoints.listRates)

/** Shows the table so until it is read again: whoever corrects at once what he saved or deleted has seen it so. */
export const showRates = (change: (rates: readonly Rate[]) => Rate[]) =>
  queryClient.setQueryData(RATES.queryKey, (before) => before && change(before))
