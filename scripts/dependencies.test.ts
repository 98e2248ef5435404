import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockedPackages } from './packages.ts'

const project = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
const packages = lockedPackages()

test('every version is exact', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    assert.match(String(version), /^(npm:[\w-]+@)?\d+\.\d+\.\d+$/, name)
})

test('every package of the lockfile is held by a hash, and comes from the registry that is asked', () => {
  assert.ok(packages.length > 100)
  for (const { path, integrity, resolved } of packages) {
    assert.match(integrity ?? '', /^sha512-/, path)
    assert.equal(resolved, undefined, path)
  }
})

test('no package runs anything while it is installed', () => {
  assert.match(readFileSync(join(project, 'scripts', 'bootstrap.mjs'), 'utf8'), /'npm ci [^']*--ignore-scripts/)
  assert.deepEqual(
    packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name),
    [],
  )
})

/** Licences under which a package may be used with ours (AGPL-3.0-or-later) and handed on. */
const FREE =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Zlib|MPL-2\.0|OFL-1\.1|Python-2\.0|CC0-1\.0)$/

test('every licence is known and agrees with ours', () => {
  for (const { name, licence } of packages) {
    const parts = licence.replace(/[()]/g, '').split(/ (?:AND|OR) /)
    assert.ok(
      parts.every((part) => FREE.test(part)),
      `${name}: ${licence || 'no licence'}`,
    )
  }
})

/** Fonts and lists of words: nothing of them runs. */
const DATA = ['@embedpdf/fonts-sc', '@fontsource/noto-sans-math', '@zxcvbn-ts/language-common']

test('the server needs few packages', () => {
  const running = Object.keys(manifest.dependencies).filter((name) => !DATA.includes(name))
  assert.ok(running.length <= 13, running.join())
})

test('the licence list and the SBOM come by one command', () => {
  const licences = spawnSync(process.execPath, ['scripts/licences.ts'], { cwd: project, encoding: 'utf8' })
  assert.equal(licences.status, 0, licences.stderr)
  assert.match(licences.stdout, /^hono@\d/m)
  assert.match(licences.stdout, new RegExp(`${packages.length} packages`))
  const { bomFormat, components } = JSON.parse(readFileSync(join(project, 'dist', 'sbom.cdx.json'), 'utf8'))
  assert.equal(bomFormat, 'CycloneDX')
  type Component = { name: string; version: string; hashes?: unknown[] }
  const listed = new Set((components as Component[]).map(({ name, version }) => `${name}@${version}`))
  const used = packages.filter(({ dev, path }) => !dev && existsSync(join(project, path)))
  for (const { name, version } of used) assert.ok(listed.has(`${name}@${version}`), name)
  for (const { name, hashes } of components as Component[]) assert.ok(hashes?.length, name)
})
