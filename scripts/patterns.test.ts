// Texts come from outside, in megabytes if somebody likes: nothing that looks at them may take the square of their length.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'
import { analyse } from 'scslre'
import { parseAst } from 'vite'

const project = join(import.meta.dirname, '..')
const sources = globSync('{domain,contract,server,web}/**/*.{ts,tsx}', { cwd: project })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !/\.test\.ts$|\/testing|^server\/db\/migrations\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') }))

type Pattern = { where: string; source: string; flags: string }

function patternsOf({ path, text }: { path: string; text: string }): Pattern[] {
  const found: Pattern[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start: number }
    const line = () => text.slice(0, start).split('\n').length
    if (regex) found.push({ where: `${path}:${line()}`, source: regex.pattern, flags: regex.flags })
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

test('no pattern is worse than linear', () => {
  const patterns = sources.flatMap(patternsOf)
  assert.ok(patterns.length > 150, `${patterns.length} patterns`)
  const slow = patterns.filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0)
  assert.deepEqual(
    slow.map(({ where, source, flags }) => `${where} /${source}/${flags}`),
    [],
  )
})

test('such patterns are found', () => {
  for (const source of ['0+$', '\\s+$', '^-?\\d*[.,]?\\d*$', '^(a+)+$', '%.*$'])
    assert.notDeepEqual(analyse({ source, flags: '' }).reports, [], source)
})

/** Of passwords, which are kept as they were hashed; they have 200 characters at most. */
const NORMALIZES_ALL = ['server/auth/passwords.ts']

test('marks are sorted in one place, which takes only so many of them', () => {
  const normalizing = sources.filter(({ text }) => /\.normalize\(/.test(text)).map(({ path }) => path)
  assert.deepEqual(normalizing.toSorted(), ['domain/one-form.ts', ...NORMALIZES_ALL])
})
