import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eachEngine } from '#server/testing.ts'
import { assertNewest, migrate, NEWEST } from './migrate.ts'

/** What a database says that it has been through. */
const REFUSED = {
  'a trial before 1.0.0': {
    versions: ['0001-start', '0002-nasa-firma'],
    sentence: /^Bazu je napravila probna verzija programa, pre 1\.0\.0 \(0001-start\): ne može da se preuzme\./,
  },
  'a newer program': {
    versions: [NEWEST, '9999-kasnija'],
    sentence: /^Bazu je napravila novija verzija programa \(9999-kasnija\)\. Instalirajte tu ili noviju\.$/,
  },
}

eachEngine('the database of another program', (engine) => {
  for (const [whose, { versions, sentence }] of Object.entries(REFUSED)) {
    test(`is refused by a sentence and left as it is: ${whose}`, async () => {
      const store = await engine.open()
      const { read, transact } = store
      const say = (names: readonly string[]) =>
        transact(async (tx) => {
          await sql`delete from kysely_migration`.execute(tx)
          for (const name of names)
            await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-28')`.execute(tx)
        })
      const look = async () => ({
        versions: (await sql`select name from kysely_migration order by name`.execute(read)).rows,
        tables: (await read.introspection.getTables()).map(({ name }) => name).sort(),
      })
      await say(versions)
      try {
        const before = await look()
        await assert.rejects(migrate(read), { message: sentence })
        await assert.rejects(assertNewest(read), { message: sentence })
        assert.deepEqual(await look(), before)
      } finally {
        // A database of PostgreSQL is handed on to the next test; a save would be refused now.
        await sql`update kysely_migration set name = ${NEWEST} where name = ${versions[0]}`.execute(
          store.readBeforeWrite(),
        )
        await sql`delete from kysely_migration where name <> ${NEWEST}`.execute(store.readBeforeWrite())
      }
    })
  }
})
