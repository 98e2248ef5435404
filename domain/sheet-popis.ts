import { convertedFrom, readQuantity, readUnit, UNIT_HEADING } from './cell.ts'
import { formatMicro, MAX_ENTERED, type Micro, NO_QUANTITY } from './decimal.ts'
import {
  cellText,
  doubledFault,
  headerText,
  idFault,
  isBlankRow,
  readId,
  reasonOf,
  type SheetCell,
  type SheetRow,
  type SkippedRow,
  splitHeader,
  wideFault,
} from './sheet.ts'
import { notationOf, numberFault } from './sheet-number.ts'

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
 * one with book quantities are read alike. Zero counts; an empty cell is a material that nobody counted. Several rows of
 * one material are added up. `units`: in which unit each material is kept, by its ID.
 */
export function readCountSheet(rows: readonly SheetRow[], units: ReadonlyMap<string, string>): CountSheet {
  const isHeader = (row: SheetRow) => placeOf(row, ID) >= 0 && placeOf(row, COUNTED) >= 0
  const { header, data } = splitHeader(rows, isHeader, HEADER_WITHIN)
  const sheet: CountSheet = { prazan: false, fault: null, ispravni: [], neispravni: [], nebrojanih: 0 }
  if (!header) return { ...sheet, prazan: rows.every(isBlankRow), fault: NO_COLUMNS }
  const below = data.filter(({ red }) => red > header.red)
  const fault = doubledFault(header, below, (heading) => READ.some((column) => column.test(heading)))
  if (fault) return { ...sheet, fault }
  const [id, naziv, jm, counted] = [ID, NAME, UNIT_HEADING, COUNTED].map((heading) => placeOf(header, heading))
  const notation = notationOf(below.map(({ cells }) => cells[counted as number]))
  const found = new Map<string, CountedRow>()
  for (const row of below) {
    const [idCell, nameCell, unitCell, cell] = [id, naziv, jm, counted].map((at) => row.cells[at as number])
    if (cellText(cell) === '') sheet.nebrojanih++
    else {
      const read = countedIn(readId(idCell), cell, unitCell, { units, notation })
      const before = found.get(read.id)
      const izbrojano = (read.izbrojano + (before?.izbrojano ?? 0)) as Micro
      const tooLarge = izbrojano > MAX_ENTERED ? numberFault('Izbrojano', 'too-large', '') : null
      const razlog = wideFault(row, header.cells.length) ?? reasonOf([...read.faults, tooLarge])
      if (razlog !== null) sheet.neispravni.push({ red: row.red, id: read.id, naziv: cellText(nameCell), razlog })
      else if (!before) found.set(read.id, { red: row.red, id: read.id, izbrojano, upozorenja: read.doubts })
      else {
        before.izbrojano = izbrojano
        before.upozorenja.push(
          ...read.doubts,
          `${read.id} je i u redu ${row.red}; sabrano je ${formatMicro(izbrojano)}.`,
        )
      }
    }
  }
  return { ...sheet, ispravni: [...found.values()], prazan: below.length === 0 }
}

const READ = [ID, UNIT_HEADING, COUNTED]
const placeOf = ({ cells }: SheetRow, heading: RegExp): number =>
  cells.findIndex((cell) => heading.test(headerText(cell)))

type Known = { readonly units: ReadonlyMap<string, string>; readonly notation: ReturnType<typeof notationOf> }

/** How much of a material was counted, in its unit. Nothing was found of one where zero stands. */
function countedIn(id: string, cell: SheetCell | undefined, unitCell: SheetCell | undefined, known: Known) {
  const unit = known.units.get(id)
  const said = readQuantity('Izbrojano', cell, { zero: true, notation: known.notation })
  const from = unit === undefined ? null : readUnit('JM', unitCell, id, unit)
  const read = said.value && from?.value ? convertedFrom('Izbrojano', said.value, from.value) : said
  const unknown = unit === undefined ? `Materijal ${id} ne postoji.` : null
  return {
    id,
    izbrojano: read.value ?? NO_QUANTITY,
    faults: [idFault('ID', id, new Map()) ?? unknown, from?.fault ?? null, read.fault],
    doubts: read === said ? said.doubts : [...said.doubts, ...read.doubts],
  }
}
