// `npm run licences`: every package that the lockfile names, with its licence, and how many there are of each. It also
// writes dist/sbom.cdx.json, the list of installed packages with versions and hashes that buyers ask for (CycloneDX).
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { lockedPackages } from './packages.ts'

const packages = lockedPackages()
for (const { name, version, licence, dev } of packages) {
  console.log([`${name}@${version}`.padEnd(56), licence.padEnd(30), dev ? 'build and test' : 'server'].join(' '))
}
const counts = Object.entries(Object.groupBy(packages, ({ licence }) => licence || 'unknown'))
console.log(`\n${packages.length} packages: ${counts.map(([licence, all]) => `${licence} ${all?.length}`).join(', ')}`)

const project = join(import.meta.dirname, '..')
const file = join(project, 'dist', 'sbom.cdx.json')
const { status, stdout, stderr, error } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--loglevel=error'], {
  cwd: project,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
})
if (status !== 0) {
  console.error(error?.message ?? stderr)
  process.exit(1)
}
const { components } = JSON.parse(stdout) as { components: unknown[] }
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, stdout)
console.log(`${relative(project, file)}: ${components.length} packages`)
