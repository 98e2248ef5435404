// `npm run verify`: recomputes the books of DATA_DIR or DATABASE_URL from their documents, also while the server runs.
import { readConfig } from '#server/config.ts'
import { verifyPlace } from '#server/verify/verify.ts'

const started = performance.now()
try {
  const verdict = await verifyPlace(readConfig(process.env))
  const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',')
  if (verdict.ok) {
    console.log(`Sve se slaže (${seconds} s): ${verdict.summary}.`)
    if (verdict.leftOut) console.log(`Nije provereno: ${verdict.leftOut}.`)
  } else {
    console.error(`RAZLIKA: ${verdict.difference}`)
    process.exitCode = 1
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
