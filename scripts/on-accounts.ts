import { readConfig } from '#server/config.ts'
import { openBeside, type Store } from '#server/db/open.ts'

/**
 * Runs an administrator's command on the account that the last word of the command line names, in the database of
 * DATA_DIR or DATABASE_URL. `work` answers what is to be printed, or null where there is no such account. Answers the
 * exit code.
 */
export async function onAccounts(
  command: string,
  work: (store: Store, email: string) => Promise<string | null>,
): Promise<number> {
  const email = process.argv.at(-1)?.trim() ?? ''
  if (process.argv.length < 3 || !email.includes('@')) {
    console.error(`Navedite email naloga: npm run ${command} -- ime@firma.rs`)
    return 1
  }
  try {
    const config = readConfig(process.env)
    const store = await openBeside(config)
    try {
      const done = await work(store, email)
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
