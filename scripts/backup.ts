// `npm run backup [-- file]`: a copy of the embedded database of DATA_DIR, also while the server runs. Without a name
// it goes to BACKUP_DIR, and the newest BACKUP_KEEP copies stay.
import { resolve } from 'node:path'
import { writeBackup } from '#server/backup/backup-file.ts'
import { backupNow } from '#server/backup/schedule.ts'
import { readConfig } from '#server/config.ts'

const started = performance.now()
try {
  const config = readConfig(process.env)
  if (config.databaseUrl)
    throw new Error('Ova komanda čuva ugrađenu bazu. PostgreSQL čuvajte komandom pg_dump (docs/OPERATIONS.md).')
  const [name] = process.argv.slice(2)
  if (name?.startsWith('-')) throw new Error(`Nepoznata opcija ${name}: npm run backup [-- fajl]`)
  const given = name === undefined ? null : resolve(process.env.INIT_CWD ?? '.', name)
  const { file, bajtova, sha256 } = given
    ? { file: given, ...(await writeBackup(config.dataDir, given, Date.now())) }
    : await backupNow(config, Date.now())
  const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',')
  console.log(`Kopija je napravljena za ${seconds} s: ${file}`)
  console.log(`${bajtova} bajtova, SHA-256 ${sha256}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
