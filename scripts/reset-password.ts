// `npm run reset-password -- email`: gives an account a new password, once it is forgotten. The password is printed
// here, works for 24 hours, and is only good for logging in and choosing one's own. It may run beside the program.
import { findAccount, resetPassword } from '#server/auth/accounts.ts'
import { onAccounts } from './on-accounts.ts'

process.exitCode = await onAccounts('reset-password', async (store, email) => {
  const password = await resetPassword(store, email, Date.now())
  if (password === null) return null
  const account = await findAccount(store.read, email)
  const factor = `\nUz nju se traži i kod. Ako je telefon izgubljen: npm run remove-second-factor -- ${email}`
  const lines = [`Privremena lozinka za ${email}: ${password}`, 'Važi 24 sata; sve sesije ovog naloga su odjavljene.']
  const given = lines.join('\n') + (account?.totp_od ? factor : '')
  if (account?.iskljucen === 0 && account.ceka_odobrenje === 0) return given
  const why = account?.iskljucen ? 'je isključen' : 'čeka odobrenje'
  return `${given}\nNalog ${why}, pa se njome ne može prijaviti. Uključite ga: npm run enable-account -- ${email}`
})
