import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CalendarDate } from './calendar-date.ts'
import type { Micro } from './decimal.ts'
import { addsUp, lotAccount, NOT_NAMED } from './lot-account.ts'

const day = (text: string) => text as CalendarDate
const micro = (value: number) => value as Micro
const WHOLE = { otpad: micro(0), gubitak: micro(0), ...NOT_NAMED }

test('a lot of before the period begins with what was left of it, one of the period comes in whole', () => {
  const lot = { datum: day('2026-03-15'), kolicina: micro(100), ranije: micro(30), ugradjeno: micro(20), ...WHOLE }
  assert.deepEqual(lotAccount(lot, day('2026-04-01')), {
    pocetno_stanje: 70,
    ulaz: 0,
    ugradjeno: 20,
    ...WHOLE,
    krajnje_stanje: 50,
  })
  const inside = { ...lot, ranije: micro(0) }
  const whole = { pocetno_stanje: 0, ulaz: 100, ugradjeno: 20, ...WHOLE, krajnje_stanje: 80 }
  assert.deepEqual(lotAccount(inside, day('2026-03-15')), whole)
  assert.deepEqual(lotAccount(inside, null), whole)
})

test('two lots together, the worked example (customs §7.7)', () => {
  const older = { datum: day('2026-03-15'), kolicina: micro(500), ranije: micro(200), ugradjeno: micro(290) }
  const wasted = { otpad: micro(18), gubitak: micro(2) }
  const newer = { datum: day('2026-04-10'), kolicina: micro(1_000), ranije: micro(0), ugradjeno: micro(460) }
  const named = { vraceno: micro(100), slobodan_promet: micro(50), unisteno: micro(20), manjak_popisa: micro(5) }
  const accounts = [
    { ...older, ...WHOLE, otpad: micro(10) },
    { ...newer, ...wasted, ...NOT_NAMED, ...named },
  ].map((lot) => lotAccount(lot, day('2026-04-01')))
  const sum = (name: 'pocetno_stanje' | 'ulaz' | 'ugradjeno' | 'otpad' | 'gubitak' | 'krajnje_stanje') =>
    accounts.reduce((total, account) => total + account[name], 0)
  assert.deepEqual(
    [sum('pocetno_stanje'), sum('ulaz'), sum('ugradjeno'), sum('otpad') + sum('gubitak'), sum('krajnje_stanje')],
    [300, 1_000, 750, 30, 345],
  )
  assert.ok(accounts.every(addsUp))
})

test('it adds up unless more went out than came in', () => {
  const quantity = fc.integer({ min: 0, max: 1_000 })
  fc.assert(
    fc.property(quantity, quantity, quantity, quantity, fc.boolean(), (kolicina, first, second, waste, before) => {
      const [ranije, ugradjeno] = before ? [first, second] : [0, second]
      const lot = {
        datum: day('2026-01-01'),
        kolicina: micro(kolicina),
        ranije: micro(ranije),
        ugradjeno: micro(ugradjeno),
        otpad: micro(waste),
        gubitak: micro(0),
        ...NOT_NAMED,
      }
      const account = lotAccount(lot, before ? day('2026-02-01') : null)
      assert.equal(addsUp(account), ranije + ugradjeno + waste <= kolicina)
    }),
  )
})
