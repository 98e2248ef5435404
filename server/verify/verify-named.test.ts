// Draws that name their lot, of documents of their own and of exports, what had left before the books began, and waste:
// each of their columns that the books hold twice, damaged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, type TestEngine } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { importMeters, meterApi, pieces } from '#server/testing-meters.ts'
import { assertBooks, verdictAfter } from './testing-verify.ts'

/**
 * Two lots of 100 m of cable; an export of 50 with 4 % of waste, 10 of its 52 directed to the second lot; 30 of that
 * returned later, 1,5 of the waste recycled; of ten pieces 4 had left before the books began.
 */
async function firm(engine: TestEngine) {
  const api = await meterApi(engine)
  const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 1, otpad_procenat: 4 }]
  assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
  const kon = { materijal_id: 'KON8', kolicina: 10, cena_po_jedinici: 1, vec_razduzeno: 4 }
  await stored(api, '/c4', c4Body('C4-0', '2025-12-10', [kon], { dan_prelaska: '2026-01-01' }))
  await importMeters(api, 'C4-1', '2026-01-10', 100)
  const { stavke } = await importMeters(api, 'C4-2', '2026-02-10', 100)
  const ulaz_stavka_id: number = stavke[0].id
  const usmerenja = [{ materijal_id: 'KABL1', ulaz_stavka_id, kolicina: 10, razlog: 'Traži kupac' }]
  await stored(api, '/c1', c1Body('C1-1', '2026-03-01', [{ ...pieces(50)[0], usmerenja }]))
  await stored(api, '/ostala-razduzenja', {
    ...{ broj: 'R-1', datum: '2026-04-15', vrsta: 'Povraćaj neprerađene robe', razlog: 'Neispravna roba' },
    stavke: [{ ulaz_stavka_id, kolicina: 30 }],
  })
  await stored(api, '/otpad', { datum: '2026-03-10', vrsta: 'Reciklaža', materijal_id: 'KABL1', kolicina: 1.5 })
  return api
}

const lot = (broj: string) => `c4_id = (select id from c4 where broj_c4 = '${broj}')`
const line = (broj: string) => `ostalo_razduzenje_id = (select id from ostalo_razduzenje where broj = '${broj}')`

const DAMAGES: readonly (readonly [string, RegExp])[] = [
  [
    `update c4_stavka set izuzeto = izuzeto + 1 where ${lot('C4-2')}`,
    /^C4 C4-2 .*, materijal KABL1: izuzeto ostalim razduženjima u bazi je 40,000001, a treba da bude 40\.$/,
  ],
  [
    `update c4_stavka set izuzeto_do = '2026-03-01' where ${lot('C4-2')}`,
    /: dan poslednjeg ostalog razduženja u bazi je 2026-03-01, a treba da bude 2026-04-15\.$/,
  ],
  [
    `update ostalo_razduzenje_stavka set datum = '2026-04-16' where ${line('R-1')}`,
    /^Razduženje R-1: datum stavke u bazi je 2026-04-16, a treba da bude 2026-04-15\.$/,
  ],
  [
    `update ostalo_razduzenje_stavka set vrsta = 'Uništenje' where ${line('R-1')}`,
    /^Razduženje R-1: vrsta stavke u bazi je Uništenje, a treba da bude Povraćaj neprerađene robe\.$/,
  ],
  [
    `update ostalo_razduzenje_stavka set vrsta = 'Poklon' where ${line('R-1')};
      update ostalo_razduzenje set vrsta = 'Poklon' where broj = 'R-1'`,
    /^Razduženje R-1: nepoznata vrsta Poklon\.$/,
  ],
  [
    `update ostalo_razduzenje_stavka set kolicina = 31000000 where ${line('R-1')}`,
    /: izuzeto ostalim razduženjima u bazi je 40, a treba da bude 41\.$/,
  ],
  [
    `update ostalo_razduzenje_stavka set datum = '2026-02-09' where ${line('R-1')};
      update ostalo_razduzenje set datum = '2026-02-09' where broj = 'R-1';
      update c4_stavka set izuzeto_do = '2026-03-01' where ${lot('C4-2')}`,
    /^C4 C4-2 .*, materijal KABL1: razduženje R-1 je pre uvoza\.$/,
  ],
  [
    `update ostalo_razduzenje_stavka set kolicina = 91000000 where ${line('R-1')};
      update c4_stavka set izuzeto = 101000000 where ${lot('C4-2')}`,
    /^C4 C4-2 .*, materijal KABL1: ostala razduženja uzimaju više nego što je uvezeno\.$/,
  ],
  [
    `update c1_stavka set usmerenja = ''`,
    /^C1 C1-1 .*, stavka 1: potreba materijala KABL1: usmereno u bazi je \d+: 10, a treba da bude ništa\.$/,
  ],
  [
    `update razduzenje set kolicina = 9000000 where usmereno = 1`,
    /: usmereno u bazi je \d+: 9, a treba da bude \d+: 10\.$/,
  ],
  [
    `update razduzenje set kolicina = 60000000 where usmereno = 1;
      update c1_stavka set usmerenja = replace(usmerenja, '10000000', '60000000')`,
    /^C1 C1-1 .*, stavka 1: potreba materijala KABL1: usmereno je više nego što je potrebno\.$/,
  ],
  [
    `update razduzenje set datum = '2026-03-02' where usmereno = 1`,
    /: potreba materijala KABL1: datum u bazi je 2026-03-02, a treba da bude 2026-03-01\.$/,
  ],
  [
    `delete from ostalo_razduzenje_stavka where ${line('PP C4-0')}`,
    /^C4 C4-0 .*, stavka 1: nema razduženja pre početka\.$/,
  ],
  [
    `update c4_stavka set vec_razduzeno = 5000000 where ${lot('C4-0')}`,
    /^Razduženje PP C4-0: već razduženo u bazi je 4, a treba da bude 5\.$/,
  ],
  [
    `update c4 set dan_prelaska = '2026-01-02' where broj_c4 = 'C4-0'`,
    /^Razduženje PP C4-0: dan pre prelaska u bazi je 2025-12-31, a treba da bude 2026-01-01\.$/,
  ],
  [
    `update otpad_raspored set kolicina = 2000001`,
    /^Otpad materijala KABL1 do 10\.03\.2026\.: raspoređeno je 2,000001, a nastalo 2\.$/,
  ],
  [
    `update otpad_raspored set datum = '2026-02-28'`,
    /^Otpad materijala KABL1 do 28\.02\.2026\.: raspoređeno je 1,5, a nastalo 0\.$/,
  ],
]

anyEngine('verify of draws that name their lot', (engine) => {
  test(`${DAMAGES.length} damages are each found and named`, async () => {
    const api = await firm(engine)
    await assertBooks(api)
    for (const [damage, sentence] of DAMAGES) {
      const verdict = await verdictAfter(api, damage)
      assert.ok(!verdict.ok, `nobody noticed: ${damage}`)
      assert.match(verdict.difference, sentence, damage)
    }
    await assertBooks(api)
  })
})
