// Commands that the documentation, a sentence of the program or a comment tells somebody to type must be there.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const project = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const texts = globSync(
  [
    '*.md',
    'docs/**/*.md',
    '{server,web,contract,scripts,bench,reliability,fuzz}/**/*.{ts,tsx,mjs}',
    'deploy/*',
    '*.yaml',
    'Dockerfile',
  ],
  { cwd: project },
).map((path) => [path, read(path)] as const)

/** The name in each match of the pattern, with the file that names it. */
const named = (pattern: RegExp) =>
  texts.flatMap(([path, text]) => Array.from(text.matchAll(pattern), ([, name = '']) => ({ path, name })))

test('every command that is named anywhere is one of package.json', () => {
  const commands = named(/npm run (?:-s )?([a-z][\w:-]*)/g)
  assert.ok(commands.length > 40, `${commands.length} named`)
  assert.deepEqual(
    commands.filter(({ name }) => !(name in scripts)),
    [],
  )
})

test('every command on an account is one of scripts/account.ts', () => {
  const commands = named(/npm run account -- ([a-z][a-z-]*)/g)
  assert.ok(commands.length > 5, `${commands.length} named`)
  const source = read('scripts/account.ts')
  assert.deepEqual(
    commands.filter(({ name }) => !new RegExp(`async '?${name}'?\\(`).test(source)),
    [],
  )
})

test('every file that Node is told to run is there', () => {
  const files = named(/\bnode ((?:scripts|bench|reliability|fuzz)\/[\w/-]+\.(?:ts|mjs))/g)
  assert.ok(files.length > 3, `${files.length} named`)
  assert.deepEqual(
    files.filter(({ name }) => !existsSync(join(project, name))),
    [],
  )
  for (const script of Object.values(scripts))
    for (const [file] of script.matchAll(/(?:scripts|bench|fuzz)\/[\w-]+\.(?:ts|mjs)/g))
      assert.ok(existsSync(join(project, file)), script)
})
