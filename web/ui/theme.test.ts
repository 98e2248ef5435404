import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { THEME_KEY, THEMES, themeFrom } from './theme.ts'

const start = readFileSync(new URL(import.meta.resolve('#web/public/theme-start.js')), 'utf8')

/** Runs the script of the page's head with a stored theme and answers with what it sets on <html>. */
function themeAtStart(stored: string | null): string | undefined {
  const dataset: { theme?: string } = {}
  const localStorage = { getItem: (key: string) => (key === THEME_KEY ? stored : null) }
  runInNewContext(start, { localStorage, document: { documentElement: { dataset } } })
  return dataset.theme
}

describe('theme', () => {
  test('only what was really chosen overrides the system', () => {
    assert.equal(themeFrom('dark'), 'dark')
    assert.equal(themeFrom('light'), 'light')
    assert.equal(themeFrom(null), 'system')
    assert.equal(themeFrom('tamna'), 'system')
  })

  test('the script before the first paint reads the same key and values', () => {
    for (const { theme } of THEMES) assert.equal(themeAtStart(theme), theme === 'system' ? undefined : theme)
    assert.equal(themeAtStart(null), undefined)
    assert.equal(themeAtStart('<b>'), undefined)
  })

  test('forbidden storage stops nothing', () => {
    assert.doesNotThrow(() => runInNewContext(start, { document: {} }))
  })
})
