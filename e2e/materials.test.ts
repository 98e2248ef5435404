import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { type AppPage, holdAnswers, type PageOptions, withoutBrowser } from './browser.ts'
import { escapeDialog } from './document-steps.ts'
import { expectSorted } from './findings.ts'
import { rowAction } from './row-steps.ts'
import { fixture, importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('materials', { skip: withoutBrowser }, () => {
  const site = useSite()

  async function open(search = '', options: PageOptions = {}): Promise<AppPage> {
    const page = await openAs(site, options)
    await page.goto(`${site.app.url}/dashboard/materials${search}`)
    await page.getByRole('heading', { name: 'Materijali', level: 1 }).waitFor()
    return page
  }
  const button = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true })
  const dialog = (page: AppPage) => page.getByRole('dialog')
  const total = async () => (await send<{ total: number }>(site, 'GET', '/materials')).total
  const chooseFile = (page: AppPage, name: string) =>
    dialog(page).getByLabel('Excel fajl', { exact: true }).last().setInputFiles(fixture(name))

  test('the Excel import shows every row before it writes any', async () => {
    const page = await open()
    await page.getByText('Nema pronađenih podataka').waitFor()
    // The empty list offers the sheet.
    await page.getByRole('table', { name: 'Materijali' }).getByRole('button', { name: 'Učitaj iz Excela' }).click()
    const saved = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
      return file.suggestedFilename()
    }
    assert.equal(await saved('Preuzmi šablon'), 'materijali.xlsx')
    await button(page, 'Učitaj').click()
    await dialog(page).getByText('Molimo odaberite fajl za import').waitFor()
    await chooseFile(page, 'fakture-c4.ods')
    await dialog(page).getByText('Molimo odaberite validan Excel fajl (.xlsx ili .xls)').waitFor()

    await chooseFile(page, 'materijali-sa-greskama.xlsx')
    await dialog(page).getByRole('tab', { name: 'Preskočeni 5' }).click()
    for (const red of ['3', '4', '5', '6', '7']) {
      await dialog(page)
        .getByRole('row', { name: new RegExp(`^${red} .*Preskočen Kolona`) })
        .waitFor()
    }
    assert.equal(await saved('Preuzmi preskočene redove'), 'preskoceni.xlsx')
    await chooseFile(page, 'materijali.xlsx')
    await dialog(page).getByRole('tab', { name: 'Novi 67' }).waitFor()
    assert.equal(await total(), 0)

    await button(page, 'Učitaj').click()
    await page.getByText('Materijali uspešno importovani iz Excel fajla').waitFor()
    await page.getByText('Broj materijala: 67').waitFor()
    assert.equal(await total(), 67)

    await button(page, 'Učitaj iz Excela').click()
    await chooseFile(page, 'materijali.xls')
    await dialog(page).getByRole('tab', { name: 'Nepromenjeni 67' }).waitFor()
    await dialog(page).getByText('Nema redova za upis.').waitFor()
    assert.ok(await button(page, 'Učitaj').isDisabled())
  })

  test('what becomes of a file that was replaced by another is not told of that one', async () => {
    const page = await open()
    await button(page, 'Učitaj iz Excela').first().click()
    const { promise: refused, resolve: refuse } = Promise.withResolvers<void>()
    await page.route(
      '**/api/materials/import*',
      async (route) => {
        await refused
        await route.fulfill({ status: 400, json: { message: 'Prvi fajl ne valja.' } })
      },
      { times: 1 },
    )
    // The first file must be on its way: if the second one came before, its request would be the one that is held.
    const sent = page.waitForRequest('**/api/materials/import*')
    await chooseFile(page, 'materijali-sa-greskama.xlsx')
    await sent
    await chooseFile(page, 'materijali.xls')
    await dialog(page).getByRole('tab', { name: 'Nepromenjeni 67' }).waitFor()
    refuse()
    // One turn to the server and back: the refusal has long come.
    await page.evaluate(() => fetch('/api/health').then((answer) => answer.text()))
    assert.equal(await dialog(page).getByText('Prvi fajl ne valja.').count(), 0)
    await dialog(page).getByRole('tab', { name: 'Nepromenjeni 67' }).waitFor()
  })

  test('pages and search stand in the address; search knows both scripts', async () => {
    const page = await open()
    await page.getByText('Stranica 1 od 3').waitFor()
    assert.ok(await button(page, 'Prethodna').isDisabled())
    await button(page, 'Sledeća').click()
    await page.getByText('Stranica 2 od 3').waitFor()
    await button(page, 'Sledeća').click()
    await page.getByText('Stranica 3 od 3').waitFor()
    await page.goBack()
    await page.getByText('Stranica 2 od 3').waitFor()
    await page.reload()
    await page.getByText('Stranica 2 od 3').waitFor()

    const search = page.getByLabel('Pretraži materijale...')
    // Slowly: each letter holds before the next one comes, and its rows are read meanwhile.
    await search.pressSequentially('диелектрична', { delay: 320 })
    await search.pressSequentially(' маст')
    await page.waitForURL(({ searchParams }) => searchParams.get('search') === 'диелектрична маст')
    assert.equal(await search.inputValue(), 'диелектрична маст')
    await page.getByText('Broj materijala: 1', { exact: true }).waitFor()
    await page.getByRole('row', { name: /MAST1 Dielektrična mast/ }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('page'), null)

    await page.goto(`${site.app.url}/dashboard/materials?page=99`)
    await page.getByText('Stranica 3 od 3').waitFor()
    await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
    await page.getByRole('row', { name: /^ALK99/ }).waitFor()
    await expectSorted(page.getByRole('columnheader', { name: 'ID' }), 'ascending')
  })

  test('the form says what is wrong, adds, and edits with a fixed ID', async () => {
    const page = await open()
    await button(page, 'Novi materijal').click()
    const save = dialog(page).getByRole('button', { name: 'Dodaj materijal' })
    await save.click()
    for (const text of [
      'Molimo ispravite greške u formi',
      'ID materijala je obavezan',
      'Naziv je obavezan',
      'Zemlja porekla je obavezna',
      'Jedinica mere je obavezna',
      'Tarifni broj je obavezan',
    ]) {
      await dialog(page).getByText(text).waitFor()
    }
    await page.getByLabel('ID materijala').fill('novi 1')
    await dialog(page).getByText('ID mora sadržati 3-10 velikih slova ili brojeva').waitFor()
    await page.getByLabel('ID materijala').fill('MAST1')
    await page.getByLabel('Naziv').fill('Žica za ogled')
    await page.getByLabel('Zemlja porekla').fill('svajc')
    await page.getByRole('option', { name: 'Švajcarska' }).click()
    await page.getByLabel('Jedinica mere').selectOption('kg')
    await page.getByLabel('Tarifni broj').fill('85.44')
    await dialog(page).getByText('Tarifni broj mora biti u formatu: 1234.56.78').waitFor()
    await page.getByLabel('Tarifni broj').fill('8544.49.95')
    await dialog(page).getByText('Molimo ispravite greške u formi').waitFor({ state: 'detached' })
    await save.click()
    const taken = dialog(page).getByText('Materijal sa ovim ID-jem već postoji.')
    await taken.first().waitFor()
    await page.getByLabel('ID materijala').fill('OGLED1')
    await taken.first().waitFor({ state: 'detached' })
    await page.getByLabel('Naziv').fill('')
    await dialog(page).getByText('Naziv je obavezan').waitFor()
    assert.equal(await taken.count(), 0, 'what is wrong later is nothing that the server said')
    await page.getByLabel('Naziv').fill('Žica za ogled')
    await page.getByLabel('Naziv').press('Enter')
    for (const label of ['Zemlja porekla', 'Tarifni broj']) {
      assert.ok(await page.getByLabel(label).evaluate((field) => field === document.activeElement))
      await page.keyboard.press('Enter')
    }
    await page.getByText('Materijal uspešno dodat.').waitFor()
    await dialog(page).waitFor({ state: 'detached' })

    await page.getByLabel('Pretraži materijale...').fill('zica za ogled')
    await rowAction(page, 'Izmeni: Žica za ogled')
    assert.equal(await page.getByLabel('ID materijala').getAttribute('readonly'), '')
    assert.equal(await page.getByLabel('Zemlja porekla').inputValue(), 'Švajcarska')
    await page.getByLabel('Naziv').fill('Žica za ogled, tanka')
    await page.keyboard.press('Control+s')
    await page.getByText('Materijal uspešno izmenjen.').waitFor()
    await page.getByRole('row', { name: /OGLED1 Žica za ogled, tanka/ }).waitFor()
  })

  test('while a save is under way nothing can be typed, and its answer closes no other window', async () => {
    const page = await open('?search=OGLED1')
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/materials/OGLED1', async (route) => {
      if (route.request().method() === 'PUT') await answered
      await route.continue()
    })
    await rowAction(page, 'Izmeni: Žica za ogled, tanka')
    await page.getByLabel('Naziv').fill('Žica za ogled, tanja')
    await page.keyboard.press('Control+S')
    await button(page, 'Čuvanje...').waitFor()
    await page.keyboard.type('izgubljeno')
    assert.equal(await page.getByLabel('Naziv').inputValue(), 'Žica za ogled, tanja')

    await page.keyboard.press('Escape')
    await button(page, 'Da').click()
    await dialog(page).waitFor({ state: 'detached' })
    await button(page, 'Novi materijal').first().click()
    await page.getByLabel('ID materijala').fill('DRUGI1')
    answer()
    await page.getByText('Materijal uspešno izmenjen.').waitFor()
    assert.equal(await page.getByLabel('ID materijala').inputValue(), 'DRUGI1')
    await send(site, 'PUT', '/materials/OGLED1', {
      ...(await send<object>(site, 'GET', '/materials/OGLED1')),
      naziv: 'Žica za ogled, tanka',
    })
  })

  test('offline is told at once, and what was not sent is never sent later', async () => {
    const page = await open('?search=OGLED1', { expectedErrors: [/ERR_INTERNET_DISCONNECTED/, /ApiError/] })
    await rowAction(page, 'Izmeni: Žica za ogled, tanka')
    await page.getByLabel('Naziv').fill('Bez mreže')
    await page.context().setOffline(true)
    // The browser says so before its network process has cut the page off.
    await page.waitForFunction(() =>
      fetch('/api/health').then(
        () => false,
        () => true,
      ),
    )
    await page.keyboard.press('Control+S')
    await dialog(page).getByText('Došlo je do greške prilikom snimanja materijala.').waitFor()
    await button(page, 'Otkaži').click()
    await button(page, 'Da').click()
    await page.context().setOffline(false)
    await page.getByLabel('Pretraži materijale...').fill('KON6PZ')
    await page.getByRole('row', { name: /KON6PZ/ }).waitFor()
    assert.equal((await send<{ naziv: string }>(site, 'GET', '/materials/OGLED1')).naziv, 'Žica za ogled, tanka')
  })

  test('what somebody else changed meanwhile is not overwritten', async () => {
    const page = await open('?search=OGLED1')
    await rowAction(page, 'Izmeni: Žica za ogled, tanka')
    await dialog(page).waitFor()
    const theirs = { naziv: 'Tuđa', zemlja_porekla: 'Kina', jedinica_mere: 'kg', tarifni_broj: '8544' }
    await send(site, 'PUT', '/materials/OGLED1', theirs)
    await page.getByLabel('Naziv').fill('Moja')
    await button(page, 'Sačuvaj izmene').click()
    await dialog(page).getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    assert.equal((await send<{ naziv: string }>(site, 'GET', '/materials/OGLED1')).naziv, 'Tuđa')
  })

  test('closing a changed form asks; Back asks too', async () => {
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard`)
    await page.getByRole('link', { name: 'Materijali', exact: true }).first().click()
    await button(page, 'Novi materijal').click()
    await escapeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })

    await button(page, 'Novi materijal').click()
    await page.getByLabel('Naziv').fill('Nešto')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Nesačuvane izmene' })
    await question.getByRole('button', { name: 'Ne', exact: true }).click()
    assert.equal(await page.getByLabel('Naziv').inputValue(), 'Nešto')
    await page.evaluate(() => history.back())
    await question.getByText('Ako napustite stranicu').waitFor()
    await question.getByRole('button', { name: 'Ne', exact: true }).click()
    assert.equal(await page.getByLabel('Naziv').inputValue(), 'Nešto')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Da', exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await button(page, 'Novi materijal').click()
    assert.equal(await page.getByLabel('Naziv').inputValue(), '')
  })

  test('openModal opens the form once; a reload does not', async () => {
    const page = await open()
    await page.evaluate(() => history.replaceState({ usr: { openModal: true }, key: 'k', idx: 0 }, ''))
    await page.reload()
    await page.getByRole('dialog', { name: 'Novi materijal' }).waitFor()
    await page.reload()
    await page.getByText('Stranica 1 od 3').waitFor()
    assert.equal(await dialog(page).count(), 0)
  })

  test('deleting asks first; a material in use stays and the reason is named', async () => {
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
    const page = await open('?search=OGLED1')
    await rowAction(page, 'Obriši: Tuđa')
    const question = page.getByRole('alertdialog', { name: 'Potvrda brisanja' })
    await question.getByText('Da li ste sigurni da želite da nastavite ovu akciju?').waitFor()
    await question.getByRole('button', { name: 'Ne', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await rowAction(page, 'Obriši: Tuđa')
    await question.getByRole('button', { name: 'Da', exact: true }).click()
    await page.getByText('Materijal "Tuđa" uspešno obrisan.').waitFor()
    await page.getByText('Nema pronađenih podataka').waitFor()

    await page.goto(`${site.app.url}/dashboard/materials?search=LEM60`)
    // What is used is refused before it is asked about.
    await rowAction(page, 'Obriši: Lem Sn60Pb40 1 mm')
    const told = page.getByRole('alertdialog', { name: 'Brisanje nije moguće' })
    await told.getByText('Greška prilikom brisanja materijala.').waitFor()
    assert.match(await told.getByRole('listitem').innerText(), /LEM60\s+se koristi:\s+normativi proizvoda KS/)
  })

  test('the stock overview has cards, what remains per C4 and pages of transactions', async () => {
    const lot = (kolicina: number) => [{ materijal_id: 'KON6PZ', kolicina, cena_po_jedinici: 0.2 }]
    for (let day = 1; day <= 9; day++) await saveC4(site, `C4-0${day}`, `2026-03-0${day}`, lot(100))
    for (let day = 1; day <= 3; day++) await saveC1(site, `C1-0${day}`, `2026-04-0${day}`, 'KS014', 120)

    const page = await open('?search=KON6PZ')
    await page.getByRole('row', { name: /540 kom/ }).waitFor()
    await rowAction(page, 'Pregled stanja')
    await page.getByRole('heading', { name: /KON6PZ/ }).waitFor()
    // The total outputs card shows the outputs of the loaded page (spec §2); all three exports stand on it.
    for (const [name, value] of [
      ['Ukupno na stanju', '540'],
      ['Ukupno ulaza', '900'],
      ['Ukupno izlaza', '360'],
    ] as const) {
      await page.getByRole('term').filter({ hasText: name }).waitFor()
      await page.getByRole('definition').filter({ hasText: value }).first().waitFor()
    }
    const remaining = page.getByRole('table', { name: 'Preostalo po C4' })
    await remaining.getByRole('row', { name: /C4-04 .*60 40 kom 40 %/ }).waitFor()
    assert.equal(await remaining.getByRole('row', { name: /C4-03/ }).count(), 0)
    const promet = page.getByRole('table', { name: 'Promet' })
    await promet
      .getByRole('row', { name: /C1-03 Izlaz 03.04.2026./ })
      .first()
      .waitFor()
    await promet.getByRole('row', { name: /C4-09 Ulaz 09.03.2026. 100 kom 23,50 RSD 2.350,00 RSD DA Müller/ }).waitFor()
    await button(page, 'Sledeća').click()
    await page.getByText('Stranica 2 od 2').waitFor()
    await promet.getByRole('row', { name: /C4-01 Ulaz/ }).press('Enter')
    await page.getByRole('heading', { name: /C4-01/, level: 2 }).waitFor()
    await page.goBack()
    await promet.getByRole('row', { name: /C4-01 Ulaz/ }).waitFor()
    await page.getByRole('link', { name: 'Nazad na materijale' }).click()
    await page.getByRole('row', { name: /540 kom/ }).waitFor()
    assert.equal(await page.getByLabel('Pretraži materijale...').inputValue(), 'KON6PZ')
    // Its name leads there, too, and back.
    await page.getByRole('link', { name: /^Konektor 6 polova/ }).click()
    await page.getByRole('heading', { name: /KON6PZ/ }).waitFor()
    await page.getByRole('link', { name: 'Nazad na materijale' }).click()
    await page.getByRole('row', { name: /540 kom/ }).waitFor()
    assert.equal(new URL(page.url()).search, '?search=KON6PZ')
  })

  test('the stock overview stands still while it is being read', async () => {
    const page = await openAs(site)
    const release = await holdAnswers(page, /\/api\/materials\/KON6PZ/)
    await page.goto(`${site.app.url}/dashboard/materials?materijal=KON6PZ`)
    await page.getByRole('columnheader', { name: 'Iz uvozne stavke' }).waitFor()
    const places = async () => ({
      cards: await page.getByRole('term').evaluateAll((terms) => terms.map((term) => term.parentElement?.offsetHeight)),
      columns: await page
        .getByRole('columnheader')
        .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left))),
    })
    const before = await places()
    assert.deepEqual([before.cards.length, before.columns.length], [3, 19])
    release()
    await page.getByRole('row', { name: /C4-09 Ulaz/ }).waitFor()
    await page.getByRole('row', { name: /C4-04 .*40 %/ }).waitFor()
    assert.deepEqual(await places(), before)
  })

  test('its form opens though it was asked for early; what somebody else deletes is not shown any longer', async () => {
    const material = {
      naziv: 'Žica za otpis',
      zemlja_porekla: 'Srbija',
      jedinica_mere: 'kg',
      tarifni_broj: '8544.49.95',
    }
    await send(site, 'POST', '/materials', { id: 'OTPIS1', ...material })
    const page = await openAs(site)
    const release = await holdAnswers(page, /\/api\/materials\/OTPIS1$/)
    await page.goto(`${site.app.url}/dashboard/materials/OTPIS1`)
    await button(page, 'Izmeni').click()
    release()
    await page.getByRole('dialog', { name: 'Izmeni materijal' }).waitFor()
    await escapeDialog(page)
    const name = page.getByRole('heading', { name: 'Žica za otpis OTPIS1' })
    await name.waitFor()
    await page.getByText('Nema preostalih količina.').waitFor()
    await send(site, 'DELETE', '/materials/OTPIS1')
    await page.getByText('Greška prilikom učitavanja pregleda materijala').waitFor()
    assert.equal(await name.count(), 0)
  })
})
