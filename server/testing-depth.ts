/**
 * Whether this is `npm run test:deep`: random histories are then many and by a fresh seed, and what no engine can change is
 * shown on PostgreSQL. It runs the files that ask for this or for `anyEngine`, and those named `*.deep.test.ts`.
 */
export const isDeep = process.env.TEST_DEEP === '1'

/**
 * The seed of `npm test`, the same each time; `npm run test:deep` has another each time, which the title of the test
 * names.
 */
export const SEED = Number(process.env.SEED ?? (isDeep ? Date.now() % 1_000_000 : 20_260_417))
