import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..')

/** One installed package in package-lock.json. */
export type LockedPackage = {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly integrity: string | undefined
  /** An address of its own; undefined where the registry that npm is set to is asked. */
  readonly resolved: string | undefined
  readonly licence: string
  /** True for what is only needed to build and test; the web application is built of such packages. */
  readonly dev: boolean
  readonly hasInstallScript: boolean
}

type Entry = {
  name?: string
  version?: string
  integrity?: string
  resolved?: string
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
}

/** Every package of the lockfile, the project itself left out, by name. */
export function lockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      integrity: entry.integrity,
      resolved: entry.resolved,
      licence: entry.license ?? licenceFile(path),
      dev: entry.dev === true,
      hasInstallScript: entry.hasInstallScript === true,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'))
}

/** A package that names no licence may have its text. */
function licenceFile(path: string): string {
  const file = ['LICENSE', 'LICENSE.md', 'LICENCE'].map((name) => join(project, path, name)).find(existsSync)
  if (!file) return ''
  return /Permission is hereby granted, free of charge/.test(readFileSync(file, 'utf8')) ? 'MIT' : ''
}
