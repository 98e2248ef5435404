import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { mailServer } from '#server/testing-posta.ts'
import { ACCOUNT } from './account.ts'
import { newPage, withoutBrowser } from './browser.ts'
import { lookAtEverySize } from './findings.ts'
import { useSite } from './site.ts'

const PUBLIC_URL = 'https://zalihe.firma.rs'
const LINK = /https:\/\/zalihe\.firma\.rs(\/poziv#\S+)/

describe('links by e-mail', { skip: withoutBrowser }, () => {
  let server: Awaited<ReturnType<typeof mailServer>>
  const env: Record<string, string> = { SMTP_FROM: 'zalihe@firma.rs', PUBLIC_URL }
  before(async () => {
    server = await mailServer()
    env.SMTP_URL = server.config.smtpUrl
  })
  const site = useSite({ env })

  test('who forgot his password asks for a mail on the login screen, and is logged in by its link', async () => {
    const page = await newPage(site.browser)
    await page.goto(`${site.app.url}/login`)
    await page.getByRole('link', { name: 'Zaboravljena lozinka?' }).click()
    await page.getByRole('heading', { name: 'Zaboravljena lozinka', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Pošalji vezu' }).click()
    await page.getByText('Molimo popunite sva polja ispravno.').waitFor()
    await lookAtEverySize(page)
    await page.getByLabel('Email').fill(ACCOUNT.email)
    await page.getByRole('button', { name: 'Pošalji vezu' }).click()
    await page.getByText(/^Ako postoji nalog sa ovom adresom/).waitFor()
    await lookAtEverySize(page)

    const { to, text } = await server.next()
    assert.equal(to, ACCOUNT.email)
    await page.goto(site.app.url + LINK.exec(text)?.[1])
    await page.getByLabel('Nova lozinka', { exact: true }).fill('kiša-u-avgustu')
    await page.getByLabel('Potvrdite novu lozinku').fill('kiša-u-avgustu')
    await page.getByRole('button', { name: 'Sačuvaj i prijavi se' }).click()
    await page.getByRole('heading', { name: 'Kontrolna tabla', level: 1 }).waitFor()

    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
    await page.getByRole('menuitem', { name: 'Podešavanja' }).click()
    const daily = { name: 'Šalji mi mejl o rokovima i manjku' }
    // It changes when it is answered.
    await page.getByRole('checkbox', daily).click()
    await page.getByText('Dnevni mejl je uključen.').waitFor()
    await page.getByRole('checkbox', { ...daily, checked: true }).waitFor()
    await lookAtEverySize(page)
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
    await page.getByRole('menuitem', { name: 'Nalog i sesije' }).click()
    await page.getByRole('button', { name: 'Pozovi kolegu' }).click()
    const form = page.getByRole('dialog', { name: 'Pozovi kolegu' })
    await form.getByLabel('Email').fill('petar@sumadijakabl.rs')
    await form.getByRole('button', { name: 'Napravi vezu' }).click()
    await page.getByRole('button', { name: 'Pošalji mejlom' }).click()
    assert.equal((await server.next()).to, 'petar@sumadijakabl.rs')
    await lookAtEverySize(page)
  })
})
