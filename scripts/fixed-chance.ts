// Loaded with tests that try values of chance: `npm test` tries the same ones each time.
import fc from 'fast-check'
import { SEED } from '#server/testing-depth.ts'

fc.configureGlobal({ seed: SEED })
