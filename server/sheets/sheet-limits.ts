/** Real sheets pack to a fifth or a twentieth; small members may be packed better than that. */
export const SHEET_MAX_RATIO = 200
export const SHEET_RATIO_COUNTS_FROM_BYTES = 1024 * 1024

export const SHEET_QUEUE_LIMITS = {
  processes: 2,
  queue: 8,
  /** With the time to parse, less than the 20 s in which a hostile file has to be refused. */
  waitMs: 6_000,
  parseMs: 12_000,
  /** How long a process is kept ready for the next file. */
  spareMs: 5 * 60_000,
  memoryMb: 512,
}

export type ReadFormat = 'xlsx' | 'xls' | 'ods' | 'csv' | 'xml'

/** The limits that the process which parses has to know. */
export type SheetLimits = {
  formats: readonly ReadFormat[]
  maxRows: number
  maxColumns: number
  maxCells: number
  maxCharacters: number
  maxEntries: number
  maxUnpackedBytes: number
}

/**
 * The limits of cost of a spreadsheet. A kilobyte can name the cells A1 and XFD1048576 or unpack to gigabytes, so the
 * size of a request says nothing; the contract has the limits of that size.
 */
export const SHEET_LIMITS: SheetLimits = {
  formats: ['xlsx', 'xls', 'ods'],
  maxRows: 20_000,
  // A product may have 500 materials (contract), each in a column of its own, behind four columns of data.
  maxColumns: 512,
  maxCells: 200_000,
  maxCharacters: 4_000_000,
  maxEntries: 1_000,
  maxUnpackedBytes: 100 * 1024 * 1024,
}

/** The same for documents with their lines, a row each: 50,000 lines, and the values of each document once. */
export const DOCUMENT_SHEET_LIMITS: SheetLimits = {
  ...SHEET_LIMITS,
  maxRows: 60_000,
  maxColumns: 100,
  maxCells: 1_000_000,
  maxCharacters: 16_000_000,
  maxUnpackedBytes: 200 * 1024 * 1024,
}

/**
 * `format`: no spreadsheet of an allowed format, whatever its name; `resave`: Excel opens it, but this import does not;
 * `encrypted`: locked with a password or by a sensitivity label; `damaged`: cannot be read; `too-large`: over a limit,
 * also of memory; `too-slow`: over the limit of time, because of the file or of a busy machine; `busy`: no process in
 * time; `xml-doctype`: XML with a DOCTYPE, in which entities are declared; `xml-large`: XML over a limit, also of its
 * depth; `not-utf8`: text in UTF-8 with a wrong byte; `no-list`: the workbook has no sheet of the wanted name.
 */
export type RefusalCode =
  | 'format'
  | 'resave'
  | 'encrypted'
  | 'damaged'
  | 'too-large'
  | 'too-slow'
  | 'busy'
  | 'xml-doctype'
  | 'xml-large'
  | 'not-utf8'
  | 'no-list'

/** Ends the reading of a file, however deep in it; `red` is where, if that is known. */
export class SheetRefused extends Error {
  readonly code: RefusalCode
  readonly red: number | undefined
  constructor(code: RefusalCode, red?: number) {
    super(code)
    this.code = code
    this.red = red
  }
}
