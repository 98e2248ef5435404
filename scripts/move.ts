// `npm run move -- --to postgres://…` from the embedded database of DATA_DIR to an empty PostgreSQL; with DATABASE_URL
// set, `npm run move -- --to folder` the other way. Instead of `--to` MOVE_TO may name it, which other users of the
// machine do not see. Every process of the program must be stopped.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { moveDatabase } from '#server/backup/move.ts'
import { readConfig } from '#server/config.ts'

const started = performance.now()
try {
  const to = target()
  const toPostgres = /^postgres(ql)?:\/\//.test(to)
  const folder = resolve(process.env.INIT_CWD ?? '.', toPostgres ? '.' : to)
  const { dataDir, databaseUrl } = readConfig(process.env)
  const moved = await moveDatabase(
    { dataDir, databaseUrl },
    { dataDir: folder, databaseUrl: toPostgres ? to : undefined },
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',')
  console.log(`Preseljeno za ${seconds} s: tabela ${moved.tables}, redova ${moved.rows}, svi isti kao u izvoru.`)
  console.log(`Sve se slaže: ${moved.summary}.`)
  console.log(moved.trail)
  console.log(
    toPostgres
      ? `Pokrećite program sa DATABASE_URL. Stari podaci ostaju u ${dataDir}.`
      : `Pokrećite program bez DATABASE_URL, sa DATA_DIR=${folder}. Stari podaci ostaju u PostgreSQL-u.`,
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

/** The faulty text is not repeated: a password may stand in it. */
function target(): string {
  const asked = 'Navedite odredište: npm run move -- --to postgres://… ili --to folder'
  let to: string | undefined
  try {
    to = parseArgs({ options: { to: { type: 'string' } } }).values.to
  } catch {
    throw new Error(asked)
  }
  const found = to || process.env.MOVE_TO
  if (!found) throw new Error(asked)
  return found
}
