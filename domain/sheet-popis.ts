import { type Micro, NO_QUANTITY, parseSerbian } from './decimal.ts'
import {
  cellText,
  headerText,
  idFault,
  isBlankRow,
  readId,
  reasonOf,
  type SheetCell,
  type SheetRow,
  type SkippedRow,
  splitHeader,
} from './sheet.ts'
import { type Notation, notationOf, numberFault, readAs, readNumber } from './sheet-number.ts'

/** A material that was counted; `upozorenja` are assumptions in its row. */
export type CountedRow = { red: number; id: string; izbrojano: Micro; upozorenja: string[] }
/** `nebrojanih`: rows without a counted quantity, which say nothing of their material. */
export type CountSheet = {
  prazan: boolean
  fault: string | null
  ispravni: CountedRow[]
  neispravni: SkippedRow[]
  nebrojanih: number
}

const ID = /^(id|sifra|oznaka|kod|code|materijal|material)(_|$)/
const NAME = /(^|_)(naziv|name|opis)(_|$)/
const COUNTED = /izbrojan|popisan|stvarn|counted/
const NO_COLUMNS = 'Zaglavlje mora da ima kolone ID i Izbrojano, kao popisna lista koju daje program.'
/** How many rows may stand above the header: a title, a day, the commission. */
const HEADER_WITHIN = 10

/**
 * Reads a filled count sheet (customs §4.9): columns are found by their headings in any order, so that a blind sheet and
 * one with book quantities are read alike. Zero counts; an empty cell is a material that nobody counted.
 */
export function readCountSheet(rows: readonly SheetRow[], known: ReadonlySet<string>): CountSheet {
  const isHeader = (row: SheetRow) => placeOf(row, ID) >= 0 && placeOf(row, COUNTED) >= 0
  const { header, data } = splitHeader(rows, isHeader, HEADER_WITHIN)
  const sheet: CountSheet = { prazan: false, fault: null, ispravni: [], neispravni: [], nebrojanih: 0 }
  if (!header) return { ...sheet, prazan: rows.every(isBlankRow), fault: NO_COLUMNS }
  const below = data.filter(({ red }) => red > header.red)
  const at = { id: placeOf(header, ID), naziv: placeOf(header, NAME), izbrojano: placeOf(header, COUNTED) }
  const notation = notationOf(below.map(({ cells }) => cells[at.izbrojano]))
  const rowOfId = new Map<string, number>()
  for (const { red, cells } of below) {
    const cell = cells[at.izbrojano]
    const id = readId(cells[at.id])
    if (cellText(cell) === '') {
      sheet.nebrojanih++
      continue
    }
    const { izbrojano, fault, upozorenja } = countedIn(cell, notation)
    const unknown = known.has(id) ? null : `Materijal ${id} ne postoji.`
    const razlog = reasonOf([idFault('ID', id, rowOfId) ?? unknown, fault])
    if (razlog !== null) sheet.neispravni.push({ red, id, naziv: cellText(cells[at.naziv]), razlog })
    else {
      rowOfId.set(id, red)
      sheet.ispravni.push({ red, id, izbrojano, upozorenja })
    }
  }
  return { ...sheet, prazan: below.length === 0 }
}

const placeOf = ({ cells }: SheetRow, heading: RegExp): number =>
  cells.findIndex((cell) => heading.test(headerText(cell)))

type Counted = { izbrojano: Micro; fault: string | null; upozorenja: string[] }

/** Nothing was found of a material where zero stands; elsewhere a quantity is more. */
function countedIn(cell: SheetCell | undefined, notation: Notation): Counted {
  const read = readNumber(cell, { grouped: true, notation })
  if (read.kind === 'number') {
    const upozorenja = read.note ? [`Izbrojano: ${readAs(cellText(cell), read.value)}`] : []
    return { izbrojano: read.value, fault: null, upozorenja }
  }
  const isZero = read.kind === 'not-positive' && parseSerbian(cellText(cell)) === 0
  return {
    izbrojano: NO_QUANTITY,
    fault: isZero ? null : numberFault('Izbrojano', read.kind, cellText(cell)),
    upozorenja: [],
  }
}
