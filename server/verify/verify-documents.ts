import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Micro, type Para } from '#domain/decimal.ts'
import { lineAmount, repeatedLines } from '#domain/invoice.ts'
import { codeKey } from '#domain/one-form.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { rokoviOf } from '#server/documents/carina.ts'
import { derivedColumns } from '#server/documents/document-columns.ts'
import { pages } from './all-in-pages.ts'
import { Difference, expectSame } from './difference.ts'

/** How many documents are read at a time, with all their lines. */
const PAGE_DOCUMENTS = 100

type Stored<Table extends 'c4' | 'c1'> = Omit<Schema[Table], 'id'> & { id: number }
type Line = {
  readonly id: number
  readonly broj_fakture: string
  readonly faktura_kljuc: string
  readonly redni_broj: number
  readonly pozicija: number
  readonly kolicina: Micro
  readonly iznos: Para
}
export type Counted = { documents: number; lines: number }

/**
 * Checks every import document against its lines: amounts, totals, the columns that follow from number, date and
 * partner, the date and rate that each lot repeats, and the deadline in force. Throws the first Difference.
 */
export async function verifyC4(db: Db): Promise<Counted> {
  const read = (after: number) =>
    db.selectFrom('c4').selectAll().where('id', '>', after).orderBy('id').limit(PAGE_DOCUMENTS).execute()
  const counted = { documents: 0, lines: 0 }
  for await (const rows of pages(0, read, ({ id }) => id)) {
    const lines = await db
      .selectFrom('c4_stavka')
      .selectAll()
      .where('c4_id', '>=', rows[0]?.id ?? 0)
      .where('c4_id', '<=', rows.at(-1)?.id ?? 0)
      .orderBy('c4_id')
      .orderBy('pozicija')
      .execute()
    const linesOf = Map.groupBy(lines, ({ c4_id }) => c4_id)
    const rokovi = await rokoviOf(
      db,
      rows.map(({ id }) => id),
    )
    const rokOf = new Map(rokovi.map(({ id, u_snazi }) => [id, u_snazi]))
    for (const row of rows) {
      const mine = linesOf.get(row.id) ?? []
      const name = `C4 ${row.broj_c4} od ${formatDate(row.datum)}`
      verifyDocument(
        name,
        { ...row, broj: row.broj_c4, partner: row.posiljalac_naziv },
        mine,
        (line) => line.cena_po_jedinici,
      )
      expectSame(`${name}: rok razduženja`, row.rok, rokOf.get(row.id) ?? null, shownRok)
      for (const line of mine) {
        expectSame(`${name}, stavka ${line.pozicija + 1}: datum`, line.datum, row.datum)
        expectSame(`${name}, stavka ${line.pozicija + 1}: kurs`, line.kurs, row.kurs, formatMicro)
      }
    }
    counted.documents += rows.length
    counted.lines += lines.length
  }
  return counted
}

/** The same for export documents. */
export async function verifyC1(db: Db): Promise<Counted> {
  const read = (after: number) =>
    db.selectFrom('c1').selectAll().where('id', '>', after).orderBy('id').limit(PAGE_DOCUMENTS).execute()
  const counted = { documents: 0, lines: 0 }
  for await (const rows of pages(0, read, ({ id }) => id)) {
    const lines = await db
      .selectFrom('c1_stavka')
      .selectAll()
      .where('c1_id', '>=', rows[0]?.id ?? 0)
      .where('c1_id', '<=', rows.at(-1)?.id ?? 0)
      .orderBy('c1_id')
      .orderBy('pozicija')
      .execute()
    const linesOf = Map.groupBy(lines, ({ c1_id }) => c1_id)
    for (const row of rows) {
      const name = `C1 ${row.broj_c1} od ${formatDate(row.datum)}`
      verifyDocument(
        name,
        { ...row, broj: row.broj_c1, partner: row.primalac_naziv },
        linesOf.get(row.id) ?? [],
        (line) => line.cena,
      )
    }
    counted.documents += rows.length
    counted.lines += lines.length
  }
  return counted
}

const shownRok = (rok: CalendarDate | null) => (rok ? formatDate(rok) : 'prazan')

function verifyDocument<T extends Line>(
  name: string,
  stored: (Stored<'c4'> | Stored<'c1'>) & { readonly broj: string; readonly partner: string },
  lines: readonly T[],
  priceOf: (line: T) => Micro,
) {
  if (lines.length === 0) throw new Difference(`${name}: dokument nema nijednu stavku.`)
  lines.forEach((line, index) => {
    const where = `${name}, stavka ${index + 1}`
    expectSame(`${where}: ključ fakture`, line.faktura_kljuc, codeKey(line.broj_fakture))
    expectSame(`${where}: pozicija`, line.pozicija, index)
    const iznos = lineAmount(line.kolicina, priceOf(line))
    if (iznos === null) throw new Difference(`${where}: iznos je izvan dozvoljenog opsega.`)
    expectSame(`${where}: iznos`, line.iznos, iznos, formatPara)
  })
  const [repeated] = repeatedLines(lines)
  if (repeated !== undefined)
    throw new Difference(`${name}, stavka ${repeated + 1}: redni broj se ponavlja u istoj fakturi.`)
  const expected = derivedColumns(stored, lines)
  expectSame(`${name}: godina`, stored.godina, expected.godina)
  expectSame(`${name}: ključ broja`, stored.broj_kljuc, expected.broj_kljuc)
  expectSame(`${name}: broj za pretragu`, stored.broj_trazi, expected.broj_trazi)
  expectSame(`${name}: partner za pretragu`, stored.partner_trazi, expected.partner_trazi)
  expectSame(`${name}: ključ za sortiranje partnera`, stored.partner_red, expected.partner_red)
  expectSame(`${name}: ključ za sortiranje zemlje`, stored.zemlja_red, expected.zemlja_red)
  expectSame(`${name}: broj stavki`, stored.broj_stavki, expected.broj_stavki)
  expectSame(`${name}: ukupna količina`, stored.kolicina_total, expected.kolicina_total, formatMicro)
  expectSame(`${name}: ukupna vrednost`, stored.vrednost_total, expected.vrednost_total, formatPara)
  expectSame(`${name}: vrednost u RSD`, stored.vrednost_rsd, expected.vrednost_rsd, formatPara)
}
