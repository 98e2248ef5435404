// `npm run licences`: every package that the lockfile names, with its licence, and how many there are of each.
import { lockedPackages } from './packages.ts'

const packages = lockedPackages()
for (const { name, version, licence, dev } of packages) {
  console.log([`${name}@${version}`.padEnd(56), licence.padEnd(30), dev ? 'build and test' : 'server'].join(' '))
}
const counts = Object.entries(Object.groupBy(packages, ({ licence }) => licence || 'unknown'))
console.log(`\n${packages.length} packages: ${counts.map(([licence, all]) => `${licence} ${all?.length}`).join(', ')}`)
