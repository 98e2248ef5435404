// Files as other programs make them.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { formatMicro } from '#domain/decimal.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import type { Known, List, ListName } from './sheet-lists.ts'
import { createSheetQueue } from './sheet-queue.ts'

const CATALOGUE = ['KAB01', 'MAT10', 'MAT11'].map((id) => ({
  id,
  naziv: id,
  jedinica_mere: 'kom',
  tarifni_broj: '8544.49',
  zemlja_porekla: 'Italija',
}))

describe('a spreadsheet of another program', () => {
  const queue = createSheetQueue()
  after(() => queue.close())

  const replyOf = async <L extends ListName>(file: string | Uint8Array, list: L, known: Known<L>) => {
    const bytes = typeof file === 'string' ? await readFile(new URL(`fixtures/${file}`, import.meta.url)) : file
    return queue.read<L>(async () => ({ bytes, limits: SHEET_LIMITS, list, known }))
  }
  const read = async <L extends ListName>(file: string, list: L, known: Known<L>): Promise<List<L>> => {
    const reply = await replyOf(file, list, known)
    assert.ok('list' in reply, `${file} is refused: ${JSON.stringify(reply)}`)
    return reply.list
  }
  const refusalOf = async (file: string | Uint8Array) => {
    const reply = await replyOf(file, 'materials', [])
    return 'refused' in reply ? reply.refused : 'read'
  }

  test('with English numbers is read by its columns', async () => {
    const { fakture, preskoceni } = await read('engleski-brojevi.xlsx', 'invoices', { catalogue: CATALOGUE })
    const stavke = fakture.flatMap(({ stavke }) => stavke)
    assert.deepEqual(preskoceni, [])
    assert.deepEqual(
      stavke.map(({ kolicina, cena_po_jedinici }) => [formatMicro(kolicina), formatMicro(cena_po_jedinici)]),
      [
        ['1.250', '0,225'],
        ['1.250', '1.100'],
        ['12.000', '2,5'],
        ['950', '0,05'],
      ],
    )
    assert.deepEqual(
      stavke.map(({ upozorenja }) => upozorenja),
      [
        [],
        ['Količina: „1,250“ je pročitano kao 1250.', 'Cena po jedinici: „1,100“ je pročitano kao 1100.'],
        ['Količina: „12,000“ je pročitano kao 12000.'],
        [],
      ],
    )
  })

  test('whose codes were shortened is read, with a doubt at each', async () => {
    const { ispravni } = await read('tarifni-bez-nule.xlsx', 'materials', [])
    assert.deepEqual(
      ispravni.map(({ id, upozorenja }) => [id, upozorenja.length]),
      [
        ['TAR01', 1],
        ['TAR02', 1],
        ['TAR03', 1],
        ['TAR04', 1],
        ['TAR05', 0],
        ['TAR06', 0],
      ],
    )
  })

  test('in which an invoice number is merged over its rows is one invoice', async () => {
    const { fakture, preskoceni } = await read('spojene-celije.xlsx', 'invoices', { catalogue: CATALOGUE })
    assert.deepEqual(preskoceni, [])
    assert.deepEqual(
      fakture.map(({ broj_fakture, stavke }) => [broj_fakture, stavke.length]),
      [['F-2026-77', 3]],
    )
  })

  test('is read as a package without folders and as ZIP64', async () => {
    for (const name of ['minimalni-paket.xlsx', 'zip64.xlsx'])
      assert.deepEqual(
        (await read(name, 'materials', [])).ispravni.map(({ id }) => id),
        ['KAB01', 'KON02'],
        name,
      )
  })

  test('that Excel opens and we do not is to be saved again; one that is locked says so', async () => {
    const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    for (const file of [
      'stari-biff4.xls',
      Buffer.from('\n<table><tr><td>ID</td></tr></table>'),
      Buffer.from('\ufeff<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
      utf16('<html><table></table></html>'),
    ])
      assert.equal(await refusalOf(file), 'resave')
    for (const name of ['oznaka-poverljivosti.xlsx', 'zakljucan-lo248.ods'])
      assert.equal(await refusalOf(name), 'encrypted', name)
  })
})
