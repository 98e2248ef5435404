import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import { freshDatabase, postgresUrl } from './fresh-database.ts'
import { type Caller, callerOf, signUp } from './http-client.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export type EngineName = 'sqlite' | 'postgres'

export type Instances = {
  /** The same user through each of the server processes: one on SQLite, two on one PostgreSQL. */
  readonly callers: readonly [Caller, ...Caller[]]
  readonly servers: readonly ServerProcess[]
  readonly token: string
  readonly place: { readonly dataDir: string; readonly databaseUrl: string | undefined }
}

/** Runs a suite once per engine; without a PostgreSQL its half is left out, which scripts/test.ts says aloud. */
export function eachEngine(name: string, suite: (engine: EngineName) => void): void {
  describe(`${name} (SQLite)`, () => suite('sqlite'))
  if (postgresUrl) describe(`${name} (PostgreSQL, two instances)`, () => suite('postgres'))
}

/** Starts server processes on an empty database, has `use` work with them, and takes everything away again. */
export async function withInstances<T>(engine: EngineName, use: (instances: Instances) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'instances-'))
  const database = engine === 'postgres' ? await freshDatabase() : null
  const place = { dataDir, databaseUrl: database?.url }
  const servers: ServerProcess[] = []
  try {
    servers.push(await startServer(place))
    if (engine === 'postgres') servers.push(await startServer(place))
    const [first, ...others] = servers.map(({ url }) => url) as [string, ...string[]]
    const token = await signUp(first)
    return await use({
      callers: [callerOf(first, token), ...others.map((url) => callerOf(url, token))],
      servers,
      token,
      place,
    })
  } catch (error) {
    // The servers' own words about their errors belong to the failure.
    throw new Error(servers.map((server) => server.output()).join('\n'), { cause: error })
  } finally {
    for (const server of servers) await server.kill()
    rmSync(dataDir, { recursive: true, force: true })
    await database?.drop()
  }
}
