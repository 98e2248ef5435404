import { OBRACUN_FIGURES, OBRACUN_NAZIVI, PROVERA_FIGURES, provereRedovi } from '#contract/figures/obracun.ts'
import type { Delovi } from '#contract/obracun.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { dayOf } from '#server/local-time.ts'
import { figureSheet } from '#server/sheets/figure-sheet.ts'
import { WIDE, type WrittenTable } from '#server/sheets/sheet-columns.ts'
import { lettersOf, type WrittenCell } from '#server/sheets/write-sheet.ts'
import { type Glava, glavaFacts } from './obracun-glava.ts'

type Deo = keyof Delovi

/** An account as a spreadsheet: sheets for its head, for its parts in the order of the paper, and for its checks. */
export function obracunTables(glava: Glava, delovi: Delovi): WrittenTable[] {
  const head = {
    name: 'Obračun',
    columns: [{ header: 'Podatak' }, { header: 'Vrednost', width: 2 * WIDE }],
    rows: [...glavaFacts(glava).flat(), ...(glava.podnet ? [] : [dayOfWriting()])].map((fact) => [...fact]),
  }
  const parts = (Object.keys(OBRACUN_FIGURES) as Deo[])
    .filter((deo) => deo !== 'provere')
    .map((deo) => tableOf(deo, delovi))
  const [totals, ...others] = parts as [WrittenTable, ...WrittenTable[]]
  const provere = figureSheet(OBRACUN_NAZIVI.provere.naziv, PROVERA_FIGURES, provereRedovi(delovi.provere), {
    numbered: true,
  })
  return [head, withSums(totals, delovi.stavke.length), ...others, provere]
}

/** An account that is not handed in yet has no other day. */
const dayOfWriting = () => ['Napravljeno', formatDate(dayOf(Date.now()))] as const

const tableOf = <D extends Deo>(deo: D, delovi: Delovi) =>
  figureSheet<Delovi[D][number]>(OBRACUN_NAZIVI[deo].naziv, OBRACUN_FIGURES[deo], delovi[deo], { numbered: true })

/** The letter of a figure's column; the column `R. br.` stands before all figures. */
const letterOf = (deo: 'stavke' | 'ukupno', id: string) =>
  lettersOf(1 + OBRACUN_FIGURES[deo].findIndex((figure) => figure.id === id))

/** The sums as formulas over the lots of exactly the same material and tariff number (`EXACT`). */
function withSums({ name, columns, rows }: WrittenTable, lots: number): WrittenTable {
  const range = (id: string) => {
    const letter = letterOf('stavke', id)
    return `'${OBRACUN_NAZIVI.stavke.naziv}'!$${letter}$2:$${letter}$${lots + 1}`
  }
  const same = (id: string, row: number) => `EXACT(${range(id)},$${letterOf('ukupno', id)}${row})`
  const summed = (row: WrittenCell[], at: number) =>
    row.map((cell, column) => {
      const figure = OBRACUN_FIGURES.ukupno[column - 1]
      if (typeof cell !== 'number' || !figure) return cell
      const f = `SUMPRODUCT(${same('materijal_id', at + 2)}*${same('tarifni_broj', at + 2)}*${range(figure.id)})`
      return { f, v: cell }
    })
  return { name, columns, rows: rows.map(summed) }
}
