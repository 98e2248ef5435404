import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { LATE_MS, otisakOf, sealAll } from '#server/audit/seal.ts'
import { eachEngine, type TestEngine, testApi } from '#server/testing.ts'
import { addDocuments, c4Body, stored } from '#server/testing-documents.ts'
import { verdictPastGuards } from './testing-verify.ts'

/** The small firm of the tests, and an import dated back that moves both of its exports; all of it sealed. */
async function sealedFirm(engine: TestEngine) {
  let now = Date.parse('2026-03-01T08:00:00Z')
  const api = await testApi(engine, { now: () => (now += 60_000) })
  await addDocuments(api)
  await stored(api, '/c4', c4Body('C4-0', '2026-01-05', [{ materijal_id: 'KABL1', kolicina: 20, cena_po_jedinici: 2 }]))
  await sealAll(api.store)
  const seals = await api.store.read.selectFrom('pecat').selectAll().orderBy('redni').execute()
  const moved = await api.store.read
    .selectFrom('dnevnik')
    .select('id')
    .where('radnja', '=', 'pomereno')
    .executeTakeFirstOrThrow()
  return { ...api, seals, movedId: moved.id, noted: (redni: number) => seals[redni - 1] as (typeof seals)[0] }
}
type Firm = Awaited<ReturnType<typeof sealedFirm>>

/** What verify says of the trail after these statements. */
async function saidAfter(firm: Firm, statements: readonly string[], noted?: Firm['seals'][0]): Promise<string> {
  const verdict = await verdictPastGuards(firm, statements, noted)
  return verdict.ok ? verdict.trail : verdict.difference
}

const COLUMNS = 'vreme, korisnik_id, korisnik, radnja, vrsta, predmet, opis, sazetak, trazi, pre, posle'
const copied = (as: string, vreme = 'vreme') =>
  `insert into dnevnik (id, ${COLUMNS}) select ${as}, ${COLUMNS.replace('vreme', vreme)} from dnevnik where id = 2`
const swapped = (id: number, other: number) => [
  `insert into dnevnik (id, ${COLUMNS}) select 9001, ${COLUMNS} from dnevnik where id = ${id}`,
  `insert into dnevnik (id, ${COLUMNS}) select 9002, ${COLUMNS} from dnevnik where id = ${other}`,
  `delete from dnevnik where id in (${id}, ${other})`,
  `update dnevnik set id = ${id} where id = 9002`,
  `update dnevnik set id = ${other} where id = 9001`,
]

eachEngine('the chain of the audit trail', (engine) => {
  test('a trail as it was written is right, and its newest seal is named to be written down', async () => {
    const firm = await sealedFirm(engine)
    const { redni, otisak } = firm.seals.at(-1) as (typeof firm.seals)[0]
    assert.equal(await saidAfter(firm, []), `Dnevnik: zapečaćeno zapisa ${redni}, poslednji pečat ${redni}:${otisak}.`)
    assert.match(await saidAfter(firm, [], firm.noted(3)), /^Dnevnik: zapečaćeno/)
  })

  test('an entry that was changed, removed, put in between or swapped is named, in whatever column', async () => {
    const firm = await sealedFirm(engine)
    for (const column of COLUMNS.split(', ')) {
      const changed = ['vreme', 'korisnik_id'].includes(column)
        ? `coalesce(${column}, 0) + 1`
        : `coalesce(${column}, '') || 'x'`
      assert.match(
        await saidAfter(firm, [`update dnevnik set ${column} = ${changed} where id = 3`]),
        /^Dnevnik: zapis 3 od .* ne odgovara pečatu 3: zapis ili lanac je izmenjen\.$/,
        column,
      )
    }
    assert.equal(await saidAfter(firm, ['delete from dnevnik where id = 3']), 'U dnevniku nedostaje zapis 3 (pečat 3).')
    assert.match(await saidAfter(firm, swapped(3, 4)), /^Dnevnik: zapis 3 od .* ne odgovara pečatu 3/)
    assert.match(
      await saidAfter(firm, ['delete from dnevnik where id = 3', copied('3')]),
      /^Dnevnik: zapis 3 od .* ne odgovara pečatu 3/,
    )
    // A number that nobody has: PostgreSQL leaves some, and a trail that came from there keeps them.
    assert.match(
      await saidAfter(firm, [copied('0', 'vreme - 86400000')]),
      /^U dnevnik je naknadno umetnut zapis 0 od .*: stariji je od onih koji su pre njega zapečaćeni\.$/,
    )
    // The same with a seal that fits, as the program would have made it.
    const last = firm.seals.at(-1) as Firm['seals'][0]
    const second = await firm.store.read.selectFrom('dnevnik').selectAll().where('id', '=', 2).executeTakeFirstOrThrow()
    const forged = otisakOf(last.otisak, { ...second, id: 0, vreme: second.vreme - 86400000 })
    assert.match(
      await saidAfter(firm, [
        copied('0', 'vreme - 86400000'),
        `insert into pecat (redni, dnevnik_id, otisak) values (${last.redni + 1}, 0, '${forged}')`,
      ]),
      /^U dnevnik je naknadno umetnut zapis 0 od /,
    )
  })

  test('an entry that appears so late that the program would not seal it counts as put in between', async () => {
    const firm = await sealedFirm(engine)
    const older = (ms: number) => saidAfter(firm, [copied('0', `(select max(vreme) from dnevnik) - ${ms}`)])
    assert.match(await older(LATE_MS), /^U dnevnik je naknadno umetnut zapis 0 od /)
    assert.match(await older(LATE_MS - 1), /; još nije zapečaćeno 1, i to od /)
  })

  test('seals that were changed, removed, swapped or cut off are named, the last by what was written down', async () => {
    const firm = await sealedFirm(engine)
    const last = firm.seals.at(-1) as (typeof firm.seals)[0]
    assert.match(
      await saidAfter(firm, [`update pecat set otisak = '${last.otisak}' where redni = 2`]),
      /^Dnevnik: zapis 2 od .* ne odgovara pečatu 2/,
    )
    assert.equal(await saidAfter(firm, ['delete from pecat where redni = 2']), 'U lancu dnevnika nedostaje pečat 2.')
    assert.match(
      await saidAfter(firm, [
        'update pecat set redni = 9001 where redni = 2',
        'update pecat set redni = 2 where redni = 3',
        'update pecat set redni = 3 where redni = 9001',
      ]),
      /^Dnevnik: zapis 3 od .* ne odgovara pečatu 2/,
    )
    const cut = [`delete from pecat where redni > 5`, `delete from dnevnik where id > 5`, `delete from pomereno`]
    assert.match(await saidAfter(firm, cut), /^Dnevnik: zapečaćeno zapisa 5, poslednji pečat 5:/)
    assert.equal(
      await saidAfter(firm, cut, last),
      `Pečata ${last.redni} nema: kraj dnevnika je uklonjen, ili je ovo starija kopija.`,
    )
    assert.match(await saidAfter(firm, [], { ...last, redni: 4 }), /^Pečat 4 nije .*: dnevnik je pisan iznova\.$/)
  })

  test('what is not sealed yet is counted, and what stands so for long is said', async () => {
    const firm = await sealedFirm(engine)
    const { redni } = firm.seals.at(-1) as (typeof firm.seals)[0]
    assert.match(
      await saidAfter(firm, [copied('9001', String(Date.now()))]),
      new RegExp(`^Dnevnik: zapečaćeno zapisa ${redni}, .*; još nije zapečaćeno 1\\.$`),
    )
    assert.match(
      await saidAfter(firm, [`delete from pecat where redni > ${redni - 2}`]),
      /; još nije zapečaćeno 2, i to od 2026-03-01 .* UTC; program koji radi pečati ih svake sekunde\.$/,
    )
    for (const facts of [`radnja = 'pomereno', posle = 'x'`, `vrsta = 'c4', posle = '{"pdf_fajl":'`])
      assert.match(
        await saidAfter(firm, [copied('9001', String(Date.now())), `update dnevnik set ${facts} where id = 9001`]),
        /^Dnevnik: zapis 9001 od .* ne može da se pročita/,
      )
  })

  test('which exports an entry moved follows from it, in both directions', async () => {
    const firm = await sealedFirm(engine)
    const said = `Pomereni izvozi (grupa 0) nisu oni koje navodi zapis ${firm.movedId} od `
    for (const damage of ['delete from pomereno', 'update pomereno set izvozi = izvozi + 8'])
      assert.ok((await saidAfter(firm, [damage])).startsWith(said), damage)
    for (const [row, entry] of [
      [`(1, ${firm.movedId}, 1)`, firm.movedId],
      ['(0, 1, 1)', 1],
      ['(0, 7777, 1)', 7777],
    ])
      assert.match(
        await saidAfter(firm, [`insert into pomereno (grupa, dnevnik_id, izvozi) values ${row}`]),
        new RegExp(`^Pomereni izvozi \\(grupa \\d\\): zapis ${entry} dnevnika ih ne navodi\\.$`),
      )
  })

  test('the database refuses to alter, replace or remove seals and which exports were moved', async () => {
    const { store } = await sealedFirm(engine)
    for (const table of ['pecat', 'pomereno'] as const) {
      const before = await store.read.selectFrom(table).selectAll().execute()
      const own =
        engine.name === 'sqlite' ? [`insert or replace into ${table} select * from ${table}`] : [`truncate ${table}`]
      for (const statement of [`update ${table} set dnevnik_id = dnevnik_id + 1`, `delete from ${table}`, ...own])
        await assert.rejects(
          store.transact((tx) => sql.raw(statement).execute(tx)),
          /Dnevnik se samo dopunjuje/,
          statement,
        )
      assert.deepEqual(await store.read.selectFrom(table).selectAll().execute(), before)
    }
  })
})
