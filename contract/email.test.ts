import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asciiDomain, emailAddress } from './email.ts'
import { MAX_EMAIL_CHARACTERS } from './limits.ts'

const read = (text: string) => emailAddress('nije adresa').safeParse(text).data

test('addresses are those that browsers take', () => {
  for (const good of [
    'ana@firma.rs',
    "o'brien!#$%&*+/=?^_`{|}~-@firma.rs",
    'ana..p.@firma.rs',
    'ana@localhost',
    'ana@1.2.3.4',
    'ana@xn--80apmps.xn--90a3ac',
  ])
    assert.equal(read(good), good)
  for (const bad of ['', 'ana', '@firma.rs', 'ana@', 'ana@@firma.rs', 'ana @firma.rs', 'ana@-firma.rs', 'ана@firma.rs'])
    assert.equal(read(bad), undefined, bad)
})

test('domains in other letters are folded to ASCII, those that are none are refused', () => {
  assert.equal(read(' Ana@ФИРМА.срб '), 'Ana@xn--80apmps.xn--90a3ac')
  assert.equal(read('ana@Müller.de'), 'ana@xn--mller-kva.de')
  assert.equal(read('ana@фирма。срб'), read('ana@фирма.срб'))
  for (const bad of ['ana@срб/firma.rs', 'ana@срб:80', 'ana@срб?x', 'ana@ф рм.срб', 'ana@firma@срб', 'ana@ж%2e.срб'])
    assert.equal(read(bad), undefined, bad)
  assert.equal(read(`ana@${'ж'.repeat(MAX_EMAIL_CHARACTERS - 10)}.срб`), undefined)
  assert.equal(asciiDomain('firma.rs'), 'firma.rs')
})
