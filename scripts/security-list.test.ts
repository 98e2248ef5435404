// docs/SECURITY.md has a row for each promise: | promise | `file` | `test › title`, … | 1.2.3, 1.2.4 |
// Rows of two columns are the exceptions: | 1.2.6-8 | why |. The numbers are requirements of OWASP ASVS 5.0.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const project = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')

/** How many requirements of these levels each section of ASVS 5.0.0 has; L3 numbers stand between them. */
const REQUIREMENTS = `1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1 12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2`

const required = REQUIREMENTS.split(/\s+/).flatMap((section) => {
  const [, name, first, last = first] = /^([\d.]+):(\d+)(?:-(\d+))?$/.exec(section) ?? []
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${name}.${Number(first) + i}`)
})

const rowsOf = (text: string) =>
  Array.from(text.matchAll(/^\| (?!Promise|ASVS|Data)(.+) \|$/gm), ([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  )
const page = read('docs/SECURITY.md')
const [promised = '', ...rest] = page.split('## Data and what they are worth')
const promises = rowsOf(promised)
const exceptions = rowsOf(rest.join()).filter(({ length }) => length === 2)

/** '1.2.6-8, 1.3.1' → the four numbers. */
const numbersIn = (text: string) =>
  Array.from(text.matchAll(/(\d+\.\d+)\.(\d+)(?:-(\d+))?/g)).flatMap(([, section, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${section}.${Number(first) + i}`),
  )
/** Numbers that stand in brackets below a table, where a sentence keeps them. */
const inText = Array.from(page.matchAll(/^[^|].*?\(((?:\d+\.\d+\.\d+[, ]*)+)\)/gm), ([, ids = '']) => ids)

test('every requirement of levels 1 and 2 stands in the tables, once', () => {
  assert.equal(required.length, 253)
  const listed = [...promises.map((row) => row[3]), ...exceptions.map(([ids]) => ids), ...inText].flatMap((ids = '') =>
    numbersIn(ids),
  )
  assert.deepEqual(
    required.filter((id) => !listed.includes(id)),
    [],
  )
  assert.deepEqual(
    listed.filter((id, index) => !required.includes(id) || listed.indexOf(id) !== index),
    [],
  )
})

test('every promise names its file, and its test or that there is none', () => {
  assert.ok(promises.length > 60)
  assert.deepEqual(
    promises.filter(
      ({ length, 1: keptIn = '', 2: shownBy = '' }) =>
        length !== 4 || !/^`[^`]+`$/.test(keptIn) || !/\.test\.ts|^no test/.test(shownBy),
    ),
    [],
  )
})

test('every file that SECURITY and RELIABILITY name exists, and holds the test that is named', () => {
  const faults = ['docs/SECURITY.md', 'docs/RELIABILITY.md'].flatMap((doc) =>
    [...read(doc).matchAll(/`([\w./-]+\.(?:ts|md|tsx))(?: › ([^`]+))?`/g)].flatMap(([, path = '', title]) => {
      if (!existsSync(join(project, path))) return [`${doc}: no file ${path}`]
      return title && !read(path).includes(title) ? [`${doc}: no test ${path} › ${title}`] : []
    }),
  )
  assert.deepEqual(faults, [])
})
