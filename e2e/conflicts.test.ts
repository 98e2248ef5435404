// Two people at the same record: the second is told what the first has changed, and decides.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openAs, send } from './account.ts'
import { holdAnswers, withoutBrowser } from './browser.ts'
import { button, closeAlert, dialog } from './document-steps.ts'
import { type C4, changeC4, drafts, field, goOn, kept, noDrafts, openList } from './draft-steps.ts'
import { rowAction } from './row-steps.ts'
import { importSheet, saveC1, saveC4 } from './sample-data.ts'
import { useSite } from './site.ts'

describe('two editors', { skip: withoutBrowser }, () => {
  const site = useSite()

  before(async () => {
    await importSheet(site, '/materials/import', 'materijali.xlsx')
    await importSheet(site, '/proizvodi/import', 'normativi-ifs.xlsx')
  })

  const open = (path: string, token?: string) => openList(site, path, {}, token)

  test('two editors of a material: the second is told what changed and decides', async () => {
    await addMaterial('SUKOB1')
    const page = await open('materials?search=SUKOB1')
    const theirs = (naziv: string, zemlja_porekla: string) =>
      send(site, 'PUT', '/materials/SUKOB1', { naziv, zemlja_porekla, jedinica_mere: 'kg', tarifni_broj: '8544' })
    const stored = () => send<{ naziv: string }>(site, 'GET', '/materials/SUKOB1')
    const save = () => button(page, 'Sačuvaj izmene').click()

    await rowAction(page, 'Izmeni')
    await field(page, 'Naziv').waitFor()
    await theirs('Tuđa žica', 'Kina')
    await field(page, 'Naziv').fill('Moja žica')
    await save()
    await dialog(page).getByText('Neko je u međuvremenu izmenio ovaj podatak.', { exact: true }).waitFor()
    const [first, second] = await dialog(page).getByRole('listitem').allInnerTexts()
    assert.match(first ?? '', /^Naziv: Žica za sukob\s+Tuđa žica · kod vas: Moja žica$/)
    assert.match(second ?? '', /^Zemlja porekla: Nemačka\s+Kina$/)
    await button(page, 'Nastavi uređivanje').click()
    assert.equal(await field(page, 'Naziv').inputValue(), 'Moja žica')
    await save()
    await button(page, 'Zameni mojim unosom').click()
    await page.getByText('Materijal uspešno izmenjen.').waitFor()
    assert.equal((await stored()).naziv, 'Moja žica')

    await rowAction(page, 'Izmeni')
    await field(page, 'Naziv').waitFor()
    await theirs('Opet tuđa', 'Kina')
    await field(page, 'Naziv').fill('Opet moja')
    await save()
    await button(page, 'Učitaj novo').click()
    assert.equal(await field(page, 'Naziv').inputValue(), 'Opet tuđa')
    await noDrafts(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('what one has just saved oneself can be deleted at once, before the list is read again', async () => {
    await addMaterial('SOPST1')
    await saveC4(site, 'C4-SOPSTVENI', '2026-03-01', [{ materijal_id: 'KON6PZ', kolicina: 5, cena_po_jedinici: 1 }])
    const normativi = [{ materijal_id: 'KON6PZ', potrebna_kolicina: 1 }]
    const product = { id: 'SOPSTP', naziv: 'Svoj set', hs_code: '8544', jedinica_mere: 'kom', normativi }
    await send(site, 'POST', '/proizvodi', product)
    await saveC1(site, 'C1-SOPSTVENI', '2026-03-01', 'SOPSTP', 1)
    const page = await open('materials')
    for (const [list, name, label, value, submit] of [
      ['materials?search=SOPST1', 'SOPST1', 'Naziv', 'Svoja žica', 'Sačuvaj izmene'],
      ['outgoing', 'C1-SOPSTVENI', 'Grad primaoca', 'Beč', 'Ažuriraj dokument'],
      ['incoming', 'C4-SOPSTVENI', 'Broj terminala', 'T-99', 'Ažuriraj dokument'],
      ['products?search=SOPSTP', 'SOPSTP', 'Naziv', 'Svoj set za kraj', 'Sačuvaj izmene'],
    ] as const) {
      await page.goto(`${site.app.url}/dashboard/${list}`)
      const row = page.getByRole('row', { name: new RegExp(name) })
      await rowAction(row, 'Izmeni')
      await field(page, label).fill(value)
      await holdAnswers(page, /\/api\/(materials|proizvodi|c4|c1)\?/)
      await button(page, submit).click()
      await dialog(page).waitFor({ state: 'detached' })
      await rowAction(row, 'Obriši')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Da' }).click()
      await page.getByText(/uspešno obrisan|dokument .+ je obrisan/).waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  test('two editors of a product, each at a screen: the second sees what the first changed, keeps his input and decides', async () => {
    const account = { email: 'milena@firma.rs', password: 'tajna-rec-2' }
    await send({ app: site.app }, 'POST', '/auth/register', account)
    const other = (await send<{ token: string }>({ app: site.app }, 'POST', '/auth/login', account)).token
    const normativi = [
      { materijal_id: 'KON6PZ', potrebna_kolicina: 1 },
      { materijal_id: 'LEM60', potrebna_kolicina: 0.5 },
    ]
    const product = { id: 'SUKOBP', naziv: 'Set za sukob', hs_code: '8544', jedinica_mere: 'kom', normativi }
    await send(site, 'POST', '/proizvodi', product)
    const edit = async (as: string) => {
      const page = await open('products?search=SUKOBP', as)
      await rowAction(page, 'Izmeni')
      await page.getByLabel('Količina za stavku 2').waitFor()
      return page
    }
    const first = await edit(other)
    const second = await edit(site.token)
    await field(first, 'Naziv').fill('Set, njen')
    await first.getByLabel('Količina za stavku 1').fill('3')
    await button(first, 'Sačuvaj izmene').click()
    await first.getByText('Proizvod uspešno ažuriran.').waitFor()

    await field(second, 'Naziv').fill('Set, moj')
    await second.getByLabel('Količina za stavku 2').fill('0,75')
    await button(second, 'Sačuvaj izmene').click()
    await dialog(second).getByText('Neko je u međuvremenu izmenio ovaj podatak.', { exact: true }).waitFor()
    const told = await dialog(second)
      .getByRole('listitem')
      .filter({ hasText: /Set za sukob|Normativ/ })
      .allInnerTexts()
    assert.match(told[0] ?? '', /^Naziv: Set za sukob\s+Set, njen · kod vas: Set, moj$/)
    assert.match(told[1] ?? '', /^Normativ · .+ \(KON6PZ\) · Količina: 1 kom\s+3 kom$/)
    assert.equal(told.length, 2)
    await button(second, 'Nastavi uređivanje').click()
    assert.equal(await field(second, 'Naziv').inputValue(), 'Set, moj')
    assert.equal(await second.getByLabel('Količina za stavku 2').inputValue(), '0,75')
    assert.equal(await second.getByLabel('Količina za stavku 1').inputValue(), '1')
    await second.getByLabel('Količina za stavku 1').fill('3')
    await button(second, 'Sačuvaj izmene').click()
    await button(second, 'Zameni mojim unosom').click()
    await second.getByText('Proizvod uspešno ažuriran.').waitFor()
    const saved = await send<{ naziv: string; normativ: { potrebna_kolicina: number }[] }>(
      site,
      'GET',
      '/proizvodi/SUKOBP',
    )
    assert.deepEqual(
      [saved.naziv, ...saved.normativ.map(({ potrebna_kolicina }) => potrebna_kolicina)],
      ['Set, moj', 3, 0.75],
    )
  })

  test('two editors of a C4: lines are compared, and a line that is gone is saved as a new one', async () => {
    const { id, stavke } = await saveC4(site, 'C4-SUKOB', '2026-03-02', [
      { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
      { materijal_id: 'LEM60', kolicina: 5, cena_po_jedinici: 20 },
    ])
    const page = await open('incoming?broj=C4-SUKOB')
    await rowAction(page, 'Izmeni: C4-SUKOB')
    await dialog(page).getByText('Izmeni ulazni dokument').waitFor()
    await changeC4(site, id, { broj_terminala: 'T-77' }, (lines) => [{ ...lines[0], kolicina: 90 }])
    await field(page, 'Količina, stavka 2').fill('7')
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    const told = await dialog(page).getByRole('listitem').allInnerTexts()
    assert.match(told[0] ?? '', /^Broj terminala: T-12\s+T-77$/)
    assert.match(told[1] ?? '', /^DE-1, stavka 1 \(.+\) · Količina: 100\s+90$/)
    assert.match(told[2] ?? '', /^DE-1, stavka 2 \(.+\): .*Količina 5,.*nema$/)
    await button(page, 'Zameni mojim unosom').click()
    await page.getByText(/^Ulazni dokument .+ je izmenjen\.$/).waitFor()
    const saved = await send<C4>(site, 'GET', `/c4/${id}`)
    assert.deepEqual(
      saved.stavke.map(({ kolicina }) => kolicina),
      [100, 7],
    )
    assert.equal(saved.stavke[0]?.id, stavke[0]?.id)
  })

  test('what kept the save before is not said beside a conflict', async () => {
    const { id } = await saveC4(site, 'C4-POKRICE', '2026-03-02', [
      { materijal_id: 'LEM60', kolicina: 100, cena_po_jedinici: 20 },
    ])
    const normativi = [{ materijal_id: 'LEM60', potrebna_kolicina: 1 }]
    const product = { id: 'POKRIVEN', naziv: 'Pokriven set', hs_code: '8544', jedinica_mere: 'kom', normativi }
    await send(site, 'POST', '/proizvodi', product)
    await saveC1(site, 'C1-POKRICE', '2026-03-03', 'POKRIVEN', 60)
    const page = await openList(site, 'incoming?broj=C4-POKRICE', { expectedErrors: [/ApiError/] })
    await rowAction(page, 'Izmeni: C4-POKRICE')
    await field(page, 'Količina, stavka 1').fill('50')
    await button(page, 'Ažuriraj dokument').click()
    await closeAlert(page)
    const refused = dialog(page).getByText('C1-POKRICE')
    await refused.first().waitFor()

    await changeC4(site, id, { broj_terminala: 'T-78' })
    await field(page, 'Količina, stavka 1').fill('70')
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    assert.equal(await refused.count(), 0)
    await button(page, 'Zameni mojim unosom').click()
    await page.getByText(/^Ulazni dokument .+ je izmenjen\.$/).waitFor()
  })

  test('a C1 is kept and compared like a C4', async () => {
    const { id } = await saveC1(site, 'C1-NACRT', '2026-04-01', 'KS014', 10)
    const page = await open('outgoing?broj=C1-NACRT')
    const edit = async () => {
      await rowAction(page, 'Izmeni: C1-NACRT')
      await dialog(page).getByText('Izmeni izlazni dokument').waitFor()
    }
    await edit()
    await field(page, 'Količina, stavka 1').fill('25')
    await page.reload()
    await edit()
    await dialog(page).getByText('C1-NACRT · 1 stavka').waitFor()
    await goOn(page)
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '25')

    const { pdf_fajl: _, ...known } = await send<C4 & { pdf_fajl: null }>(site, 'GET', `/c1/${id}`)
    await send(site, 'PUT', `/c1/${id}`, { ...known, primalac_grad: 'Beč' })
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    assert.match(
      (await dialog(page).getByRole('listitem').first().innerText()) ?? '',
      /Grad primaoca: Bratislava\s+Beč$/,
    )
    await button(page, 'Zameni mojim unosom').click()
    await page.getByText('Posledice po zalihe').waitFor()
    const saved = await send<C4 & { primalac_grad: string }>(site, 'GET', `/c1/${id}`)
    assert.deepEqual([saved.primalac_grad, saved.stavke[0]?.kolicina], ['Bratislava', 25])
    assert.equal(await drafts(page), 0)
  })

  test('what somebody else deleted while it was edited is saved as a new one, and kept as such until then', async () => {
    const { id } = await saveC4(site, 'C4-OBRISAN', '2026-03-03', [
      { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
    ])
    const pdf = new FormData()
    pdf.set('file', new File(['%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF\n'], 'c4.pdf'))
    const headers = { authorization: `Bearer ${site.token}` }
    const upload = await fetch(`${site.app.url}/api/c4/upload`, { method: 'POST', headers, body: pdf })
    await changeC4(site, id, { pdf_fajl: ((await upload.json()) as { filePath: string }).filePath })
    const page = await open('incoming?broj=C4-OBRISAN')
    await rowAction(page, 'Izmeni: C4-OBRISAN')
    await field(page, 'Količina, stavka 1').fill('120')
    await kept(page)
    await send(site, 'DELETE', `/c4/${id}`)
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Ovaj podatak je u međuvremenu obrisan.').waitFor()
    await button(page, 'Nastavi uređivanje').click()
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '120')
    await field(page, 'C4 broj').fill('')
    await button(page, 'Ažuriraj dokument').click()
    await dialog(page).getByText('Sva obavezna polja moraju da budu popunjena').waitFor()
    await field(page, 'C4 broj').fill('C4-OBRISAN-2')
    await button(page, 'Ažuriraj dokument').click()
    await button(page, 'Nastavi kao nov unos').click()
    await dialog(page).getByText('PDF dokumenta više ne postoji. Izaberite ga ponovo.').waitFor()
    await dialog(page).getByRole('button', { name: 'Napravi dokument' }).click()
    await page.getByText(/^Ulazni dokument .+ je napravljen\.$/).waitFor()
    const [saved] = (await send<{ results: C4[] }>(site, 'GET', '/c4?c4Number=C4-OBRISAN-2')).results
    assert.equal((await send<C4>(site, 'GET', `/c4/${saved?.id}`)).stavke[0]?.kolicina, 120)
    assert.equal(await drafts(page), 0)

    await addMaterial('OBRISAN1')
    await page.goto(`${site.app.url}/dashboard/materials?search=OBRISAN1`)
    await rowAction(page, 'Izmeni')
    await field(page, 'Naziv').fill('Žica, ipak')
    await send(site, 'DELETE', '/materials/OBRISAN1')
    await button(page, 'Sačuvaj izmene').click()
    await button(page, 'Nastavi kao nov unos').click()
    await dialog(page).getByText('Novi materijal').waitFor()
    await field(page, 'ID materijala').fill('OBRISAN2')
    await kept(page)
    await page.reload()
    await page.getByText('nov unos · Žica, ipak OBRISAN2').waitFor()
    await button(page, 'Nastavi nacrt').click()
    await dialog(page).getByRole('button', { name: 'Dodaj materijal' }).click()
    await page.getByText('Materijal uspešno dodat.').waitFor()
    assert.equal((await send<{ naziv: string }>(site, 'GET', '/materials/OBRISAN2')).naziv, 'Žica, ipak')
    assert.equal(await drafts(page), 0)
  })

  test('a form stays over the page of a record that somebody else deletes, and can be saved as a new one', async () => {
    await addMaterial('OBRISAN3')
    const { id } = await saveC4(site, 'C4-OBRISAN-3', '2026-03-04', [
      { materijal_id: 'KON6PZ', kolicina: 100, cena_po_jedinici: 0.2 },
    ])
    const page = await openAs(site)
    for (const [screen, call, label, save, gone] of [
      ['materials/OBRISAN3', '/materials/OBRISAN3', 'Naziv', 'Sačuvaj izmene', /učitavanja pregleda materijala/],
      [`incoming/${id}`, `/c4/${id}`, 'Broj terminala', 'Ažuriraj dokument', /učitavanju stavki dokumenta/],
    ] as const) {
      await page.goto(`${site.app.url}/dashboard/${screen}`)
      await button(page, 'Izmeni').click()
      await field(page, label).fill('Moj unos')
      await send(site, 'DELETE', call)
      await page.getByText(gone).waitFor()
      assert.equal(await field(page, label).inputValue(), 'Moj unos')
      await button(page, save).click()
      await button(page, 'Nastavi kao nov unos').click()
      await dialog(page)
        .getByRole('heading', { name: /^Novi / })
        .waitFor()
      assert.equal(await field(page, label).inputValue(), 'Moj unos')
    }
  })

  test('what has no drafts is saved over the version that its page was opened with', async () => {
    const firm = { naziv: 'Kabl', pib: '104052135', mb: '12345678', grad: 'Kragujevac', drzava: 'Srbija' }
    await send(site, 'PUT', '/nasa-firma', firm)
    const page = await openAs(site)
    await page.goto(`${site.app.url}/dashboard/podesavanja`)
    await page.getByLabel('Grad', { exact: true }).fill('Beograd')
    await send(site, 'PUT', '/nasa-firma', { ...firm, naziv: 'Kabl, njihov' })
    await page.keyboard.press('Control+s')
    await page.getByText('Neko je u međuvremenu izmenio ovaj podatak.').waitFor()
    const { naziv, grad } = await send<typeof firm>(site, 'GET', '/nasa-firma')
    assert.deepEqual([naziv, grad], ['Kabl, njihov', 'Kragujevac'])
  })

  test('the draft of a document that was deleted goes on as a new one', async () => {
    const { id } = await saveC1(site, 'C1-OBRISAN', '2026-04-02', 'KS014', 10)
    const page = await open('outgoing?broj=C1-OBRISAN')
    await rowAction(page, 'Izmeni: C1-OBRISAN')
    await field(page, 'Količina, stavka 1').fill('35')
    await kept(page)
    await page.reload()
    await page.getByText('izmena · C1-OBRISAN · 1 stavka').waitFor()
    await send(site, 'DELETE', `/c1/${id}`)
    const ask = page.getByRole('alertdialog', { name: 'Podatak je obrisan' })
    await button(page, 'Nastavi nacrt').click()
    await ask.getByRole('button', { name: 'Ne', exact: true }).click()
    assert.equal(await drafts(page), 1)
    await button(page, 'Nastavi nacrt').click()
    await ask.getByRole('button', { name: 'Da', exact: true }).click()
    await dialog(page).getByText('Novi izlazni dokument').waitFor()
    assert.equal(await field(page, 'Količina, stavka 1').inputValue(), '35')
    await dialog(page).getByRole('button', { name: 'Napravi dokument' }).click()
    await page.getByText('Posledice po zalihe').waitFor()
    const [saved] = (await send<{ results: C4[] }>(site, 'GET', '/c1?c1Number=C1-OBRISAN')).results
    assert.equal((await send<C4>(site, 'GET', `/c1/${saved?.id}`)).stavke[0]?.kolicina, 35)
    assert.equal(await drafts(page), 0)
  })

  const addMaterial = (id: string) =>
    send(site, 'POST', '/materials', {
      id,
      naziv: 'Žica za sukob',
      zemlja_porekla: 'Nemačka',
      jedinica_mere: 'kg',
      tarifni_broj: '8544',
    })
})
