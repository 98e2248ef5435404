import { z } from 'zod'

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

/** The form of a new record; no ID is written in small letters. */
const newForm = (kind: string): string => `${kind}/novi`

/** The form and its record: `c4/novi`, `c4/17`. */
export const formOf = (kind: string, id: number | string | undefined): string =>
  id === undefined ? newForm(kind) : `${kind}/${id}`

/** The start of the keys of all drafts of a user; no email has a space in it. */
const prefixOf = (email: string): string => `${PREFIX}${email} `

/** The drafts of one form of one user, newest first; those that cannot be read any more are removed. */
export function keptDrafts<C>(email: string, form: string, content: z.ZodType<C>): KeptDraft<C>[] {
  const drafts = readDrafts(inStorage((storage) => storage.getItem(prefixOf(email) + form)) ?? '', content)
  if (drafts.length === 0) keepDrafts(email, form, [])
  return drafts
}

/** The drafts in a stored text; none when it is damaged or no longer fits its form. */
export function readDrafts<C>(text: string, content: z.ZodType<C>): KeptDraft<C>[] {
  const draft = z.object({ savedAt: z.number(), verzija: z.number().nullable(), name: z.string(), content })
  try {
    return z.array(draft).parse(JSON.parse(text)) as KeptDraft<C>[]
  } catch {
    return []
  }
}

/** Stores the drafts of a form in this browser, newest first, in place of the earlier ones; false: it has no room. */
export function keepDrafts(email: string, form: string, drafts: readonly KeptDraft<unknown>[]): boolean {
  const key = prefixOf(email) + form
  const kept = inStorage((storage) => {
    if (drafts.length > 0) storage.setItem(key, JSON.stringify(drafts))
    else storage.removeItem(key)
    return true
  })
  return kept ?? false
}

/** The forms in which a user has drafts. Drafts of 1.0.0, under keys with a bracket, are removed. */
export function draftForms(email: string): string[] {
  const keys = inStorage((storage) => {
    for (const old of Object.keys(storage)) if (old.startsWith(`${PREFIX}[`)) storage.removeItem(old)
    return Object.keys(storage)
  })
  const prefix = prefixOf(email)
  return (keys ?? []).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

/** The newest draft of each form of one kind (`c4`) of one user, newest first. */
export const leftDrafts = (email: string, kind: string): LeftDraft[] =>
  draftForms(email)
    .filter((form) => form.startsWith(`${kind}/`))
    .flatMap((form) => {
      const [newest, ...older] = keptDrafts(email, form, z.unknown())
      const id = form === newForm(kind) ? null : form.slice(kind.length + 1)
      return newest ? [{ ...newest, form, id, older: older.length }] : []
    })
    .sort((a, b) => b.savedAt - a.savedAt)

/** The drafts of a record that was deleted become drafts of a new record of its kind; false: there is no room. */
export function becomeNewDraft(email: string, form: string, kind: string): boolean {
  const drafts = keptDrafts(email, form, z.unknown())
  // The storage has no room for two copies of a large draft.
  keepDrafts(email, form, [])
  const others = keptDrafts(email, newForm(kind), z.unknown())
  const kept = keepDrafts(email, newForm(kind), [...drafts.map((draft) => ({ ...draft, verzija: null })), ...others])
  if (!kept) keepDrafts(email, form, drafts)
  return kept
}

/** Removes every draft of a user: nobody else on this machine must find them after logout. */
export function dropDraftsOf(email: string): void {
  for (const form of draftForms(email)) keepDrafts(email, form, [])
}

/** The outcome of a use of the browser's storage; undefined where it is full or forbidden. */
function inStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
