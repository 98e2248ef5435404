// `npm run sbom`: writes dist/sbom.cdx.json, the list of all installed packages with versions and hashes that buyers
// ask for (CycloneDX).
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const project = join(import.meta.dirname, '..')
const file = join(project, 'dist', 'sbom.cdx.json')
const npm = ['sbom', '--sbom-format=cyclonedx', '--loglevel=error']

const { status, stdout, stderr, error } = spawnSync('npm', npm, {
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
