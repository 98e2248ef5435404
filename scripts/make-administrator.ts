// `npm run make-administrator -- email`: where nobody is left who can log in as one. May run beside the program.
import { makeAdministrator } from '#server/auth/accounts.ts'
import { onAccounts } from './on-accounts.ts'

process.exitCode = await onAccounts('make-administrator', async (store, email) =>
  (await makeAdministrator(store, email, Date.now())) ? `Nalog ${email} ima ulogu Administrator.` : null,
)
