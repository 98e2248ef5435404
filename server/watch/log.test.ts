import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { speakJson } from './log.ts'

/** The lines that are written when `say` says something. */
function said(say: () => void) {
  const lines: string[] = []
  const undo = speakJson((line) => lines.push(line))
  try {
    say()
  } finally {
    undo()
  }
  return lines.map((line) => {
    assert.match(line, /^\{[^\n]*\}\n$/)
    const { time, ...rest } = JSON.parse(line)
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000, time)
    return rest
  })
}

describe('LOG=json', () => {
  test('each thing said is one object in one line, with its level', () => {
    const lines = said(() => {
      console.log('Sistem za upravljanje zalihama: %s', 'http://localhost:3000')
      console.warn('prvi\ndrugi red', 7)
      console.error('loše')
    })
    assert.deepEqual(lines, [
      { level: 'info', message: 'Sistem za upravljanje zalihama: http://localhost:3000' },
      { level: 'warn', message: 'prvi\ndrugi red 7' },
      { level: 'error', message: 'loše' },
    ])
  })

  test('an error has its message and its stack; fields beside it are fields', () => {
    const [line] = said(() => console.error(new RangeError('van opsega'), { id: 'a-1' }))
    const { stack, ...rest } = line
    assert.deepEqual(rest, { level: 'error', message: 'van opsega', id: 'a-1' })
    assert.match(stack, /^RangeError: van opsega\n +at /)
  })

  test('nothing that is said beside another thing takes the place of its level or moment', () => {
    const beside = { level: 'tiho', time: 'nikad', message: 'drugo', status: 200 }
    assert.deepEqual(
      said(() => console.log('rečeno', beside)),
      [{ level: 'info', message: 'rečeno', status: 200 }],
    )
  })
})
