import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { newPage, withoutBrowser } from './browser.ts'
import { answer, question } from './draft-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { useSite } from './site.ts'

const PETAR = 'petar@sumadijakabl.rs'

describe('invitations and keys', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('an administrator hands over a link, by which a colleague chooses his password and comes in', async () => {
    const page = await openAs(site, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
    await page.getByRole('menuitem', { name: 'Nalog i sesije' }).click()
    await page.getByRole('button', { name: 'Pozovi kolegu' }).click()
    const form = page.getByRole('dialog', { name: 'Pozovi kolegu' })
    await lookAtEverySize(page)
    await form.getByLabel('Email').fill(PETAR)
    await form.getByLabel('Ime i prezime').fill('Petar Perić')
    await form.getByLabel('Uloga').selectOption('Samo čitanje')
    await form.getByRole('button', { name: 'Napravi vezu' }).click()
    const shown = page.getByRole('dialog', { name: PETAR })
    const link = await shown.getByLabel('Jednokratna veza').inputValue()
    assert.ok(link.startsWith(`${site.app.url}/poziv#`))
    await lookAtEverySize(page)
    await page.keyboard.press('Escape')
    await answer(page, 'Ne')
    await shown.getByRole('button', { name: 'Kopiraj' }).click()
    await page.getByText('Kopirano.').waitFor()
    await shown.getByRole('button', { name: 'Zatvori' }).first().click()
    await page.getByText('još nije postavio lozinku').waitFor()
    await page.getByRole('button', { name: `Još: ${PETAR}` }).click()
    await page.getByRole('menuitem', { name: 'Povuci poziv' }).waitFor()

    const petar = await newPage(site.browser, { expectedErrors: [/status of 40[04]/] })
    await petar.goto(link)
    await petar.getByRole('heading', { name: 'Dobro došli, Petar Perić', level: 1 }).waitFor()
    await lookAtEverySize(petar)
    const save = petar.getByRole('button', { name: 'Sačuvaj i prijavi se' })
    await petar.getByLabel('Nova lozinka', { exact: true }).fill('lozinka123')
    await petar.getByLabel('Potvrdite novu lozinku').fill('lozinka123')
    await save.click()
    await petar.getByText('Ova lozinka se lako pogađa. Izaberite drugu.').waitFor()
    await lookAtEverySize(petar)
    await petar.getByLabel('Nova lozinka', { exact: true }).fill('kiša-u-avgustu')
    await petar.getByLabel('Potvrdite novu lozinku').fill('kiša-u-avgustu')
    await save.click()
    await petar.getByRole('heading', { name: 'Kontrolna tabla', level: 1 }).waitFor()
    await petar.goto(link)
    await petar.getByRole('heading', { name: 'Veza ne važi', level: 1 }).waitFor()
    await lookAtEverySize(petar)
    await petar.getByRole('link', { name: 'Prijava' }).waitFor()
  })

  test('an administrator makes a key for a program, which reads with it until it is revoked', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
    await page.getByRole('menuitem', { name: 'Nalog i sesije' }).click()
    await page.getByRole('button', { name: 'Novi ključ' }).click()
    const form = page.getByRole('dialog', { name: 'Novi ključ' })
    await form.getByLabel('Program').fill('ERP')
    await lookAtEverySize(page)
    await form.getByRole('button', { name: 'Napravi ključ' }).click()
    const token = await form.getByLabel('Ključ: ERP').inputValue()
    await lookAtEverySize(page)
    await form.getByRole('button', { name: 'Zatvori' }).first().click()
    await question(page).getByText('Ključ se više ne može prikazati.').waitFor()
    await answer(page, 'Da')
    const row = page.getByRole('list', { name: 'Ključevi programa' }).getByRole('listitem')
    await row.getByText('nije korišćen').waitFor()
    await send({ ...site, token }, 'GET', '/materials')
    await assert.rejects(send({ ...site, token }, 'POST', '/materials', {}), /403/)
    await row.getByRole('button', { name: 'Ukini: ERP' }).click()
    await page.getByRole('button', { name: 'Da', exact: true }).click()
    await page.getByText('Ključ je ukinut.').waitFor()
    await row.waitFor({ state: 'detached' })
    await assert.rejects(send({ ...site, token }, 'GET', '/materials'), /401/)
  })
})
