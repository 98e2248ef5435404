import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { MAX_TAKEN_NUMBERS } from './proposal.ts'

test('so many numbers behind the last one may be taken', () => {
  assert.equal(MAX_TAKEN_NUMBERS, 20)
})

anyEngine('what is proposed for a new document', (engine) => {
  test('what the newest document of the partner had, of the fields that are not its own', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const lots = [{ materijal_id: 'KABL1', kolicina: 5, cena_po_jedinici: 2 }]
    const newest = { broj_terminala: 'T2', valuta: 'USD', paritet: 'DAP', zemlja_otpreme: 'Turska', primalac_pib: '1' }
    await stored(api, '/c4', c4Body('U2', '2026-03-01', lots, newest))
    await stored(api, '/c4', c4Body('U1', '2026-01-01', lots, { valuta: 'RSD' }))
    await stored(api, '/c4', c4Body('U3', '2026-04-01', lots, { posiljalac_naziv: 'Drugi', valuta: 'EUR' }))
    const proposed = async (path: string) => (await api.get(path)).body
    assert.deepEqual(await proposed('/c4/predlog?partner=muller%20kabel%20GMBH'), {
      tip_dokumenta: 'Uvozna deklaracija',
      ...newest,
      primalac_naziv: 'Šumadija kabl',
      primalac_mb: null,
      primalac_grad: 'Kragujevac',
    })
    assert.deepEqual(await proposed('/c4/predlog?partner=muller'), {})
    assert.deepEqual(await proposed('/c4/predlog'), { tip_dokumenta: 'Uvozna deklaracija', broj_terminala: 'T1' })

    await stored(api, '/c1', c1Body('I1', '2026-05-01', [{ proizvod_id: 'PRAZAN', kolicina: 1, cena: 1 }]))
    assert.deepEqual(await proposed('/c1/predlog?partner=Beta%20Auto'), {
      tip_dokumenta: 'Izvozna deklaracija',
      zemlja_otpreme: 'Srbija',
      posiljalac_naziv: 'Šumadija kabl',
      posiljalac_grad: 'Kragujevac',
      posiljalac_drzava: 'Srbija',
    })
    assert.deepEqual(await proposed('/c1/predlog'), {
      tip_dokumenta: 'Izvozna deklaracija',
      zemlja_otpreme: 'Srbija',
    })
  })

  test('the number behind that of the newest document of its year, past those that are taken', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const save = (broj: string, datum: string) =>
      stored(api, '/c4', c4Body(broj, datum, [{ materijal_id: 'KABL1', kolicina: 5, cena_po_jedinici: 2 }]))
    const number = async (datum: string) => (await api.get(`/c4/predlog?datum=${datum}`)).body.broj_c4
    assert.equal(await number('2026-05-01'), undefined)
    await save('UL-2026-008', '2026-03-01')
    await save('ul-2026-009', '2026-02-01')
    assert.equal(await number('2026-01-01'), 'UL-2026-010')
    assert.equal(await number('2027-01-01'), 'UL-2027-001')
    assert.equal(await number('2025-01-01'), undefined)
    await save('UL-2025-004', '2025-12-31')
    assert.equal(await number('2025-01-01'), 'UL-2025-005')
    for (let taken = 10; taken < 9 + MAX_TAKEN_NUMBERS; taken++) await save(`UL-2026-0${taken}`, '2026-02-01')
    assert.equal(await number('2026-01-01'), undefined)
  })
})
