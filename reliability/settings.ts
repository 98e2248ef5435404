// The environment's words to every test here.
import { isDeep, SEED } from '#server/testing-depth.ts'

const HOURS_MS = 5 * 3_600_000
/** On two processors of its own the longest of them takes a quarter of that. */
const CI_MS = 600_000

/** `SCALE=10`: ten times the work of `npm run test:deep`; `npm test` does a fifth of it. */
export const SCALE = Number(process.env.SCALE ?? (isDeep ? 1 : 0.2))
/** `CRASHES=1000`: how often the server is killed. */
export const CRASHES = Number(process.env.CRASHES ?? (isDeep ? 10 : 3))
/** `SEED`: a run that failed names its own. */
export { SEED }
/** The longest that one test may take, in milliseconds: long forms take their time, CI does not. */
export const TIMEOUT_MS = SCALE > 1 || CRASHES > 10 ? HOURS_MS : CI_MS
