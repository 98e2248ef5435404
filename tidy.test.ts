// The rules of the house (docs/ARCHITECTURE.md), checked on the text of the source.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'
import { parseAst } from 'vite'

const project = import.meta.dirname
const maxLines = 500
/** From the first to the last line of a function, and of a component with its markup. */
const maxFunctionLines = { ts: 70, tsx: 120 }
const maxParameters = 4
/** It is a list of statements, as long as there are tables. */
const isMigration = (path: string) => path.startsWith('server/db/migrations/')
// Nothing imports these: a program, a person or a tool starts them.
const entries = [
  ...['server/main.ts', 'web/main.tsx', 'vite.config.ts', 'vite.server.config.ts'],
  ...['reliability/failover.ts', 'reliability/full-disk.ts'],
]
// The rooms of server and web from the lowest to the highest, files that stand in no room beside them. A room imports
// only from lower lines. '*' are the features, so that none can be forgotten here, and '*.ts' the other files.
const layers: Record<string, string[][]> = {
  server: [
    ['host.ts'],
    ['refusal.ts', 'config.ts', 'breathe.ts', 'local-time.ts'],
    ['db', 'jobs'],
    ['audit', 'posta'],
    ['http'],
    ['sheets', 'files', 'stock', 'catalogue'],
    ['records'],
    ['documents', 'print'],
    ['obracun'],
    ['*'],
    ['verify', 'papiri'],
    ['zakljucenje'],
    ['backup'],
    ['watch'],
    ['features.ts'],
    ['main.ts'],
  ],
  web: [
    ['ui'],
    ['*.ts'],
    ['screens'],
    ['drafts', 'stock', 'audit'],
    ['foreseen'],
    ['beside', 'grid'],
    ['records', 'document-form'],
    ['document-list'],
    ['catalogue'],
    ['*'],
    ['gallery', 'shell'],
    ['app.tsx'],
    ['main.tsx'],
  ],
}
const junkDrawers = ['util', 'utils', 'helper', 'helpers', 'common', 'shared', 'misc', 'lib']

type Node = { type: string; start: number; [key: string]: unknown }
type Mention = { text: string; line: number }
type Import = Mention & { isValue: boolean }
type Source = {
  path: string
  lines: string[]
  imports: Import[]
  names: Mention[]
  calls: Mention[]
  strings: Mention[]
  /** Every function by its first line, how many lines it has, and how many parameters. */
  functions: { line: number; length: number; parameters: number }[]
}

const ignored = new Set(['.git', 'node_modules', 'dist', '.tsbuild'])
const paths = filesIn('')
const sources = paths.filter((path) => /\.tsx?$/.test(path)).map(readSource)
const productive = sources.filter(({ path }) => !isTest(path))
const manifest = JSON.parse(text('package.json'))

rule('domain imports nothing but itself', () =>
  importFaults('domain', ({ specifier, from }) => {
    if (isTest(from)) return false
    return roomOf(specifier, from) !== 'domain' || specifier.endsWith('.json')
  }),
)

rule('contract imports only domain and zod', () =>
  importFaults('contract', ({ specifier, from }) => {
    if (isTest(from) && !specifier.startsWith('#')) return false
    return specifier !== 'zod' && !['contract', 'domain'].includes(roomOf(specifier, from) ?? '')
  }),
)

rule('server and web never import each other, not even a type', () => [
  ...importFaults('server', ({ specifier, from }) => roomOf(specifier, from) === 'web'),
  ...importFaults('web', ({ specifier, from }) => roomOf(specifier, from) === 'server'),
])

rule('server imports only Node and what is installed with it in production', () =>
  importFaults('server', ({ specifier, from }) => {
    const name = packageOf(specifier)
    const isProductive = !isTest(from) && !isForTests(from)
    return name !== undefined && isProductive && !isBuiltin(specifier) && !(name in manifest.dependencies)
  }),
)

rule('what is for tests is imported by nothing else', () =>
  importFaults('server', ({ specifier, from }) => !isTest(from) && !isForTests(from) && isForTests(specifier)),
)

rule('web imports nothing of Node and none of the server’s packages', () =>
  importFaults('web', ({ specifier, from }) => {
    const ofTheServer = ['hono', '@hono/node-server', 'kysely', 'pg', 'pdfmake'].includes(packageOf(specifier) ?? '')
    return !isTest(from) && (isBuiltin(specifier) || ofTheServer)
  }),
)

rule('every imported package stands in package.json', () =>
  importFaults('', ({ specifier }) => {
    const name = packageOf(specifier)
    if (name === undefined || isBuiltin(specifier)) return false
    return !(name in { ...manifest.dependencies, ...manifest.devDependencies })
  }),
)

rule('every package in package.json is imported by a file or run by a script', () => {
  const { dependencies, devDependencies, scripts } = manifest
  const locked = JSON.parse(text('package-lock.json')).packages
  const commands = Object.values<string>(scripts).flatMap((command) => command.split(' '))
  const inStyles = paths
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => text(path).match(/(?<=")[^"]+/g) ?? [])
  // Any string, not only imports: `require` names what it loads in one too. This file names packages only to forbid them.
  const places = sources
    .filter(({ path }) => path !== 'tidy.test.ts')
    .flatMap((source) => [source.imports, source.strings])
  const imported = [...places.flat().map(({ text }) => text), ...inStyles]
  const used = new Set(imported.map((specifier) => (isBuiltin(specifier) ? 'node' : packageOf(specifier))))
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => {
    const programs = Object.keys(locked[`node_modules/${name}`].bin ?? {})
    // Types are needed where what they describe is imported.
    return !used.has(name.replace('@types/', '')) && !programs.some((program) => commands.includes(program))
  })
})

rule('a room imports only from rooms below it: what two features need stands below both', () =>
  Object.keys(layers).flatMap((room) =>
    importFaults(room, ({ specifier, from }) => {
      const imported = resolved(specifier, from)
      if (isTest(from) || isForTests(from) || !imported?.startsWith(`${room}/`)) return false
      const [from_, to] = [partOf(from), partOf(imported)]
      if (from_ === to) return false
      const [layer, below] = [layerOf(room, from_), layerOf(room, to)]
      const isFile = [from_, to].every((part) => part.includes('.'))
      return isFile ? layer < below : layer <= below
    }),
  ),
)

rule('every room named above is there', () =>
  Object.entries(layers).flatMap(([room, lines]) =>
    lines
      .flat()
      .filter((name) => !name.startsWith('*') && !paths.some((path) => `${path}/`.startsWith(`${room}/${name}/`)))
      .map((name) => `${room}/${name}`),
  ),
)

rule('no files that need each other before either can begin', () => {
  const known = new Map(productive.map((source) => [source.path, source]))
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const walk = (path: string, way: string[]) => {
    if (state.get(path) === 'open') circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (state.has(path)) return
    state.set(path, 'open')
    for (const { text, isValue } of known.get(path)?.imports ?? []) {
      const target = resolved(text, path)
      if (isValue && target && known.has(target)) walk(target, [...way, path])
    }
    state.set(path, 'done')
  }
  for (const path of known.keys()) walk(path, [])
  return circles
})

rule('only server/http names the web framework', () =>
  importFaults('', ({ specifier, from }) => {
    return /^(hono|@hono)(\/|$)/.test(specifier) && !from.startsWith('server/http/')
  }),
)

rule('only server/db imports the clients of the engines', () =>
  importFaults('server', ({ specifier, from }) => {
    const isClient = ['pg', 'node:sqlite'].includes(specifier)
    return isClient && !from.startsWith('server/db/') && !isTest(from) && !isForTests(from)
  }),
)

rule('a migration imports only kysely: it must do the same in ten years', () =>
  importFaults('server/db/migrations', ({ specifier, from }) => {
    return packageOf(specifier) !== 'kysely' && !resolved(specifier, from)?.startsWith('server/db/migrations/')
  }),
)

rule('a specifier is ./file.ts in the same folder, #room/…, or a package; never ../', () =>
  importFaults('', ({ specifier }) => {
    if (specifier.startsWith('.')) return !/^\.\/[^/]+\.\w+$/.test(specifier)
    return specifier.startsWith('#') && !/^#[a-z0-9]+\/.+\.\w+(\?raw)?$/.test(specifier)
  }),
)

rule('no clock, chance, console or process in domain', () => {
  const forbidden = ['Date', 'console', 'process', 'performance', 'crypto', 'globalThis', 'fetch', 'setTimeout']
  return productive
    .filter(inRoom('domain'))
    .flatMap((source) => [
      ...source.names.filter(({ text }) => forbidden.includes(text)).map(faultIn(source)),
      ...source.calls.filter(({ text }) => text === 'Math.random').map(faultIn(source)),
    ])
})

rule('no junk drawers: a name says what is in it', () =>
  paths.filter((path) =>
    path.split('/').some((part) => {
      const words = part.replace(/\..*$/, '').split('-')
      return junkDrawers.includes(words.at(-1) ?? '')
    }),
  ),
)

rule('no dead files: something other than its own test imports, starts or names every source file', () => {
  // Before the programs themselves are written, nothing has a user yet.
  if (!entries.every((path) => paths.includes(path))) return []
  const named = ['package.json', 'web/index.html', '.ci/run'].map(text)
  const used = new Set(entries)
  for (const source of sources) {
    // Any string, not only imports: a worker is started by its address.
    for (const { text } of [...source.imports, ...source.strings]) {
      const target = resolved(text, source.path)
      if (target && target.replace(/\.tsx?$/, '') !== source.path.replace(/(\.test)?\.tsx?$/, '')) used.add(target)
    }
  }
  return productive
    .map(({ path }) => path)
    .filter((path) => !path.endsWith('.d.ts') && !used.has(path) && !named.some((content) => content.includes(path)))
})

rule('no dead exports: another file names every value that is exported', () => {
  const words = sources.map(({ path }) => ({ path, names: new Set(text(path).match(/\w+/g)) }))
  // The contract is there to be read: its schemas stand open whoever needs them now.
  const closed = productive.filter(({ path }) => !path.startsWith('contract/'))
  return closed.flatMap(({ path }) =>
    Array.from(text(path).matchAll(/^export (?:async )?(?:const|class|function\*?) (\w+)/gm), ([, name = '']) => name)
      .filter((name) => !words.some((other) => other.path !== path && other.names.has(name)))
      .map((name) => `${path}: ${name}`),
  )
})

rule('no test is left out or runs alone', () =>
  sources
    .filter(({ path }) => isTest(path))
    .flatMap((source) =>
      source.calls
        .filter(({ text }) => /^(test|it|describe|suite|t)\.(only|skip|todo)$/.test(text))
        .map(faultIn(source)),
    ),
)

rule('tests in the browser find things as their user does: by role, label and text', () =>
  sources
    .filter(({ path }) => path.startsWith('e2e/') && isTest(path))
    .flatMap((source) =>
      source.calls
        .filter(({ text }) => /\.(locator|\$\$?|\$\$?eval|getByTestId|querySelector(All)?|waitForTimeout)$/.test(text))
        .map(faultIn(source)),
    ),
)

rule('no path of one machine and no package registry in any file', () => {
  const machine = /(?<![\w.<)}])\/(tmp|work|root)(?=[/'"`\s)]|$)|(?<![\w.])\/(home|Users)\/[a-z]/
  const registry = ['registry', 'npmjs'].join('.')
  return paths
    .filter((path) => /\.(tsx?|mjs|js|json|md|css|html|ya?ml|sh|sql)$|\/run$|^\.\w+$|Dockerfile/.test(path))
    .flatMap((path) =>
      text(path)
        .split('\n')
        .flatMap((line, index) =>
          machine.test(line) || line.includes(registry) || (path === 'package-lock.json' && line.includes('"resolved"'))
            ? [`${path}:${index + 1}`]
            : [],
        ),
    )
})

rule(`no source file is longer than ${maxLines} lines`, () =>
  productive
    .filter(({ path, lines }) => lines.length > maxLines && !isMigration(path))
    .map(({ path, lines }) => `${path}:${lines.length}`),
)

rule('no function is longer than a screen shows', () =>
  productive
    .filter(({ path }) => /^(domain|contract|server|web)\//.test(path))
    .filter(({ path }) => !isMigration(path))
    .flatMap(({ path, functions }) => {
      const most = path.endsWith('x') ? maxFunctionLines.tsx : maxFunctionLines.ts
      return functions.filter(({ length }) => length > most).map(({ line, length }) => `${path}:${line} ${length}`)
    }),
)

rule(`no function takes more than ${maxParameters} parameters by position: then an object`, () =>
  productive
    .filter(({ path }) => /^(domain|contract|server|web|scripts)\//.test(path))
    .flatMap(({ path, functions }) =>
      functions
        .filter(({ parameters }) => parameters > maxParameters)
        .map(({ line, parameters }) => `${path}:${line} ${parameters}`),
    ),
)

/** One test per rule; it lists every place that breaks it. */
function rule(name: string, faults: () => string[]) {
  test(name, () => {
    const found = faults()
    assert.equal(found.length, 0, `${name}:\n  ${found.join('\n  ')}`)
  })
}

function importFaults(folder: string, isFault: (place: { specifier: string; from: string }) => boolean) {
  return sources
    .filter(inRoom(folder))
    .flatMap((source) =>
      source.imports.filter(({ text }) => isFault({ specifier: text, from: source.path })).map(faultIn(source)),
    )
}

function inRoom(folder: string) {
  return ({ path }: Source) => folder === '' || path.startsWith(`${folder}/`)
}

function faultIn({ path }: Source) {
  return ({ text, line }: Mention) => `${path}:${line} ${text}`
}

function isTest(path: string) {
  return path.endsWith('.test.ts')
}

/** Files that tests share stand beside what they are for. */
const isForTests = (path: string) => /(^|\/)testing[\w-]*\.ts$/.test(path)

function isBuiltin(specifier: string) {
  return specifier.startsWith('node:') || builtinModules.includes(specifier)
}

/** The path in the project that a specifier means, or undefined for a package. */
function resolved(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('./') || specifier.startsWith('../')) return join(dirname(from), specifier)
  return specifier.startsWith('#') ? specifier.slice(1) : undefined
}

function roomOf(specifier: string, from: string) {
  return resolved(specifier, from)?.split('/')[0]
}

/** The room of server or web in which a file stands, or the file itself where it stands in none. */
const partOf = (path: string) => path.split('/')[1] ?? ''

function layerOf(room: string, part: string) {
  const lines = layers[room] ?? []
  const named = lines.findIndex((line) => line.includes(part))
  return named >= 0 ? named : lines.findIndex((line) => line.includes(part.includes('.') ? '*.ts' : '*'))
}

function packageOf(specifier: string): string | undefined {
  if (/^[.#]/.test(specifier)) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function text(path: string) {
  return readFileSync(join(project, path), 'utf8')
}

function filesIn(folder: string): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (ignored.has(entry.name) || path === 'data') return []
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

function readSource(path: string): Source {
  const content = text(path)
  const lineStarts = [0, ...Array.from(content.matchAll(/\n/g), ({ index }) => index + 1)]
  const lines = content.trimEnd().split('\n')
  const source: Source = { path, lines, imports: [], names: [], calls: [], strings: [], functions: [] }
  const lineAt = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1
  const note = (list: Mention[], text: unknown, { start }: Node) =>
    list.push({ text: String(text), line: lineAt(start) })
  const lang = path.endsWith('.d.ts') ? 'dts' : path.endsWith('x') ? 'tsx' : 'ts'
  visit(parseAst(content, { lang }) as unknown as Node, undefined, (node, parent) => {
    if (node.type === 'Literal' && typeof node.value === 'string') {
      const isImport = /^(Import|Export)|^TSImportType$/.test(parent?.type ?? '') && parent?.source === node
      // A part that is imported when it is needed comes after both files have begun.
      const isValue = ![parent?.importKind, parent?.exportKind].includes('type') && parent?.type !== 'ImportExpression'
      if (isImport) source.imports.push({ text: node.value, line: lineAt(node.start), isValue })
      else note(source.strings, node.value, node)
    } else if (node.type === 'Identifier') {
      const isLabel = (parent?.property === node || parent?.key === node) && !parent.computed
      if (!isLabel) note(source.names, node.name, node)
    } else if (node.type === 'MemberExpression') {
      note(source.calls, content.slice(node.start, node.end as number).replace(/\s+/g, ''), node)
    } else if (/^(Arrow)?Function(Declaration|Expression)?$/.test(node.type)) {
      const line = lineAt(node.start)
      const parameters = (node.params as unknown[]).length
      source.functions.push({ line, length: lineAt(node.end as number) - line + 1, parameters })
    }
  })
  return source
}

function visit(node: Node, parent: Node | undefined, see: (node: Node, parent: Node | undefined) => void) {
  see(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string')
        visit(child as Node, node, see)
    }
  }
}
