import { C4_HEAD, C4_LINE, type C4Body, type C4Document, c4Body, type SavedC4 } from '#contract/c4.ts'
import { upperCode } from '#domain/sheet.ts'
import { documentFields } from '#web/document-form/document-fields.ts'
import type { Draft, DraftInvoice } from '#web/drafts/draft.ts'
import type { DraftDispatch } from '#web/drafts/draft-reducer.ts'
import type { TypedOf } from '#web/drafts/typed-fields.ts'
import { type LineOf, lineFields } from '#web/grid/line-fields.ts'

export type C4Head = TypedOf<typeof C4_HEAD>
export type C4Line = LineOf<typeof C4_LINE, 'materijal', 'jedinica_mere'>
export type C4Draft = Draft<C4Head, C4Line>
export type C4Dispatch = DraftDispatch<C4Head, C4Line>
export type C4Invoice = DraftInvoice<C4Line>
export type C4Types = { stored: C4Document; head: C4Head; line: C4Line; body: C4Body; saved: SavedC4 }

/**
 * The line after another text has replaced its material: tariff number and country of origin go with the material. They
 * stay where the text is still its ID, and where no material brought them.
 */
const withoutMaterial = (line: C4Line, text: string): Partial<C4Line> => ({
  materijal_id: '',
  materijal: text,
  jedinica_mere: '',
  ...(line.materijal_id !== '' && line.materijal_id !== upperCode(text) && { tarifni_broj: '', zemlja_porekla: '' }),
})

export const C4_FIELDS = lineFields<C4Line>({
  table: C4_LINE,
  goods: 'materijal',
  brought: ['jedinica_mere'],
  without: withoutMaterial,
})
export const { newLine: newC4Line, isUntouched: isUntouchedC4Line, paste: C4_PASTE } = C4_FIELDS

/** How the form of a C4 opens, is checked, and is kept as a draft. */
export const C4 = documentFields<C4Types>({
  kind: 'c4',
  schema: c4Body,
  head: C4_HEAD,
  line: C4_FIELDS,
  numberOf: ({ broj_c4 }) => broj_c4,
  ownOfLine: ['vec_razduzeno'],
})
export const { empty: NO_C4, openDraft: openC4Draft, check: checkC4, keeping: C4_KEEPING } = C4
