// docs/SECURITY.md lists the requirements of OWASP ASVS 5.0, levels 1 and 2. Read here as text:
//   - [x] 1.2.3, 1.2.4: how it is kept: `file › test`, …     - [ ] a named exception     - [-] what does not apply
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

const lines = read('docs/SECURITY.md')
  .split('\n')
  .flatMap((line) => {
    const [, mark, ids, text] = /^- \[([x -])\] ([\d., ]+): (.+)$/.exec(line) ?? []
    return ids && text ? [{ line, mark, ids: ids.split(', '), text }] : []
  })

test('every requirement of levels 1 and 2 stands in the list, once', () => {
  assert.equal(required.length, 253)
  const listed = lines.flatMap(({ ids }) => ids)
  assert.deepEqual(
    required.filter((id) => !listed.includes(id)),
    [],
  )
  assert.deepEqual(
    listed.filter((id, index) => !required.includes(id) || listed.indexOf(id) !== index),
    [],
  )
})

test('every line of the list can be read', () => {
  const marked = read('docs/SECURITY.md')
    .split('\n')
    .filter((line) => line.startsWith('- ['))
  assert.deepEqual(
    marked.filter((line) => !lines.some((one) => one.line === line)),
    [],
  )
})

test('every file that the page names exists, and holds the test that is named', () => {
  const faults = [...read('docs/SECURITY.md').matchAll(/`([\w./-]+\.(?:ts|md|tsx))(?: › ([^`]+))?`/g)].flatMap(
    ([, path = '', title]) => {
      if (!existsSync(join(project, path))) return [`no file ${path}`]
      return title && !read(path).includes(title) ? [`no test ${path} › ${title}`] : []
    },
  )
  assert.deepEqual(faults, [])
})
