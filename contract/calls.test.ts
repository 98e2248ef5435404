// The calls of the specification (spec §7) with the names of what goes out and comes back; the answers themselves are
// tested beside the handlers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { z } from 'zod'
import { api } from './api.ts'
import { c1Body } from './c1.ts'
import { c4Body } from './c4.ts'
import type { Endpoint } from './endpoint.ts'
import { materialBody, materialChange } from './materials.ts'
import { normativStavka, productBody } from './products.ts'

const calls = new Map<string, Endpoint>(
  Object.values(api)
    .flatMap((feature) => Object.values(feature) as Endpoint[])
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)
const callTo = (call: string) => calls.get(call) ?? assert.fail(`no call ${call}`)
/** The names of an object, or of the objects of a list. */
const namesIn = (schema: unknown): string[] =>
  Object.keys(
    'element' in (schema as z.ZodArray)
      ? ((schema as z.ZodArray).element as z.ZodObject).shape
      : (schema as z.ZodObject).shape,
  )
const rowsOf = (call: string, name: string) =>
  ((callTo(call).reply as z.ZodObject).shape as Record<string, z.ZodArray>)[name]

function has(names: readonly string[], wanted: string) {
  assert.deepEqual(
    wanted.split(' ').filter((name) => !names.includes(name)),
    [],
  )
}

describe('the calls of the specification', () => {
  test('exist, each with its method and path', () => {
    for (const call of [
      'GET /auth/me',
      'POST /auth/register',
      'POST /auth/login',
      'GET /c4',
      'POST /c4',
      'PUT /c4/{id}',
      'DELETE /c4/{id}',
      'GET /c4/{id}/stavke',
      'POST /c4/upload',
      'GET /c4/download/{id}',
      'GET /c4/firms',
      'GET /documents/pdf/{brojC1}',
      'GET /c1',
      'GET /c1/{id}/stavke',
      'POST /c1',
      'PUT /c1/{id}',
      'DELETE /c1/{id}',
      'POST /c1/upload',
      'GET /c1/download/{id}',
      'GET /c1/firms',
      'GET /materials',
      'GET /materials/all',
      'POST /materials',
      'PUT /materials/{id}',
      'DELETE /materials/{id}',
      'POST /materials/import',
      'GET /materials/{id}/stock',
      'GET /materials/{id}/transactions',
      'GET /materials/{id}/remaining',
      'GET /proizvodi',
      'POST /proizvodi',
      'PUT /proizvodi/{id}',
      'DELETE /proizvodi/{id}',
      'POST /proizvodi/import',
      'GET /normativ/{id}',
      'POST /normativ/{id}',
    ]) {
      callTo(call)
    }
  })

  test('login and registration take email and password and need no session', () => {
    // The device, which a client need not send, is ours; the code is of accounts with a second factor.
    assert.deepEqual(namesIn(callTo('POST /auth/login').body), ['email', 'password', 'device', 'code'])
    assert.deepEqual(namesIn(callTo('POST /auth/register').body), ['email', 'password'])
    for (const call of ['POST /auth/login', 'POST /auth/register']) assert.equal(callTo(call).open, true)
    assert.deepEqual(namesIn(callTo('POST /auth/login').reply), ['token', 'device'])
    assert.deepEqual(namesIn(callTo('GET /auth/me').reply), ['user'])
  })

  test('lists of documents take the filters of both sets of names', () => {
    for (const call of ['GET /c4', 'GET /c1']) {
      const names = namesIn(callTo(call).query)
      has(names, 'page limit search tip_dokumenta datum_od datum_do posiljalac primalac zemlja_otpreme')
      has(names, 'vrednost_min vrednost_max kolicina_min kolicina_max')
      has(names, 'c4Number c1Number documentType dateStart dateEnd sender receiver countryOfDispatch')
      has(names, 'valueMin valueMax quantityMin quantityMax')
      has(namesIn(callTo(call).reply), 'results documents total totalPages')
    }
  })

  test('a document is sent with its fields, stavke and pdf_fajl', () => {
    const partners = 'posiljalac_naziv posiljalac_grad posiljalac_drzava primalac_naziv primalac_pib primalac_mb'
    const both = `tip_dokumenta datum pdf_fajl ${partners} primalac_grad zemlja_otpreme stavke`
    has(namesIn(c4Body), `${both} broj_terminala broj_c4 valuta paritet`)
    has(namesIn(c1Body), `${both} broj_c1`)
    assert.equal(callTo('PUT /c4/{id}').body, callTo('POST /c4').body)
    assert.equal(callTo('PUT /c1/{id}').body, callTo('POST /c1').body)
    const c4Line = 'broj_fakture redni_broj materijal_id kolicina cena_po_jedinici dokazuje_poreklo tarifni_broj'
    has(namesIn(c4Body.shape.stavke.element), `${c4Line} zemlja_porekla`)
    has(namesIn(c1Body.shape.stavke.element), 'redni_broj proizvod_id kolicina cena broj_fakture')
  })

  test('a material is sent with its five fields, an edit without its ID', () => {
    assert.deepEqual(namesIn(materialBody), ['id', 'naziv', 'zemlja_porekla', 'jedinica_mere', 'tarifni_broj'])
    assert.deepEqual(namesIn(materialChange), ['naziv', 'zemlja_porekla', 'jedinica_mere', 'tarifni_broj'])
    has(namesIn(callTo('GET /materials').query), 'search page limit')
    has(namesIn(callTo('GET /materials').reply), 'results materials totalPages')
    const stock = namesIn(callTo('GET /materials/{id}/stock').reply)
    assert.deepEqual(stock, ['totalQuantity', 'totalInput', 'totalConsumed', 'preostalo', 'manjak'])
    has(namesIn(callTo('GET /materials/{id}/transactions').reply), 'transactions totalPages')
  })

  test('a product is sent with its fields and its normativ', () => {
    assert.deepEqual(namesIn(productBody), ['id', 'naziv', 'hs_code', 'jedinica_mere', 'normativi'])
    assert.deepEqual(namesIn(normativStavka), [
      'materijal_id',
      'potrebna_kolicina',
      'otpad_procenat',
      'gubitak_procenat',
    ])
    has(namesIn(callTo('GET /proizvodi').query), 'search page limit')
    has(namesIn(callTo('GET /proizvodi').reply), 'results products totalPages')
    assert.deepEqual(namesIn(callTo('POST /normativ/{id}').body), ['items'])
    has(namesIn(callTo('GET /normativ/{id}').reply), 'normativ')
  })

  test('lists of items, firms, transactions and remaining entries hold what the screens read of them', () => {
    const c4Line = 'broj_fakture redni_broj materijal_id kolicina cena_po_jedinici dokazuje_poreklo tarifni_broj'
    has(namesIn(callTo('GET /c4/{id}/stavke').reply), `id ${c4Line} zemlja_porekla`)
    has(namesIn(callTo('GET /c1/{id}/stavke').reply), 'redni_broj proizvod_id kolicina cena broj_fakture')
    for (const call of ['GET /c4/firms', 'GET /c1/firms']) {
      has(namesIn(callTo(call).reply), 'posiljalac_naziv posiljalac_grad posiljalac_drzava')
      has(namesIn(callTo(call).reply), 'primalac_naziv primalac_pib primalac_mb primalac_grad')
    }
    const transaction = 'type document_number date quantity unit_price total_value proves_origin partner_name'
    has(namesIn(rowsOf('GET /materials/{id}/transactions', 'transactions')), transaction)
    const remaining = 'c4_id c4_broj c4_datum valuta materijal_id ulaz_stavka_id kolicina kolicina_razduzena preostalo'
    has(namesIn(callTo('GET /materials/{id}/remaining').reply), remaining)
    has(namesIn(rowsOf('GET /proizvodi', 'products')), 'id sifra naziv hs_code jedinica_mere normativ_count')
    for (const call of ['POST /c4/upload', 'POST /c1/upload'])
      assert.deepEqual(namesIn(callTo(call).reply), ['filePath'])
  })
})
