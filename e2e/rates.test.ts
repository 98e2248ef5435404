import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, holdAnswers, resize, withoutBrowser, withoutNews } from './browser.ts'
import { pasteText } from './document-steps.ts'
import { rowAction } from './row-steps.ts'
import { useSite } from './site.ts'

describe('rates', { skip: withoutBrowser }, () => {
  const site = useSite()

  async function open(): Promise<AppPage> {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/archive`)
    await page.getByRole('button', { name: `Podešavanja: ${ACCOUNT.email}` }).click()
    await page.getByRole('menuitem', { name: 'Kursevi' }).click()
    await page.getByRole('region', { name: 'Kursevi' }).getByRole('row').first().waitFor()
    return page
  }
  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })

  test('a rate is entered from a day on, replaced, and deleted; the first ones stay', async () => {
    const page = await open()
    await page.getByRole('row', { name: /EUR početni kurs danas 117,50/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Obriši:/ }).count(), 0)

    await button(page, 'Sačuvaj kurs').click()
    await page.getByText('Važi od: obavezno polje.').waitFor()
    await page.getByText('Kurs: obavezno polje.').waitFor()

    await page.getByLabel('Važi od', { exact: true }).fill('1.2.26')
    await page.getByLabel('Kurs (RSD za 1 EUR)').fill('117,2145')
    await page.keyboard.press('Enter')
    await page.getByText('Kurs je sačuvan.').waitFor()
    await page.getByRole('row', { name: /EUR 01\.02\.2026\. danas 117,2145/ }).waitFor()

    const kurs = page.getByText('117,2145')
    const remove = button(page, 'Obriši: EUR od 01.02.2026.')
    await resize(page, { width: 390, height: 844 })
    await remove.scrollIntoViewIfNeeded()
    const [rate, bin] = [await kurs.boundingBox(), await remove.boundingBox()]
    assert.ok(rate && bin && rate.x + rate.width < bin.x, 'the rate is seen whole on a phone')
    await resize(page, { width: 1440, height: 900 })

    await page.getByLabel('Važi od', { exact: true }).fill('01.02.2026.')
    await page.getByLabel('Kurs (RSD za 1 EUR)').fill('117')
    await button(page, 'Sačuvaj kurs').click()
    await page.getByRole('row', { name: /EUR 01\.02\.2026\. danas 117,00/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /^EUR/ }).count(), 2)

    await rowAction(page, 'Obriši: EUR od 01.02.2026.')
    await button(page, 'Da').click()
    await page.getByText('Kurs je obrisan.').waitFor()
    await page.getByRole('row', { name: /EUR početni kurs danas/ }).waitFor()
  })

  test('a list of the National Bank of Serbia is shown rate by rate, and taken', async () => {
    await send(site, 'POST', '/rates', { valuta: 'USD', vazi_od: '2026-05-22', kurs: 100 })
    const page = await open()
    await button(page, 'Učitaj kursnu listu').click()
    const list = page.getByRole('dialog', { name: 'Učitavanje kursne liste' })
    await list.getByText('Uzima se srednji kurs podeljen jedinicom').waitFor()
    const items = ['EUR 1 117.2433', 'HUF 100 29.1100', 'USD 1 103.4804'].map((row) => {
      const [valuta, unit, rate] = row.split(' ')
      return `<Item><Currency>${valuta}</Currency><Unit>${unit}</Unit><Middle_Rate>${rate}</Middle_Rate></Item>`
    })
    const xml = `<Exchange_Rates_List><header><Date>22.05.2026</Date></header>${items.join('')}</Exchange_Rates_List>`
    const file = { name: 'kursna-lista.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) }
    await list.getByLabel('Kursna lista', { exact: true }).last().setInputFiles(file)
    await list.getByText('Nisu čitane valute koje program ne vodi: HUF.').waitFor()
    await list.getByRole('row', { name: /^1 EUR 22\.05\.2026\. 117,2433 1 117,2433 Nov/ }).waitFor()
    await list.getByRole('row', { name: /^3 USD 22\.05\.2026\. 103,4804 1 103,4804 100,00 Izmenjen/ }).waitFor()
    await button(page, 'Učitaj').click()
    await page.getByText('Kursevi su učitani.').waitFor()
    await page.getByRole('row', { name: /EUR 22\.05\.2026\. .*117,2433/ }).waitFor()
    for (const valuta of ['EUR', 'USD']) await send(site, 'DELETE', `/rates/${valuta}/2026-05-22`)
  })

  test('the rates of a currency stand together, whatever their days', async () => {
    for (const [valuta, vazi_od] of [
      ['USD', '2026-01-05'],
      ['EUR', '2026-01-06'],
      ['USD', '2026-01-07'],
    ])
      await send(site, 'POST', '/rates', { valuta, vazi_od, kurs: 100 })
    const page = await open()
    await page.getByRole('row', { name: /USD 07\.01\.2026\./ }).waitFor()
    const rows = await page.getByRole('table', { name: 'Kursevi' }).getByRole('row').allInnerTexts()
    const first = rows.map((text) => /^\S+(?: dolar$)?/.exec(text)?.[0])
    assert.deepEqual(first.slice(1), [
      ...['Evro', 'EUR', 'EUR'],
      ...['Američki dolar', 'USD', 'USD', 'USD'],
      ...['Dinar', 'RSD'],
    ])
  })

  test('what one has just saved or deleted oneself can be corrected at once, before the list is read again', async () => {
    const page = await open()
    await page.getByRole('row', { name: /EUR početni kurs/ }).waitFor()
    await withoutNews(page)
    const enter = async (kurs: string) => {
      await page.getByLabel('Važi od', { exact: true }).fill('01.04.2026.')
      await page.getByLabel('Kurs (RSD za 1 EUR)').fill(kurs)
      await button(page, 'Sačuvaj kurs').click()
      await page.getByRole('row', { name: new RegExp(String.raw`EUR 01\.04\.2026\. .*${kurs}`) }).waitFor()
    }
    // What is sent goes through, and the table is never read again.
    await page.route('**/api/rates', (route) => (route.request().method() === 'GET' ? undefined : route.continue()))
    await enter('118,40')
    await enter('117,40')
    await rowAction(page, 'Obriši: EUR od 01.04.2026.')
    await button(page, 'Da').click()
    await page.getByRole('row', { name: /01\.04\.2026\./ }).waitFor({ state: 'detached' })
    await enter('117,50')
    const rates = await send<{ vazi_od: string; kurs: number }[]>(site, 'GET', '/rates')
    assert.equal(rates.find(({ vazi_od }) => vazi_od === '2026-04-01')?.kurs, 117.5)
  })

  test('a rate whose field is left while it is on its way is saved and gone from the form', async () => {
    const page = await open()
    const release = await holdAnswers(page, '**/api/rates')
    await page.getByLabel('Važi od', { exact: true }).fill('5.2.26')
    await page.getByLabel('Kurs (RSD za 1 EUR)').fill('117.5')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    release()
    await page.getByText('Kurs je sačuvan.').waitFor()
    await page.getByRole('row', { name: /EUR 05\.02\.2026\./ }).waitFor()
    assert.equal(await page.getByLabel('Kurs (RSD za 1 EUR)').inputValue(), '')
  })

  test('what is typed while a rate is on its way is kept', async () => {
    const page = await open()
    await page.getByRole('row', { name: /EUR početni kurs/ }).waitFor()
    await page.getByLabel('Važi od', { exact: true }).fill('01.05.2026.')
    await page.getByLabel('Kurs (RSD za 1 EUR)').fill('117,60')
    const answer = await holdAnswers(page, '**/api/rates')
    await button(page, 'Sačuvaj kurs').click()
    await page.getByLabel('Važi od', { exact: true }).fill('01.06.2026.')
    await button(page, 'Čuvanje...').waitFor()
    answer()
    await page.getByText('Kurs je sačuvan.').waitFor()
    assert.equal(await page.getByLabel('Važi od', { exact: true }).inputValue(), '01.06.2026.')
    await page.getByRole('row', { name: /EUR 01\.05\.2026\. .*117,60/ }).waitFor()
  })

  test('a rate that somebody else entered meanwhile is not replaced unseen', async () => {
    const page = await open()
    await page.getByRole('row', { name: /EUR početni kurs/ }).waitFor()
    await withoutNews(page)
    await send(site, 'POST', '/rates', { valuta: 'EUR', vazi_od: '2026-03-01', kurs: 117.3 })
    await page.getByLabel('Važi od', { exact: true }).fill('1.3.26')
    await page.getByLabel('Kurs (RSD za 1 EUR)').fill('117,9')
    await button(page, 'Sačuvaj kurs').click()
    await page.getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    await page.getByRole('row', { name: /EUR 01\.03\.2026\. .*117,30/ }).waitFor()
    await button(page, 'Sačuvaj kurs').click()
    await page.getByRole('row', { name: /EUR 01\.03\.2026\. .*117,90/ }).waitFor()
  })

  test('what was pasted and could be another number is said to be read, until somebody types', async () => {
    const page = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const kurs = page.getByLabel('Kurs (RSD za 1 EUR)')
    await kurs.focus()
    await pasteText(page, '1,250')
    const said = page.getByRole('status').filter({ hasText: '„1,250“ je pročitano kao decimalni broj, ne 1250.' })
    await said.waitFor()
    assert.equal(await kurs.inputValue(), '1,25')
    assert.equal(await kurs.getAttribute('aria-describedby'), await said.getAttribute('id'))
    await page.getByLabel('Važi od', { exact: true }).focus()
    assert.ok(await said.isVisible(), 'it can be read after the field is left')
    await kurs.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('1')
    await said.waitFor({ state: 'detached' })
    assert.equal(await kurs.inputValue(), '1,251')
  })

  test('what is typed is not lost without a question', async () => {
    const page = await open()
    await page.getByLabel('Kurs (RSD za 1 EUR)').fill('118')
    // The router leads the browser here again.
    const back = () => page.waitForEvent('framenavigated', (frame) => frame.url().includes('/podesavanja'))
    await Promise.all([back(), page.goBack()])
    // Somebody presses Back at once, before the page is drawn without the question.
    const again = button(page, 'Ne').evaluate((no: HTMLElement) => {
      no.click()
      history.back()
    })
    await Promise.all([back(), again])
    await button(page, 'Ne').click()
    assert.equal(await page.getByLabel('Kurs (RSD za 1 EUR)').inputValue(), '118')
    await page.goBack()
    await button(page, 'Da').click()
    await page.getByRole('heading', { name: 'Arhiva', level: 1 }).waitFor()
  })
})
