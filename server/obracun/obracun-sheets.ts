import * as XLSX from '@e965/xlsx'
import type {
  ObracunIzvoz,
  ObracunManjak,
  ObracunNormativ,
  ObracunObjasnjenje,
  ObracunProvera,
  ObracunQuery,
  ObracunStavka,
  ObracunUkupno,
} from '#contract/obracun.ts'
import type { OtpadStanje } from '#contract/otpad.ts'
import type { Para } from '#domain/decimal.ts'
import type { Izuzeto, Uzeto } from '#domain/lot-account.ts'
import type { Db } from '#server/db/schema.ts'
import {
  amount,
  type Column,
  day,
  quantity,
  text,
  UNIT,
  WIDE,
  type WrittenTable,
  whole,
  writtenTable,
} from '#server/sheets/sheet-columns.ts'
import type { WrittenCell, WrittenColumn } from '#server/sheets/write-sheet.ts'
import { obracunOf } from './obracun.ts'
import { handedInOf, withHandedIn } from './obracun-handed-in.ts'
import { scopeOf } from './obracun-scope.ts'

/** The account as a spreadsheet: a sheet for each of its parts, in the order of the screen. */
export async function obracunTables(db: Db, query: ObracunQuery): Promise<WrittenTable[]> {
  const scope = scopeOf(query)
  const { stavke, izvoz, normativi, otpad, bez_pokrica, ukupno, provere, objasnjenja } = withHandedIn(
    await obracunOf(db, scope),
    await handedInOf(db, scope),
  )
  return [
    writtenTable(LOTS_NAME, LOTS, stavke),
    writtenTable('Izvoz', DRAWS, izvoz),
    writtenTable('Normativi', NORMATIVI, normativi),
    writtenTable('Otpad', WASTE, otpad),
    writtenTable('Bez pokrića', SHORTAGES, bez_pokrica),
    withSums(writtenTable('Zbirovi', TOTALS, ukupno), stavke.length),
    writtenTable(
      'Provere',
      CHECKS,
      provere.flatMap(({ tekst, redovi }) => redovi.map((row) => ({ ...row, tekst }))),
    ),
    writtenTable('Objašnjenja', EXPLANATIONS, objasnjenja),
  ]
}

const LOTS_NAME = 'Uvozne stavke'
const columnAt = (columns: readonly { header: string }[], header: string) =>
  XLSX.utils.encode_col(columns.findIndex((column) => column.header === header))

/** The figures of the sums as formulas over the lots of the same material and tariff number, letter by letter. */
function withSums({ name, columns, rows }: WrittenTable, lots: number): WrittenTable {
  const range = (header: string) => {
    const letter = columnAt(LOTS, header)
    return `'${LOTS_NAME}'!$${letter}$2:$${letter}$${lots + 1}`
  }
  const same = (header: string, row: number) => `EXACT(${range(header)},$${columnAt(columns, header)}${row})`
  const summed = (row: WrittenCell[], at: number) =>
    row.map((cell, column) => {
      const { header, as } = columns[column] as WrittenColumn
      if (typeof cell !== 'number' || !as) return cell
      const f = `SUMPRODUCT(${same('ID materijala', at + 2)}*${same('Tarifni broj', at + 2)}*${range(header)})`
      return { f, v: cell }
    })
  return { name, columns, rows: rows.map(summed) }
}

const taken = <Row extends Uzeto>(): readonly Column<Row>[] => [
  quantity('Ugrađeno', (row) => row.ugradjeno),
  quantity('Otpad', (row) => row.otpad),
  quantity('Gubitak', (row) => row.gubitak),
]

const named = <Row extends Izuzeto>(): readonly Column<Row>[] => [
  quantity('Razduženo pre početka', (row) => row.razduzeno_pre_pocetka),
  quantity('Vraćeno neprerađeno', (row) => row.vraceno),
  quantity('Slobodan promet', (row) => row.slobodan_promet),
  quantity('Uništeno', (row) => row.unisteno),
  quantity('Ostalo', (row) => row.ostalo),
  quantity('Manjak po popisu', (row) => row.manjak_popisa),
]

const movement = <Row extends ObracunUkupno | ObracunStavka>(): readonly Column<Row>[] => [
  quantity('Uvezeno ukupno', (row) => row.uvezeno),
  quantity('Početno stanje', (row) => row.pocetno_stanje),
  quantity('Uvoz u periodu', (row) => row.ulaz),
  ...taken<Row>(),
  ...named<Row>(),
  quantity('Krajnje stanje', (row) => row.krajnje_stanje),
  { ...amount<Row>('Vrednost kraja (RSD)', (row): Para => row.vrednost_rsd), sum: true },
]

/** Of the whole line, for information. */
const duty = <Row extends ObracunUkupno | ObracunStavka>(): readonly Column<Row>[] => [
  { ...amount<Row>('Carinska vrednost (RSD)', (row) => row.carinska_vrednost_rsd), sum: true },
  { ...amount<Row>('Carina (RSD)', (row) => row.iznos_carine), sum: true },
  { ...amount<Row>('PDV (RSD)', (row) => row.iznos_pdv), sum: true },
]

const LOTS: readonly Column<ObracunStavka>[] = [
  text('Broj C4', ({ broj_c4 }) => broj_c4),
  day('Datum', ({ datum }) => datum),
  text('Oznaka postupka', ({ oznaka_postupka }) => oznaka_postupka),
  text('JCI', ({ broj_jci }) => broj_jci),
  day('Rok', ({ rok }) => rok),
  text('Faktura', ({ broj_fakture }) => broj_fakture),
  whole('St.', ({ redni_broj }) => redni_broj),
  text('Tarifni broj', ({ tarifni_broj }) => tarifni_broj),
  text('ID materijala', ({ materijal_id }) => materijal_id),
  text('Materijal', ({ materijal_naziv }) => materijal_naziv, WIDE),
  text('JM', ({ jedinica_mere }) => jedinica_mere, UNIT),
  text('Zemlja porekla', ({ zemlja_porekla }) => zemlja_porekla),
  { header: 'Dokazuje poreklo', width: 10, of: ({ dokazuje_poreklo }) => dokazuje_poreklo },
  ...movement<ObracunStavka>(),
  quantity('Stopa carine (%)', ({ stopa_carine }) => stopa_carine),
  ...duty<ObracunStavka>(),
]

const DRAWS: readonly Column<ObracunIzvoz>[] = [
  text('Broj C1', ({ broj_c1 }) => broj_c1),
  day('Datum', ({ datum }) => datum),
  text('JCI', ({ broj_jci }) => broj_jci),
  { header: 'Posle roka', width: 10, of: ({ posle_roka }) => posle_roka },
  { header: 'Pre dana prelaska', width: 10, of: ({ pre_prelaska }) => pre_prelaska ?? false },
  { header: 'Usmereno', width: 10, of: ({ usmereno }) => usmereno },
  text('Tip', ({ tip_dokumenta }) => tip_dokumenta),
  text('Faktura', ({ broj_fakture }) => broj_fakture),
  whole('St.', ({ redni_broj }) => redni_broj),
  text('ID proizvoda', ({ proizvod_id }) => proizvod_id),
  text('Proizvod', ({ proizvod_naziv }) => proizvod_naziv, WIDE),
  text('HS kod', ({ hs_code }) => hs_code),
  quantity('Izvezeno', ({ izvezeno }) => izvezeno),
  text('JM', ({ jedinica_mere }) => jedinica_mere, UNIT),
  text('Broj C4', ({ broj_c4 }) => broj_c4),
  whole('St. u uvozu', ({ ulaz_redni_broj }) => ulaz_redni_broj),
  text('ID materijala', ({ materijal_id }) => materijal_id),
  text('Materijal', ({ materijal_naziv }) => materijal_naziv, WIDE),
  quantity('Razduženo', ({ razduzeno }) => razduzeno),
  ...taken<ObracunIzvoz>(),
]

const NORMATIVI: readonly Column<ObracunNormativ>[] = [
  text('ID proizvoda', ({ proizvod_id }) => proizvod_id),
  text('Proizvod', ({ proizvod_naziv }) => proizvod_naziv, WIDE),
  text('ID materijala', ({ materijal_id }) => materijal_id),
  text('Materijal', ({ materijal_naziv }) => materijal_naziv, WIDE),
  whole('Verzija', ({ normativ_verzija }) => normativ_verzija),
  text('Broj akta', ({ broj_akta }) => broj_akta),
  quantity('Neto', ({ neto }) => neto),
  quantity('Otpad %', ({ otpad_procenat }) => otpad_procenat),
  quantity('Gubitak %', ({ gubitak_procenat }) => gubitak_procenat),
  text('Osnov otpada', ({ osnov_otpada }) => osnov_otpada),
  quantity('Bruto', ({ bruto }) => bruto),
  quantity('Prinos', ({ prinos }) => prinos),
  quantity('Izvezeno', ({ izvezeno }) => izvezeno),
  quantity('Ukupno', ({ ukupno }) => ukupno),
]

const WASTE: readonly Column<OtpadStanje>[] = [
  text('ID materijala', ({ materijal_id }) => materijal_id),
  text('Materijal', ({ materijal_naziv }) => materijal_naziv, WIDE),
  text('JM', ({ jedinica_mere }) => jedinica_mere, UNIT),
  quantity('Početno', ({ pocetno }) => pocetno),
  quantity('Nastalo', ({ nastalo }) => nastalo),
  quantity('Izvezeno', ({ izvezeno }) => izvezeno),
  quantity('Pušteno', ({ pusteno }) => pusteno),
  quantity('Uništeno', ({ unisteno }) => unisteno),
  quantity('Reciklirano', ({ reciklirano }) => reciklirano),
  quantity('Stanje', ({ stanje }) => stanje),
]

const SHORTAGES: readonly Column<ObracunManjak>[] = [
  text('Broj C1', ({ broj_c1 }) => broj_c1),
  day('Datum', ({ datum }) => datum),
  text('ID materijala', ({ materijal_id }) => materijal_id),
  text('Materijal', ({ materijal_naziv }) => materijal_naziv, WIDE),
  quantity('Manjak', ({ manjak }) => manjak),
  text('JM', ({ jedinica_mere }) => jedinica_mere, UNIT),
]

const TOTALS: readonly Column<ObracunUkupno>[] = [
  text('ID materijala', ({ materijal_id }) => materijal_id),
  text('Materijal', ({ materijal_naziv }) => materijal_naziv, WIDE),
  text('JM', ({ jedinica_mere }) => jedinica_mere, UNIT),
  text('Tarifni broj', ({ tarifni_broj }) => tarifni_broj),
  ...movement<ObracunUkupno>(),
  ...duty<ObracunUkupno>(),
]

const CHECKS: readonly Column<ObracunProvera['redovi'][number] & { tekst: string }>[] = [
  text('Provera', ({ tekst }) => tekst, WIDE),
  text('Broj', ({ broj }) => broj),
  text('Opis', ({ opis }) => opis, WIDE),
]

/** Differences to the forwarder or customs that somebody explained. */
const EXPLANATIONS: readonly Column<ObracunObjasnjenje>[] = [
  text('Broj', ({ broj }) => broj),
  text('Stavka', ({ stavka }) => stavka, WIDE),
  text('Razlika', ({ vrsta }) => vrsta),
  text('Kod nas', ({ kod_nas }) => kod_nas, WIDE),
  text('Kod špeditera', ({ kod_njih }) => kod_njih, WIDE),
  text('Objašnjenje', ({ objasnjenje }) => objasnjenje, WIDE),
]
