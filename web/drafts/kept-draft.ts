import { z } from 'zod'

/** The shape of what is stored; raised when it changes, and drafts of another shape are dropped. */
const SHAPE = 1
/** The time after a key at which it is stored. */
export const KEEP_DELAY_MS = 400
/** A document of 5000 lines takes about 1.3 million; a browser gives all drafts together about 5 million. */
export const MAX_DRAFT_CHARACTERS = 2_000_000

/** Whose draft it is, of which form (`c4/novi`, `c4/17`), and which opened form wrote it: two tabs keep two drafts. */
export type DraftPlace = { readonly email: string; readonly form: string; readonly slot: string }

export type KeptDraft<C> = {
  readonly savedAt: number
  /** `verzija` of the stored record that was being edited; null for a new one. */
  readonly verzija: number | null
  /** The name in the offer, e.g. the number of the document; may be empty. */
  readonly name: string
  readonly content: C
}

/** A draft that is offered when its form is opened again. */
export type OfferedDraft<C> = KeptDraft<C> & { readonly slot: string }

const PREFIX = 'nacrt:'

/** The key of the store under which a draft lies; `draftPlace` reads it back. */
export const draftKey = ({ email, form, slot }: DraftPlace): string => PREFIX + JSON.stringify([email, form, slot])

const placeShape = z.tuple([z.string(), z.string(), z.string()])

/** The place a key of the store means; null for keys that are none of ours. */
export function draftPlace(key: string): DraftPlace | null {
  if (!key.startsWith(PREFIX)) return null
  const parsed = placeShape.safeParse(jsonOf(key.slice(PREFIX.length)))
  if (!parsed.success) return null
  const [email, form, slot] = parsed.data
  return { email, form, slot }
}

/** The text that is stored; null when it is above MAX_DRAFT_CHARACTERS. */
export function draftText<C>(draft: KeptDraft<C>): string | null {
  const text = JSON.stringify({ shape: SHAPE, ...draft })
  return text.length > MAX_DRAFT_CHARACTERS ? null : text
}

/** The draft in a stored text; null when it is damaged, of another shape or no longer fits its form. */
export function readDraft<C>(text: string, content: z.ZodType<C>): KeptDraft<C> | null {
  const shape = z.object({
    shape: z.literal(SHAPE),
    savedAt: z.number(),
    verzija: z.number().nullable(),
    name: z.string(),
    content,
  })
  const parsed = shape.safeParse(jsonOf(text))
  if (!parsed.success) return null
  const { savedAt, verzija, name, content: kept } = parsed.data
  return { savedAt, verzija, name, content: kept }
}

/** The drafts of one form among all that is stored, newest first, and the keys of those that cannot be read any more. */
export function offeredDrafts<C>(
  stored: Iterable<readonly [key: string, text: string]>,
  { email, form }: Pick<DraftPlace, 'email' | 'form'>,
  content: z.ZodType<C>,
): { offers: OfferedDraft<C>[]; unreadable: string[] } {
  const offers: OfferedDraft<C>[] = []
  const unreadable: string[] = []
  for (const [key, text] of stored) {
    const place = draftPlace(key)
    if (place?.email !== email || place.form !== form) continue
    const draft = readDraft(text, content)
    if (draft) offers.push({ ...draft, slot: place.slot })
    else unreadable.push(key)
  }
  return { offers: offers.sort((a, b) => b.savedAt - a.savedAt), unreadable }
}

/** A draft as a screen shows it, whose form is not open. */
export type LeftDraft = Pick<KeptDraft<unknown>, 'savedAt' | 'name'> & {
  readonly form: string
  readonly slot: string
  /** The record being edited; null for a new one. */
  readonly id: string | null
}

/** The drafts of one user in all forms of one kind (`c4`), newest first. */
export function draftsLeft(
  stored: Iterable<readonly [key: string, text: string]>,
  email: string,
  kind: string,
): LeftDraft[] {
  const left: LeftDraft[] = []
  for (const [key, text] of stored) {
    const place = draftPlace(key)
    if (place?.email !== email || !place.form.startsWith(`${kind}/`)) continue
    const draft = readDraft(text, z.unknown())
    if (!draft) continue
    const { savedAt, name } = draft
    const id = place.form === newForm(kind) ? null : place.form.slice(kind.length + 1)
    left.push({ savedAt, name, form: place.form, slot: place.slot, id })
  }
  return left.sort((a, b) => b.savedAt - a.savedAt)
}

/** The form of a new record; no ID is written in small letters. */
const newForm = (kind: string): string => `${kind}/novi`

/** Which form of which record. */
export const formOf = (kind: string, id: number | string | undefined): string =>
  id === undefined ? newForm(kind) : `${kind}/${id}`

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
