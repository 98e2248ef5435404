/**
 * The name in `posle` of an entry for the columns of a thing that the trail proves. They are chained with the entry
 * (./seal.ts), and `verify` compares the tables with them. No answer shows them.
 */
export const SEALED = 'zapecaceno'

type Columns = Readonly<Record<string, string>>

/** The things whose entries say what stands in their tables: the columns, and what `verify` calls each. */
export const SEALED_COLUMNS = {
  obracun: {
    broj: 'broj',
    odobrenje_id: 'odobrenje',
    c4_ids: 'uvozi',
    datum_od: 'datum od',
    datum_do: 'datum do',
    rok_podnosenja: 'rok za obračun',
    stanje: 'stanje',
    datum_podnosenja: 'datum podnošenja',
    broj_akta: 'broj akta',
    prethodni_id: 'obračun koji ispravlja',
    sha256: 'kontrolni zbir SHA-256 redova',
    napravljen: 'vreme unosa',
    korisnik: 'korisnik',
  },
  zakljucenje: {
    do_dana: 'do dana',
    razlog: 'razlog',
    korisnik: 'ko je zaključao',
    vreme: 'vreme',
    otkljucao: 'ko je otključao',
    otkljucano: 'vreme otključavanja',
    razlog_otkljucavanja: 'razlog otključavanja',
  },
  pdf: { naziv: 'naziv', velicina: 'veličina', sha256: 'kontrolni zbir SHA-256' },
  prilog: {
    uz: 'vrsta dokumenta',
    predmet: 'dokument uz koji stoji',
    vrsta: 'vrsta',
    broj: 'broj',
    datum: 'datum',
    putanja: 'putanja',
    format: 'format',
    uneto: 'vreme unosa',
    korisnik: 'korisnik',
    naziv: 'naziv',
    velicina: 'veličina',
    sha256: 'kontrolni zbir SHA-256',
  },
} as const satisfies Readonly<Record<string, Columns>>
export type SealedKind = keyof typeof SEALED_COLUMNS

/** The SHA-256 of the paper of an account that is handed in; only the entry of that act holds it. */
export const PAPER_HASH = 'papir_sha256'
/** The SHA-256 of its spreadsheet; accounts that were handed in with 1.0.0 have none. */
export const SHEET_HASH = 'tabela_sha256'

type Row<K extends SealedKind> = { readonly [C in keyof (typeof SEALED_COLUMNS)[K]]: string | number | null }

/** The facts of a row in its entry. */
export const sealedIn = <K extends SealedKind>(kind: K, row: Row<K>): Row<K> =>
  Object.fromEntries(Object.keys(SEALED_COLUMNS[kind]).map((name) => [name, row[name as keyof Row<K>]])) as Row<K>
