import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { c4Body } from '#server/testing-documents.ts'
import { MULLER, ubl } from '#server/testing-invoices.ts'
import { workbook } from '#server/testing-sheets.ts'
import { openAs, send } from './account.ts'
import { withoutBrowser } from './browser.ts'
import { button, cell, dialog, fillHead, stored, untilValue } from './document-steps.ts'
import { lookAtEverySize } from './findings.ts'
import { useSite } from './site.ts'

type Stavka = { broj_fakture: string; materijal_id: string; kolicina: number; iznos: number; tarifni_broj: string }
const WEBER = { naziv: 'Weber Stecker AG', grad: 'Ulm', pib: 'DE822233344', zemlja: 'DE' }
const ROSSI = { naziv: 'Rossi Tubi SpA', grad: 'Torino', pib: 'IT01234567890', zemlja: 'IT' }
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
const codeOf = (at: number) => `MAT${String(at).padStart(3, '0')}`
/** The day and the head of the last C4 of a sender are enough for the next one. */
const MOST_ACTIONS = 10

describe('invoices of suppliers', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    const facts = { tarifni_broj: '8544.49', zemlja_porekla: 'Nemačka' }
    for (const at of numbers(0, 98))
      await send(site, 'POST', '/materials', { id: codeOf(at), naziv: `Kabl ${at}`, jedinica_mere: 'm', ...facts })
    const line = { materijal_id: codeOf(0), kolicina: 1, cena_po_jedinici: 1 }
    await send(site, 'POST', '/c4', c4Body('C4-2026/001', '2026-01-10', [line]))
    const { id } = await send<{ id: number }>(site, 'POST', '/partneri', { ...WEBER, drzava: 'Nemačka' })
    // Rolls of 500 m, as Weber sells them.
    for (const at of numbers(40, 75))
      await send(site, 'PUT', `/materials/${codeOf(at)}/sifre`, [{ partner_id: id, sifra: `W-${at}`, cinilac: 500 }])
  })

  test('a C4 of 100 lines from the invoices of three suppliers is saved in ten actions, and the next needs no choice', async () => {
    const files = [
      // By our codes.
      ubl(
        { broj: 'M-1' },
        numbers(0, 40).map((at) => ({ naziv: 'Kabel', nasa: codeOf(at), kolicina: 12.5, jm: 'MTR', cena: 1.2 })),
      ),
      // By Weber's.
      ubl(
        { broj: 'W-1', prodavac: WEBER },
        numbers(40, 75).map((at) => ({ naziv: 'Rolle', sifra: `W-${at}`, kolicina: 2, jm: 'RO', cena: 100 })),
      ),
      // By names; two lines that nobody knows.
      ubl({ broj: 'R-1', prodavac: ROSSI }, [
        ...numbers(75, 98).map((at) => ({ naziv: `KABL ${at}`, kolicina: 3, jm: 'MTR', cena: 2 })),
        { naziv: 'Tubo rosso', sifra: 'T-1', kolicina: 4, jm: 'MTR', cena: 5 },
        {
          naziv: 'Raccordo nuovo',
          sifra: 'RAC-77',
          kolicina: 10,
          jm: 'C62',
          cena: 1,
          zemlja: 'IT',
          tarifa: '74122000',
        },
      ]),
    ].map(({ name, bytes }) => ({ name, mimeType: 'application/xml', buffer: Buffer.from(bytes) }))

    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/incoming`)
    let actions = 0
    const act = async (done: Promise<unknown>) => {
      actions += 1
      await done
    }
    const choosing = page.waitForEvent('filechooser')
    await act(button(page, 'Iz fakture').click())
    await act((await choosing).setFiles(files))
    const window = page.getByRole('dialog', { name: 'Iz fakture dobavljača' })
    await window.getByText('Pročitano – faktura: 3, stavki: 100. Ništa još nije upisano.').waitFor()
    await window.getByText('Bez materijala: 2').waitFor()
    await lookAtEverySize(page)
    await act(window.getByLabel('Materijal za Tubo rosso').fill('MAT001'))
    await act(page.getByRole('option', { name: /MAT001/ }).click())
    await act(window.getByRole('button', { name: 'Dodaj kao nove materijale: 1' }).click())
    await window.getByText('Bez materijala: 0').waitFor()
    await act(window.getByRole('button', { name: 'Učitaj u dokument' }).click())

    await window.waitFor({ state: 'detached' })
    await dialog(page).getByText('Pročitano iz fajla: M-1.xml, W-1.xml, R-1.xml').waitFor()
    const head = (label: string) => dialog(page).getByLabel(label, { exact: true }).inputValue()
    assert.deepEqual(await Promise.all(['Pošiljalac', 'Valuta', 'Zemlja otpreme', 'Tip dokumenta'].map(head)), [
      ...[MULLER.naziv, 'EUR', 'Nemačka', 'Uvozna deklaracija'],
    ])
    // The firm itself stands in no invoice: it comes from the sender's last document.
    await untilValue(dialog(page).getByLabel('Grad primaoca', { exact: true }), /./)
    await act(fillHead(page, { Datum: '2.2.26' }))
    await act(button(page, 'Napravi dokument').click())
    await page.getByText(/^Ulazni dokument .* je napravljen\.$/).waitFor()
    await page.getByText('Uz dokument: 3 nova priloga.').waitFor()
    assert.ok(actions <= MOST_ACTIONS, `${actions} actions`)

    const { results } = await stored<{ results: { id: number }[] }>(site, '/c4?sort=datum&order=desc')
    const id = results[0]?.id
    const { stavke, vrednost_total } = await stored<{ stavke: Stavka[]; vrednost_total: number }>(site, `/c4/${id}`)
    assert.equal(stavke.length, 100)
    assert.equal(vrednost_total, 40 * 15 + 35 * 200 + 23 * 6 + 20 + 10)
    const of = (broj: string, at: number) => stavke.filter(({ broj_fakture }) => broj_fakture === broj)[at]
    assert.deepEqual([of('W-1', 0)?.materijal_id, of('W-1', 0)?.kolicina], [codeOf(40), 1000])
    assert.deepEqual([of('R-1', 23)?.materijal_id, of('R-1', 24)?.materijal_id], ['MAT001', 'RAC77'])
    const kinds = async () => {
      const { results: all } = await stored<{ results: { vrsta: string; broj: string }[] }>(
        site,
        `/prilozi?uz=c4&predmet=${id}`,
      )
      return all.map(({ vrsta, broj }) => `${vrsta} ${broj}`)
    }
    await page.goto(`${site.app.url}/dashboard/incoming/${id}`)
    await page.getByRole('list', { name: 'Prilozi' }).getByText('R-1.xml').waitFor()
    assert.deepEqual(await kinds(), ['Faktura M-1', 'Faktura W-1', 'Faktura R-1'])

    // The next invoice of the third, in the form: everything is known.
    const next = ubl({ broj: 'R-2', prodavac: ROSSI }, [
      { naziv: 'Tubo', sifra: 't-1', kolicina: 1, jm: 'MTR', cena: 5 },
    ])
    await page.goto(`${site.app.url}/dashboard/incoming`)
    await button(page, 'Novi dokument').first().click()
    await dialog(page).getByRole('button', { name: 'Iz fakture' }).click()
    await window
      .getByLabel('Fakture dobavljača', { exact: true })
      .last()
      .setInputFiles([
        { name: 'r2.xml', mimeType: 'application/xml', buffer: Buffer.from(next.bytes) },
        { name: 'losa.xml', mimeType: 'application/xml', buffer: Buffer.from('<a/>') },
      ])
    await window.getByText('Fajl nije elektronska faktura').waitFor()
    await window.getByRole('cell', { name: 'šifra dobavljača' }).waitFor()
    assert.equal(await window.getByText('Bez materijala').count(), 0)

    // Her own list in Excel, with headings that nobody knows: chosen once.
    const list = (broj: string) => {
      const { bytes } = workbook({
        Lista: [
          ['Broj fakture', 'Sifra', 'Pezzi', 'Cena', 'Valuta'],
          [broj, 'T-1', 5, 2, 'EUR'],
        ],
      })
      return { name: `${broj}.xlsx`, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
    }
    const drop = window.getByLabel('Fakture dobavljača', { exact: true }).last()
    await drop.setInputFiles([list('R-3')])
    await window.getByLabel('Količina', { exact: true }).waitFor()
    await window.getByRole('combobox', { name: 'Dobavljač', exact: true }).fill('Rossi')
    await page.getByRole('option', { name: /Rossi/ }).click()
    await window.getByLabel('Količina', { exact: true }).selectOption({ label: 'C: Pezzi — 5' })
    await lookAtEverySize(page)
    await window.getByRole('button', { name: 'Pročitaj ponovo' }).click()
    await window.getByRole('cell', { name: 'šifra dobavljača' }).waitFor()
    await drop.setInputFiles([list('R-4')])
    await window.getByRole('button', { name: /^Prepoznato: .*Pezzi.*kao prošli put$/ }).waitFor()
    await window.getByRole('button', { name: 'Učitaj u dokument' }).click()
    await dialog(page).getByText('Pročitano iz fajla: R-4.xlsx').waitFor()
    assert.equal(await cell(page, 'Količina', 1).inputValue(), '5')

    await page.goto(`${site.app.url}/dashboard/materials/MAT001`)
    const codes = page.getByRole('region', { name: 'Šifre dobavljača' })
    await button(page, 'Izmeni: T-1').click()
    await dialog(page).getByLabel('Činilac').fill('0')
    await dialog(page).getByRole('button', { name: 'Sačuvaj' }).click()
    await dialog(page).getByText('Činilac mora biti veći od 0.').waitFor()
    await dialog(page).getByLabel('Činilac').fill('2,5')
    await dialog(page).getByRole('button', { name: 'Sačuvaj' }).click()
    await codes.getByText('2,5').waitFor()
    await lookAtEverySize(page)
    await button(page, 'Obriši: T-1').click()
    await codes.getByText('T-1').waitFor({ state: 'detached' })
  })
})
