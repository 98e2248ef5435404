import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restoreTexts } from '#contract/audit.ts'
import type { RateImportReply } from '#contract/rates.ts'
import { anyEngine, type Client, eachEngine, testApi, type Upload } from '#server/testing.ts'
import { addCatalogue, c4Body, stored } from '#server/testing-documents.ts'
import { xlsx } from '#server/testing-sheets.ts'

const IMPORT = '/rates/import'
const file = (name: string, content: string | Uint8Array): Upload => ({ name, bytes: Buffer.from(content) })

/** The list of one day as the National Bank of Serbia gives it for download. */
const listOf = (day: string, ...rates: [valuta: string, unit: number, rate: string][]) =>
  file(
    'kursna-lista.xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<Exchange_Rates_List>
  <header><Copyright>NBS</Copyright><No>92</No><Date>${day}</Date><Type>srednji kurs</Type></header>
  ${rates
    .map(
      ([valuta, unit, rate]) =>
        `<Item><Code>1</Code><Country>X</Country><Currency>${valuta}</Currency><Unit>${unit}</Unit><Middle_Rate>${rate}</Middle_Rate></Item>`,
    )
    .join('\n')}
</Exchange_Rates_List>`,
  )
const FRIDAY = listOf('22.05.2026', ['EUR', 1, '117.2433'], ['HUF', 100, '29.1100'], ['USD', 1, '103.4804'])

async function sent(client: Client, path: string, upload: Upload): Promise<RateImportReply> {
  const { status, body } = await client.upload(path, upload)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const said = ({ redovi }: RateImportReply) =>
  redovi.map(({ valuta, vazi_od, kurs, ishod }) => `${valuta} ${vazi_od} ${kurs} ${ishod}`)

eachEngine('rates from a file', (engine) => {
  test('what a list lacks is asked, what is chosen is remembered, and an unknown field is refused', async () => {
    const api = await testApi(engine)
    const list = xlsx(['Valuta', 'Kurs banke', 'Datum'], ['EUR', '117,2433', '22.05.2026.'])
    const asked = await sent(api, `${IMPORT}?dryRun=true`, list)
    assert.deepEqual(
      asked.pitanja.map(({ polje }) => polje),
      ['srednji', 'jedinica'],
    )
    assert.equal((await api.upload(IMPORT, list)).status, 400)
    assert.equal((await api.upload(IMPORT, list, { kolone: '{"cena":2}' })).status, 400)
    const chosen = { kolone: '{"srednji":"Kurs banke"}', vrednosti: '{"jedinica":"1"}' }
    const { body } = await api.upload(IMPORT, list, chosen)
    assert.deepEqual(said(body), ['EUR 2026-05-22 117.2433 nov'])
    const next = xlsx(['Valuta', 'Kurs banke', 'Datum'], ['EUR', '117,3', '25.05.2026.'])
    assert.deepEqual(said(await sent(api, IMPORT, next)), ['EUR 2026-05-25 117.3 nov'])
    const wrong = xlsx(['Valuta', 'Kurs banke', 'Datum'], ['EUR', 'sto', '26.05.2026.'])
    const skipped = await api.upload(`${IMPORT}/preskoceni`, wrong)
    assert.equal(skipped.status, 200)
    const again = { name: 'preskoceni.xlsx', bytes: skipped.bytes }
    assert.match((await sent(api, `${IMPORT}?dryRun=true`, again)).redovi[0]?.razlog ?? '', /„sto“ nije broj/)
  })

  test('a preview writes nothing, the import writes what it said, the same file again changes nothing', async () => {
    const api = await testApi(engine)
    await api.post('/rates', { valuta: 'USD', vazi_od: '2026-05-22', kurs: 100 })
    const before = (await api.get('/rates')).body
    const preview = await sent(api, `${IMPORT}?dryRun=true`, FRIDAY)
    assert.deepEqual(said(preview), ['EUR 2026-05-22 117.2433 nov', 'USD 2026-05-22 103.4804 izmenjen'])
    assert.deepEqual(
      [preview.redovi[1]?.dosadasnji_kurs, preview.napomena],
      [100, 'Nisu čitane valute koje program ne vodi: HUF.'],
    )
    assert.deepEqual((await api.get('/rates')).body, before)
    assert.deepEqual(said(await sent(api, IMPORT, FRIDAY)), said(preview))
    assert.deepEqual((await api.get('/rates')).body.slice(0, 2), [
      { valuta: 'EUR', vazi_od: '2026-05-22', kurs: 117.2433, verzija: 1 },
      { valuta: 'USD', vazi_od: '2026-05-22', kurs: 103.4804, verzija: 2 },
    ])
    const { total } = (await api.get('/audit')).body
    const again = await sent(api, IMPORT, FRIDAY)
    assert.deepEqual([again.nepromenjenih, again.novih + again.izmenjenih], [2, 0])
    assert.equal((await api.get('/audit?vrsta=kurs&radnja=izmenjeno')).body.total, 1)
    assert.equal((await api.get('/audit')).body.total, total + 1, 'the import itself')
  })
})

anyEngine('a list of rates', (engine) => {
  test('what a list changed of a rate comes back, while nothing stands on it', async () => {
    const api = await testApi(engine)
    await api.post('/rates', { valuta: 'EUR', vazi_od: '2026-03-01', kurs: 117 })
    const list = xlsx(['Datum', 'Oznaka valute', 'Važi za', 'Srednji kurs'], ['1.3.2026.', 'EUR', 1, 171.1])
    await api.upload('/rates/import', list)
    const newest = async () => (await api.get('/audit?vrsta=kurs&predmet=EUR%202026-03-01')).body.results[0]
    const back = (izmena: number) => api.post(`/vrati/rates/EUR/2026-03-01?izmena=${izmena}`)
    const { id, moze_vratiti } = await newest()
    assert.equal(moze_vratiti, true)
    const { status, body } = await back(id)
    assert.deepEqual([status, body.kurs, body.verzija], [200, 117, 3])
    const { radnja, moze_vratiti: again } = await newest()
    assert.deepEqual([radnja, again], ['vraceno', false])
    assert.equal((await back(id)).body.message, restoreTexts.changedSince)
  })

  test('on a day without a list a document takes the rate of the latest day before, and keeps it', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    await sent(api, IMPORT, listOf('20.05.2026', ['EUR', 1, '116.9']))
    await sent(api, IMPORT, FRIDAY)
    const lines = [{ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 2 }]
    const savedOn = async (datum: string) => {
      const { id } = await stored(api, '/c4', c4Body(`C4-${datum}`, datum, lines, { valuta: 'EUR' }))
      return { id, kurs: (await api.get(`/c4/${id}`)).body.kurs }
    }
    const sunday = await savedOn('2026-05-24')
    assert.deepEqual([sunday.kurs, (await savedOn('2026-05-21')).kurs], [117.2433, 116.9])
    await sent(api, IMPORT, listOf('24.05.2026', ['EUR', 1, '118']))
    assert.equal((await api.get(`/c4/${sunday.id}`)).body.kurs, 117.2433)
  })

  test('the reply of the service of the bank, CSV in two encodings and a workbook are read alike', async () => {
    const api = await testApi(engine)
    const service = `<soap:Envelope xmlns:soap="urn:s"><soap:Body><R><diffgr:diffgram xmlns:diffgr="urn:d"><ExchangeRateDataSet>
      <ExchangeRate diffgr:id="ExchangeRate1"><ExchangeRateListNumber>92</ExchangeRateListNumber><Date>22.05.2026</Date>
      <CreateDate>22.05.2026</CreateDate><DateTo>25.05.2026</DateTo><CurrencyGroupID>2</CurrencyGroupID>
      <CurrencyCode>978</CurrencyCode><CurrencyCodeNumChar>978</CurrencyCodeNumChar>
      <CurrencyCodeAlfaChar>EUR</CurrencyCodeAlfaChar><CurrencyNameSerCyrl>Евро</CurrencyNameSerCyrl><Unit>1</Unit>
      <BuyingRate>0.0000</BuyingRate><MiddleRate>117.2433</MiddleRate><SellingRate>0.0000</SellingRate></ExchangeRate>
      </ExchangeRateDataSet></diffgr:diffgram></R></soap:Body></soap:Envelope>`
    const rows = ['FORMIRANA NA DAN 22.5.2026. GODINE', 'OZNAKA VALUTE;VAŽI ZA;SREDNJI KURS', 'EUR;1;117,2433']
    const windows = Buffer.from(rows.join('\r\n'), 'latin1')
    // Ž, which is none of Latin 1.
    windows[windows.indexOf(';VA') + 3] = 0x8e
    const tabs = ['Datum\tOznaka valute\tVaži za\tSrednji kurs', '22.5.2026.\tEUR\t1\t117,2433'].join('\n')
    const commas = ['Datum,Oznaka valute,Važi za,Srednji kurs', '22.5.2026.,EUR,1,"117,2433"'].join('\n')
    for (const upload of [
      file('servis.xml', service),
      file('lista.csv', rows.join('\n')),
      file('LISTA.CSV', windows),
      file('tab.csv', tabs),
      file('zarez.csv', commas),
      xlsx(['Datum', 'Oznaka valute', 'Važi za', 'Srednji kurs'], ['22.05.2026.', 'EUR', 1, 117.2433]),
    ])
      assert.deepEqual(
        said(await sent(api, `${IMPORT}?dryRun=true`, upload)),
        ['EUR 2026-05-22 117.2433 nov'],
        upload.name,
      )
  })

  test('what is no list, what is hostile and what has nothing good are refused, each in a sentence', async () => {
    const api = await testApi(engine)
    const refusal = async (upload: Upload) => {
      const { status, body } = await api.upload(IMPORT, upload)
      return `${status} ${body.message}`
    }
    assert.match(await refusal(file('lista.pdf', '%PDF-1.7')), /^415 Molimo odaberite kursnu listu/)
    assert.match(await refusal(file('lista.xml', 'EUR;1;117')), /^415 Molimo odaberite kursnu listu/)
    assert.match(await refusal(file('lista.xml', '<x><y>1</x>')), /^400 Nije moguće pročitati fajl/)
    assert.match(await refusal(file('lista.xml', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')), /^400 XML fajl ima/)
    assert.match(await refusal(file('lista.xml', '<a>'.repeat(500_000))), /^413 XML fajl sadrži previše/)
    assert.match(await refusal(file('lista.xml', '<x><y>1</y></x>')), /^400 U fajlu nije nađena kursna lista/)
    const bad = listOf('22.05.2026', ['EUR', 1, '0.0000'])
    const { status, body } = await api.upload(IMPORT, bad)
    assert.deepEqual(
      [status, body.errors],
      [400, [{ field: 'redovi.1', message: 'Srednji kurs: mora biti veći od 0.' }]],
    )
    assert.equal((await api.get('/rates')).body.length, 3)
  })

  test('two lists of the same day at the same moment leave one of them whole', async () => {
    const api = await testApi(engine)
    const lists = ['116', '118'].map((rate) => listOf('22.05.2026', ['EUR', 1, rate], ['USD', 1, rate]))
    const answers = await Promise.all(lists.map((list) => api.upload(IMPORT, list)))
    assert.ok(answers.some(({ status }) => status === 200))
    for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status))
    const [eur, usd] = (await api.get('/rates')).body
    assert.deepEqual([eur.vazi_od, eur.kurs], [usd.vazi_od, usd.kurs])
  })
})
