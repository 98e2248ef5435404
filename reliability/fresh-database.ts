import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A PostgreSQL on which databases can be made; scripts/test.ts starts one. */
export const postgresUrl = process.env.TEST_DATABASE_URL

export type FreshDatabase = {
  readonly url: string
  readonly name: string
  /** Carries a statement out in it, as a superuser. */
  execute(statement: string): Promise<void>
  drop(): Promise<void>
}

/** An empty database of its own on the PostgreSQL of the tests. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const name = `reliability_${process.pid}_${randomBytes(4).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(postgresUrl ?? '')
  url.pathname = `/${name}`
  return {
    url: url.href,
    name,
    execute: (statement) => onServer(statement, url.href),
    drop: () => onServer(`drop database ${name} with (force)`),
  }
}

/** Carries a statement out, as a superuser, in the database that the tests were given or in another one. */
export async function onServer(statement: string, url = postgresUrl): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
