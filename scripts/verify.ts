// `npm run verify`: recomputes the books of DATA_DIR or DATABASE_URL from their documents, also while the server runs.
// `npm run verify -- 1234:hash`, a seal of the audit trail that somebody wrote down, looks for that one in the chain too.
import { readConfig } from '#server/config.ts'
import { verifyPlace } from '#server/verify/verify.ts'

const started = performance.now()
try {
  const verdict = await verifyPlace(readConfig(process.env), notedIn(process.argv[2]))
  const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',')
  if (verdict.ok) {
    console.log(`Sve se slaže (${seconds} s): ${verdict.summary}.`)
    console.log(verdict.trail)
    if (verdict.leftOut) console.log(`Nije provereno: ${verdict.leftOut}.`)
  } else {
    console.error(`RAZLIKA: ${verdict.difference}`)
    process.exitCode = 1
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

/** A hash copied by hand may lack its end: 16 digits are enough to tell it from any other. */
function notedIn(text: string | undefined) {
  if (text === undefined) return null
  const [, redni, otisak] = /^(\d{1,15}):([0-9a-f]{16,64})$/.exec(text.toLowerCase()) ?? []
  if (!redni || !otisak) throw new Error('Zapisani pečat navedite kao broj:otisak, bar 16 znakova otiska.')
  return { redni: Number(redni), otisak }
}
