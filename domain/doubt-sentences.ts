import type { CalendarDate } from './calendar-date.ts'
import { laterDoubt } from './cell.ts'
import { formatMicro, type Micro } from './decimal.ts'
import { type Doubt, type DoubtedDocument, doubtsOf } from './doubts.ts'

/** The last price of a material or product, and the quantity that its documents mostly have. */
export type UsualValues = {
  readonly id: string
  readonly naziv: string
  readonly jedinica_mere: string
  readonly poslednja_cena: Micro
  readonly valuta: string
  readonly kurs: Micro | null
  readonly uobicajena_kolicina: Micro
}

/** A line of a document, whichever kind: `roba_id` is its material or product. */
export type Goods = {
  readonly id: number | null
  readonly broj_fakture: string
  readonly redni_broj: number
  readonly roba_id: string
  readonly kolicina: Micro
  readonly cena: Micro
}
type Document = { readonly datum: CalendarDate; readonly valuta: string; readonly lines: readonly Goods[] }
export type DoubtsAsked = {
  readonly document: Document & { readonly kurs: Micro | null }
  /** As it is saved; null for a new one. */
  readonly saved: Document | null
  /** Reads what other documents say of these materials or products. */
  readonly usualOf: (ids: string[]) => Promise<readonly UsualValues[]>
  readonly today: CalendarDate
}

/** A sentence for each doubt, asked before a document is saved; none where nothing is unusual. */
export async function doubtSentences({ document, saved, usualOf, today }: DoubtsAsked): Promise<string[]> {
  const { datum, valuta, kurs } = document
  const was = new Map(saved?.lines.map((line) => [line.id, line]))
  const lines = document.lines.map((line) => {
    const stored = line.id === null ? undefined : was.get(line.id)
    return { ...line, saved: stored?.roba_id === line.roba_id ? stored : null }
  })
  const changed = lines.filter(
    (line) => line.saved?.cena !== line.cena || line.saved.kolicina !== line.kolicina || saved?.valuta !== valuta,
  )
  const ids = [...new Set(changed.map(({ roba_id }) => roba_id))]
  const known = new Map((ids.length > 0 ? await usualOf(ids) : []).map((usual) => [usual.id, usual]))
  const doubted = lines.map((line) => {
    const usual = known.get(line.roba_id)
    return {
      ...line,
      usual: usual ? { ...usual, cena: usual.poslednja_cena, kolicina: usual.uobicajena_kolicina } : null,
    }
  })
  const asked: DoubtedDocument = { datum, valuta, kurs, saved, lines: doubted }
  return doubtsOf(asked, today).map((doubt) => sentenceOf(doubt, document, known))
}

function sentenceOf(doubt: Doubt, { datum, valuta, lines }: Document, known: ReadonlyMap<string, UsualValues>): string {
  if (doubt.about === 'datum') return laterDoubt('Datum', datum)
  const { broj_fakture, redni_broj, roba_id, cena, kolicina } = lines[doubt.line] as Goods
  const {
    naziv,
    jedinica_mere,
    poslednja_cena,
    valuta: drugaValuta,
    uobicajena_kolicina,
  } = known.get(roba_id) as UsualValues
  const what =
    doubt.about === 'cena'
      ? `cena ${formatMicro(cena)} ${valuta}, a poslednja je bila ${formatMicro(poslednja_cena)} ${drugaValuta}`
      : `količina ${formatMicro(kolicina)} ${jedinica_mere}, a uobičajena je ${formatMicro(uobicajena_kolicina)} ${jedinica_mere}`
  return `Faktura ${broj_fakture}, stavka ${redni_broj}, ${naziv} (${roba_id}): ${what}.`
}
