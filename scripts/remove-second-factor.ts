// `npm run remove-second-factor -- email`: for whoever lost phone and recovery codes, and is the only administrator. May
// run beside the program.
import { removeSecondFactor } from '#server/auth/accounts.ts'
import { onAccounts } from './on-accounts.ts'

process.exitCode = await onAccounts('remove-second-factor', async (store, email) => {
  const removed = await removeSecondFactor(store, email, Date.now())
  if (removed === null) return null
  return removed
    ? `Potvrda u dva koraka naloga ${email} je uklonjena, sve njegove sesije su odjavljene.`
    : `Nalog ${email} nema potvrdu u dva koraka.`
})
