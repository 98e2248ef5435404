import { z } from 'zod'
import {
  type DraftPlace,
  draftKey,
  draftPlace,
  draftsLeft,
  draftText,
  formOf,
  type KeptDraft,
  type LeftDraft,
  offeredDrafts,
  readDraft,
} from './kept-draft.ts'

/** Why a draft could not be kept: too long, or the browser has no room or no storage. */
export type NotKept = 'too-long' | 'no-room'

/** Stores a draft in this browser; null when it is kept. */
export function keepDraft<C>(place: DraftPlace, draft: KeptDraft<C>): NotKept | null {
  const text = draftText(draft)
  if (text === null) return 'too-long'
  try {
    localStorage.setItem(draftKey(place), text)
    return null
  } catch {
    return 'no-room'
  }
}

/** The drafts of one form of one user, newest first; those that cannot be read any more are removed. */
export function keptDrafts<C>(of: Pick<DraftPlace, 'email' | 'form'>, content: z.ZodType<C>) {
  const { offers, unreadable } = offeredDrafts(stored(), of, content)
  for (const key of unreadable) remove(key)
  return offers
}

/** All drafts of one user in forms of one kind, newest first. */
export const leftDrafts = (email: string, kind: string): LeftDraft[] => draftsLeft(stored(), email, kind)

/** Removes a draft from this browser, if it is there. */
export const dropDraft = (place: DraftPlace): void => remove(draftKey(place))

/** Removes a draft from this browser; gives what puts it back, and null when that has. */
export function takeDraft(place: DraftPlace): () => NotKept | null {
  const draft = storedDraft(place)
  dropDraft(place)
  return () => draft && keepDraft(place, draft)
}

/** The draft of a record that was deleted becomes one of a new record of its kind; null when it has. */
export function becomeNewDraft(place: DraftPlace, kind: string): NotKept | null {
  const draft = storedDraft(place)
  if (!draft) return null
  // Two copies of a large one would not find room.
  dropDraft(place)
  const fault = keepDraft({ ...place, form: formOf(kind, undefined) }, { ...draft, verzija: null })
  if (fault) keepDraft(place, draft)
  return fault
}

/** The keys of every draft of a user. */
export const draftKeysOf = (email: string): string[] =>
  stored().flatMap(([key]) => (draftPlace(key)?.email === email ? [key] : []))

/** Removes every draft of a user: after logout nobody else on this machine is to find them. */
export function dropDraftsOf(email: string): void {
  for (const key of draftKeysOf(email)) remove(key)
}

const storedDraft = (place: DraftPlace): KeptDraft<unknown> | null =>
  readDraft(stored().find(([key]) => key === draftKey(place))?.[1] ?? '', z.unknown())

function stored(): [key: string, text: string][] {
  try {
    return Object.entries(localStorage)
  } catch {
    return []
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser that forbids storage keeps nothing.
  }
}
