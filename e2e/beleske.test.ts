import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { dialog } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { openScreen, useSite } from './site.ts'

describe('notes', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('a note is added by Enter, found by Ctrl+K and deleted', async () => {
    const material = { jedinica_mere: 'kg', tarifni_broj: '7318.15', zemlja_porekla: 'Nemačka' }
    await send(site, 'POST', '/materials', { id: 'CELIK1', naziv: 'Čelik', ...material })
    const page = await openScreen(site, 'materials/CELIK1')
    await page.getByLabel('Nova beleška').fill('Dobavljač kasni do petka\nZvati u ponedeljak')
    await page.getByLabel('Nova beleška').press('Enter')
    const notes = page.getByRole('list', { name: 'Beleške' })
    const note = notes.getByText('Dobavljač kasni do petka')
    assert.equal(await note.innerText(), 'Dobavljač kasni do petka\nZvati u ponedeljak')
    await lookAtEverySize(page)

    await page.keyboard.press('Control+k')
    await dialog(page).getByRole('combobox').fill('dobavljac petka')
    await dialog(page)
      .getByRole('option', { name: /^Čelik · beleška · Dobavljač kasni do petka/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: /^Obriši belešku: Dobavljač kasni do petka/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da' }).click()
    await page.getByText('Beleška je obrisana.').waitFor()
    await notes.waitFor({ state: 'detached' })
  })
})
