// `node scripts/bootstrap.mjs <what is needed> [file arguments …]`: makes a fresh clone ready, then becomes the Node that
// runs this file. Every command of package.json begins with it, so it says nothing and costs 0.1 s where there is nothing
// to do. Plain JavaScript, because the first time it runs on whatever Node started npm.
//   packages  what package-lock.json names, with the Node of this program
//   build     also the web and the server in few files; without a file, as after an upgrade, nothing is run
//   test      also Chromium, PostgreSQL and strace
//   start     `build`, and runs the program
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell, findPostgres, findStrace, missingPrograms } from './find-programs.mjs'
import { ALLOCATOR, NODE_ARGS } from './start-settings.mjs'

const project = join(dirname(fileURLToPath(import.meta.url)), '..')
const packages = join(project, 'node_modules')
const installedMark = join(packages, '.installed-lockfile')
const [, , needs = 'build', ...command] = process.argv
// As Debian's package calls it.
const SHELL = 'chromium-headless-shell'

installPackages()
if (needs !== 'packages') {
  build('web', 'index.html', 'vite.config.ts', ['web', 'contract', 'domain'], ['docs/UPUTSTVO.md'])
  build('server', 'main.js', 'vite.server.config.ts', ['server', 'contract', 'domain'], [])
}
if (needs === 'test') installPrograms()
// Compiled sources, kept: a start is 0.2 s quicker.
const cache = { NODE_COMPILE_CACHE: join(packages, '.cache', 'compiled') }
if (needs === 'start') become(NODE_ARGS, { ...cache, ...ALLOCATOR })
else if (command.length > 0) become(command, {})

/**
 * Goes on as another Node: as the same process, which npm's signals reach, where that can be done. A Node older than the
 * pinned one, which only runs the first command of a fresh clone, and Windows keep this one beside it.
 * @param {string[]} args
 * @param {Record<string, string>} settings
 */
function become(args, settings) {
  const node = pinnedNode() ?? process.execPath
  const env = { ...process.env, ...settings }
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], env)
  const child = spawn(node, args, { stdio: 'inherit', env })
  // Ctrl-C reaches both by itself.
  process.on('SIGINT', () => undefined)
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => fail(`${node}: ${error.message}`))
  child.once('exit', (code) => process.exit(code ?? 1))
}

function installPackages() {
  const wanted = hash([join(project, 'package-lock.json')])
  if (read(installedMark) === wanted) return

  const pinned = pinnedNode()
  if (process.platform === 'win32' && process.execPath === pinned) {
    // Windows deletes no program that is running, and npm ci deletes node_modules first.
    fail('package-lock.json has changed: please run `npm ci --include=dev --ignore-scripts`, then start again.')
  }
  console.log('Installing packages …')
  // Without node_modules/.bin on PATH: npm ci deletes the very Node that it would find there.
  const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const folders = (process.env[path] ?? '').split(delimiter)
  const env = { ...process.env, [path]: folders.filter((folder) => !isBinFolder(folder)).join(delimiter) }
  run('npm ci --include=dev --include=optional --ignore-scripts --loglevel=error', [], { shell: true, env })
  checkNode()
  writeFileSync(installedMark, wanted)
}

/** @param {string} folder */
function isBinFolder(folder) {
  return folder.endsWith(join('node_modules', '.bin')) || folder.endsWith('node-gyp-bin')
}

/** The Node that npm's scripts run on: the pinned one, or where none is published a system Node that is new enough. */
function checkNode() {
  const node = pinnedNode() ?? process.execPath
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = (stdout ?? '').trim().slice(1).split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 12)) return
  fail(
    stdout
      ? `Node 24.12 or newer is needed here, this is ${stdout.trim()}: no pinned Node exists for ${process.platform} ${process.arch}.`
      : `The pinned Node does not run on this system: ${node}`,
  )
}

function pinnedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const file = join(packages, `node-${system}-${process.arch}`, 'bin', program)
  return existsSync(file) ? file : undefined
}

/**
 * Builds `dist/<what>`, unless it is there and of these sources.
 * @param {string} what
 * @param {string} made a file of it
 * @param {string} config
 * @param {string[]} rooms
 * @param {string[]} others
 */
function build(what, made, config, rooms, others) {
  if (!existsSync(join(project, what))) return
  const sources = rooms.flatMap((room) => sourcesIn(join(project, room)))
  const settings = ['package.json', 'package-lock.json', 'tsconfig.base.json', config, ...others]
  const wanted = hash([...settings.map((name) => join(project, name)), ...sources])
  // The mark is not inside dist/web: the files there are served.
  const mark = join(project, 'dist', `.${what}-sources`)
  if (read(mark) === wanted && existsSync(join(project, 'dist', what, made))) return

  console.log(`Building the ${what} …`)
  rmSync(mark, { force: true })
  const vite = join(packages, 'vite', 'bin', 'vite.js')
  run(pinnedNode() ?? process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'])
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, wanted)
}

/**
 * Every file below a room that can reach a build.
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'fixtures' || entry.name.endsWith('.test.ts')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? sourcesIn(path) : [path]
  })
}

function installPrograms() {
  const wanted = [
    ...(findChromium() ? [] : ['chromium']),
    ...(wantsShell() ? [SHELL] : []),
    ...(findPostgres() ? [] : ['postgresql']),
    ...(findStrace() ? [] : ['strace']),
  ]
  if (wanted.length && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`Installing ${wanted.join(' and ')} for the tests …`)
    const options = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3']
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (/** @type {string[]} */ ...args) =>
      spawnSync('apt-get', [...options, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    apt('update', '-qq')
    // One at a time: the tests of one still run where the other cannot be had.
    for (const name of wanted) apt('install', '-y', '-qq', '--no-install-recommends', name)
  }
  const missing = missingPrograms()
  if (missing.length && isCi()) fail(missing.join('\n'))
  for (const sentence of missing) console.log(sentence)
}

/** Only Debian has it, and the tests do without it, more slowly: nobody is asked for it where it cannot be had. */
function wantsShell() {
  if (process.env.TEST_CHROMIUM || findHeadlessShell()) return false
  return !findChromium() || spawnSync('apt-cache', ['show', SHELL]).status === 0
}

function isCi() {
  return /^(1|true)$/i.test(process.env.CI ?? '')
}

/**
 * One hash over the names and the contents of files.
 * @param {string[]} files
 */
function hash(files) {
  const sum = createHash('sha256')
  for (const file of files.sort()) {
    const content = readFileSync(file)
    sum.update(`${relative(project, file).split(sep).join('/')} ${content.length}\n`).update(content)
  }
  return sum.digest('hex')
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * Runs a command to its end, and ends with it where it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
function run(command, args, options) {
  const { status, error } = spawnSync(command, args, { cwd: project, stdio: 'inherit', ...options })
  if (error) fail(`${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}
