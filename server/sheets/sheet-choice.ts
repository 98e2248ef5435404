import { IMPORT_FIELDS, type ImportKind } from '#contract/import-fields.ts'
import { importTexts } from '#contract/imports.ts'
import type { UploadedFile } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'

/**
 * The choices beside a sheet: which list, our field → a heading or the number of a column from 1, our field → value.
 */
export type SheetChoice = {
  readonly list: string | null
  readonly kolone: Readonly<Record<string, string | number>>
  readonly vrednosti: Readonly<Record<string, string>>
}

/** The choices in the fields beside a file. Refuses one that is none, with the field that is wrong. */
export function choiceIn({ fields }: Pick<UploadedFile, 'fields'>, kind: ImportKind): SheetChoice {
  const isColumn = (wanted: unknown) => typeof wanted === 'string' || (Number.isInteger(wanted) && Number(wanted) > 0)
  return {
    list: fields.list?.trim() || null,
    kolone: chosenIn(fields.kolone, 'kolone', kind, isColumn) as SheetChoice['kolone'],
    vrednosti: chosenIn(
      fields.vrednosti,
      'vrednosti',
      kind,
      (value) => typeof value === 'string',
    ) as SheetChoice['vrednosti'],
  }
}

/** A choice of every field, each a heading. */
const MAX_CHOICE_CHARACTERS = 10_000
const MAX_TOLD_CHARACTERS = 60

function chosenIn(
  sent: string | undefined,
  name: 'kolone' | 'vrednosti',
  kind: ImportKind,
  fits: (value: unknown) => boolean,
): object {
  const refused = (polje: string) => {
    const message = importTexts[name](polje)
    return new Refusal('invalid', message, [{ field: name, message }])
  }
  const text = sent?.trim() || '{}'
  if (text.length > MAX_CHOICE_CHARACTERS) throw refused('')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused('')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused('')
  const known = new Set(IMPORT_FIELDS[kind].map(({ polje }) => polje))
  for (const [polje, one] of Object.entries(value))
    if (!known.has(polje) || !fits(one)) throw refused(polje.slice(0, MAX_TOLD_CHARACTERS))
  return value
}
