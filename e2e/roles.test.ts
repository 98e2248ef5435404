import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { importFile } from './sample-data.ts'
import { useSite } from './site.ts'

const PETAR = { email: 'petar@sumadijakabl.rs', password: 'tajna-rec-2' }

describe('roles of accounts', { skip: withoutBrowser }, () => {
  const site = useSite()

  const logIn = async () => (await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', PETAR)).token

  test('an administrator names a colleague and lets him read only, who sees all and finds nothing to change', async () => {
    await send({ app: site.app }, 'POST', '/auth/register', PETAR)
    const material = { id: 'KABL1', naziv: 'Kabl', jedinica_mere: 'kg', zemlja_porekla: 'Kina', tarifni_broj: '8544' }
    await send(site, 'POST', '/materials', material)
    const bytes = new TextEncoder().encode('Broj;Datum;Tarifni broj;Količina;JM\nC4-9;20.01.2026.;8544;10;kg\n')
    await importFile(site, '/usaglasavanje', { name: 'spediter.csv', bytes })
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
    await page.getByText(`${ACCOUNT.email} · Administrator`).waitFor()
    await page.getByRole('menuitem', { name: 'Nalog i sesije' }).click()
    await page.getByRole('button', { name: `Izmeni: ${PETAR.email}` }).click()
    const form = page.getByRole('dialog', { name: PETAR.email })
    await form.getByLabel('Ime i prezime').fill('Petar Perić')
    await form.getByLabel('Uloga').selectOption('Samo čitanje')
    await form.getByRole('button', { name: 'Sačuvaj' }).click()
    await page.getByText('Nalog je izmenjen.').first().waitFor()
    await page.getByText('Petar Perić').waitFor()

    const petar = await openAs({ ...site, token: await logIn() })
    await petar.goto(`${site.app.url}/dashboard/materials`)
    await petar.getByText('Kabl', { exact: true }).first().waitFor()
    await petar.getByRole('button', { name: `Podešavanja: ${PETAR.email}` }).click()
    await petar.getByText(`${PETAR.email} · Samo čitanje`).waitFor()
    await petar.getByRole('menuitem', { name: 'Podešavanja' }).press('Enter')
    assert.equal(await petar.getByLabel('Upozori N dana pre roka').isDisabled(), true)
    assert.equal(await petar.getByRole('button', { name: /^(Sačuvaj|Uključi…)$/ }).count(), 0)
    await petar.goto(`${site.app.url}/dashboard/zakljucavanje`)
    await petar.getByText('Nijedan period nije zaključan.').waitFor()
    assert.equal(await petar.getByLabel('Do dana').count(), 0)
    await petar.goto(`${site.app.url}/dashboard/materials`)
    await petar.getByText('Kabl', { exact: true }).first().waitFor()
    await petar.getByRole('button', { name: `Podešavanja: ${PETAR.email}` }).waitFor()
    assert.equal(await petar.getByRole('button', { name: 'Novi materijal' }).count(), 0)
    assert.equal(await petar.getByRole('button', { name: /^Izmeni: / }).count(), 0)
    await petar.goto(`${site.app.url}/dashboard/materials/KABL1`)
    await petar.getByText('Nema beležaka.').waitFor()
    assert.equal(await petar.getByLabel('Nova beleška').count(), 0)
    await petar.goto(`${site.app.url}/dashboard/usaglasavanje`)
    await petar.getByRole('row', { name: /^Samo kod špeditera — C4-9 .* —$/ }).waitFor()
    assert.equal(await petar.getByLabel(/^Objašnjenje/).count(), 0)
    await petar.keyboard.press('Control+k')
    await petar.getByRole('dialog', { name: 'Pretraga' }).getByRole('combobox').fill('kab')
    await petar.getByRole('option', { name: /KABL1/ }).waitFor()
    await petar.getByRole('dialog', { name: 'Pretraga' }).getByRole('combobox').fill('novi materijal')
    await petar.getByText('Ništa nije nađeno.').waitFor()
  })
})
