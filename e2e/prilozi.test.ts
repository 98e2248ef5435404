import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { c4Body } from '#server/testing-documents.ts'
import { send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { dialog } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { goTo, openScreen, useSite } from './site.ts'

const pdf = readFileSync(join(import.meta.dirname, '../server/files/fixtures/pdf20.pdf'))
/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

describe('attachments', { skip: withoutBrowser }, () => {
  const site = useSite()

  test('files are dropped beside a document, looked at, corrected, removed and brought back, and come with all papers', async () => {
    const material = { jedinica_mere: 'm', tarifni_broj: '8544.49', zemlja_porekla: 'Nemačka' }
    await send(site, 'POST', '/materials', { id: 'KABL1', naziv: 'Kabl', ...material })
    const line = { materijal_id: 'KABL1', kolicina: 100, cena_po_jedinici: 2 }
    const { id } = await send<{ id: number }>(site, 'POST', '/c4', c4Body('C4-1', '2026-01-10', [line]))
    const page = await openScreen(site, `incoming/${id}`)
    await page
      .getByLabel('Novi prilozi', { exact: true })
      .last()
      .setInputFiles([
        { name: 'CMR 12.pdf', mimeType: 'application/pdf', buffer: pdf },
        { name: 'faktura.png', mimeType: 'image/png', buffer: png },
        { name: 'zlo.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
      ])
    await page.getByText('zlo.html: Prilog može biti PDF').waitFor()
    const list = page.getByRole('list', { name: 'Prilozi' })
    await list.getByText('CMR', { exact: true }).waitFor()
    await list.getByText('faktura.png').waitFor()
    assert.equal(await list.getByRole('listitem').count(), 2)

    await page.getByRole('button', { name: 'Prikaži pregled: faktura.png' }).click()
    await page.getByRole('img', { name: 'Pregled: faktura.png' }).waitFor()
    await lookAtEverySize(page)

    await page.getByRole('button', { name: 'Izmeni: CMR 12.pdf' }).click()
    await dialog(page).getByLabel('Broj').fill('12')
    await dialog(page).getByLabel('Datum').fill('2.3.26')
    await dialog(page).getByRole('button', { name: 'Sačuvaj' }).click()
    await page.getByText('Prilog je izmenjen.').waitFor()
    await list.getByText('02.03.2026.').waitFor()

    await page.getByRole('button', { name: 'Obriši: CMR 12.pdf' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Da' }).click()
    await page.getByText('Prilog je obrisan.').waitFor()
    await list.getByText('CMR 12.pdf').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Vrati' }).first().click()
    await list.getByText('CMR 12.pdf').waitFor()

    await goTo(page, site, 'archive')
    await page.getByRole('button', { name: 'Svi papiri (zip)' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Papira: 1, PDF-ova i priloga: 2').waitFor()
    await lookAtEverySize(page)
    const coming = page.waitForEvent('download')
    await question.getByRole('button', { name: 'Da' }).click()
    assert.equal((await coming).suggestedFilename(), 'papiri.zip')
  })
})
