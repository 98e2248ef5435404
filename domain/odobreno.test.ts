import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Micro } from './decimal.ts'
import { underLines } from './odobreno.ts'

const came = (tarifni_broj: string, jedinica_mere: string, uvezeno: number, preostalo: number) => ({
  tarifni_broj,
  jedinica_mere,
  uvezeno: uvezeno as Micro,
  preostalo: preostalo as Micro,
})

test('a line counts what begins with its tariff number, however that is written, in its unit', () => {
  const imported = [
    came('7318.15.00', 'kg', 100, 40),
    came('7318 16', 'kg', 10, 10),
    came('7318 16', 'kom', 7, 0),
    came('85444995', 'm', 5, 5),
  ]
  const line = (tarifni_broj: string | null, jedinica_mere: string | null) => ({ tarifni_broj, jedinica_mere })
  const { stavke, ostalo } = underLines(
    [line('7318', 'kg'), line('7318.16', null), line('7318 15', 'kom'), line(null, 'm')],
    imported,
  )
  assert.deepEqual(stavke, [
    { ...line('7318', 'kg'), uvezeno: 110, preostalo: 50 },
    { ...line('7318.16', 'kg'), uvezeno: 10, preostalo: 10 },
    { ...line('7318 15', 'kom'), uvezeno: 0, preostalo: 0 },
    { ...line(null, 'm'), uvezeno: 0, preostalo: 0 },
  ])
  assert.deepEqual(ostalo, [imported[3]])
  const inKg = came('7318 16', 'kg', 1, 1)
  assert.deepEqual(underLines([line('7318', 'kom')], [inKg]).ostalo, [inKg], 'of no line where the unit is another')
})
