// `npm run restore -- file`: puts a backup in the place of the embedded database of DATA_DIR. Refuses a damaged one,
// and while a server uses the folder; the old data are kept aside, in a folder that this command takes like a file.
import { resolve } from 'node:path'
import { restoreBackup } from '#server/backup/restore.ts'
import { readConfig } from '#server/config.ts'

try {
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (databaseUrl)
    throw new Error('Ova komanda vraća ugrađenu bazu. PostgreSQL vratite komandom pg_restore (docs/OPERATIONS.md).')
  const [name] = process.argv.slice(2)
  if (!name || name.startsWith('-')) throw new Error('Navedite kopiju: npm run restore -- fajl')
  const file = resolve(process.env.INIT_CWD ?? '.', name)
  const { napravljena, aside, accounts, roles, verdict } = await restoreBackup(file, dataDir, Date.now())
  console.log(
    napravljena ? `Vraćena je kopija od ${napravljena} u ${dataDir}.` : `Vraćeni su podaci iz ${file} u ${dataDir}.`,
  )
  if (aside) console.log(`Prethodni podaci su sačuvani u ${aside}.`)
  console.log('Sve sesije su odjavljene: svako se prijavljuje ponovo.')
  for (const said of [...roles, ...accounts]) console.log(said)
  if (!verdict) console.log('Kopija je iz starije verzije programa: pokrenite program, pa npm run verify.')
  else if (verdict.ok) console.log(`Sve se slaže: ${verdict.summary}.\n${verdict.trail}`)
  else {
    console.error(`RAZLIKA u vraćenim podacima: ${verdict.difference}`)
    process.exitCode = 1
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
