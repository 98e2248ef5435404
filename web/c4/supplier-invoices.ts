import { C4_LINE, CURRENCIES } from '#contract/c4.ts'
import type { FakturaDobavljaca, StavkaDobavljaca } from '#contract/fakture.ts'
import { nothingIn, optionalIn } from '#contract/form-fields.ts'
import type { MaterialBody, MaterialRow } from '#contract/materials.ts'
import { isTariffNumber, UNITS } from '#domain/codes.ts'
import { divideHalfUp, formatPara, MICRO, type Micro, multiplyMicro, ONE } from '#domain/decimal.ts'
import { lineAmount } from '#domain/invoice.ts'
import { codeKey } from '#domain/one-form.ts'
import { upperCode } from '#domain/sheet.ts'
import { codeOfLine, factorOf } from '#domain/supplier-lines.ts'
import { unitName } from '#domain/units.ts'
import { type FieldSentences, newKey, withFreeOrdinal } from '#web/drafts/draft.ts'
import { C4_FIELDS, type C4Draft, type C4Head, type C4Line, isUntouchedC4Line } from './c4-draft.ts'
import type { ImportedInvoices } from './imported-invoices.ts'

/** Lines of one code of one supplier, for which a material is chosen once. */
export type OpenCode = {
  readonly key: string
  readonly faktura: FakturaDobavljaca
  readonly sifra: string
  /** The first of its lines, and how many there are. */
  readonly stavka: StavkaDobavljaca
  readonly broj: number
}
/** The choice for a code. `cinilac` (factor) is null where it follows from the units. */
export type Choice = { readonly materijal: ChosenMaterial; readonly cinilac: Micro | null }
export type ChosenMaterial = Pick<MaterialRow, 'id' | 'naziv' | 'jedinica_mere' | 'tarifni_broj' | 'zemlja_porekla'>
export type Choices = ReadonlyMap<string, Choice>
type Materials = ReadonlyMap<string, ChosenMaterial>

const sellerKey = ({ prodavac }: FakturaDobavljaca) =>
  prodavac.partner_id === null ? `${prodavac.naziv}\n${prodavac.pib}` : String(prodavac.partner_id)
const keyOf = (faktura: FakturaDobavljaca, stavka: StavkaDobavljaca) =>
  `${sellerKey(faktura)}\n${codeKey(codeOfLine(stavka))}`

/** The codes that name no material of the books, in the order of their first lines. */
export function openCodes(fakture: readonly FakturaDobavljaca[]): OpenCode[] {
  const open = new Map<string, OpenCode>()
  for (const faktura of fakture)
    for (const stavka of faktura.stavke) {
      if (stavka.materijal_id !== null) continue
      const key = keyOf(faktura, stavka)
      const known = open.get(key)
      open.set(
        key,
        known ? { ...known, broj: known.broj + 1 } : { key, faktura, sifra: codeOfLine(stavka), stavka, broj: 1 },
      )
    }
  return [...open.values()]
}

/** The number of our units in one unit of a line, from the choice or from the units; null where it is unknown. */
export const factorFor = ({ jedinica_mere }: Pick<StavkaDobavljaca, 'jedinica_mere'>, choice: Choice): Micro | null =>
  choice.cinilac ?? factorOf(jedinica_mere, choice.materijal.jedinica_mere)

/**
 * The new material that a line proposes: its ID is the supplier's code if that is a valid ID and not in `taken`, else
 * the next free one. Fields that the line does not give stay empty; `whole` is false then.
 */
export function proposedMaterial(
  { sifra_prodavca, naziv, jedinica_mere, tarifni_broj, zemlja_porekla }: StavkaDobavljaca,
  prodavac: Pick<FakturaDobavljaca['prodavac'], 'zemlja'>,
  taken: ReadonlySet<string>,
): MaterialBody & { readonly whole: boolean } {
  const bare = upperCode(sifra_prodavca).replace(/[^A-Z0-9]/g, '')
  const isFree = bare.length >= 3 && bare.length <= 10 && !taken.has(bare)
  let number = 1
  while (taken.has(newId(number))) number++
  const unit = UNITS.find((one) => one === unitName(jedinica_mere))
  const tariff = isTariffNumber(tarifni_broj) ? tarifni_broj : ''
  const proposed = {
    id: isFree ? bare : newId(number),
    naziv,
    jedinica_mere: unit ?? ('' as never),
    tarifni_broj: tariff,
    zemlja_porekla: zemlja_porekla || prodavac.zemlja,
  }
  return { ...proposed, whole: naziv !== '' && unit !== undefined && tariff !== '' && proposed.zemlja_porekla !== '' }
}
const newId = (number: number) => `NOV${String(number).padStart(4, '0')}`

/**
 * The form with the invoices of suppliers: each line in our units, with the points to check beside its fields. A line
 * without a material shows the supplier's name for it in that cell. Invoices without input are dropped.
 */
export function withSupplierInvoices(
  { invoices }: Pick<C4Draft, 'invoices'>,
  fakture: readonly FakturaDobavljaca[],
  choices: Choices,
  materials: Materials,
): ImportedInvoices {
  const guessed = new Map<string, FieldSentences>()
  const result = invoices.filter(({ lines }) => !lines.every(isUntouchedC4Line))
  for (const faktura of fakture) {
    const lines = faktura.stavke.map((stavka) => {
      const { line, said } = lineOf(faktura, stavka, choices, materials)
      if (Object.keys(said).length > 0) guessed.set(line.key, said)
      return line
    })
    const at = result.findIndex((one) => codeKey(one.broj_fakture) === codeKey(faktura.broj_fakture))
    const known = result[at]
    if (!known) result.push({ key: newKey(), broj_fakture: faktura.broj_fakture, open: true, lines })
    else {
      const all = known.lines.filter((line) => !isUntouchedC4Line(line))
      for (const line of lines) all.push(withFreeOrdinal(line, all))
      result[at] = { ...known, open: true, lines: all }
    }
  }
  return { invoices: result, guessed, head: headOf(fakture) }
}

/** The fields of the document from the first invoice. */
function headOf([first]: readonly FakturaDobavljaca[]): Partial<C4Head> {
  if (!first) return {}
  const { prodavac, valuta, paritet } = first
  const said: Partial<C4Head> = {
    posiljalac_naziv: prodavac.naziv,
    posiljalac_grad: prodavac.grad,
    posiljalac_drzava: prodavac.zemlja,
    zemlja_otpreme: prodavac.zemlja,
    valuta: (CURRENCIES as readonly string[]).includes(valuta) ? valuta : '',
    paritet: paritet ?? '',
  }
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''))
}

function lineOf(
  faktura: FakturaDobavljaca,
  stavka: StavkaDobavljaca,
  choices: Choices,
  materials: Materials,
): { line: C4Line; said: FieldSentences } {
  const choice = choices.get(keyOf(faktura, stavka))
  const material = stavka.materijal_id === null ? choice?.materijal : materials.get(stavka.materijal_id)
  const factor = stavka.materijal_id === null ? choice && factorFor(stavka, choice) : stavka.cinilac
  const said: Record<string, string> = {}
  const cinilac = factor ?? ONE
  const kolicina = Number(multiplyMicro(stavka.kolicina, cinilac)) as Micro
  const cena = Number(divideHalfUp(BigInt(stavka.cena) * BigInt(MICRO), BigInt(cinilac))) as Micro
  const iznos = kolicina > 0 && cena > 0 ? lineAmount(kolicina, cena) : null
  if (material && factor === null)
    said.kolicina = `Količina: u fajlu je u jedinici ${stavka.jedinica_mere}, a materijal se vodi u ${material.jedinica_mere}.`
  if (iznos === null) said.kolicina ??= `Količina: iznos na fakturi je ${formatPara(stavka.iznos)}.`
  else if (Math.abs(iznos - stavka.iznos) > 1)
    said.cena_po_jedinici = `Cena po jedinici: količina × cena je ${formatPara(iznos)}, a iznos na fakturi ${formatPara(stavka.iznos)}.`
  const tariff = material?.tarifni_broj || stavka.tarifni_broj
  if (material && stavka.tarifni_broj && sixDigits(stavka.tarifni_broj) !== sixDigits(tariff))
    said.tarifni_broj = `Tarifni broj: na fakturi je ${stavka.tarifni_broj}, u katalogu ${tariff}.`
  const country = stavka.zemlja_porekla || material?.zemlja_porekla || ''
  if (material && stavka.zemlja_porekla && stavka.zemlja_porekla !== material.zemlja_porekla)
    said.zemlja_porekla = `Zemlja porekla: na fakturi je ${stavka.zemlja_porekla}, u katalogu ${material.zemlja_porekla}.`
  const line = C4_FIELDS.lineOf({
    ...nothingIn(optionalIn(C4_LINE)),
    id: null,
    redni_broj: stavka.redni_broj,
    materijal_id: stavka.materijal_id ?? material?.id ?? '',
    materijal_naziv: material?.naziv ?? stavka.naziv,
    jedinica_mere: material?.jedinica_mere ?? '',
    kolicina,
    cena_po_jedinici: cena,
    dokazuje_poreklo: false,
    tarifni_broj: tariff,
    zemlja_porekla: country,
  })
  return { line, said }
}

/** The first six digits are the same in the tariffs of all countries. */
const sixDigits = (tariff: string): string => tariff.replace(/\D/g, '').slice(0, 6)
