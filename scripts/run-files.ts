// `node scripts/run-files.ts <costs> <file …>`: runs test files in this process, one after the other, prints what came of
// them, and writes what each has cost (scripts/file-costs.ts).
import { createHook } from 'node:async_hooks'
import { createWriteStream } from 'node:fs'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import fileCosts from './file-costs.ts'

/** Per test: a hanging one ends, and a machine ten times slower than usual gets through. */
const timeoutMs = 900_000

/**
 * The runner follows each promise from its birth to its end, to tell which test an error belongs to that nobody caught:
 * two fifths of the processor time of tests of the server. Without promises such an error still fails the run.
 */
type Hook = Record<symbol, unknown>
const hooks: { enable: (this: Hook) => Hook } = Object.getPrototypeOf(createHook({}))
const { enable } = hooks
hooks.enable = function (this: Hook) {
  hooks.enable = enable
  for (const part of Object.getOwnPropertySymbols(this)) if (part.description === 'kNoPromiseHook') this[part] = true
  return enable.call(this)
}
// A test may wait for the code that threw until its time is over: the reason stands there at once.
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => console.error(error))

const [costs = '', ...files] = process.argv.slice(2)
const events = run({ files, isolation: 'none', timeout: timeoutMs })
events.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
events.compose(fileCosts).pipe(createWriteStream(costs))
events.compose(new spec()).pipe(process.stdout)
