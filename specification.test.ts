// docs/SPECIFIKACIJA.md lists every statement of the specification with the tests that show it. Read here as text:
//   - statement with its 'literal texts' in single quotes
//     - `file › test` or `file › suite › test`, one or more
//     - decisions §n: what the decision makes of it, where it overrules
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { test } from 'node:test'
import { parseAst } from 'vite'

/** Statements only ever come to the list: one that is gone must not go unnoticed. */
const MIN_STATEMENTS = 442
const MAX_LITERAL_CHARACTERS = 200
const SECTIONS = ['2', '4', '5', '7', '8', '9']

const project = import.meta.dirname
const read = (path: string) => readFileSync(join(project, path), 'utf8')

type Reference = { path: string; title: string[] }
type Statement = { line: number; section: string; text: string; tests: Reference[]; decision: string | undefined }

const statements = statementsIn(read('docs/SPECIFIKACIJA.md'))

rule('every statement names a test', () => statements.filter(({ tests }) => tests.length === 0).map(placeOf))

rule('every statement is shown by `npm test`, not only by `npm run test:deep`', () =>
  statements.filter(({ tests }) => tests.every(({ path }) => path.endsWith('.deep.test.ts'))).map(placeOf),
)

rule('every named test exists, once', () =>
  statements.flatMap((statement) =>
    statement.tests.flatMap(({ path, title }) => {
      if (!existsSync(join(project, path))) return [`${placeOf(statement)}: no file ${path}`]
      const found = testsIn(path).filter((names) => endsWith(names, title)).length
      return found === 1 ? [] : [`${placeOf(statement)}: ${found} tests ${path} › ${title.join(' › ')}`]
    }),
  ),
)

rule('every literal text stands in a test that is named', () =>
  statements.flatMap((statement) => {
    const sources = statement.tests.map(({ path }) => oneLine(path).replaceAll('\\', ''))
    return literalsIn(statement.text)
      .filter((literal) => !sources.some((source) => holds(source, literal)))
      .map((literal) => `${placeOf(statement)}: '${literal}'`)
  }),
)

rule('every literal text stands in the program, unless a decision overrules it', () => {
  const program = globSync('{domain,contract,server,web}/**/*.{ts,tsx}', { cwd: project })
    .filter((path) => !path.includes('.test.') && !path.includes('gallery'))
    .map(oneLine)
  return statements
    .filter(({ decision }) => decision === undefined)
    .flatMap((statement) =>
      literalsIn(statement.text)
        .filter((literal) => !program.some((source) => holds(source, literal)))
        .map((literal) => `${placeOf(statement)}: '${literal}'`),
    )
})

test('the list holds the sections on screens, states, validation, calls, messages and limits, and does not shrink', () => {
  assert.deepEqual([...new Set(statements.map(({ section }) => section))], SECTIONS)
  assert.ok(statements.length >= MIN_STATEMENTS, `${statements.length} statements`)
})

/** One test per rule; it lists every place that breaks it. */
function rule(name: string, faults: () => string[]) {
  test(name, () => {
    const found = faults()
    assert.equal(found.length, 0, `${name}:\n  ${found.join('\n  ')}`)
  })
}

function statementsIn(text: string): Statement[] {
  const found: Statement[] = []
  let section = ''
  for (const [index, line] of text.split('\n').entries()) {
    section = /^## (\d+)/.exec(line)?.[1] ?? section
    const statement = found.at(-1)
    const reference = /^ {2}- `([^`]+)`$/.exec(line)?.[1]
    const decision = /^ {2}- (decisions §\d.*)$/.exec(line)?.[1]
    if (line.startsWith('- ')) {
      found.push({ line: index + 1, section, text: line.slice(2), tests: [], decision: undefined })
    } else if (reference && statement) {
      const [path = '', ...title] = reference.split(' › ')
      statement.tests.push({ path, title })
    } else if (decision && statement) {
      statement.decision = decision
    } else {
      assert.match(line, /^($|#|[^ -])/, `line ${index + 1} of the list is neither statement, test nor decision`)
    }
  }
  return found
}

const placeOf = ({ line, text }: Statement) => `docs/SPECIFIKACIJA.md:${line} ${text.slice(0, 60)}`

/** Texts in single quotes; an apostrophe inside a word opens none. */
const literalsIn = (text: string) => Array.from(text.matchAll(/(?<!\w)'([^']+)'(?!\w)/g), ([, literal = '']) => literal)

/** A text that a formatter breaks into two lines is one text. */
const oneLine = (path: string) => read(path).replace(/\s+/g, ' ')

/** `{…}` stands for anything short, as does a gap in a template or in JSX. */
function holds(source: string, literal: string): boolean {
  const [first = literal, ...others] = literal.split(/\{[^}]*\}/).filter(Boolean)
  for (let start = source.indexOf(first); start >= 0; start = source.indexOf(first, start + 1)) {
    let end = start + first.length
    const found = others.every((part) => {
      const at = source.indexOf(part, end)
      end = at + part.length
      return at >= 0 && end < start + MAX_LITERAL_CHARACTERS
    })
    if (found) return true
  }
  return false
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const endsWith = (names: readonly RegExp[], title: readonly string[]) =>
  title.length <= names.length && title.every((part, at) => names[names.length - title.length + at]?.test(part))

type Node = { type: string; [key: string]: unknown }

const parsed = new Map<string, readonly (readonly RegExp[])[]>()

function testsIn(path: string) {
  const tests = parsed.get(path) ?? parsedTests(path)
  parsed.set(path, tests)
  return tests
}

/** The tests of a file, each as its names from the outermost suite in. */
function parsedTests(path: string): readonly (readonly RegExp[])[] {
  const found: (readonly RegExp[])[] = []
  visit(parseAst(read(path), { lang: 'ts' }) as unknown as Node, [])
  return found

  function visit(node: Node, above: readonly RegExp[]) {
    let names = above
    if (node.type === 'CallExpression') {
      const { name } = node.callee as { name?: string }
      const title = titleOf((node.arguments as Node[])[0])
      if (title && /^(test|describe|eachEngine|rule)$/.test(name ?? '')) {
        names = [...above, title]
        if (name === 'test' || name === 'rule') found.push(names)
      }
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (child && typeof child === 'object' && typeof (child as Node).type === 'string') visit(child as Node, names)
      }
    }
  }
}

/**
 * The names that a test may have: gaps of a template stand for anything. Undefined for a name that is only computed.
 */
function titleOf(node: Node | undefined): RegExp | undefined {
  if (node?.type === 'Literal') return new RegExp(`^${escaped(String(node.value))}$`)
  if (node?.type !== 'TemplateLiteral') return undefined
  const texts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => escaped(value.cooked))
  return new RegExp(`^${texts.join('.+')}$`)
}
