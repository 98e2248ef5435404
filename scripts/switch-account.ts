// `npm run disable-account -- email` and `npm run enable-account -- email`: a person who leaves is shut out at
// once; his documents stay. Both may run beside the program.
import { switchAccount } from '#server/auth/accounts.ts'
import { onAccounts } from './on-accounts.ts'

const disable = process.argv[2] === 'disable'

process.exitCode = await onAccounts(disable ? 'disable-account' : 'enable-account', async (store, email) => {
  if (!(await switchAccount(store, email, disable, Date.now()))) return null
  return disable ? `Nalog ${email} je isključen, sve njegove sesije su odjavljene.` : `Nalog ${email} je uključen.`
})
