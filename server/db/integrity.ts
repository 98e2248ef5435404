/** Faults that the database finds in itself, in Serbian; null where all is right. */
export type Integrity = {
  /** Pages, indexes and rows that can't be read as they were written: nothing else can be trusted. */
  readonly damage: string | null
  /** A row that refers to one that is not there. */
  readonly reference: string | null
  /** An audit trail that somebody could change. */
  readonly unguarded: string | null
  /** A row that breaks a rule of its table. */
  readonly rule: string | null
  /** The checks that were not possible here. */
  readonly leftOut: string | null
}

/** The trail of a database without the triggers that keep it. */
export const UNGUARDED = 'Dnevnik nije zaštićen od izmena: nedostaje okidač koji ih odbija.'
/** The tables of the trail; SQLite has a trigger for each way to change one, PostgreSQL one for all. */
export const TRAIL = ['dnevnik', 'pomereno', 'pecat']

export const missingParent = (table: string, row: string, parent: string) =>
  `Tabela ${table}: red${row} se poziva na red tabele ${parent} koji ne postoji.`

/** A part of the schema by its kind and name, and the text that defines it. */
export type SchemaObject = { readonly name: string; readonly text: string }
