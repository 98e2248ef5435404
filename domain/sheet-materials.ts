import { isTariffNumber, isUnit, UNITS, type Unit } from './codes.ts'
import { countryName } from './countries.ts'
import {
  cellText,
  type EntryLimits,
  idFault,
  type ListedRows,
  quoted,
  readId,
  reasonOf,
  requiredFault,
  type SheetRow,
  type SkippedRow,
  tariffDoubt,
  tariffText,
  textFault,
} from './sheet.ts'
import { columnLabel, type FieldSheet, fieldCell, readListed, saysOf, wideRowFault } from './sheet-fields.ts'
import { unitName } from './units.ts'

/** A field without a value is ''. Only rows of known materials have such fields. */
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
export type MaterialSheet = ListedRows<SheetMaterial> & { nedostaje: string[] }

/** The fields of a sheet without a heading, by its columns (spec §5). */
export const MATERIAL_PLACES = ['id', 'naziv', 'zemlja_porekla', 'jedinica_mere', 'tarifni_broj'] as const
type Field = (typeof MATERIAL_PLACES)[number]

/**
 * Reads the material import: ID, name, country of origin, unit and tariff number. When two rows have the same ID the
 * later one is in error: only the user can say which is meant. A material whose ID is `known` keeps its fields where
 * the sheet is blank or has no column; in a new material these are errors, and `nedostaje` names the fields without any
 * value.
 */
export function readMaterialSheet(
  sheet: FieldSheet,
  limits: EntryLimits,
  known: ReadonlySet<string> = new Set(),
): MaterialSheet {
  const listed = readListed(sheet, (row, rowOfId) => readMaterial(sheet, row, { rowOfId, limits, known }))
  const isNew = [...listed.ispravni, ...listed.neispravni].some(({ id }) => !known.has(id))
  const nedostaje = MATERIAL_PLACES.filter((polje) => !saysOf(sheet, polje) && (isNew || polje === 'id'))
  return { ...listed, nedostaje }
}

function readMaterial(
  sheet: FieldSheet,
  row: SheetRow,
  { rowOfId, limits, known }: { rowOfId: ReadonlyMap<string, number>; limits: EntryLimits; known: ReadonlySet<string> },
): SheetMaterial | SkippedRow {
  const { red } = row
  const label = (polje: Field) => columnLabel(sheet, polje)
  const id = readId(row.cells[sheet.at.id ?? -1])
  const stored = known.has(id)
  const cell = (polje: Field) => fieldCell(sheet, row, polje, !stored)
  const naziv = cellText(row.cells[sheet.at.naziv ?? -1])
  const zemlja_porekla = countryName(cellText(cell('zemlja_porekla')))
  const unitText = cellText(cell('jedinica_mere'))
  const unit = unitName(unitText)
  const tarifni_broj = tariffText(cell('tarifni_broj'))
  const required = (polje: Field, text: string, fault: string | null) =>
    requiredFault(label(polje), text, fault, stored)
  const name = (polje: Field, text: string) =>
    required(polje, text, textFault(label(polje), text, limits.MAX_NAME_CHARACTERS))
  const razlog =
    wideRowFault(sheet, row) ??
    reasonOf([
      idFault(label('id'), id, rowOfId),
      name('naziv', naziv),
      name('zemlja_porekla', zemlja_porekla),
      required('jedinica_mere', unit, unitFault(label('jedinica_mere'), unit, unitText)),
      required('tarifni_broj', tarifni_broj, tariffFault(label('tarifni_broj'), tarifni_broj)),
    ])
  if (razlog !== null) return { red, id, naziv, razlog }
  const doubt = tariffDoubt(label('tarifni_broj'), cell('tarifni_broj'))
  const upozorenja = doubt ? [doubt] : []
  return { red, id, naziv, zemlja_porekla, jedinica_mere: unit as Unit | '', tarifni_broj, upozorenja }
}

function unitFault(label: string, unit: string, text: string): string | null {
  if (unit === '') return `${label}: obavezno polje.`
  return isUnit(unit) ? null : `${label}: ${quoted(text)} nije dozvoljena; može ${UNITS.join(', ')}.`
}

function tariffFault(label: string, text: string): string | null {
  if (text === '') return `${label}: obavezno polje.`
  if (isTariffNumber(text)) return null
  return `${label}: ${quoted(text)} nije ispravan; tarifni broj mora biti u formatu: 1234.56.78.`
}
