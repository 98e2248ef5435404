import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meaningOf, UnknownCommit } from './errors.ts'

const coded = (code: string) => Object.assign(new Error('said'), { code })

test('what errors of PostgreSQL, its client and the network mean', () => {
  const told = [
    [coded('23505'), { taken: true }],
    [coded('40P01'), { retryable: true }],
    [coded('23503'), { retryable: true }],
    [coded('53100'), { outage: 'full' }],
    [coded('53300'), { outage: 'away' }],
    [coded('58030'), { outage: 'disk' }],
    [coded('57P01'), { outage: 'away', lost: true }],
    [coded('57P03'), { outage: 'away' }],
    [coded('ECONNRESET'), { outage: 'away', lost: true }],
    [coded('ECONNREFUSED'), { outage: 'away' }],
    [new Error('Connection terminated unexpectedly'), { outage: 'away', lost: true }],
    [new Error('timeout exceeded when trying to connect'), { outage: 'away' }],
    [new UnknownCommit('lost'), { outage: 'unknown' }],
    [coded('42601'), {}],
    [new Error('a fault of ours'), {}],
    [null, {}],
  ] as const
  for (const [error, meaning] of told) assert.deepEqual(meaningOf(error), meaning, String(error))
})
