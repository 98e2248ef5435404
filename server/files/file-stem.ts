import { normalized } from '#domain/one-form.ts'

/**
 * A document's number as the stem of a file's name: what some file system forbids (`\ / : * ? " < > |`, control and
 * invisible characters) becomes '-', so that `12/2026` is `12-2026`; all letters stay.
 */
export const fileStem = (broj: string): string => normalized(broj.trim(), 'NFC').replace(/[\p{C}\\/:*?"<>|]/gu, '-')
