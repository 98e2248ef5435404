import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'

/** The value of an expression over `server/local-time.ts` in a program started with this zone. */
function inZone(TZ: string | undefined, expression: string): string {
  const code = `import { dayOf, startOfDay, timeOf } from '#server/local-time.ts'; process.stdout.write(String(${expression}))`
  const { TZ: _, ...env } = process.env
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: TZ === undefined ? env : { ...env, TZ },
  })
}

describe('the day of the books', () => {
  const lateEvening = `Date.UTC(2026, 10, 26, 23, 30)`

  test('is that of an office in Serbia on a machine without a zone', () => {
    assert.equal(inZone(undefined, `[dayOf(${lateEvening}), timeOf(${lateEvening})]`), '2026-11-27,00:30')
    assert.equal(inZone('', `dayOf(${lateEvening})`), '2026-11-27')
  })

  test('is that of the zone which was set', () => {
    assert.equal(inZone('UTC', `dayOf(${lateEvening})`), '2026-11-26')
  })

  test('begins at midnight, also where the clock is put forward', () => {
    const hours = `(startOfDay('2026-03-29', 1) - startOfDay('2026-03-29')) / 3_600_000`
    assert.equal(inZone(undefined, hours), '23')
  })
})
