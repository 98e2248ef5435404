import { isTariffNumber, isUnit, UNITS, type Unit } from './codes.ts'
import { countryName } from './countries.ts'
import {
  cellText,
  type EntryLimits,
  headerFault,
  idFault,
  type ListedRows,
  quoted,
  readId,
  readListed,
  reasonOf,
  requiredFault,
  type SheetRow,
  type SkippedRow,
  sharedCell,
  tariffDoubt,
  tariffText,
  textFault,
  wideFault,
} from './sheet.ts'
import { unitName } from './units.ts'

/** A field of which a row says nothing is ''; only rows of known materials have such. */
export type SheetMaterial = {
  red: number
  id: string
  naziv: string
  zemlja_porekla: string
  jedinica_mere: Unit | ''
  tarifni_broj: string
  /** Values worth checking, each a sentence that names its column. */
  upozorenja: string[]
}
export type MaterialSheet = ListedRows<SheetMaterial>

const COLUMNS = [
  { name: 'ID', heading: /^(id|sifra|oznaka|kod|code|materijal|material)(_|$)/ },
  { name: 'Naziv', heading: /(^|_)(naziv|name|opis)(_|$)/ },
  { name: 'Zemlja porekla', heading: /zemlja|poreklo|country|origin/ },
  { name: 'Jedinica mere', heading: /^(jedinica|jm|jed|mera|unit|uom)(_|$)/ },
  { name: 'Tarifni broj', heading: /tarif|^hs(_|$)/ },
]

const [NAZIV, ZEMLJA, JEDINICA, TARIFA] = [
  'B (Naziv)',
  'C (Zemlja porekla)',
  'D (Jedinica mere)',
  'E (Tarifni broj)',
].map((column) => `Kolona ${column}`) as [string, string, string, string]

/**
 * Reads the material import: columns A–E hold ID, name, country of origin, unit and tariff number (spec §5). Of two
 * rows with the same ID the later one is in error: which of them is meant only the user can say. What is blank or has no
 * column stays as it is of a material whose ID is `known`; of a new one it is in error.
 */
export function readMaterialSheet(
  rows: readonly SheetRow[],
  limits: EntryLimits,
  known: ReadonlySet<string> = new Set(),
): MaterialSheet {
  return readListed(rows, COLUMNS, (row, rowOfId, width) => readMaterial(row, rowOfId, limits, known, width))
}

/** Why a sheet cannot be read as one of materials by its header, or null. */
export const materialHeaderFault = (rows: readonly SheetRow[]): string | null => headerFault(rows, COLUMNS)

function readMaterial(
  row: SheetRow,
  rowOfId: ReadonlyMap<string, number>,
  { MAX_NAME_CHARACTERS }: EntryLimits,
  known: ReadonlySet<string>,
  width: number,
): SheetMaterial | SkippedRow {
  const { red, cells } = row
  const [country, unitCell, tariff] = [2, 3, 4].map((column) => sharedCell(row, column))
  const id = readId(cells[0])
  const naziv = cellText(cells[1])
  const zemlja_porekla = countryName(cellText(country))
  const unit = unitName(cellText(unitCell))
  const tarifni_broj = tariffText(tariff)
  const stored = known.has(id)
  const required = (label: string, text: string, fault: string | null) => requiredFault(label, text, fault, stored)
  const wide = wideFault(row, width)
  const razlog =
    wide ??
    reasonOf([
      idFault('Kolona A (ID)', id, rowOfId),
      required(NAZIV, naziv, textFault(NAZIV, naziv, MAX_NAME_CHARACTERS)),
      required(ZEMLJA, zemlja_porekla, textFault(ZEMLJA, zemlja_porekla, MAX_NAME_CHARACTERS)),
      required(JEDINICA, unit, unitFault(unit, cellText(unitCell))),
      required(TARIFA, tarifni_broj, tariffFault(tarifni_broj)),
    ])
  if (razlog !== null) return { red, id, naziv, razlog }
  const doubt = tariffDoubt(TARIFA, tariff)
  const upozorenja = doubt ? [doubt] : []
  return { red, id, naziv, zemlja_porekla, jedinica_mere: unit as Unit | '', tarifni_broj, upozorenja }
}

function unitFault(unit: string, text: string): string | null {
  if (unit === '') return `${JEDINICA}: obavezno polje.`
  return isUnit(unit) ? null : `${JEDINICA}: ${quoted(text)} nije dozvoljena; može ${UNITS.join(', ')}.`
}

function tariffFault(text: string): string | null {
  if (text === '') return `${TARIFA}: obavezno polje.`
  if (isTariffNumber(text)) return null
  return `${TARIFA}: ${quoted(text)} nije ispravan; tarifni broj mora biti u formatu: 1234.56.78.`
}
