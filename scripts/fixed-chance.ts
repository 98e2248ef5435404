// Loaded before tests that try values of chance: they try the same ones each time (`npm test`).
import fc from 'fast-check'
import { SEED } from '#server/testing-depth.ts'

fc.configureGlobal({ seed: SEED })
