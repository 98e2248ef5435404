import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRIES, countryBegunBy, countryName } from './countries.ts'

test('a known country has one spelling, any other text stays', () => {
  for (const typed of ['Nemačka', 'nemacka', 'NEMAČKA', ' Немачка ']) assert.equal(countryName(typed), 'Nemačka')
  assert.equal(countryName('Bosna i  hercegovina'), 'Bosna i Hercegovina')
  for (const other of ['', 'Nemačka (DDR)', 'Atlantida']) assert.equal(countryName(other), other)
  for (const name of COUNTRIES) assert.equal(countryName(name), name)
})

test('a country is one, named in Serbian, English or German or by a code of ISO 3166', () => {
  const said = {
    Nemačka: ['Germany', 'Deutschland', 'DE', 'DEU', 'de', 'SR Nemačka'],
    'Sjedinjene Američke Države': ['SAD', 'USA', 'US', 'United States', 'Vereinigte Staaten', 'U.S.A.', 'САД'],
    'Velika Britanija': ['UK', 'GB', 'GBR', 'United Kingdom', 'Vereinigtes Königreich', 'Ujedinjeno Kraljevstvo'],
    Austrija: ['Österreich', 'Oesterreich', 'AUT', 'Republic of Austria', 'Republika Austrija'],
    Češka: ['Czechia', 'Czech Republic', 'Tschechien', 'CZ', 'CZE', 'Češka Republika'],
    'Južna Koreja': ['South Korea', 'Republic of Korea', 'Südkorea', 'Suedkorea', 'KR'],
    Turska: ['Türkiye', 'Turkey', 'Türkei', 'TUR'],
    'Severna Makedonija': ['MK', 'MKD', 'North Macedonia', 'Nordmazedonien'],
    Srbija: ['RS', 'SRB', 'Serbia', 'Serbien', 'XS', 'Србија', 'Republic of Serbia'],
    Kina: ['China', 'CN', 'CHN', 'P.R. China', "People's Republic of China"],
    Švajcarska: ['CH', 'Switzerland', 'Schweiz'],
    'Bosna i Hercegovina': ['BiH', 'BA', 'Bosnia and Herzegovina', 'Bosnien und Herzegowina'],
  }
  for (const [name, texts] of Object.entries(said))
    for (const text of texts) assert.equal(countryName(text), name, text)
  for (const other of ['Germania', 'DDR 2', 'Germany 2', '中国', 'X', '-', 'Republika'])
    assert.equal(countryName(other), other)
})

test('what begins one country alone is that country, and not of a code; the beginning of several is none', () => {
  for (const typed of ['srb', 'Срб', ' SRBI ', 'srbija']) assert.equal(countryBegunBy(typed), 'Srbija')
  assert.equal(countryBegunBy('crna'), 'Crna Gora')
  assert.equal(countryBegunBy('ES'), 'Španija')
  for (const other of ['', 'slo', 'gora', 'Atlantida']) assert.equal(countryBegunBy(other), other)
  for (const name of COUNTRIES) assert.equal(countryBegunBy(name), name)
})
