import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { C4_CARINA, LINE_CARINA } from '#contract/carina.ts'
import { MAX_DOCUMENT_ITEMS } from '#contract/limits.ts'
import { keptPdf } from '#web/beside/pdf-choice.ts'
import {
  draftFrom,
  type KeptDocument,
  keptDocument,
  keptName,
  withoutGoneLines,
} from '#web/document-form/kept-document.ts'
import { differences } from '#web/drafts/differences.ts'
import { readDrafts } from '#web/drafts/kept-draft.ts'
import { emptyIn } from '#web/drafts/typed-fields.ts'
import { C4_KEEPING } from './c4-draft.ts'

type Kept = Parameters<typeof C4_KEEPING.nameOf>[0]
const line = (id: number | null, change: object = {}): Kept['invoices'][number]['lines'][number] => ({
  id,
  redni_broj: String(id ?? 1),
  materijal_id: 'PRV050CRN',
  materijal: 'Provodnik FLRY-B 0,50 mm² crni',
  jedinica_mere: 'm',
  kolicina: '12000',
  cena_po_jedinici: '0,085',
  dokazuje_poreklo: true,
  tarifni_broj: '8544.49.95',
  zemlja_porekla: 'Bosna i Hercegovina',
  ...emptyIn(LINE_CARINA),
  ...change,
})
const kept = (lines: Kept['invoices'][number]['lines'], head: object = {}): Kept => ({
  head: {
    tip_dokumenta: 'Uvozna deklaracija',
    broj_terminala: 'T-12',
    broj_c4: 'C4-1',
    datum: '01.02.2026.',
    posiljalac_naziv: 'Müller Kabel GmbH',
    posiljalac_grad: 'München',
    posiljalac_drzava: 'Nemačka',
    primalac_naziv: 'Šumadija Kabl d.o.o.',
    primalac_pib: '',
    primalac_mb: '',
    primalac_grad: 'Kragujevac',
    zemlja_otpreme: 'Nemačka',
    valuta: 'EUR',
    paritet: 'EXW',
    ...emptyIn(C4_CARINA),
    ...head,
  },
  invoices: [{ broj_fakture: 'DE-1', open: true, lines }],
  pdf: keptPdf({ kind: 'none' }, null),
})
const draftOf = (content: Kept) => ({ savedAt: 1, verzija: null, name: '', content })

describe('the form of a document as a draft', () => {
  test('it comes back as it was, with keys of its own', () => {
    const content = kept([line(1), line(null, { kolicina: 'sto', materijal_id: '' })])
    const back = readDrafts(JSON.stringify([draftOf(content)]), C4_KEEPING.shape)
    assert.deepEqual(back[0]?.content, content)
    const draft = draftFrom(content, (one, key) => C4_KEEPING.lineFrom(one, key, null))
    assert.equal(draft.changed, true)
    const keys = draft.invoices.flatMap(({ key, lines }) => [key, ...lines.map((one) => one.key)])
    assert.equal(new Set(keys).size, 3)
    assert.deepEqual(keptDocument(draft, content.pdf, C4_KEEPING.keepLine), content)
  })

  test('a document of the most lines there can be still fits', () => {
    const lines = Array.from({ length: MAX_DOCUMENT_ITEMS }, (_, place) => line(1_000_000 + place))
    const { length } = JSON.stringify([draftOf(kept(lines))])
    assert.ok(length < 2_000_000, `${length} characters; a browser has room for about 5 million`)
  })

  test('a chosen PDF is kept by its name only', () => {
    const file = new File(['%PDF-1.7'], 'racun.pdf')
    assert.deepEqual(keptPdf({ kind: 'chosen', file }, null), { kind: 'chosen', name: 'racun.pdf', path: '' })
    assert.deepEqual(keptPdf({ kind: 'stored' }, 'pdf/7'), { kind: 'stored', name: '', path: 'pdf/7' })
  })

  test('the offer names it by its number and its lines', () => {
    assert.equal(C4_KEEPING.nameOf(kept([line(1), line(2)])), 'C4-1 · 2 stavke')
    assert.equal(keptName(' ', { invoices: [] } as Pick<KeptDocument<unknown, unknown>, 'invoices'>), '')
  })

  test('lines that somebody removed meanwhile become new ones', () => {
    const back = withoutGoneLines(kept([line(1), line(2), line(null)]), [{ id: 2 }, { id: 3 }])
    assert.deepEqual(
      back.invoices[0]?.lines.map(({ id }) => id),
      [null, 2, null],
    )
  })
})

describe('two states of a document', () => {
  const compared = (before: Kept, now: Kept, mine: Kept = before) =>
    differences(C4_KEEPING.factsOf(before), C4_KEEPING.factsOf(now), C4_KEEPING.factsOf(mine)).map(
      ({ line: name, label, before: was, now: is }) => [name, label, was, is],
    )

  test('are the same when they only are written differently', () => {
    const typed = kept([line(1, { kolicina: '12000,00', cena_po_jedinici: '0,0850' })], { datum: '1.2.26' })
    assert.deepEqual(compared(typed, kept([line(1)])), [])
  })

  test('differ by field, by line and by PDF', () => {
    const now: Kept = {
      ...kept([line(1, { kolicina: '10', dokazuje_poreklo: false }), line(4)], { paritet: 'CIF' }),
      pdf: keptPdf({ kind: 'stored' }, 'pdf/7'),
    }
    const first = 'DE-1, stavka 1 (Provodnik FLRY-B 0,50 mm² crni)'
    assert.deepEqual(compared(kept([line(1), line(null)]), now).slice(0, -1), [
      ['', 'Paritet', 'EXW', 'CIF'],
      ['', 'PDF dokumenta', 'nema', 'priložen'],
      [first, 'Količina', '12.000', '10'],
      [first, 'Dokazuje poreklo', 'DA', 'NE'],
    ])
    const added = compared(kept([line(1), line(null)]), now).at(-1)
    assert.deepEqual(added?.slice(0, 3), ['DE-1, stavka 4 (Provodnik FLRY-B 0,50 mm² crni)', '', null])
    assert.match(added?.[3] ?? '', /Količina 12\.000, Cena po jedinici 0,085/)
  })
})
