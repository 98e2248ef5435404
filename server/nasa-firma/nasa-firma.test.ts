import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PODESAVANJA_AT_FIRST as AT_FIRST } from '#contract/podesavanja.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { anyEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c4Body, stored } from '#server/testing-documents.ts'
import { NOTHING_MOVES } from './podesavanja-handlers.ts'

const SETTINGS = { ...AT_FIRST, ranije_stope_pdv: [] }

const FIRMA = {
  ...{ naziv: 'Šumadija kabl', pib: '104052135', mb: '20084693' },
  ...{ adresa: null, grad: 'Kragujevac', drzava: 'Srbija' },
}

anyEngine('naša firma', (engine) => {
  test('is empty, filled in once, changed by its version, and told in the trail', async () => {
    const api = await testApi(engine)
    const empty = { naziv: '', pib: '', mb: '', adresa: null, grad: '', drzava: '', verzija: 0 }
    assert.deepEqual((await api.get('/nasa-firma')).body, empty)
    const wrong = await api.put('/nasa-firma', { ...FIRMA, naziv: ' ', pib: '104052136', mb: '1' })
    assert.equal(wrong.status, 400)
    assert.deepEqual(wrong.body.errors, [
      { field: 'naziv', message: 'Naziv firme: obavezno polje.' },
      { field: 'pib', message: 'PIB mora imati 9 cifara sa ispravnom kontrolnom cifrom.' },
      { field: 'mb', message: 'Matični broj mora imati 8 cifara.' },
    ])
    const put = (body: object, version: number) => api.put('/nasa-firma', body, { 'if-match': `"${version}"` })
    assert.deepEqual((await put(FIRMA, 0)).body, { ...FIRMA, verzija: 1 })
    assert.equal((await put(FIRMA, 0)).status, 409)
    assert.deepEqual((await put({ ...FIRMA, grad: 'Niš' }, 1)).body, { ...FIRMA, grad: 'Niš', verzija: 2 })
    assert.equal((await api.get('/nasa-firma')).body.grad, 'Niš')
    const { results } = (await api.get('/audit?vrsta=firma')).body
    assert.deepEqual(
      results.map(({ radnja, opis }: Record<string, string>) => [radnja, opis]),
      [
        ['izmenjeno', FIRMA.naziv],
        ['dodato', FIRMA.naziv],
      ],
    )
  })

  test('is proposed as the receiver of an import and the sender of an export, before what a partner had', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lots = [{ materijal_id: 'KABL1', kolicina: 5, cena_po_jedinici: 2 }]
    await stored(api, '/c4', c4Body('U1', '2026-03-01', lots, { primalac_naziv: 'Stara firma', paritet: 'DAP' }))
    await api.put('/nasa-firma', FIRMA)
    const receiver = {
      primalac_naziv: FIRMA.naziv,
      primalac_pib: FIRMA.pib,
      primalac_mb: FIRMA.mb,
      primalac_grad: FIRMA.grad,
    }
    const usual = { tip_dokumenta: 'Uvozna deklaracija', broj_terminala: 'T1' }
    assert.deepEqual((await api.get('/c4/predlog')).body, { ...usual, ...receiver })
    const { body } = await api.get('/c4/predlog?partner=M%C3%BCller%20Kabel%20GmbH')
    assert.deepEqual({ ...body, ...receiver }, body)
    assert.equal(body.paritet, 'DAP')
    assert.deepEqual((await api.get('/c1/predlog')).body, {
      posiljalac_naziv: FIRMA.naziv,
      posiljalac_grad: FIRMA.grad,
      posiljalac_drzava: FIRMA.drzava,
    })
  })

  test('a setting that is not sent stays as it is', async () => {
    const api = await testApi(engine)
    const put = async (body: object) => {
      const { osnov_otpada, stopa_pdv } = (await api.put('/podesavanja', body)).body
      return [osnov_otpada, stopa_pdv]
    }
    assert.deepEqual(await put({ upozorenje_roka_dana: 10, osnov_otpada: 'bruto', stopa_pdv: 20 }), ['bruto', 20])
    assert.deepEqual(await put({ upozorenje_roka_dana: 20 }), ['bruto', 20])
    assert.deepEqual(await put({ upozorenje_roka_dana: 20, osnov_otpada: 'neto', stopa_pdv: null }), ['neto', null])
  })

  test('a rate of tax holds from its day, and a closed period keeps the one that it had', async () => {
    const api = await testApi(engine, { now: () => Date.parse('2026-06-01T12:00:00Z') })
    const put = (body: object) => api.put('/podesavanja', { upozorenje_roka_dana: 30, ...body })
    const rates = async (body: object) => {
      const { stopa_pdv, stopa_pdv_od, ranije_stope_pdv } = (await put(body)).body
      return [stopa_pdv, stopa_pdv_od, ranije_stope_pdv]
    }
    assert.deepEqual(await rates({ stopa_pdv: 18 }), [18, null, []])
    assert.deepEqual(await rates({ stopa_pdv: 20 }), [20, null, []], 'with nothing closed, for all days')
    const row = { do_dana: '2026-03-31' as CalendarDate, korisnik: 'ana@firma.rs', vreme: 0 }
    await api.store.transact((tx) => tx.insertInto('zakljucenje').values(row).execute())
    const early = await put({ stopa_pdv: 10, stopa_pdv_od: '2026-03-31' })
    const message = 'Period do 31.03.2026. je zaključan; stopa PDV za njega ne može da se promeni.'
    assert.deepEqual([early.status, early.body], [409, { message, errors: [{ field: 'stopa_pdv_od', message }] }])
    const twenty = { od: null, stopa: 20 }
    assert.deepEqual(await rates({ stopa_pdv: 10 }), [10, '2026-04-01', [twenty]], 'from the day behind it')
    assert.deepEqual(await rates({ stopa_pdv: 10, stopa_pdv_od: '2026-05-01' }), [10, '2026-05-01', [twenty]])
    assert.deepEqual(await rates({}), [10, '2026-05-01', [twenty]], 'what is not sent stays')
    const ten = { od: '2026-05-01', stopa: 10 }
    assert.deepEqual(await rates({ stopa_pdv: null, stopa_pdv_od: '2026-06-01' }), [null, '2026-06-01', [twenty, ten]])
    assert.deepEqual((await api.get('/podesavanja')).body.ranije_stope_pdv, [twenty, ten])
  })

  test('podešavanja are as they begin until they are changed by their version, and told in the trail', async () => {
    const api = await testApi(engine)
    assert.deepEqual((await api.get('/podesavanja')).body, { ...SETTINGS, verzija: 0 })
    for (const wrong of [-1, 367, 1.5, '', 'x', null]) {
      const { status, body } = await api.put('/podesavanja', { upozorenje_roka_dana: wrong })
      assert.equal(status, 400, String(wrong))
      assert.match(body.errors[0].message, /^Upozori N dana pre roka: (ceo broj od 0 do 366|obavezno polje)\.$/)
    }
    const put = (days: number, version: number) =>
      api.put('/podesavanja', { upozorenje_roka_dana: days }, { 'if-match': `"${version}"` })
    const saved = (upozorenje_roka_dana: number, verzija: number) => ({ ...SETTINGS, upozorenje_roka_dana, verzija })
    assert.deepEqual((await put(366, 0)).body, { ...saved(366, 1), ...NOTHING_MOVES })
    assert.equal((await put(1, 0)).status, 409)
    assert.deepEqual((await put(0, 1)).body, { ...saved(0, 2), ...NOTHING_MOVES })
    assert.deepEqual((await api.get('/podesavanja')).body, saved(0, 2))
    const { results } = (await api.get('/audit?vrsta=podesavanja')).body
    assert.deepEqual(
      results.map(({ radnja, sazetak }: Record<string, string>) => [radnja, sazetak]),
      Array(2).fill(['izmenjeno', 'Upozori N dana pre roka']),
    )
  })
})
