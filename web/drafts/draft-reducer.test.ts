import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ADD_INVOICE, type DraftLine, filledIn, newInvoiceNumber, nextOrdinal, numberOf, openedDraft } from './draft.ts'
import { reduceDraft } from './draft-reducer.ts'

type Line = DraftLine & { naziv: string }
const line = (key: string, naziv = ''): Line => ({ key, id: null, redni_broj: '1', kolicina: '1', naziv })
const invoice = (key: string, lines: Line[], open = true) => ({ key, broj_fakture: key, open, lines })
const opened = () =>
  openedDraft({ broj: '', datum: '' }, [invoice('a', [line('1'), line('2')]), invoice('b', [line('3')], false)])

const shown = ({ invoices }: { invoices: readonly { key: string; lines: readonly Line[] }[] }) =>
  invoices.map(({ key, lines }) => [key, ...lines.map((one) => `${one.key} ${one.naziv}`)])

describe('form of a document', () => {
  test('a change of the head takes the errors of these fields away and no others', () => {
    const wrong = reduceDraft(opened(), {
      do: 'showErrors',
      errors: { head: { broj: 'x', datum: 'y' }, invoices: new Map(), lines: new Map(), stavke: null },
    })
    const next = reduceDraft(wrong, { do: 'changeHead', change: { broj: 'C4-1' } })
    assert.deepEqual(next.errors.head, { datum: 'y' })
    assert.equal(next.head.broj, 'C4-1')
    assert.equal(next.changed, true)
  })

  test('a proposal takes the place of nothing that was typed, chosen, emptied or there before', () => {
    const names = ['prazno', 'podrazumevano', 'izabrano', 'ispraznjeno', 'otvoreno', 'predlozeno'] as const
    const head = Object.fromEntries(names.map((name) => [name, ''])) as Record<(typeof names)[number], string>
    const steps = [
      { do: 'proposeHead', change: { predlozeno: 'P', ispraznjeno: 'P' } },
      { do: 'changeHead', change: { izabrano: 'I' }, follows: ['izabrano'] },
      { do: 'changeHead', change: { ispraznjeno: '' } },
      { do: 'proposeHead', change: Object.fromEntries(names.map((name) => [name, 'N'])) },
    ] as const
    const opened = openedDraft(
      { ...head, otvoreno: 'O', podrazumevano: 'D' },
      [],
      new Map([['podrazumevano', 'default']]),
    )
    const reduce = (draft: typeof opened, step: (typeof steps)[number]) => reduceDraft(draft, step)
    const next = steps.reduce(reduce, opened)
    const taken = { prazno: 'N', podrazumevano: 'N', predlozeno: 'N' }
    assert.deepEqual(next.head, { ...taken, izabrano: 'I', ispraznjeno: '', otvoreno: 'O' })
    assert.deepEqual([...filledIn(next.origins)].toSorted(), [...Object.keys(taken), 'izabrano'].toSorted())
    assert.equal(reduce(opened, steps[0]).changed, false)
  })

  test('a change of one line leaves every other line and invoice the same object', () => {
    const before = opened()
    const next = reduceDraft(before, { do: 'changeLine', line: '2', change: { naziv: 'Kabl' } })
    assert.equal(next.invoices[0]?.lines[0], before.invoices[0]?.lines[0])
    assert.equal(next.invoices[1], before.invoices[1])
    assert.equal(next.invoices[0]?.lines[1]?.naziv, 'Kabl')
    assert.equal(next.errors, before.errors)
  })

  test('errors open the invoices they are in', () => {
    const errors = { head: {}, invoices: new Map(), lines: new Map([['3', { kolicina: 'x' }]]), stavke: null }
    const next = reduceDraft(opened(), { do: 'showErrors', errors })
    assert.deepEqual(
      next.invoices.map(({ open }) => open),
      [true, true],
    )
    assert.equal(next.changed, false)
  })

  test('a paste is taken back, one after the other, until something else is done', () => {
    const pastedAt = { line: '1', column: 'kolicina' }
    const paste = (naziv: string) =>
      ({ do: 'replaceInvoices', invoices: [invoice('a', [line('1', naziv)])], pastedAt }) as const
    const undo = { do: 'undo' } as const
    const before = reduceDraft(opened(), { do: 'changeLine', line: '2', change: { naziv: 'Kabl' } })
    const once = reduceDraft(before, paste('Žica'))
    const twice = reduceDraft(once, paste('Čaura'))
    const settled = reduceDraft(twice, { do: 'settleLines', settled: new Map() })

    const back = reduceDraft(settled, undo)
    assert.equal(back.invoices, once.invoices)
    assert.deepEqual(back.goTo, pastedAt)
    const first = reduceDraft(back, undo)
    assert.deepEqual(first, { ...before, goTo: pastedAt })
    assert.equal(reduceDraft(first, undo), first)

    const typed = reduceDraft(twice, { do: 'changeHead', change: { broj: 'C4-1' } })
    assert.equal(reduceDraft(typed, undo), typed)
    const imported = reduceDraft(twice, { do: 'replaceInvoices', invoices: [] })
    assert.equal(reduceDraft(imported, undo), imported)
  })

  test('removals and pastes are taken back in one history, the last first', () => {
    const undo = { do: 'undo' } as const
    const first = reduceDraft(opened(), { do: 'removeLine', line: '1', column: 'naziv' })
    const pasted = reduceDraft(first, {
      do: 'replaceInvoices',
      invoices: [invoice('a', [line('2', 'Žica')]), invoice('b', [line('3')], false)],
      pastedAt: { line: '2', column: 'naziv' },
    })
    const none = reduceDraft(reduceDraft(pasted, { do: 'removeInvoice', invoice: 'b' }), {
      do: 'removeInvoice',
      invoice: 'a',
    })
    const back = [1, 2, 3, 4].reduce((states) => [...states, reduceDraft(states.at(-1) ?? none, undo)], [none])
    assert.deepEqual(back.slice(1).map(shown), [
      [['a', '2 Žica']],
      [
        ['a', '2 Žica'],
        ['b', '3 '],
      ],
      [
        ['a', '2 '],
        ['b', '3 '],
      ],
      [
        ['a', '1 ', '2 '],
        ['b', '3 '],
      ],
    ])
    assert.deepEqual(back[1]?.goTo, numberOf('a'))
    assert.deepEqual(back[4]?.goTo, { line: '1', column: 'naziv' })
    assert.equal(back[4]?.changed, false, 'the form is as it was opened')
    assert.equal(back[4] && reduceDraft(back[4], undo), back[4])
  })

  test('several lines are changed at once and taken back at once', () => {
    const wrong = new Map(['1', '3'].map((key) => [key, { naziv: 'x', kolicina: 'y' }]))
    const before = reduceDraft(opened(), {
      do: 'showErrors',
      errors: { head: {}, invoices: new Map(), lines: wrong, stavke: null },
    })
    const next = reduceDraft(before, { do: 'changeLines', lines: ['1', '2'], change: { naziv: 'Kabl' } })
    assert.deepEqual(shown(next), [
      ['a', '1 Kabl', '2 Kabl'],
      ['b', '3 '],
    ])
    assert.deepEqual(
      [...next.errors.lines],
      [
        ['1', { kolicina: 'y' }],
        ['3', { naziv: 'x', kolicina: 'y' }],
      ],
    )
    assert.equal(reduceDraft(next, { do: 'undo' }), before)
  })

  test('what was removed can be put back after typing, which Ctrl + Z leaves alone', () => {
    const removed = reduceDraft(opened(), { do: 'removeLine', line: '1', column: 'naziv' })
    const gone = reduceDraft(removed, { do: 'removeInvoice', invoice: 'a' })
    const typed = reduceDraft(gone, { do: 'changeLine', line: '3', change: { naziv: 'Kabl' } })
    assert.equal(reduceDraft(typed, { do: 'undo' }), typed)

    const back = reduceDraft(typed, { do: 'putBack', key: '1' })
    assert.deepEqual(
      shown(back),
      [
        ['a', '1 ', '2 '],
        ['b', '3 Kabl'],
      ],
      'its invoice comes with it',
    )
    assert.equal(reduceDraft(back, { do: 'putBack', key: 'a' }), back)
    const imported = reduceDraft(gone, { do: 'replaceInvoices', invoices: [] })
    const alone = reduceDraft(reduceDraft(imported, { do: 'putBack', key: 'a' }), { do: 'putBack', key: '1' })
    assert.deepEqual(shown(alone), [['a', '1 ', '2 ']])
  })

  test('a line that is put back after another took its number gets the next one', () => {
    const numbered = ['1', '2'].map((key) => ({ ...line(key), redni_broj: key }))
    const removed = reduceDraft(openedDraft({}, [invoice('a', numbered)]), {
      do: 'removeLine',
      line: '2',
      column: 'naziv',
    })
    const ordinals = ({ invoices }: typeof removed) =>
      invoices[0]?.lines.map(({ key, redni_broj }) => [key, redni_broj])
    const back = { do: 'putBack', key: '2' } as const
    assert.deepEqual(ordinals(reduceDraft(removed, back)), [
      ['1', '1'],
      ['2', '2'],
    ])
    const added = { ...line('3'), redni_broj: '2' }
    const taken = reduceDraft(removed, { do: 'addLines', invoice: 'a', lines: [added], column: 'naziv' })
    assert.deepEqual(ordinals(reduceDraft(taken, back)), [
      ['1', '1'],
      ['2', '3'],
      ['3', '2'],
    ])
  })

  test('what an import guessed stays told until it is written over, whatever is wrong meanwhile', () => {
    const guessed = new Map([['1', { kolicina: 'uzeto je 1', cena: 'uzeto je 1' }]])
    const imported = reduceDraft(opened(), { do: 'replaceInvoices', invoices: opened().invoices, guessed })
    const errors = { head: { broj: 'x' }, invoices: new Map(), lines: new Map(), stavke: null }
    const refused = reduceDraft(imported, { do: 'showErrors', errors })
    assert.deepEqual([...refused.guessed], [...guessed])
    const changed = reduceDraft(refused, { do: 'changeLine', line: '1', change: { kolicina: '5' } })
    assert.deepEqual([...changed.guessed], [['1', { cena: 'uzeto je 1' }]])
  })

  test('new lines get the focus in the named column, a new invoice in its number', () => {
    const next = reduceDraft(opened(), { do: 'addLines', invoice: 'b', lines: [line('4'), line('5')], column: 'naziv' })
    assert.deepEqual(next.goTo, { line: '4', column: 'naziv' })
    assert.deepEqual(
      next.invoices[1]?.lines.map(({ key }) => key),
      ['3', '4', '5'],
    )
    assert.equal(next.invoices[1]?.open, true)
    const added = reduceDraft(opened(), { do: 'addInvoice', invoice: invoice('c', []) })
    assert.deepEqual(added.goTo, { line: 'c', column: 'broj_fakture' })
  })

  test('after a line is removed the focus goes to the one in its place', () => {
    assert.deepEqual(reduceDraft(opened(), { do: 'removeLine', line: '1', column: 'x' }).goTo, {
      line: '2',
      column: 'x',
    })
    assert.deepEqual(reduceDraft(opened(), { do: 'removeLine', line: '2', column: 'x' }).goTo, {
      line: '1',
      column: 'x',
    })
    const emptied = reduceDraft(opened(), { do: 'removeLine', line: '3', column: 'x' })
    assert.deepEqual(emptied.goTo, numberOf('b'), 'the only line leads to the number of its invoice')
  })

  test('after an invoice is removed the focus goes to the one in its place, after the last to where one is added', () => {
    const once = reduceDraft(opened(), { do: 'removeInvoice', invoice: 'a' })
    assert.deepEqual(once.goTo, numberOf('b'))
    assert.equal(reduceDraft(once, { do: 'removeInvoice', invoice: 'b' }).goTo, ADD_INVOICE)
    assert.deepEqual(reduceDraft(opened(), { do: 'removeInvoice', invoice: 'b' }).goTo, numberOf('a'))
  })

  test('a place that is gone to opens its invoice, and is no wish any more once the focus is there', () => {
    const place = { line: '3', column: 'naziv' }
    const going = reduceDraft(opened(), { do: 'goTo', place })
    assert.equal(going.goTo, place)
    assert.equal(going.invoices[1]?.open, true)
    assert.equal(reduceDraft(going, { do: 'arrived', place: numberOf('a') }), going, 'another wish stays')
    assert.equal(reduceDraft(going, { do: 'arrived', place }).goTo, null)
  })

  test('what was looked up does not overwrite what was typed meanwhile', () => {
    const typed = reduceDraft(opened(), { do: 'changeLine', line: '1', change: { naziv: 'new' } })
    const settle = (wanted: string) => ({
      isCurrent: ({ naziv }: Line) => naziv === wanted,
      change: () => ({ naziv: 'Found' }),
      errors: {},
    })
    const next = reduceDraft(typed, {
      do: 'settleLines',
      settled: new Map([
        ['1', settle('old')],
        ['2', settle('')],
      ]),
    })
    assert.deepEqual(
      next.invoices[0]?.lines.map(({ naziv }) => naziv),
      ['new', 'Found'],
    )
    const late = reduceDraft(opened(), { do: 'settleLines', settled: new Map([['1', settle('taken back')]]) })
    assert.equal(late.changed, false, 'what nobody waits for any more is no change')
  })
})

test('numbers of new invoices and lines', () => {
  assert.equal(newInvoiceNumber(7, []), 'F-7')
  assert.equal(newInvoiceNumber(7, [{ broj_fakture: 'F-7' }, { broj_fakture: 'F-8' }]), 'F-9')
  assert.equal(nextOrdinal([]), 1)
  assert.equal(nextOrdinal([{ redni_broj: '4' }, { redni_broj: 'x' }, { redni_broj: '2' }]), 5)
})
