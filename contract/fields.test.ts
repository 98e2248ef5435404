import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { fieldErrorsOf, summaryOf } from './errors.ts'
import {
  codeParam,
  day,
  idParam,
  lineId,
  micro,
  oneOf,
  optionalText,
  ordinal,
  pageQuery,
  para,
  positiveMicro,
  queryDay,
  queryNumber,
  queryText,
  requiredCode,
  requiredCountry,
  requiredText,
} from './fields.ts'

/** The value that a field reads, or the sentence with which it refuses. */
function read(field: z.ZodType, value: unknown) {
  const parsed = field.safeParse(value)
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message).join(' ')
}

test('text in Latin letters is read as any other: whatever its signs, in one form', () => {
  const inOneForm = (text: string) =>
    text
      .replace(/\p{Z}|[^\P{Cc}\0]/gu, ' ')
      .trim()
      .normalize('NFC')
  for (let sign = 1; sign < 0x250; sign++) {
    for (const text of [0, 1, 2].map((at) => 'a b'.slice(0, at) + String.fromCharCode(sign) + 'c d'.slice(at))) {
      const expected = inOneForm(text)
      assert.equal(read(requiredText('Naziv', 10), text), expected, JSON.stringify(text))
      assert.equal(read(requiredCode('Broj', 10), text), expected.replace('\u00ad', ''), JSON.stringify(text))
    }
  }
})

describe('a quantity', () => {
  const kolicina = positiveMicro('Količina')

  test('is a number or its plain text, with up to 6 places', () => {
    assert.equal(read(kolicina, 0.25), 250_000)
    assert.equal(read(kolicina, '0.25'), 250_000)
    assert.equal(read(kolicina, 0.000001), 1)
    assert.equal(read(kolicina, 1_000_000_000), 1_000_000_000_000_000)
    assert.equal(read(kolicina, 123456.789012), 123_456_789_012)
  })

  test('is greater than 0, at most 1 000 000 000 and no finer than 6 places, each refused in its own words', () => {
    for (const none of [0, -0, -5, '0', '-0.5']) assert.equal(read(kolicina, none), 'Količina mora biti veća od 0')
    for (const much of [1_000_000_000.000001, 1e10, 1e300, '1000000001'])
      assert.equal(read(kolicina, much), 'Količina: najviše 1.000.000.000.')
    for (const fine of [0.0000001, 1.1234567, '1.1234567', 0.1 + 0.2])
      assert.equal(read(kolicina, fine), 'Količina mora biti broj sa najviše 6 decimala.')
  })

  test('is a number at all', () => {
    for (const missing of [undefined, null, '']) assert.equal(read(kolicina, missing), 'Količina: obavezno polje.')
    for (const wrong of ['pet', '1,5', '1e3', '1.234,5', true, {}, [1], Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(read(kolicina, wrong), 'Količina mora biti broj sa najviše 6 decimala.', String(wrong))
  })

  test('may have sentences of its own', () => {
    const own = positiveMicro('Cena', { positive: 'Cena mora biti veća od 0', missing: 'Unesite cenu' })
    assert.equal(read(own, 0), 'Cena mora biti veća od 0')
    assert.equal(read(own, null), 'Unesite cenu')
  })

  test('goes back over the wire as the number that came', () => {
    for (const value of [0.1, 0.25, 1e9, 0.000001, 123456.789012])
      assert.equal(z.encode(kolicina, kolicina.parse(value)), value)
    assert.equal(JSON.stringify(z.encode(micro, micro.parse(0.000001))), '0.000001')
    assert.equal(JSON.stringify(z.encode(para, para.parse(1234.5))), '1234.5')
  })
})

describe('text', () => {
  const naziv = requiredText('Naziv', 5, 'Naziv je obavezan')

  test('that is required is trimmed and within its limit', () => {
    assert.equal(read(naziv, '  Žica '), 'Žica')
    assert.equal(read(naziv, '12345'), '12345')
    assert.equal(read(naziv, '123456'), 'Naziv: najviše 5 znakova.')
    for (const missing of [undefined, null, '', '  ']) assert.equal(read(naziv, missing), 'Naziv je obavezan')
    for (const other of [7, {}, true]) assert.equal(read(naziv, other), 'Naziv: očekuje se tekst.')
  })

  test('of a number is what can be seen of it', () => {
    const broj = requiredCode('Broj', 5)
    const unseen = ['\u200f', '\u200b', '\u00ad', '\u0007', '\u0085', '\ufeff', '\u034f', '\u3164', '\u2800']
    for (const sign of unseen) assert.equal(read(broj, `N1${sign}`), 'N1', JSON.stringify(sign))
    assert.equal(read(broj, 'N\u200d1'), 'N1')
    for (const space of ['\t', '\u00a0', '\u2003', '\u2028', '\u2800']) assert.equal(read(broj, `N${space}1`), 'N 1')
    for (const sign of [...unseen, '\u00a0', ' \u200b ']) {
      assert.equal(read(broj, sign), 'Broj: obavezno polje.')
      assert.equal(read(naziv, sign), 'Naziv je obavezan')
      assert.equal(read(optionalText('PIB', 9), sign), null)
    }
    for (const control of '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
      assert.equal(read(naziv, `A${control}B`), 'AB', 'nor does it turn its signs around')
    assert.equal(read(naziv, 'A\u0007\u00a0B'), 'A  B', 'nor does a name hold what no form can type')
    assert.equal(read(naziv, '👩\u200d👧'), '👩\u200d👧', 'a name may hold what is built of several signs')
  })

  test('that is optional is null when absent or blank', () => {
    const pib = optionalText('PIB', 9)
    for (const missing of [undefined, null, '', '   ']) assert.equal(read(pib, missing), null)
    assert.equal(read(pib, ' 104052135 '), '104052135')
    assert.equal(read(pib, '1040521350'), 'PIB: najviše 9 znakova.')
    assert.equal(read(pib, 104052135), 'PIB: očekuje se tekst.')
  })

  test('has its letters in one form, and a known country its one spelling', () => {
    const apart = 'Pec\u030car'
    assert.equal(read(requiredText('Grad', 10), apart), 'Pečar')
    assert.equal(read(optionalText('Grad', 10), apart), 'Pečar')
    assert.equal(read(requiredCountry('Zemlja'), ' НЕМАЧКА '), 'Nemačka')
    assert.equal(read(requiredCountry('Zemlja'), 'atlantida'), 'atlantida')
  })

  test('holds no signs that a database cannot keep', () => {
    assert.equal(read(naziv, 'a\0b'), 'Naziv: nedozvoljeni znaci.')
    assert.equal(read(naziv, 'a\ud800'), 'Naziv: nedozvoljeni znaci.')
    assert.equal(read(optionalText('PIB', 9), 'a\0b'), 'PIB: nedozvoljeni znaci.')
    assert.equal(read(optionalText('PIB', 9), '\udc00'), 'PIB: nedozvoljeni znaci.')
  })
})

test('a choice is one of its options', () => {
  const valuta = oneOf('Valuta', ['RSD', 'EUR'])
  assert.equal(read(valuta, 'EUR'), 'EUR')
  assert.equal(read(valuta, 'eur'), 'Valuta: dozvoljeno je RSD, EUR.')
  for (const missing of [undefined, null, '']) assert.equal(read(valuta, missing), 'Valuta: obavezno polje.')
})

test('a day is one of the calendar; a time behind it is cut off', () => {
  assert.equal(read(day('Datum'), '2026-02-01T00:00:00.000Z'), '2026-02-01')
  for (const missing of [undefined, null, '']) assert.equal(read(day('Datum'), missing), 'Datum: obavezno polje.')
  for (const none of ['2026-02-30', '01.02.2026.', 'juče'])
    assert.equal(read(day('Datum'), none), 'Datum: datum nije ispravan (GGGG-MM-DD).')
  assert.equal(read(day('Datum'), 20260201), 'Datum: datum nije ispravan.')
  for (const year of ['1989-12-31', '2101-01-01'])
    assert.equal(read(day('Datum'), year), 'Datum: godina mora biti od 1990. do 2100.')
})

test('an ordinal is a whole number from 1, also as text', () => {
  assert.equal(read(ordinal, 3), 3)
  assert.equal(read(ordinal, '3'), 3)
  for (const low of [0, -1]) assert.equal(read(ordinal, low), 'Redni broj mora biti najmanje 1.')
  for (const wrong of [1.5, 'a', '1e3', '0x10', true, [], {}]) {
    assert.equal(read(ordinal, wrong), 'Redni broj mora biti ceo broj.')
  }
  assert.equal(read(ordinal, 1_000_000), 1_000_000)
  assert.equal(read(ordinal, 1_000_001), 'Redni broj je prevelik.')
  for (const missing of [undefined, null, '', ' ']) assert.equal(read(ordinal, missing), 'Redni broj je obavezan.')
})

test('the id of a line is a whole number from 1, or none', () => {
  assert.equal(read(lineId, 7), 7)
  assert.equal(read(lineId, null), null)
  for (const wrong of ['7', 0, -1, 1.5, true, {}]) assert.equal(read(lineId, wrong), 'ID stavke nije ispravan.')
})

describe('addresses', () => {
  test('a number that no document can have is 0, which none has', () => {
    assert.deepEqual(idParam.parse({ id: '17' }), { id: 17 })
    for (const id of ['0', '-1', '1.5', 'firms', '', '9007199254740993', '0x11', '17.0', '1e1', '+17', ' 17', '017'])
      assert.deepEqual(idParam.parse({ id }), { id: 0 })
  })

  test('a code that no row can have is empty', () => {
    assert.deepEqual(codeParam.parse({ id: 'KABL1' }), { id: 'KABL1' })
    assert.deepEqual(codeParam.parse({ id: 'Pec\u030car' }), { id: 'Pečar' })
    assert.deepEqual(codeParam.parse({ id: 'KABL\0' }), { id: '' })
  })

  test('blank filters are absent ones', () => {
    for (const field of [queryText, queryDay('Datum od'), queryNumber('Vrednost', 2, 'od')])
      for (const blank of [undefined, '', '  ']) assert.equal(read(field, blank), undefined)
  })

  test('filters are read, or refused in a sentence', () => {
    assert.equal(read(queryText, ' kabl '), 'kabl')
    assert.equal(read(queryText, 'x'.repeat(201)), 'Pretraga je predugačka.')
    assert.equal(read(queryText, 'a\0'), 'Pretraga: nedozvoljeni znaci.')
    assert.equal(read(queryDay('Datum od'), '2026-02-30'), 'Datum od: datum nije ispravan (GGGG-MM-DD).')
    for (const [text, end] of [
      ['2026-02-01', '2026-02-01'],
      ['1900-01-01', '1989-12-31'],
      ['9999-12-31', '2101-01-01'],
    ])
      assert.equal(read(queryDay('Datum do'), text), end)
    const vrednost = queryNumber('Vrednost', 2, 'od')
    assert.equal(read(vrednost, '12.5'), 1250)
    assert.equal(read(vrednost, '12,5'), 1250)
    assert.equal(read(vrednost, '-1'), -100)
    for (const wrong of ['puno', '1e400', '0x10']) assert.equal(read(vrednost, wrong), 'Vrednost od: očekuje se broj.')
  })

  test('a range ends at amounts that can be: what lies between two of them is rounded into it', () => {
    const ends = (text: string, places: number) =>
      (['od', 'do'] as const).map((end) => read(queryNumber('Vrednost', places, end), text))
    assert.deepEqual(ends('1.234', 2), [124, 123])
    assert.deepEqual(ends('-1.234', 2), [-123, -124])
    assert.deepEqual(ends('0.0000001', 6), [1, 0])
    assert.deepEqual(ends('1.5', 6), [1_500_000, 1_500_000])
    assert.deepEqual(ends('99999999999999999999', 2), [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
    assert.deepEqual(ends('-1e30', 2), [Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
  })
})

describe('pages', () => {
  const query = z.object(pageQuery(10))

  test('page under 1 is 1, limit at most 5000, nonsense the default', () => {
    assert.deepEqual(query.parse({}), { page: 1, limit: 10 })
    assert.deepEqual(query.parse({ page: '3', limit: '1000' }), { page: 3, limit: 1000 })
    assert.deepEqual(query.parse({ page: '-4', limit: '5001' }), { page: 1, limit: 5000 })
    assert.deepEqual(query.parse({ page: 'x', limit: '0' }), { page: 1, limit: 10 })
    assert.deepEqual(query.parse({ page: '1.5', limit: '2.5' }), { page: 1, limit: 10 })
    assert.ok(query.parse({ page: '9007199254740991', limit: '5000' }).page * 5000 < Number.MAX_SAFE_INTEGER)
  })
})

describe('sentences about what is wrong', () => {
  const body = z.object({
    naziv: requiredText('Naziv', 5),
    stavke: z.array(z.object({ kolicina: positiveMicro('Količina') })),
  })
  const errorsOf = (value: unknown) => {
    const parsed = body.safeParse(value)
    assert.ok(!parsed.success)
    return fieldErrorsOf(parsed.error)
  }

  test('name the line, counted from 1, and the field, counted from 0', () => {
    assert.deepEqual(errorsOf({ naziv: 'a', stavke: [{ kolicina: 1 }, { kolicina: 0 }] }), [
      { field: 'stavke.1.kolicina', message: 'Stavka 2: Količina mora biti veća od 0' },
    ])
  })

  test('what says nothing in its own words is Serbian all the same', () => {
    assert.deepEqual(errorsOf({ naziv: 'a' }), [{ field: 'stavke', message: 'Polje je obavezno.' }])
    assert.deepEqual(errorsOf({ naziv: 'a', stavke: [7] }), [
      { field: 'stavke.0', message: 'Stavka 1: Očekuje se JSON objekat.' },
    ])
    for (const other of [[], 'a', 7, null])
      assert.deepEqual(errorsOf(other), [{ field: '', message: 'Očekuje se JSON objekat.' }])
    assert.deepEqual(errorsOf({ naziv: 'a', stavke: 7 }), [{ field: 'stavke', message: 'Vrednost nije ispravna.' }])
  })

  test('one field is refused once, whatever else could be said of it', () => {
    for (const naziv of [[], { length: 999 }, 7])
      assert.deepEqual(errorsOf({ naziv, stavke: [] }), [{ field: 'naziv', message: 'Naziv: očekuje se tekst.' }])
  })

  test('the first stands above the others with their number; one sentence for all stands alone', () => {
    const [a, b] = [
      { field: 'a', message: 'Prvo.' },
      { field: 'b', message: 'Drugo' },
    ] as const
    assert.equal(summaryOf([]), 'Podaci nisu ispravni.')
    assert.equal(summaryOf([a]), 'Prvo.')
    assert.equal(summaryOf([a, b]), 'Prvo (i još grešaka: 1).')
    assert.equal(summaryOf([a, { ...a, field: 'c' }]), 'Prvo.')
  })
})
