import { isCode } from '#domain/codes.ts'
import { upperCode } from '#domain/sheet.ts'

/**
 * The field of a new one that a text in the cell of a material or product fills in: its ID where it looks like one,
 * else its name.
 */
export function nameOrId(typed: string): { readonly id?: string; readonly naziv?: string } {
  const code = upperCode(typed)
  return isCode(code) && /\d/.test(code) ? { id: code } : { naziv: typed }
}

/** A new or stored record as it is called. */
export const nameWithId = ({ naziv, id }: { readonly naziv: string; readonly id: string }): string =>
  [naziv, id].filter(Boolean).join(' ')
