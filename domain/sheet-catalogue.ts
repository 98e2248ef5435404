import { searchText } from './search-text.ts'
import { cellText, codeText, quoted, type SheetCell, upperCode } from './sheet.ts'

/** The facts of a material that an invoice row needs. */
export type CatalogueMaterial = {
  id: string
  naziv: string
  jedinica_mere: string
  tarifni_broj: string
  zemlja_porekla: string
}
export type MaterialLookup = {
  byId: ReadonlyMap<string, CatalogueMaterial>
  byName: ReadonlyMap<string, CatalogueMaterial[]>
}
/** `material` is null when the row cannot be taken, `remark` says why; else the remark is a warning. */
export type FoundMaterial = { material: CatalogueMaterial | null; remark: string | null }

/** The catalogue, to be looked up by ID and by folded name. */
export function lookupOf(catalogue: Iterable<CatalogueMaterial>): MaterialLookup {
  const byId = new Map<string, CatalogueMaterial>()
  const byName = new Map<string, CatalogueMaterial[]>()
  for (const material of catalogue) {
    byId.set(material.id, material)
    const name = searchText(material.naziv)
    const namesakes = byName.get(name)
    if (namesakes) namesakes.push(material)
    else byName.set(name, [material])
  }
  return { byId, byName }
}

/**
 * The material of an invoice row: by ID, else by name (spec §5: "if the material ID is unknown but a material name
 * matches, that material's ID is used"). A row without any ID is skipped even where its name would match.
 */
export function findMaterial(idCell: SheetCell, nameCell: SheetCell, { byId, byName }: MaterialLookup): FoundMaterial {
  const id = cellText(idCell)
  if (id === '') return { material: null, remark: 'ID materijala: obavezno polje.' }
  const known = byId.get(id) ?? byId.get(upperCode(id)) ?? byNumber(idCell, byId)
  if (known) return { material: known, remark: null }
  const naziv = cellText(nameCell)
  const unknown = `ID materijala: ${quoted(id)} ne postoji u katalogu`
  if (naziv === '') return { material: null, remark: `${unknown}.` }
  const [match, ...others] = namesakesOf(naziv, byName)
  if (!match) return { material: null, remark: `${unknown}, ni po nazivu ${quoted(naziv)}.` }
  if (others.length > 0) return { material: null, remark: `${unknown}, a naziv ${quoted(naziv)} ima više materijala.` }
  return { material: match, remark: `${unknown}; po nazivu je uzet ${match.id}.` }
}

/** An ID typed as a number may be shown as `1.234`. */
const byNumber = (cell: SheetCell, byId: MaterialLookup['byId']) => byId.get(codeText(cell, (code) => byId.has(code)))

/** Names are compared without case, marks and script; of several, those count that differ in case alone. */
export function namesakesOf(naziv: string, byName: MaterialLookup['byName']): CatalogueMaterial[] {
  const namesakes = byName.get(searchText(naziv)) ?? []
  const closer = namesakes.filter((material) => material.naziv.toLowerCase() === naziv.toLowerCase())
  return closer.length > 0 ? closer : namesakes
}
