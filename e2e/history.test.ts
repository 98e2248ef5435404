import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ACCOUNT, openAs, send } from './account.ts'
import { type AppPage, type PageOptions, withoutBrowser } from './browser.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('the history of changes', { skip: withoutBrowser, concurrency: false }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    const lot = (kolicina: number) => [{ materijal_id: 'KON6PZ', kolicina, cena_po_jedinici: 0.2 }]
    const c4 = await saveC4(site, 'C4-118', '2026-03-05', lot(500))
    await saveC1(site, 'C1-021', '2026-04-01', 'KS014', 120)
    await saveC4(site, 'C4-102', '2026-02-11', lot(70))
    const stored = await send<{ stavke: object[] }>(site, 'GET', `/c4/${c4.id}`)
    const changed = {
      ...stored,
      broj_c4: 'C4-118/A',
      stavke: stored.stavke.map((row) => ({ ...row, kolicina: 650.5 })),
    }
    await send(site, 'PUT', `/c4/${c4.id}`, changed)
  })

  const open = async (path: string, options: PageOptions = {}) => {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/${path}`)
    return page
  }
  const button = (page: AppPage, name: string | RegExp) => page.getByRole('button', { name })

  test('the settings menu leads to it; each change is a sentence that opens to before and after', async () => {
    const page = await open('materials')
    await button(page, /^Podešavanja/).click()
    await page.getByRole('menuitem', { name: 'Istorija' }).click()
    await page.getByRole('heading', { name: 'Istorija', level: 1 }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: 'Glavni meni' }).getByRole('link').count(), 6)

    await button(page, /Učitavanje proizvoda iz fajla normativi-ifs.xlsx/).waitFor()
    const entry = button(page, /izvoz@sumadijakabl.rs Izmenjen ulazni dokument C4-118\/A.*Broj C4 · Stavke/)
    assert.equal(await entry.getAttribute('aria-expanded'), 'false')
    await entry.click()
    const fields = page.getByRole('table', { name: 'Izmenjena polja' })
    await fields.getByRole('row', { name: 'Broj C4 C4-118 C4-118/A' }).waitFor()
    await page
      .getByRole('table', { name: 'Stavke' })
      .getByRole('row', { name: /Izmenjeno DE-1 1 KON6PZ 500 650,5 0,20 Da/ })
      .waitFor()
    await entry.click()
    await fields.waitFor({ state: 'hidden' })

    await button(page, /Promenjeno razduženje dokumenta C1-021.*Uzrok: dodat ulazni dokument C4-102/).click()
    const lots = page.getByRole('table', { name: 'Razduženje' })
    await lots.getByRole('row', { name: /Izmenjeno F-1 1 KON6PZ C4-118.* 120 50/ }).waitFor()
    await lots.getByRole('row', { name: /Dodato F-1 1 KON6PZ C4-102.* 70/ }).waitFor()
  })

  test('who logged in is told only when it is asked for', async () => {
    // The newest entry of all.
    await send({ app: site.app }, 'POST', '/auth/login', ACCOUNT)
    const page = await open('history')
    await button(page, /Učitavanje proizvoda iz fajla/)
      .first()
      .waitFor()
    const logins = page.getByRole('listitem').filter({ hasText: 'Prijavljivanje' })
    assert.equal(await logins.count(), 0)
    await page.getByLabel('I prijave').focus()
    await page.keyboard.press('Space')
    await logins.first().waitFor()
    assert.equal(new URL(page.url()).searchParams.get('prijave'), 'da')
  })

  test('it is filtered and paged, and the address says how', async () => {
    const page = await open('history')
    await page.getByText('Stranica 1 od 2').waitFor()
    await button(page, 'Prikaži filtere').click()
    await page.getByLabel('Šta', { exact: true }).selectOption('Ulazni dokumenti')
    await page.getByText('Broj izmena: 3').waitFor()
    await page.getByLabel('Akcija', { exact: true }).selectOption('Izmenjeno')
    await page.getByText('Broj izmena: 1').waitFor()
    await page.getByLabel('Korisnik', { exact: true }).selectOption('sistem')
    await page.getByText('Nema izmena koje odgovaraju filterima.').waitFor()
    await page.getByLabel('Korisnik', { exact: true }).selectOption(ACCOUNT.email)
    await page.getByText('Broj izmena: 1').waitFor()
    await page.reload()
    await page.getByText('Broj izmena: 1').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('korisnik'), ACCOUNT.email)
    await button(page, 'Obriši sve').click()
    await page.getByText('Stranica 1 od 2').waitFor()

    await page.getByLabel('Pretraži istoriju...').fill('диелектрична')
    await page.getByText('Broj izmena: 1').waitFor()
    await page.getByLabel('Pretraži istoriju...').fill('C4-118')
    await button(page, 'Samo istorija: Ulazni dokument C4-118/A').click()
    await page.getByText('Broj izmena: 2').waitFor()
    await button(page, 'Samo: Ulazni dokument C4-118/A').click()
    await page.getByText('Stranica 1 od 2').waitFor()
  })

  test('an entry leads to what it is about, as it is now', async () => {
    const page = await open('history?search=C4-118')
    await page.getByRole('link', { name: 'Otvori: Ulazni dokument C4-118/A' }).click()
    await page.getByRole('heading', { name: 'C4-118/A', level: 2 }).waitFor()
    await page.goto(`${site.app.url}/dashboard/history?search=KS014`)
    await page.getByRole('link', { name: /^Otvori: Proizvod/ }).click()
    await page.getByRole('heading', { name: /KS014$/, level: 2 }).waitFor()
  })

  test('each document, material and product shows its own', async () => {
    for (const [path, name, sentence] of [
      ['incoming', 'Istorija: C4-118/A', /Dodat ulazni dokument C4-118/],
      ['outgoing', 'Istorija: C1-021', /Promenjeno razduženje dokumenta C1-021/],
      ['materials?search=KON6PZ', 'Istorija', /Dodat materijal Konektor/],
      ['products?search=KS014', 'Istorija', /Dodat proizvod/],
    ] as const) {
      const page = await open(path)
      const opener = await rowAction(page, name)
      await page.getByRole('dialog').getByRole('button', { name: sentence }).click()
      await page.getByRole('dialog').getByRole('button', { name: sentence, expanded: true }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(
        await opener.evaluate((element) => element === document.activeElement),
        true,
        `${path}: focus returns`,
      )
    }
  })

  test('a deletion is taken back from its message, from its consequences and from the history', async () => {
    await saveC4(site, 'C4-BEZ', '2026-06-01', [{ materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 1 }])
    const page = await open('incoming')
    const remove = async (name: string) => {
      await rowAction(page, `Obriši: ${name}`)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Da', exact: true }).click()
    }
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
    await remove('C4-BEZ')
    await page.getByText('Ulazni dokument C4-BEZ je obrisan.').waitFor()
    await page.keyboard.press('Alt+KeyT')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Ulazni dokument C4-BEZ je vraćen.').waitFor()
    await row('C4-BEZ').waitFor()

    // C1-021 draws from it.
    await remove('C4-102')
    const consequences = page.getByRole('dialog', { name: 'Posledice po zalihe' })
    await consequences.getByText('Ulazni dokument C4-102 je obrisan.').waitFor()
    await consequences.getByRole('button', { name: 'Vrati' }).click()
    await consequences.getByText('Ulazni dokument C4-102 je vraćen.').waitFor()
    await consequences.getByRole('link', { name: 'C1-021' }).waitFor()
    await consequences.getByRole('button', { name: 'U redu' }).click()
    await row('C4-102').waitFor()

    await remove('C4-BEZ')
    await row('C4-BEZ').waitFor({ state: 'detached' })
    await page.goto(`${site.app.url}/dashboard/history?search=C4-BEZ`)
    await button(page, 'Vrati: Ulazni dokument C4-BEZ').click()
    await button(page, /Vraćen ulazni dokument C4-BEZ/)
      .first()
      .waitFor()
    await button(page, 'Vrati: Ulazni dokument C4-BEZ').waitFor({ state: 'detached' })
  })

  test('a deletion that a colleague made is taken back from the page of the thing and from its window', async () => {
    const lot = [{ materijal_id: 'KON6PZ', kolicina: 1, cena_po_jedinici: 1 }]
    const { id } = await saveC4(site, 'C4-KOLEGA', '2026-01-01', lot)
    const page = await open(`incoming/${id}`)
    await page.getByRole('heading', { name: 'C4-KOLEGA' }).waitFor()
    await send(site, 'DELETE', `/c4/${id}`)
    await page.getByRole('alert').getByText('Greška pri učitavanju').waitFor()
    await button(page, 'Vrati: Ulazni dokument C4-KOLEGA').click()
    // C1-021 draws from it.
    await page.getByText('Ulazni dokument C4-KOLEGA je vraćen. Promenilo se razduženje izvoza (1).').waitFor()
    await page.getByRole('heading', { name: 'C4-KOLEGA' }).waitFor()

    await page.goto(`${site.app.url}/dashboard/incoming`)
    await rowAction(page, 'Istorija: C4-KOLEGA')
    const history = page.getByRole('dialog', { name: 'Istorija: C4-KOLEGA' })
    await history.getByText('Vraćen ulazni dokument').waitFor()
    await send(site, 'DELETE', `/c4/${id}`)
    await history.getByRole('button', { name: 'Vrati: Ulazni dokument C4-KOLEGA' }).click()
    const consequences = page.getByRole('dialog', { name: 'Posledice po zalihe' })
    await consequences.getByRole('link', { name: 'C1-021' }).waitFor()
    await consequences.getByRole('button', { name: 'U redu' }).click()
    await history.getByRole('button', { name: /^Vrati/ }).waitFor({ state: 'detached' })
  })
})
