// Where the large books (bench/large.ts) lie, on either engine, and copies of them that a figure may change.
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openStore, type Place } from '#server/db/open.ts'
import { fillLarge } from './large.ts'

export type Books = {
  readonly place: Place
  /** A place with the same in it, and one with nothing; both are gone after `use`. */
  onCopy<T>(use: (place: Place) => Promise<T>): Promise<T>
  onEmpty<T>(use: (place: Place) => Promise<T>): Promise<T>
}

/** Stands in the folder when everything is written. */
const READY = 'milion'

/** The books as SQLite, filled when they are not there yet, and brought up to date by a start of their own. */
export async function largeBooks(dataDir = join(tmpdir(), 'zalihe-milion')): Promise<Books> {
  if (!existsSync(join(dataDir, READY))) {
    rmSync(dataDir, { recursive: true, force: true })
    await fillLarge({ dataDir })
    writeFileSync(join(dataDir, READY), '')
  }
  await (await openStore({ dataDir })).close()
  async function onEmpty<T>(use: (place: Place) => Promise<T>): Promise<T> {
    const folder = mkdtempSync(join(tmpdir(), 'large-'))
    try {
      return await use({ dataDir: folder })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return {
    place: { dataDir },
    onEmpty,
    onCopy: (use) =>
      onEmpty((place) => {
        cpSync(dataDir, place.dataDir, { recursive: true })
        return use(place)
      }),
  }
}

/** The books as a database of the PostgreSQL server of `url`; `dataDir` is for what the program keeps beside it. */
export async function postgresBooks(url: string, dataDir: string): Promise<Books> {
  const name = 'milion'
  await onServer(url, `create database ${name}`)
  const place = { dataDir, databaseUrl: databaseOf(url, name) }
  await fillLarge(place)
  await onServer(url, 'vacuum analyze', name)
  let made = 0
  async function onDatabase<T>(template: string, use: (place: Place) => Promise<T>): Promise<T> {
    const copy = `kopija_${++made}`
    await onServer(url, `create database ${copy} ${template}`)
    try {
      return await use({ dataDir, databaseUrl: databaseOf(url, copy) })
    } finally {
      await onServer(url, `drop database ${copy} with (force)`)
    }
  }
  return {
    place,
    onEmpty: (use) => onDatabase('', use),
    // As files, not row by row: that would leave the server's memory full of pages that it has yet to write, and every
    // read of the figure that follows would wait for one of them.
    onCopy: (use) => onDatabase(`template ${name} strategy file_copy`, use),
  }
}

/** The address of another database of the same server. */
export function databaseOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs one statement in a database of the server. */
export async function onServer(url: string, statement: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client(databaseOf(url, database))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
