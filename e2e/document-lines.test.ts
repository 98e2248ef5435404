import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs } from './account.ts'
import { type AppPage, drawn, holdAnswers, resize, withoutBrowser } from './browser.ts'
import { button, cell, dialog, escapeDialog, pasteText } from './document-steps.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

/** More than a grid draws at once. */
const LINES = 100

describe('lines of a document', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(() => importSheet(site, '/materials/import', 'materijali.xlsx'))

  test('the lines of a long invoice are there when the one above it closes', async () => {
    const lines = (broj_fakture: string) =>
      Array.from({ length: LINES }, (_, at) => ({
        broj_fakture,
        redni_broj: at + 1,
        materijal_id: 'REL12',
        kolicina: at + 1,
        cena_po_jedinici: 2,
      }))
    await saveC4(site, 'C4-DVE', '2026-01-05', [...lines('DE-1'), ...lines('DE-2')])
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await rowAction(page, 'Izmeni: C4-DVE')
    await cell(page, 'Količina', 1).first().waitFor()
    await button(page, 'Skupi fakturu DE-1').click()
    await cell(page, 'Količina', 1).waitFor()
    assert.equal(await cell(page, 'Količina', 1).inputValue(), '1')
  })

  test('the name of the goods has room beside all columns, however wide the window is', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await button(page, 'Novi dokument').first().click()
    await button(page, 'Dodaj fakturu').click()
    await page.keyboard.press('Enter')
    await button(page, 'Carina').click()
    await cell(page, 'Već razduženo', 1).waitFor()
    const widthOf = async (name: string) => (await cell(page, name, 1).boundingBox())?.width ?? 0
    for (const width of [390, 800, 1024, 1280, 1440, 1920]) {
      await resize(page, { width, height: 900 })
      const [name, price] = [await widthOf('Materijal'), await widthOf('Cena po jedinici')]
      assert.ok(name > 150 && price > 80, `at ${width} px the name has ${name}, the price ${price} px`)
      const beyond = await dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      assert.equal(beyond, 0, `at ${width} px`)
      const fields = dialog(page).getByRole('textbox').or(dialog(page).getByRole('combobox'))
      const cut = await fields.evaluateAll((inputs) =>
        inputs
          .flatMap((input) => [...((input as HTMLInputElement).labels ?? [])])
          .flatMap((label) => (label.scrollWidth > label.clientWidth + 1 ? [label.textContent] : [])),
      )
      assert.deepEqual(cut, [], `labels that are cut at ${width} px`)
      const shortened = await fields.evaluateAll((inputs) =>
        inputs.flatMap((input) => {
          const { placeholder, clientWidth, labels } = input as HTMLInputElement
          if (placeholder !== 'dd.mm.gggg.') return []
          const style = getComputedStyle(input)
          const pen = document.createElement('canvas').getContext('2d')
          if (!pen) throw new Error('no canvas')
          pen.font = `${style.fontSize} ${style.fontFamily}`
          const room = clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
          return pen.measureText(placeholder).width > room ? [labels?.[0]?.textContent] : []
        }),
      )
      assert.deepEqual(shortened, [], `days whose pattern is cut at ${width} px`)
    }
  })

  test('Ctrl + Z in a cell that is typed in takes back what was typed there, and no paste before it', async () => {
    const page = await openAs(site, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await button(page, 'Novi dokument').first().click()
    await button(page, 'Dodaj fakturu').click()
    await page.keyboard.press('Enter')
    await cell(page, 'Količina', 1).focus()
    await pasteText(page, '7\t1,5\n8\t2,5\n')
    await cell(page, 'Materijal', 2).focus()
    await page.keyboard.type('r')
    await page.keyboard.press('Control+Z')
    assert.equal(await cell(page, 'Materijal', 2).inputValue(), '')
    assert.equal(await cell(page, 'Količina', 2).inputValue(), '8')
    await cell(page, 'Količina', 2).focus()
    await page.keyboard.press('Control+Z')
    await cell(page, 'Količina', 2).waitFor({ state: 'detached' })
    assert.equal(
      await dialog(page)
        .getByLabel(/^Količina, stavka/)
        .count(),
      1,
    )
  })

  test('a Cyrillic keyboard saves, takes back and answers as a Latin one; Ctrl + Alt does nothing', async () => {
    const page = await openAs(site, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
    const keyboard = await page
      .context()
      .newCDPSession(page as Parameters<ReturnType<AppPage['context']>['newCDPSession']>[0])
    const press = async (key: string, code: string, held = 0) => {
      const pressed = { key, code, modifiers: held, windowsVirtualKeyCode: code.charCodeAt(3) }
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed, ...(held === 0 && { text: key }) })
      await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed })
    }
    const [ALT, CTRL] = [1, 2]
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await button(page, 'Novi dokument').first().click()
    await button(page, 'Dodaj fakturu').click()
    await page.keyboard.press('Enter')
    const origin = cell(page, 'Dokazuje poreklo', 1)
    for (const [key, code, answer] of [
      ['д', 'KeyD', 'DA'],
      ['Н', 'KeyN', 'NE'],
    ] as const) {
      await origin.focus()
      await press(key, code)
      await origin.getByText(answer).waitFor()
    }
    await cell(page, 'Količina', 1).focus()
    await pasteText(page, '7\t1,5\n8\t2,5\n')
    await cell(page, 'Količina', 2).focus()
    await press('з', 'KeyY', CTRL | ALT)
    await press('с', 'KeyS', CTRL | ALT)
    await drawn(page)
    assert.equal(await cell(page, 'Količina', 2).inputValue(), '8')
    assert.equal(await dialog(page).getByText('Sva obavezna polja moraju').count(), 0)
    await press('з', 'KeyY', CTRL)
    await cell(page, 'Količina', 2).waitFor({ state: 'detached' })
    await press('с', 'KeyS', CTRL)
    await dialog(page).getByText('Sva obavezna polja moraju').waitFor()
  })

  test('a file that is read when its form is closed already is told nobody', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await button(page, 'Novi dokument').first().click()
    const release = await holdAnswers(page, '**/api/c4/import')
    const answer = page.waitForResponse('**/api/c4/import')
    const file = { name: 'fakture.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('nije tabela') }
    await dialog(page).getByLabel('Excel fajl sa fakturama').setInputFiles(file)
    await dialog(page).getByText('Čitanje fajla...').waitFor()
    await escapeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    release()
    const refused = await answer
    assert.equal(refused.status(), 415)
    await refused.finished()
    await drawn(page)
    assert.equal(await page.getByRole('alertdialog').count(), 0)
  })
})
