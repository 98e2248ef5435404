import { MAX_ENTERED, type Micro, ONE } from './decimal.ts'
import type { InvoiceLine } from './e-invoice.ts'
import { codeKey } from './one-form.ts'
import { searchText } from './search-text.ts'
import { quoted, upperCode } from './sheet.ts'
import { type CatalogueMaterial, type MaterialLookup, namesakesOf } from './sheet-catalogue.ts'
import { inUnit, unitName, unitRatio } from './units.ts'

/** A code of a supplier: what he calls a material, and how many of our units one of his is. */
export type SupplierCode = {
  readonly sifra: string
  readonly naziv: string | null
  readonly cinilac: Micro
  readonly materijal_id: string
}
export type KnownCodes = {
  readonly byCode: ReadonlyMap<string, SupplierCode>
  /** Null where several materials share a name. */
  readonly byName: ReadonlyMap<string, SupplierCode | null>
}

/** The codes of one supplier, to be looked up. */
export function codesOf(codes: readonly SupplierCode[]): KnownCodes {
  const byName = new Map<string, SupplierCode | null>()
  for (const code of codes) {
    if (!code.naziv) continue
    const name = searchText(code.naziv)
    const other = byName.get(name)
    byName.set(name, other === undefined || other?.materijal_id === code.materijal_id ? code : null)
  }
  return { byCode: new Map(codes.map((code) => [codeKey(code.sifra), code])), byName }
}

/** The key by which a line is remembered: the supplier's code, or else the name. */
export const codeOfLine = ({ sifra_prodavca, naziv }: Pick<InvoiceLine, 'sifra_prodavca' | 'naziv'>): string =>
  sifra_prodavca || naziv

export type FoundLine = {
  materijal_id: string | null
  kako: 'naša šifra' | 'šifra dobavljača' | 'naziv' | null
  cinilac: Micro
  sumnje: string[]
}

/** The material of a line: by our code, then by the supplier's, then by one unambiguous name; and how its units convert. */
export function findLine(line: InvoiceLine, { byId, byName }: MaterialLookup, codes: KnownCodes): FoundLine {
  const none: FoundLine = { materijal_id: null, kako: null, cinilac: ONE, sumnje: [] }
  const own = line.sifra_kupca && (byId.get(line.sifra_kupca) ?? byId.get(upperCode(line.sifra_kupca)))
  const code = codes.byCode.get(codeKey(codeOfLine(line)))
  if (own) return inOurUnit(line, own, 'naša šifra', code?.materijal_id === own.id ? code.cinilac : ONE)
  const coded = code && byId.get(code.materijal_id)
  if (code && coded) return inOurUnit(line, coded, 'šifra dobavljača', code.cinilac)
  if (line.naziv === '') return none
  const [named, ...others] = namesakesOf(line.naziv, byName)
  if (named && others.length === 0) return inOurUnit(line, named, 'naziv', ONE)
  const his = codes.byName.get(searchText(line.naziv))
  const hisMaterial = his && byId.get(his.materijal_id)
  if (others.length === 0 && his && hisMaterial) return inOurUnit(line, hisMaterial, 'naziv', his.cinilac)
  if (others.length === 0) return none
  return {
    ...none,
    sumnje: [
      `${lineName(line)}: naziv imaju materijali ${[named, ...others].map((one) => one?.id).join(', ')}; izaberite jedan.`,
    ],
  }
}

const lineName = ({ redni_broj, naziv }: InvoiceLine) => `Stavka ${redni_broj} (${naziv.slice(0, 40)})`

/** A factor that somebody entered counts before what units are of each other, and a doubt says where the two differ. */
function inOurUnit(
  line: InvoiceLine,
  material: CatalogueMaterial,
  kako: NonNullable<FoundLine['kako']>,
  entered: Micro,
): FoundLine {
  const found = { materijal_id: material.id, kako }
  const { jedinica_mere: his } = line
  const ours = material.jedinica_mere
  const ratio = factorOf(his, ours)
  if (entered !== ONE) {
    const differs = ratio !== null && ratio !== entered && his !== '' && unitName(his) !== 'kom'
    const doubt = `${lineName(line)}: činilac šifre se razlikuje od odnosa jedinica ${quoted(his)} i ${ours}.`
    return { ...found, cinilac: entered, sumnje: differs ? [doubt] : [] }
  }
  if (ratio !== null) return { ...found, cinilac: ratio, sumnje: [] }
  const doubt = `${lineName(line)}: jedinica ${quoted(his)} se ne preračunava u ${ours}; uzeto je 1.`
  return { ...found, cinilac: ONE, sumnje: [doubt] }
}

/** How many of our units one of his is, exactly; null where they are of different kinds, or it has more than 6 places. */
export function factorOf(his: string, ours: string): Micro | null {
  if (his === '') return ONE
  const ratio = unitRatio(his, ours)
  const factor = ratio && inUnit(ONE, ratio)
  return factor?.exact && factor.value > 0 && factor.value <= MAX_ENTERED ? factor.value : null
}
