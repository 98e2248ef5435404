import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { formatMicro, formatPara, multiplyToPara, type Para, sum } from '#domain/decimal.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import type { Known, List, ListName } from './sheet-lists.ts'
import { createSheetQueue } from './sheet-queue.ts'

const SAMPLES = new URL('../../e2e/fixtures/', import.meta.url)
const expected = JSON.parse(await readFile(new URL('ocekivano.json', SAMPLES), 'utf8'))

const queue = createSheetQueue()
after(() => queue.close())

async function read<L extends ListName>(name: string, list: L, known: Known<L>): Promise<List<L>> {
  const bytes = await readFile(new URL(name, SAMPLES))
  const sheet = await queue.read<L>(async () => ({ bytes, limits: SHEET_LIMITS, list, known }))
  assert.ok('list' in sheet, `${name} is refused`)
  assert.deepEqual([sheet.names.length, sheet.list.fault], [1, null])
  return sheet.list
}

const materials = (name: string) => read(name, 'materials', [])
const catalogue = (await materials('materijali.xlsx')).ispravni
const ids = catalogue.map(({ id }) => id)
const bom = (name: string) => read(name, 'products', { materials: ids, known: [] })
const invoices = (name: string) => read(name, 'invoices', { catalogue })

describe('the sample spreadsheets give what ocekivano.json says', () => {
  test('materijali', async () => {
    const { ispravni, neispravni } = await materials('materijali.xlsx')
    assert.equal(ispravni.length, expected['materijali.xlsx'].materijala)
    assert.deepEqual(neispravni, [])
    assert.deepEqual((await materials('materijali.xls')).ispravni, ispravni)
    const withoutHeader = (await materials('materijali-bez-zaglavlja.xlsx')).ispravni
    assert.deepEqual(
      withoutHeader.map((material) => ({ ...material, red: material.red + 1 })),
      ispravni,
    )
  })

  test('materijali-sa-greskama', async () => {
    const { ispravni, neispravni } = await materials('materijali-sa-greskama.xlsx')
    const say = expected['materijali-sa-greskama.xlsx']
    assert.deepEqual(
      ispravni.map(({ id }) => id),
      say.ispravni,
    )
    assert.deepEqual(
      neispravni.map(({ red }) => red),
      say.neispravni_redovi,
    )
  })

  test('normativi-ifs', async () => {
    const { ispravni, neispravni } = await bom('normativi-ifs.xlsx')
    const say = expected['normativi-ifs.xlsx']
    assert.equal(ispravni.length, say.proizvoda)
    assert.deepEqual(Object.fromEntries(ispravni.map(({ id, normativ }) => [id, normativ.length])), say.normativ_count)
    assert.deepEqual(neispravni, [])
  })

  test('normativi-ifs-sa-greskama', async () => {
    const { ispravni, neispravni } = await bom('normativi-ifs-sa-greskama.xlsx')
    const say = expected['normativi-ifs-sa-greskama.xlsx']
    assert.deepEqual(
      ispravni.map(({ id }) => id),
      say.ispravni,
    )
    assert.deepEqual(
      neispravni.map(({ red }) => red),
      say.neispravni_redovi,
    )
  })

  for (const name of ['fakture-c4.xlsx', 'fakture-c4.xls', 'fakture-c4.ods']) {
    test(name, async () => {
      const { fakture, preskoceni } = await invoices(name)
      const stavke = fakture.flatMap((faktura) => faktura.stavke)
      const say = expected['fakture-c4.xlsx']
      assert.equal(fakture.length, say.faktura)
      assert.equal(stavke.length, say.stavki)
      assert.deepEqual(preskoceni, [])
      assert.equal(formatMicro(sum(stavke.map(({ kolicina }) => kolicina))), '154.600')
      assert.equal(say.kolicina_total, 154_600)
      const amounts = stavke.map((item) => Number(multiplyToPara(item.kolicina, item.cena_po_jedinici)) as Para)
      assert.equal(formatPara(sum(amounts)), '35.307,30')
      assert.equal(say.vrednost_total, 35_307.3)
      assert.deepEqual(
        stavke.flatMap(({ upozorenja }) => upozorenja),
        [],
      )
    })
  }

  test('fakture-c4-zamke', async () => {
    const { fakture } = await invoices('fakture-c4-zamke.xlsx')
    const say = expected['fakture-c4-zamke.xlsx']
    assert.equal(fakture.length, say.faktura)
    const items = fakture.flatMap(({ broj_fakture, stavke }) =>
      stavke.map((item) => [
        broj_fakture,
        item.materijal_id,
        item.kolicina / 1e6,
        item.cena_po_jedinici / 1e6,
        item.dokazuje_poreklo,
      ]),
    )
    assert.deepEqual(items, say.stavke)
    assert.equal(items.length, say.stavki)
  })

  test('fakture-c4-prazna', async () => {
    assert.equal((await invoices('fakture-c4-prazna.xlsx')).prazan, true)
    assert.equal(expected['fakture-c4-prazna.xlsx'].poruka, 'Excel fajl je prazan ili nema podataka.')
  })
})
