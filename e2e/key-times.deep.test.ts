// The cost of a key for the page, in the processor time of its own thread, in the largest forms.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_NORMATIV_ITEMS } from '#contract/limits.ts'
import { stavkiOf } from '#domain/count-words.ts'
import { xlsx } from '#server/testing-sheets.ts'
import { openAs, send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { cell, dialog } from './document-steps.ts'
import { keyTimes } from './key-times.ts'
import { rowAction } from './row-steps.ts'
import { importFile, importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const LINES = 500
/** Most time of a typed character until it is on the screen. */
const MAX_KEY_MS = 50
/** Enough of them for a 95th percentile, none of which makes the number too large. */
const KEYS = [...'123456789', ...Array<string>(9).fill('Backspace'), ...'12']

describe('keys in large forms', { skip: withoutBrowser }, () => {
  const site = useSite({ optimised: true })

  test(`${LINES} lines of a document: a typed character is there within ${MAX_KEY_MS} ms`, async (t) => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    const lines = Array.from({ length: LINES }, (_, at) => ({
      materijal_id: ['PRV050CRN', 'KON8PZ', 'REL12'][at % 3] ?? '',
      kolicina: at + 1,
      cena_po_jedinici: 0.25,
    }))
    await saveC4(site, 'C4-VELIKI', '2026-01-05', lines)
    const page = await openAs(site, { expectedErrors: [/ApiError/] })
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await rowAction(page, 'Izmeni: C4-VELIKI')
    await dialog(page).getByText(stavkiOf(LINES)).waitFor()

    const field = cell(page, 'Količina', 3)
    const key = await keyTimes(page, field, '', KEYS, MAX_KEY_MS)
    t.diagnostic(`a key among ${LINES} lines: ${key.middle.toFixed(0)} ms, p95 ${key.p95.toFixed(0)} ms`)
    assert.ok(key.p95 <= MAX_KEY_MS, `a key takes ${key.p95} ms at p95`)
  })

  test(`a normativ of ${MAX_NORMATIV_ITEMS} lines: a key that changes the form is there within ${MAX_KEY_MS} ms`, async (t) => {
    const numbers = Array.from({ length: MAX_NORMATIV_ITEMS }, (_, at) => at + 2)
    await importFile(
      site,
      '/materials/import',
      xlsx(...numbers.map((n) => [`MAT${n}`, `Kabl ${n}`, 'Kina', 'm', '8544'])),
    )
    await send(site, 'POST', '/proizvodi', {
      id: 'DUGACAK',
      naziv: 'Dugačak snop',
      hs_code: '8544',
      jedinica_mere: 'kom',
      normativi: numbers.map((n) => ({ materijal_id: `MAT${n}`, potrebna_kolicina: 2 })),
    })
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/products?otvori=DUGACAK`)
    const field = dialog(page).getByLabel('Količina za stavku 3', { exact: true })
    await field.waitFor()
    // Each of them changes whether the form differs from its stored state, which all of its window shows.
    const keys = Array.from({ length: 10 }, () => ['5', 'Backspace']).flat()
    const key = await keyTimes(page, field, '2', keys, MAX_KEY_MS)
    t.diagnostic(`a key among ${MAX_NORMATIV_ITEMS} lines: ${key.middle.toFixed(0)} ms, p95 ${key.p95.toFixed(0)} ms`)
    assert.ok(key.p95 <= MAX_KEY_MS, `a key takes ${key.p95} ms at p95`)
    await dialog(page).getByRole('button', { name: 'Ukloni stavku 1', exact: true }).click()
    await dialog(page).getByLabel(`Količina za stavku ${MAX_NORMATIV_ITEMS}`).waitFor({ state: 'detached' })
    assert.match(await dialog(page).getByLabel('Materijal za stavku 1', { exact: true }).inputValue(), /^Kabl 3$/)
  })
})
