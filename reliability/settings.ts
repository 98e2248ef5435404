// What the environment may say to every test here.
const HOURS_MS = 5 * 3_600_000
/** On two processors of its own the longest of them takes a quarter of that. */
const CI_MS = 600_000

/** `SCALE=10`: ten times the work of CI. */
export const SCALE = Number(process.env.SCALE ?? 1)
/** `CRASHES=1000`: how often the server is killed. */
export const CRASHES = Number(process.env.CRASHES ?? 10)
/** `SEED`: a run that failed names its own. */
export const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
/** The longest that one test may take, in milliseconds: long forms take their time, CI does not. */
export const TIMEOUT_MS = SCALE > 1 || CRASHES > 10 ? HOURS_MS : CI_MS
