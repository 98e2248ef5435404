import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, withoutBrowser } from './browser.ts'
import { dialog, stored } from './document-steps.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

const LINES = 20
const MATERIALS = ['PRV050CRN', 'KON8PZ', 'REL12', 'KON6PZ'] as const
/** Keys that move the focus, choose, add and save, for the complete document; typed characters come on top. */
const MAX_MOVES = 170
/** No field is further away than this from the one before. */
const MAX_TABS = 16

type Saved = {
  stavke: { materijal_id: string; kolicina: number; dokazuje_poreklo: boolean }[]
  posiljalac_grad: string
}

describe('by keyboard alone', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await saveC4(site, 'C4-RANIJI', '2026-01-05', [{ materijal_id: 'REL12', kolicina: 100, cena_po_jedinici: 2 }])
  })

  test(`a C4 of ${LINES} lines, from the list to the saved document`, async (t) => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await page.getByRole('row', { name: /C4-RANIJI/ }).waitFor()
    let typed = 0
    let moves = 0
    const type = async (text: string) => {
      typed += text.length
      await page.keyboard.type(text)
    }
    const press = async (key: string, times = 1) => {
      moves += times
      for (let time = 0; time < times; time++) await page.keyboard.press(key)
    }
    const tabTo = async (label: string, most = MAX_TABS) => {
      for (let tab = 0; tab < most; tab++) {
        await press('Tab')
        if ((await focused(page)).startsWith(label)) return
      }
      assert.fail(`${label} is not within ${most} tabs`)
    }

    await tabTo('Novi dokument', 4 * MAX_TABS)
    await press('Enter')
    await dialog(page).getByText('Novi ulazni dokument').waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('select'))
    await type('U')
    for (const [label, text] of [
      ['Broj terminala', 'T-12'],
      ['C4 broj', 'C4-2026/0418'],
      ['Datum', '1.2.26'],
      ['Valuta', 'E'],
    ] as const) {
      await tabTo(label)
      await type(text)
    }
    await tabTo('Pošiljalac')
    await type('mul')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await press('ArrowDown')
    await press('Enter')
    // The firm and its last document have filled what stands between.
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Broj fakture')
    await type('DE-1')
    await press('Enter')
    for (let line = 0; line < LINES; line++) {
      for (const cell of [MATERIALS[line % MATERIALS.length] ?? '', String(100 + line), '0,25']) {
        await type(cell)
        await press('Enter')
      }
      await type('d')
      if (line < LINES - 1) await press('Enter', 3)
    }
    await press('Control+S')
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByText(/^Ulazni dokument .+ je napravljen\.$/).waitFor()

    const { results } = await stored<{ results: { id: number }[] }>(site, '/c4?c4Number=C4-2026/0418')
    const saved = await stored<Saved>(site, `/c4/${results[0]?.id}`)
    assert.equal(saved.posiljalac_grad, 'München')
    assert.deepEqual(
      saved.stavke.map((line) => [line.materijal_id, line.kolicina, line.dokazuje_poreklo]),
      Array.from({ length: LINES }, (_, line) => [MATERIALS[line % MATERIALS.length], 100 + line, true]),
    )
    t.diagnostic(`${typed + moves} keys: ${typed} characters, ${moves} to move, choose and save`)
    assert.ok(moves <= MAX_MOVES, `${moves} keys that are no characters`)
  })

  test('after a row is deleted the menu of the next one has the focus, after the last the search', async () => {
    for (const broj of ['C4-BRISI-1', 'C4-BRISI-2'])
      await saveC4(site, broj, '2026-01-06', [{ materijal_id: 'REL12', kolicina: 1, cena_po_jedinici: 2 }])
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming?search=C4-BRISI`)
    const menus = page.getByRole('button', { name: /^Još: C4-BRISI/ })
    await menus.nth(1).waitFor()
    await menus.first().focus()
    const removeFocused = async () => {
      const name = await focused(page)
      for (const key of ['Enter', 'End', 'Enter']) await page.keyboard.press(key)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Da' }).press('Enter')
      await page.getByRole('button', { name }).waitFor({ state: 'detached' })
    }
    await removeFocused()
    await page.waitForFunction(() => document.activeElement?.ariaLabel?.startsWith('Još: C4-BRISI'))
    await removeFocused()
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Pretraži dokumente...')
  })
})

/** The name of the element that has the focus. */
const focused = (page: AppPage): Promise<string> =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement | null
    return (field?.ariaLabel ?? field?.labels?.[0]?.textContent ?? field?.textContent ?? '').trim()
  })
