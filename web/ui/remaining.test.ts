import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { percentOf, percentText, remainingTone } from './remaining.ts'

describe('remaining bar', () => {
  test('green above 50, yellow above 25, else red', () => {
    assert.equal(remainingTone(100), 'good')
    assert.equal(remainingTone(50.01), 'good')
    assert.equal(remainingTone(50), 'warning')
    assert.equal(remainingTone(25.01), 'warning')
    assert.equal(remainingTone(25), 'bad')
    assert.equal(remainingTone(0), 'bad')
  })

  test('the percent is clamped to 0–100', () => {
    assert.equal(percentOf(3, 4), 75)
    assert.equal(percentOf(-3, 4), 0)
    assert.equal(percentOf(9, 4), 100)
    assert.equal(percentOf(0, 0), 0)
  })

  test('a rest is never called nothing', () => {
    assert.equal(percentText(0), '0\u00a0%')
    assert.equal(percentText(0.2), '<\u00a01\u00a0%')
    assert.equal(percentText(39.75), '40\u00a0%')
    assert.equal(percentText(99.7), '>\u00a099\u00a0%')
    assert.equal(percentText(100), '100\u00a0%')
  })
})
