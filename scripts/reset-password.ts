// `npm run reset-password -- email`: gives an account a new password, once it is forgotten. The password is printed
// here, works for 24 hours, and is only good for logging in and choosing one's own. It may run beside the program.
import { resetPassword } from '#server/auth/accounts.ts'
import { onAccounts } from './on-accounts.ts'

process.exitCode = await onAccounts('reset-password', async (store, email) => {
  const password = await resetPassword(store, email, Date.now())
  if (password === null) return null
  return `Privremena lozinka za ${email}: ${password}\nVaži 24 sata; sve prijave ovog naloga su završene.`
})
