import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import { findPostgres } from './find-programs.mjs'
import { startCluster } from './postgres-cluster.ts'

const programs = findPostgres()

test('a cluster of our own keeps what it commits and leaves nothing behind', { skip: !programs }, async () => {
  const cluster = await startCluster(programs ?? '')
  const client = new pg.Client(cluster.url)
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('fsync') as fsync, current_setting('max_connections') as connections,
            current_setting('data_directory') as data, 'č' < 'd' as by_language`,
  )
  await client.end()
  await cluster.stop()

  assert.equal(rows[0].fsync, 'on')
  assert.equal(rows[0].connections, '200')
  assert.equal(rows[0].by_language, true)
  assert.equal(existsSync(rows[0].data), false)
})
