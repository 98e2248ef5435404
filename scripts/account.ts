// `npm run account -- <command> email`: an administrator's commands on one account, in the database of DATA_DIR or
// DATABASE_URL. They may run beside the program.
import {
  findAccount,
  makeAdministrator,
  removeSecondFactor,
  resetPassword,
  switchAccount,
} from '#server/auth/accounts.ts'
import { readConfig } from '#server/config.ts'
import { openBeside, type Store } from '#server/db/open.ts'

/** Each gives the text to print, or null where there is no such account. */
const COMMANDS: Readonly<Record<string, (store: Store, email: string) => Promise<string | null>>> = {
  /** Prints a password that works for 24 hours, and is only good for logging in and choosing one's own. */
  async 'reset-password'(store, email) {
    const password = await resetPassword(store, email, Date.now())
    if (password === null) return null
    const account = await findAccount(store.read, email)
    const factor = `\nUz nju se traži i kod. Ako je telefon izgubljen: npm run account -- remove-second-factor ${email}`
    const lines = [`Privremena lozinka za ${email}: ${password}`, 'Važi 24 sata; sve sesije ovog naloga su odjavljene.']
    const given = lines.join('\n') + (account?.totp_od ? factor : '')
    if (account?.iskljucen === 0 && account.ceka_odobrenje === 0) return given
    const why = account?.iskljucen ? 'je isključen' : 'čeka odobrenje'
    return `${given}\nNalog ${why}, pa se njome ne može prijaviti. Uključite ga: npm run account -- enable ${email}`
  },
  /** For somebody who lost phone and recovery codes, and is the only administrator. */
  async 'remove-second-factor'(store, email) {
    const removed = await removeSecondFactor(store, email, Date.now())
    if (removed === null) return null
    return removed
      ? `Potvrda u dva koraka naloga ${email} je uklonjena, sve njegove sesije su odjavljene.`
      : `Nalog ${email} nema potvrdu u dva koraka.`
  },
  /** A person who leaves is shut out at once; his documents stay. */
  async disable(store, email) {
    const found = await switchAccount(store, email, true, Date.now())
    return found ? `Nalog ${email} je isključen, sve njegove sesije su odjavljene.` : null
  },
  async enable(store, email) {
    return (await switchAccount(store, email, false, Date.now())) ? `Nalog ${email} je uključen.` : null
  },
  /** For books in which nobody can log in as an administrator any more. */
  async 'make-administrator'(store, email) {
    return (await makeAdministrator(store, email, Date.now())) ? `Nalog ${email} ima ulogu Administrator.` : null
  },
}

const [, , name = '', typed = ''] = process.argv
process.exitCode = await run(COMMANDS[name], typed.trim())

/** Gives the exit code. */
async function run(command: (typeof COMMANDS)[string] | undefined, email: string): Promise<number> {
  if (!command || !email.includes('@')) {
    const names = Object.keys(COMMANDS).join(' | ')
    console.error(`Navedite naredbu i email naloga: npm run account -- ${command ? name : `(${names})`} ime@firma.rs`)
    return 1
  }
  try {
    const config = readConfig(process.env)
    const store = await openBeside(config)
    try {
      const done = await command(store, email)
      if (done === null) console.error(`Nalog ${email} ne postoji.`)
      else console.log(`${done}\nBaza: ${config.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : config.dataDir}`)
      return done === null ? 1 : 0
    } finally {
      await store.close()
    }
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}
