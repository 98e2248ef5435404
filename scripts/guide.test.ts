// docs/UPUTSTVO.md tells users what to press: whatever it quotes must stand on a screen.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { OBRACUN_NAZIVI } from '#contract/figures/obracun.ts'

const project = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')

test('every text that the guide quotes stands in the program', () => {
  const screens = globSync('{web,contract}/**/*.{ts,tsx}', { cwd: project })
    .filter((path) => !/\.test\.ts$|gallery/.test(path))
    .map(read)
    .join('\n')
  const quoted = [...read('docs/UPUTSTVO.md').matchAll(/'([^']+)'/g)].map(([, text = '']) => text)
  assert.ok(quoted.length > 20, `${quoted.length} quoted`)
  const lines = new Set(screens.split('\n').map((line) => line.trim()))
  const isShown = (text: string) =>
    lines.has(text) || [`'${text}'`, `"${text}"`, `>${text}<`].some((form) => screens.includes(form))
  assert.deepEqual(
    quoted.filter((text) => !isShown(text)),
    [],
  )
})

test('the chapter on the account names its parts in the order of its paper', () => {
  const [, chapter = ''] = read('docs/UPUTSTVO.md').split('## Obračun za carinu\n')
  const items = chapter.split('\n## ')[0]?.match(/^\d+\. .*$/gm) ?? []
  const names: string[] = Object.values(OBRACUN_NAZIVI).map(({ naziv }) => naziv)
  const named = items.flatMap((item) => Array.from(item.matchAll(/\*\*(?:[A-E] )?'([^']+)'/g), ([, name = '']) => name))
  assert.deepEqual(
    named.filter((name) => names.includes(name)),
    // Checks are no part of it.
    names.slice(0, -1),
  )
})
