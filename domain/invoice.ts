import { convertPara, MAX_AMOUNT, MAX_SUM, type Micro, multiplyToPara, ONE, type Para } from './decimal.ts'
import { codeKey } from './one-form.ts'

export type Line = { readonly broj_fakture: string; readonly redni_broj: number }

/** The amount of a line: quantity × unit price, half up to 2 places; null above MAX_AMOUNT (decisions §2). */
export function lineAmount(kolicina: Micro, cena: Micro): Para | null {
  const amount = multiplyToPara(kolicina, cena)
  return amount <= BigInt(MAX_AMOUNT) ? (Number(amount) as Para) : null
}

/** A document's totals: the sums of its lines. Null when they leave the range that the books hold. */
export function documentTotals(
  lines: readonly { readonly kolicina: Micro; readonly iznos: Para }[],
): { vrednost_total: Para; kolicina_total: Micro } | null {
  let amount = 0n
  let quantity = 0n
  for (const { kolicina, iznos } of lines) {
    amount += BigInt(iznos)
    quantity += BigInt(kolicina)
  }
  if (amount > BigInt(MAX_AMOUNT) || quantity > BigInt(MAX_SUM)) return null
  return { vrednost_total: Number(amount) as Para, kolicina_total: Number(quantity) as Micro }
}

/** An amount of document currency in RSD, half up to 2 places; null above MAX_AMOUNT. */
export function amountInRsd(amount: Para, kurs: Micro): Para | null {
  const withinBooks = BigInt(amount) * BigInt(kurs) <= BigInt(MAX_AMOUNT) * BigInt(ONE)
  return withinBooks ? convertPara(amount, kurs) : null
}

/** The lines with each invoice number as it is spelled where it comes first: `F-1` and `f-1` are one invoice (decisions §3). */
export function inOneSpelling<T extends Line>(lines: readonly T[]): T[] {
  const spelled = new Map<string, string>()
  return lines.map((line) => {
    const key = codeKey(line.broj_fakture)
    const broj_fakture = spelled.get(key) ?? line.broj_fakture
    spelled.set(key, broj_fakture)
    return { ...line, broj_fakture }
  })
}

/** Indexes of lines whose `redni_broj` already stands in the same invoice. */
export function repeatedLines(lines: readonly Line[]): number[] {
  const seen = new Set<string>()
  const repeated: number[] = []
  lines.forEach((line, index) => {
    const key = `${codeKey(line.broj_fakture)}\n${line.redni_broj}`
    if (seen.has(key)) repeated.push(index)
    seen.add(key)
  })
  return repeated
}

type Identified = Line & { readonly id: number }

/**
 * Matches incoming lines to stored ones, so that a lot keeps its identity through an edit (decisions §1). As soon as one
 * line has an `id` (null for a new line), ids alone decide; otherwise the first of `keys` that agrees does, and where
 * several stored lines have the same key they are taken in their order. No stored line is matched twice. `unknown` lists
 * the indexes whose id the document does not have or an earlier line has taken.
 */
export function matchLines<S extends Identified, N extends Line & { readonly id?: number | null }>(
  stored: readonly S[],
  incoming: readonly N[],
  keys: readonly ((line: S | N) => string)[],
): { matched: (S | null)[]; unknown: number[] } {
  const byId = new Map(stored.map((line) => [line.id, line]))
  const matched: (S | null)[] = incoming.map(() => null)
  const unknown: number[] = []
  incoming.forEach(({ id }, index) => {
    if (id == null) return
    const line = byId.get(id)
    if (line && byId.delete(id)) matched[index] = line
    else unknown.push(index)
  })
  if (incoming.some(({ id }) => id !== undefined)) return { matched, unknown }
  for (const key of keys) {
    const free = Map.groupBy(byId.values(), key)
    incoming.forEach((line, index) => {
      if (matched[index]) return
      const found = free.get(key(line))?.shift()
      if (!found) return
      matched[index] = found
      byId.delete(found.id)
    })
  }
  return { matched, unknown }
}
