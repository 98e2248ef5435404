import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { quickStyles } from './pdf-shortcuts.ts'

const StyleContextStack = createRequire(import.meta.url)('pdfmake/js/StyleContextStack.js').default

test('a style is looked up quickly as pdfmake looks it up', () => {
  class Quick extends StyleContextStack {
    declare static getStyleProperty: typeof StyleContextStack.getStyleProperty
  }
  quickStyles(Quick)
  const value = fc.option(fc.oneof(fc.boolean(), fc.integer({ max: 3 }), fc.constantFrom('', 'left')), {
    nil: undefined,
  })
  const style = fc.record({ bold: value, color: fc.option(value), fontSize: value }, { requiredKeys: [] })
  const named = fc.record({ bold: value, style: fc.constantFrom('head', 'none', ['head', 'note']) })
  const property = fc.constantFrom('bold', 'color', 'fontSize', 'link')
  fc.assert(
    fc.property(
      fc.array(fc.oneof(style, fc.constantFrom('head', 'note')), { maxLength: 4 }),
      fc.oneof(style, named),
      style,
      property,
      (overrides, item, defaultStyle, name) => {
        const stack = new StyleContextStack(
          { head: { bold: true }, note: { color: 'grey', extends: 'head' } },
          defaultStyle,
        )
        for (const one of overrides) stack.push(one)
        const expected = StyleContextStack.getStyleProperty(item, stack, name, 'otherwise')
        assert.deepEqual(Quick.getStyleProperty(item, stack, name, 'otherwise'), expected)
      },
    ),
    { numRuns: 2000 },
  )
  assert.equal(Quick.getStyleProperty({}, null, 'bold', false), false)
})
