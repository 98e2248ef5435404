import { convertedFrom, readQuantity, readUnit } from './cell.ts'
import { formatMicro, MAX_ENTERED, type Micro, NO_QUANTITY } from './decimal.ts'
import { cellText, idFault, readId, reasonOf, type SheetCell, type SkippedRow } from './sheet.ts'
import { type FieldSheet, wideRowFault } from './sheet-fields.ts'
import { notationOf, numberFault } from './sheet-number.ts'

/** A material that was counted; `upozorenja` are assumptions in its row. */
export type CountedRow = { red: number; id: string; izbrojano: Micro; upozorenja: string[] }
/**
 * `nebrojanih`: rows without a counted quantity, which say nothing of their material; `nedostaje`: columns without which
 * nothing is read.
 */
export type CountSheet = {
  prazan: boolean
  fault: string | null
  ispravni: CountedRow[]
  neispravni: SkippedRow[]
  nebrojanih: number
  nedostaje: string[]
}

/**
 * Reads a filled count sheet (customs §4.9): a blind sheet and one with book quantities are read alike. Zero counts; an
 * empty cell is a material that nobody counted. Several rows of one material are added up. `units`: in which unit each
 * material is kept, by its ID.
 */
export function readCountSheet(sheet: FieldSheet, units: ReadonlyMap<string, string>): CountSheet {
  const { data, at } = sheet
  const nedostaje = ['id', 'izbrojano'].filter((polje) => !(polje in at))
  const read: CountSheet = {
    prazan: data.length === 0,
    fault: null,
    ispravni: [],
    neispravni: [],
    nebrojanih: 0,
    nedostaje,
  }
  if (nedostaje.length > 0) return read
  const notation = notationOf(data.map(({ cells }) => cells[at.izbrojano as number]))
  const found = new Map<string, CountedRow>()
  for (const row of data) {
    const [idCell, nameCell, unitCell, cell] = ['id', 'naziv', 'jedinica_mere', 'izbrojano'].map(
      (polje) => row.cells[at[polje] ?? -1] ?? (polje === 'jedinica_mere' ? sheet.vrednosti[polje] : undefined),
    )
    if (cellText(cell) === '') read.nebrojanih++
    else {
      const counted = countedIn(readId(idCell), cell, unitCell, { units, notation })
      const before = found.get(counted.id)
      const izbrojano = (counted.izbrojano + (before?.izbrojano ?? 0)) as Micro
      const tooLarge = izbrojano > MAX_ENTERED ? numberFault('Izbrojano', 'too-large', '') : null
      const razlog = wideRowFault(sheet, row) ?? reasonOf([...counted.faults, tooLarge])
      if (razlog !== null) read.neispravni.push({ red: row.red, id: counted.id, naziv: cellText(nameCell), razlog })
      else if (!before) found.set(counted.id, { red: row.red, id: counted.id, izbrojano, upozorenja: counted.doubts })
      else {
        before.izbrojano = izbrojano
        before.upozorenja.push(
          ...counted.doubts,
          `${counted.id} je i u redu ${row.red}; sabrano je ${formatMicro(izbrojano)}.`,
        )
      }
    }
  }
  return { ...read, ispravni: [...found.values()] }
}

type Known = { readonly units: ReadonlyMap<string, string>; readonly notation: ReturnType<typeof notationOf> }

/** The counted quantity of a material, in its unit. Zero means that nothing was found. */
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
