import { z } from 'zod'

/** Raised when the shape of what is stored changes: drafts of another shape are dropped. */
const SHAPE = 2
/** A document of 5000 lines takes about 1.3 million; a browser gives all drafts together about 5 million. */
export const MAX_DRAFT_CHARACTERS = 2_000_000
const PREFIX = 'nacrt:'

/** The unsaved content of a form. */
export type KeptDraft<C> = {
  /** When it was kept; it also tells the drafts of a form apart. */
  readonly savedAt: number
  /** `verzija` of the stored record that was being edited; null for a new one. */
  readonly verzija: number | null
  /** The name in the offer, e.g. the number of the document; may be empty. */
  readonly name: string
  readonly content: C
}

/** The newest draft of a form that is not open. */
export type LeftDraft = KeptDraft<unknown> & {
  readonly form: string
  /** The record being edited; null for a new one. */
  readonly id: string | null
  readonly older: number
}

/** Why a draft could not be kept: too long, or the browser has no room or no storage. */
export type NotKept = 'too-long' | 'no-room'

/** The form of a new record; no ID is written in small letters. */
const newForm = (kind: string): string => `${kind}/novi`

/** Which form of which record: `c4/novi`, `c4/17`. */
export const formOf = (kind: string, id: number | string | undefined): string =>
  id === undefined ? newForm(kind) : `${kind}/${id}`

/** Where the drafts of one form of one user lie. */
export const draftKey = (email: string, form: string): string => PREFIX + JSON.stringify([email, form])

const keyShape = z.tuple([z.string(), z.string()])

/** Whose drafts of which form lie under a key of ours; null for the keys of an older program. */
export const placeIn = (key: string): readonly [email: string, form: string] | null =>
  keyShape.safeParse(jsonOf(key.slice(PREFIX.length))).data ?? null

/** The text that is stored for the drafts of a form; null when it is above MAX_DRAFT_CHARACTERS. */
export function draftsText(drafts: readonly KeptDraft<unknown>[]): string | null {
  const text = JSON.stringify({ shape: SHAPE, drafts })
  return text.length > MAX_DRAFT_CHARACTERS ? null : text
}

/** The drafts in a stored text; none when it is damaged, of another shape or no longer fits its form. */
export function readDrafts<C>(text: string, content: z.ZodType<C>): KeptDraft<C>[] {
  const draft = z.object({ savedAt: z.number(), verzija: z.number().nullable(), name: z.string(), content })
  const parsed = z.object({ shape: z.literal(SHAPE), drafts: z.array(draft) }).safeParse(jsonOf(text))
  return parsed.success ? (parsed.data.drafts as KeptDraft<C>[]) : []
}

/** The newest draft of each form of one kind (`c4`), newest first; `textOf` gives what is stored for a form. */
export const newestDrafts = (forms: readonly string[], kind: string, textOf: (form: string) => string): LeftDraft[] =>
  forms
    .filter((form) => form.startsWith(`${kind}/`))
    .flatMap((form) => {
      const [newest, ...older] = readDrafts(textOf(form), z.unknown())
      const id = form === newForm(kind) ? null : form.slice(kind.length + 1)
      return newest ? [{ ...newest, form, id, older: older.length }] : []
    })
    .sort((a, b) => b.savedAt - a.savedAt)

/** Stores the drafts of a form in this browser, newest first, in place of those that are there; null when they are kept. */
export function keepDrafts(email: string, form: string, drafts: readonly KeptDraft<unknown>[]): NotKept | null {
  const text = draftsText(drafts)
  if (text === null) return 'too-long'
  try {
    if (drafts.length > 0) localStorage.setItem(draftKey(email, form), text)
    else localStorage.removeItem(draftKey(email, form))
    return null
  } catch {
    return 'no-room'
  }
}

/** The drafts of one form of one user, newest first; those that cannot be read any more are removed. */
export function keptDrafts<C>(email: string, form: string, content: z.ZodType<C>): KeptDraft<C>[] {
  const drafts = readDrafts(textIn(email, form), content)
  if (drafts.length === 0) keepDrafts(email, form, [])
  return drafts
}

/** The newest draft of each form of one kind of one user, newest first. */
export const leftDrafts = (email: string, kind: string): LeftDraft[] =>
  newestDrafts(draftForms(email), kind, (form) => textIn(email, form))

/** The drafts of a record that was deleted become drafts of a new record of its kind; null when they have. */
export function becomeNewDraft(email: string, form: string, kind: string): NotKept | null {
  const drafts = keptDrafts(email, form, z.unknown())
  // Two copies of a large one would not find room.
  keepDrafts(email, form, [])
  const others = keptDrafts(email, newForm(kind), z.unknown())
  const fault = keepDrafts(email, newForm(kind), [...drafts.map((draft) => ({ ...draft, verzija: null })), ...others])
  if (fault) keepDrafts(email, form, drafts)
  return fault
}

/** The forms in which a user has drafts. What an older program kept is removed. */
export function draftForms(email: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    for (const key of keys) if (!placeIn(key)) localStorage.removeItem(key)
    return keys.flatMap((key) => {
      const [user, form] = placeIn(key) ?? []
      return form !== undefined && user === email ? [form] : []
    })
  } catch {
    return []
  }
}

/** Removes every draft of a user: after logout nobody else on this machine is to find them. */
export function dropDraftsOf(email: string): void {
  for (const form of draftForms(email)) keepDrafts(email, form, [])
}

function textIn(email: string, form: string): string {
  try {
    return localStorage.getItem(draftKey(email, form)) ?? ''
  } catch {
    return ''
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
