import type { Firm, PARTNERS } from '#contract/documents.ts'
import { searchText } from '#domain/search-text.ts'
import type { TypedOf } from '#web/drafts/typed-fields.ts'
import type { Option } from '#web/ui/option-match.ts'

type Partners = TypedOf<typeof PARTNERS>

export type Sender = Pick<Partners, 'posiljalac_naziv' | 'posiljalac_grad' | 'posiljalac_drzava'>
export type Receiver = Pick<Partners, 'primalac_naziv' | 'primalac_pib' | 'primalac_mb' | 'primalac_grad'>
/** A firm to choose and the fields that it fills in. */
export type FirmOption<T> = Option & { readonly fills: T }

/** The senders that stand in documents, each once, those used last first. */
export const senderOptions = (firms: readonly Firm[]): FirmOption<Sender>[] =>
  distinct(
    firms.map((firm) => ({
      posiljalac_naziv: firm.posiljalac_naziv ?? '',
      posiljalac_grad: firm.posiljalac_grad ?? '',
      posiljalac_drzava: firm.posiljalac_drzava ?? '',
    })),
    (firm) => firm.posiljalac_naziv,
    ({ posiljalac_grad, posiljalac_drzava }) => [posiljalac_grad, posiljalac_drzava],
  )

/** The receivers that stand in documents, each once, those used last first; also found by PIB and MB. */
export const receiverOptions = (firms: readonly Firm[]): FirmOption<Receiver>[] =>
  distinct(
    firms.map((firm) => ({
      primalac_naziv: firm.primalac_naziv ?? '',
      primalac_pib: firm.primalac_pib ?? '',
      primalac_mb: firm.primalac_mb ?? '',
      primalac_grad: firm.primalac_grad ?? '',
    })),
    (firm) => firm.primalac_naziv,
    ({ primalac_grad, primalac_pib, primalac_mb }) => [
      primalac_grad,
      primalac_pib && `PIB ${primalac_pib}`,
      primalac_mb && `MB ${primalac_mb}`,
    ],
  )

/**
 * The firm whose full name was typed; null where none or several have that name, and where the other fields hold text
 * that no firm brought: typed text is never replaced.
 */
export function firmOfName<T extends Sender | Receiver>(
  firms: readonly FirmOption<T>[],
  name: string,
  head: T,
): FirmOption<T> | null {
  const [firm, ...others] = firms.filter((one) => isSameName(one.name, name))
  if (!firm || others.length > 0) return null
  const held = detailsOf(firm.fills, head)
  const brought = held.trim() === '' || firms.some(({ fills }) => detailsOf(fills, fills) === held)
  return brought ? firm : null
}

/** The texts in the fields of `head` that a firm fills beside its name. */
const detailsOf = <T extends object>(fills: T, head: T): string =>
  Object.keys(fills)
    .filter((field) => !field.endsWith('_naziv'))
    .map((field) => head[field as keyof T])
    .join('\n')

/** The firm that has this PIB in earlier documents, where no firm of this name has it. */
export function otherFirmOfPib(
  firms: readonly FirmOption<Receiver>[],
  { primalac_naziv, primalac_pib }: Receiver,
): string | undefined {
  const pib = primalac_pib.trim()
  if (pib === '' || primalac_naziv.trim() === '') return undefined
  const having = firms.filter(({ fills }) => fills.primalac_pib === pib)
  return having.some(({ name }) => isSameName(name, primalac_naziv)) ? undefined : having[0]?.name
}

const isSameName = (one: string, other: string) => searchText(one) === searchText(other)

/** The ID of an option is its name; of two firms with one name the second is told apart by the rest. */
function distinct<T extends Record<string, string>>(
  firms: readonly T[],
  nameOf: (firm: T) => string,
  detailOf: (firm: T) => readonly string[],
): FirmOption<T>[] {
  const options = new Map<string, FirmOption<T>>()
  const seen = new Set<string>()
  for (const fills of firms) {
    const name = nameOf(fills).trim()
    const all = Object.values(fills).join('\n')
    if (name === '' || seen.has(all)) continue
    seen.add(all)
    const detail = detailOf(fills).filter(Boolean).join(', ')
    const id = options.has(name) ? `${name} (${seen.size})` : name
    options.set(id, { id, name, detail, fills })
  }
  return [...options.values()]
}
