import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Micro } from '#domain/decimal.ts'
import type { Db } from '#server/db/schema.ts'
import { anyEngine, testApi } from '#server/testing.ts'
import { addDocuments } from '#server/testing-documents.ts'
import { accountedPeriods, verifyAccounts } from './verify-account.ts'
import { verifyLedger } from './verify-ledger.ts'

/** Days on which a period was closed, and periods that were handed in or are only drafts. */
async function close(db: Db, days: readonly string[], accounts: readonly (readonly [string, string, string])[]) {
  for (const day of days)
    await sql`insert into zakljucenje (do_dana, korisnik, vreme) values (${day}, 'ana', 0)`.execute(db)
  for (const [od, kraj, stanje] of accounts)
    await sql`insert into obracun (broj, broj_kljuc, datum_od, datum_do, stanje, napravljen, korisnik, verzija)
      values (${od}, ${od}, ${od}, ${kraj}, ${stanje}, 0, 'ana', 1)`.execute(db)
}

anyEngine('the account of every lot', (engine) => {
  test('is of the last three periods that were closed or handed in, and of the whole', async () => {
    const { read, transact } = await engine.open()
    const whole = { od: null, kraj: null }
    assert.deepEqual(await accountedPeriods(read), [whole])
    await transact((tx) =>
      close(
        tx,
        ['2026-01-31', '2026-02-02'],
        [
          ['2025-10-01', '2025-12-31', 'podnet'],
          ['2026-01-01', '2026-03-31', 'prihvaćen'],
          ['2026-04-01', '2026-06-30', 'nacrt'],
        ],
      ),
    )
    await transact((tx) => sql`update zakljucenje set otkljucano = 1 where do_dana = '2026-02-02'`.execute(tx))
    assert.deepEqual(await accountedPeriods(read), [
      { od: '2026-01-01', kraj: '2026-03-31' },
      { od: null, kraj: '2026-01-31' },
      { od: '2025-10-01', kraj: '2025-12-31' },
      whole,
    ])
  })

  test('of a single day counts what came and went on it', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    await api.store.transact((tx) => close(tx, [], [['2026-02-05', '2026-02-05', 'podnet']]))
    await verifyLedger(api.store.read)
  })

  test('adds up in each of them, and what does not is named', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { store } = api
    await store.transact((tx) => close(tx, ['2026-02-01'], [['2026-02-02', '2026-02-28', 'podnet']]))
    await verifyLedger(store.read)

    const { rows: lots } = await sql<{ id: number; datum: never; kolicina: Micro; preostalo: Micro }>`
      select id, datum, kolicina, preostalo
      from c4_stavka where materijal_id = 'KABL1' order by datum`.execute(store.read)
    const { rows: draws } = await sql<{ c4_stavka_id: number; datum: never; kolicina: Micro }>`
      select c4_stavka_id, datum, kolicina from razduzenje where materijal_id = 'KABL1' and c4_stavka_id <> 0`.execute(
      store.read,
    )
    const periods = await accountedPeriods(store.read)
    const check = (some: typeof lots, rows: typeof draws) =>
      verifyAccounts(store.read, 'KABL1', { lots: some, rows, named: [] }, periods)
    await check(lots, draws)

    const [first] = lots
    const tooMuch = draws.map((draw) =>
      draw.c4_stavka_id === first?.id ? { ...draw, kolicina: (draw.kolicina + 1) as Micro } : draw,
    )
    await assert.rejects(
      check(lots, tooMuch),
      /^Error: Obračun od 02\.02\.2026\. do 28\.02\.2026\., C4 C4-1 od 10\.01\.2026\., stavka 1, materijal KABL1: početno 49,999999 \+ ulaz 0 − ugrađeno 50,000001 = krajnje -0,000002\.$/,
    )
    await assert.rejects(
      check(lots.slice(0, 1), draws),
      /^Error: Obračun od 02\.02\.2026\. do 28\.02\.2026\., materijal KABL1: krajnje stanje po knjigama u bazi je 40, a treba da bude 0\.$/,
    )
    const forgotten = lots.map((lot) => ({ ...lot, preostalo: lot.kolicina }))
    await assert.rejects(
      check(forgotten, draws),
      /^Error: Obračun do danas, C4 C4-1 .*: početno 0 \+ ulaz 100 − ugrađeno 100 = krajnje 0, a preostalo je 100\.$/,
    )
  })
})
