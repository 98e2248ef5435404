// The books that are measured, on either engine: those of a large office, of a tenth of it, and empty ones.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '#scripts/find-programs.mjs'
import { startCluster } from '#scripts/postgres-cluster.ts'
import type { Place } from '#server/db/open.ts'
import { fillLarge } from './large.ts'
import { LARGE, type LargeSize } from './large-books.ts'

export type EngineName = 'SQLite' | 'PostgreSQL'

/** A tenth of the large office: as many lots of each material, of a tenth of the materials. */
export const SMALL: LargeSize = { ...LARGE, c4: LARGE.c4 / 10, c1: LARGE.c1 / 10, materials: 100, products: 150 }

/** An engine's places: each is made once, when it is asked for first. */
export type Places = {
  readonly engine: EngineName
  readonly size: LargeSize
  readonly large: () => Promise<Place>
  readonly small: () => Promise<Place>
  readonly empty: () => Promise<Place>
}

/** Hands over the places of an engine, and removes them afterwards; null where there is no PostgreSQL. */
export async function onEngine<T>(
  engine: EngineName,
  size: LargeSize,
  use: (places: Places) => Promise<T>,
): Promise<T | null> {
  const programs = findPostgres()
  if (engine === 'PostgreSQL' && !programs) return null
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const cluster = engine === 'PostgreSQL' ? await startCluster(programs ?? '') : undefined
  let made = 0
  async function place(fill?: LargeSize): Promise<Place> {
    const name = `knjige${++made}`
    if (cluster) await onServer(cluster.url, `create database ${name}`)
    const at = { dataDir: mkdtempSync(join(folder, name)), databaseUrl: cluster && databaseOf(cluster.url, name) }
    if (fill) await fillLarge(at, fill)
    if (cluster) await onServer(cluster.url, 'vacuum analyze', name)
    return at
  }
  try {
    return await use({ engine, size, large: once(() => place(size)), small: once(() => place(SMALL)), empty: place })
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function databaseOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function onServer(url: string, statement: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client(databaseOf(url, database))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
