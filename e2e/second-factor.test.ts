import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { appCode } from '#server/testing-codes.ts'
import { ACCOUNT } from './account.ts'
import { type AppPage, newPage, withoutBrowser } from './browser.ts'
import { expectNoFindings, lookAtEverySize } from './findings.ts'
import { useSite } from './site.ts'

const STEP = 30_000

describe('the second factor', { skip: withoutBrowser }, () => {
  const site = useSite({ env: { SECOND_FACTOR: 'required' } })
  const enter = async (page: AppPage) => {
    await page.getByLabel('Email').fill(ACCOUNT.email)
    await page.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await page.keyboard.press('Enter')
  }
  const dashboard = (page: AppPage) => page.getByRole('heading', { name: 'Kontrolna tabla', level: 1 }).waitFor()
  async function openMenu(page: AppPage, entry: string) {
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).press('Enter')
    await page.getByRole('menuitem', { name: entry }).press('Enter')
  }

  test('is set up first where it is required, asked for at the login, and turned off, by keys', async () => {
    // The dashboard asks beside the question whose account it is, and may be refused first.
    const expectedErrors = [/status of 40[0139]/, /Pre svega ostalog uključite/]
    const page = await newPage(site.browser, { expectedErrors })
    await page.goto(`${site.app.url}/login`)
    await enter(page)
    await page.getByRole('heading', { name: 'Potvrda u dva koraka', level: 1 }).waitFor()
    await lookAtEverySize(page)
    await page.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /^QR kod/ }).waitFor()
    await lookAtEverySize(page)
    const secret = (await page.getByLabel('Ključ za ručni unos').inputValue()).replaceAll(' ', '')
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByText('Kod nije ispravan ili je već upotrebljen.').waitFor()
    const begun = Date.now()
    await page.getByLabel('Kod iz aplikacije').fill(appCode(secret, begun))
    await page.keyboard.press('Enter')
    const shown = page.getByRole('list', { name: 'Rezervni kodovi' }).getByRole('listitem')
    await shown.first().waitFor()
    const codes = await shown.allTextContents()
    assert.equal(codes.length, 10)
    await lookAtEverySize(page)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Preuzmi' }).press('Enter')
    const file = readFileSync(await (await coming).path(), 'utf8')
    for (const code of codes) assert.ok(file.includes(code))
    await page.getByRole('button', { name: 'Gotovo' }).press('Enter')
    await dashboard(page)

    await openMenu(page, 'Logout')
    await page.waitForURL('**/login')
    await enter(page)
    await page.getByText('Ovaj nalog ima potvrdu u dva koraka.').waitFor()
    await lookAtEverySize(page)
    await page.keyboard.type(appCode(secret, begun))
    await page.keyboard.press('Enter')
    await page.getByText('Kod nije ispravan ili je već upotrebljen.').waitFor()
    await expectNoFindings(page)
    // The next one: a clock may be ahead by a step.
    await page.keyboard.type(appCode(secret, begun + STEP))
    await page.keyboard.press('Enter')
    await dashboard(page)

    await openMenu(page, 'Logout')
    await page.waitForURL('**/login')
    await enter(page)
    await page.getByRole('button', { name: 'Upiši rezervni kod' }).press('Enter')
    await page.getByLabel('Rezervni kod').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await dashboard(page)

    await openMenu(page, 'Nalog i sesije')
    const account = page.getByRole('dialog', { name: 'Nalog i sesije' })
    await account.getByText('rezervnih kodova: 9').waitFor()
    await account.getByRole('button', { name: 'Isključi potvrdu' }).press('Enter')
    const asked = page.getByRole('alertdialog', { name: 'Isključi potvrdu' })
    await asked.getByLabel('Lozinka', { exact: true }).fill(ACCOUNT.password)
    await asked.getByRole('button', { name: 'Upiši rezervni kod' }).press('Enter')
    await asked.getByLabel('Rezervni kod').fill(codes[1] ?? '')
    await expectNoFindings(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Potvrda u dva koraka', level: 1 }).waitFor()
  })
})
