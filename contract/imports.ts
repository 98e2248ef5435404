import { z } from 'zod'
import { stavkiOf } from '#domain/count-words.ts'
import { quoted } from '#domain/sheet.ts'
import { XLSX_TYPE } from './endpoint.ts'
import { queryId, querySwitch, queryWhole, whole } from './fields.ts'
import { MAX_IMPORT_SHEET_BYTES } from './limits.ts'

/**
 * Texts that the imports of materials and BOM share: a preview of every row first, then one transaction (decisions §5).
 */
export const importTexts = {
  fileMissing: 'Molimo odaberite fajl za import',
  notExcel: 'Molimo odaberite validan Excel fajl (.xlsx ili .xls)',
  tooLarge: 'Fajl je prevelik. Maksimalna veličina je 10MB',
  empty: 'Excel fajl je prazan ili nema podataka.',
  nothingGood: 'Nijedan red nije ispravan, ništa nije učitano.',
  preview: ({ novih, izmenjenih, nepromenjenih, preskocenih }: Omit<ImportCounts, 'za_brisanje'>) =>
    `Novih: ${novih}, izmenjenih: ${izmenjenih}, nepromenjenih: ${nepromenjenih}, preskočenih: ${preskocenih}.`,
  kolone: (polje: string) => `kolone: polje ${polje} nije poznato, ili za njega nije naveden naslov ili broj kolone.`,
  vrednosti: (polje: string) => `vrednosti: polje ${polje} nije poznato, ili vrednost nije tekst.`,
  asked: (nazivi: readonly string[]) =>
    `Nije poznato: ${nazivi.join(', ')}. Izaberite kolonu ili vrednost. Ništa nije upisano.`,
  nothingSkipped: 'Nijedan red ne bi bio preskočen.',
  skippedName: 'Preskočeni',
  reason: 'Razlog',
  /** The number of rows that an import removes. */
  going: (count: number) => `Nestaje ${stavkiOf(count)}`,
  otherGoing: (agreed: number, going: number) =>
    `Po ovom fajlu nestaje ${stavkiOf(going)}, a potvrđeno je ${agreed}. Ništa nije upisano. Pogledajte pregled ponovo.`,
} as const

const SHOWN_NAMES = 5

/** `A, B i još 3` */
export function someOf(names: readonly (string | number)[]): string {
  const more = names.length > SHOWN_NAMES ? ` i još ${names.length - SHOWN_NAMES}` : ''
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${more}`
}

/** Why a file that is a spreadsheet by its name cannot be read, or not all of it. */
export const sheetTexts = {
  resave: 'Sačuvajte fajl u Excelu kao .xlsx i pokušajte ponovo.',
  encrypted: 'Excel fajl je zaštićen lozinkom ili oznakom poverljivosti. Sačuvajte ga bez zaštite i pokušajte ponovo.',
  damaged: 'Nije moguće pročitati fajl',
  notUtf8: (red: number) =>
    `Red ${red}: fajl je u zapisu UTF-8, a ovaj red sadrži znak koji to nije. Ispravite ga ili sačuvajte fajl ponovo kao „CSV UTF-8“.`,
  tooManyCells: 'Excel fajl sadrži previše podataka. Podelite ga na više fajlova.',
  /** A remark beside the preview: the workbook has more sheets than the one that is read. */
  oneSheet: (name: string, others: readonly string[]) =>
    `Pročitan je list ${quoted(name)}. Ostali listovi nisu čitani: ${someOf(others.map(quoted))}.`,
  /** A remark beside the preview: rows of a filtered sheet are read that its user does not see. */
  hiddenRows: (rows: readonly number[]) => `Pročitani su i sakriveni redovi: ${someOf(rows)}.`,
  /** A remark beside the preview: rows add up those above. */
  sumRows: (rows: readonly number[]) => `Preskočeni su redovi sa zbirom: ${someOf(rows)}.`,
  noList: (name: string) => `U fajlu nema lista ${quoted(name)} u kome nešto piše.`,
  /** A remark beside the preview: texts were brought to one spelling. */
  converted: (all: readonly { readonly iz: string; readonly u: string; readonly redova: number }[]) =>
    `Svedeno na jedan naziv: ${someOf(all.map(({ iz, u, redova }) => `${quoted(iz)} u ${u} (${redova})`))}.`,
  /** A remark beside the preview: the header row names columns that the program does not know. */
  unknownColumns: (headings: readonly string[]) =>
    `Ove kolone nisu prepoznate i preskaču se: ${someOf(headings.map(quoted))}. Nazivi kolona su u šablonu.`,
  tooSlow:
    'Excel fajl nije pročitan u dozvoljenom vremenu. Pokušajte ponovo, a ako se to ponovi, podelite ga na više fajlova.',
  xmlDoctype: 'XML fajl ima deklaraciju DOCTYPE, koju kursna lista nema. Preuzmite listu ponovo i pokušajte sa njom.',
  xmlLarge: 'XML fajl sadrži previše podataka ili je preduboko ugnežden.',
  busy: 'Server trenutno čita druge fajlove. Pokušajte ponovo za nekoliko sekundi.',
} as const

/**
 * Choices that a request may make for a sheet: the list of the workbook, the field of each column, values that rows
 * lack.
 */
export const IMPORT_CHOICES = ['list', 'kolone', 'vrednosti'] as const

export const importFile = {
  maxBytes: MAX_IMPORT_SHEET_BYTES,
  tooLarge: importTexts.tooLarge,
  missing: importTexts.fileMissing,
  fields: IMPORT_CHOICES,
} as const

export const importQuery = z.object({
  /** `true` answers the preview and writes nothing. */
  dryRun: querySwitch('dryRun'),
  /** The number of removals that the caller has seen; an import with another number writes nothing. */
  odlazi: queryWhole('odlazi'),
})

/** The rows of a file that its import leaves out, as a sheet that can be sent again. */
export const skippedOf = <F>(path: `/${string}`, file: F) =>
  ({
    method: 'POST',
    path,
    summary:
      'Čita fajl kao i sam uvoz i daje xlsx sa redovima koji bi bili preskočeni, razlog pored svakog; ništa ne upisuje.',
    needs: 'read',
    file,
    reply: 'file',
    fileType: XLSX_TYPE,
  }) as const

/** The change by an import that is taken back; without it a deletion is. */
export const restoreQuery = z.object({ izmena: queryId('izmena') })

/** A remark on the file: it has sheets or columns which are not read, or hidden rows which are. */
export const fileNote = z.string().nullable()

/** How a column was recognised, and the source of a value for the file. */
export const KAKO_KOLONA = ['naziv', 'sadržaj', 'zapamćeno', 'izabrano'] as const
export const KAKO_VREDNOST = ['izabrano', 'zapamćeno', 'nađeno'] as const

const mesto = { kolona: whole.describe('Broj kolone, od 1.'), naslov: z.string().describe('Naslov kolone.') }
export const procitanaKolona = z
  .object({
    polje: z.string().describe('Naše polje.'),
    naslov: z.string().describe('Naslov kolone.'),
    kolona: whole.describe('Broj kolone, od 1.'),
    kako: z.enum(KAKO_KOLONA).describe('Kako je kolona prepoznata.'),
  })
  .meta({ id: 'KolonaUvoza' })
export type ProcitanaKolonaUvoza = z.output<typeof procitanaKolona>

/** A value that new records need and the sheet lacks, or has only in doubt. */
export const pitanjeUvoza = z
  .object({
    polje: z.string().describe('Naše polje.'),
    naziv: z.string().describe('Kako se polje zove.'),
    kolone: z.array(z.object(mesto)).describe('Kolone koje bi to mogle biti; prazno kad pomaže samo vrednost.'),
    izbor: z.array(z.string()).describe('Vrednosti koje polje može imati; prazno kad može bilo koja.'),
    predlog: z.string().nullable().describe('Vrednost iz prošlog uvoza; null kad je nema.'),
  })
  .meta({ id: 'PitanjeUvoza' })
export type PitanjeUvoza = z.output<typeof pitanjeUvoza>

/**
 * How a sheet was read, as every import answers it: `pitanja` are to be answered by `kolone` or `vrednosti` before
 * anything is written. Which fields an import has stands in IMPORT_FIELDS (./import-fields.ts).
 */
export const sheetReading = {
  list: z.string().nullable().describe('List koji je pročitan; null kad fajl nema listova.'),
  listovi: z.array(z.string()).describe('Listovi fajla u kojima nešto piše.'),
  zaglavlja: z
    .array(
      z
        .object({ ...mesto, primeri: z.array(z.string()).describe('Prve tri vrednosti u koloni.') })
        .meta({ id: 'KolonaTabele' }),
    )
    .describe('Sve kolone tabele.'),
  kolone: z.array(procitanaKolona).describe('Koja kolona je koje polje.'),
  vrednosti: z
    .array(
      z
        .object({
          polje: z.string(),
          naziv: z.string(),
          vrednost: z.string().describe('Vrednost za redove koji je nemaju.'),
          kako: z.enum(KAKO_VREDNOST).describe('Odakle je vrednost; nađeno je ono što znaju knjige.'),
          izbor: z.array(z.string()).optional().describe('Vrednosti koje nađeno polje može imati, kad su malobrojne.'),
          predlog: z.string().nullable().optional().describe('Vrednost iz prošlog uvoza, kad je drugačija od nađene.'),
        })
        .meta({ id: 'VrednostUvoza' }),
    )
    .describe('Vrednosti za redove koji ih nemaju.'),
  pitanja: z.array(pitanjeUvoza).describe('Šta je potrebno, a nije poznato.'),
  razlozi: z
    .array(
      z
        .object({
          razlog: z.string(),
          redova: whole.describe('U koliko redova.'),
          prvi_red: whole.describe('Prvi red sa tim razlogom.'),
        })
        .meta({ id: 'RazlogUvoza' }),
    )
    .describe('Zašto su redovi preskočeni, isti razlog jednom.'),
}
const reading = z.object(sheetReading)
export type SheetReading = z.output<typeof reading>
/** The answer for a file without columns. */
export const NOTHING_READ: SheetReading = {
  ...{ list: null, listovi: [], zaglavlja: [], kolone: [], vrednosti: [], pitanja: [], razlozi: [] },
}

/** The changes of an import to one stored record, in words; empty and null where it makes none. */
export const importChanges = z
  .object({
    dolazi: z.array(z.string()).describe('Šta zapis dobija.'),
    menja: z
      .array(z.object({ gde: z.string(), polje: z.string(), staro: z.string(), novo: z.string() }))
      .describe('Polja koja dobijaju drugu vrednost; prazan tekst je prazno polje.'),
    odlazi: z.array(z.string()).describe('Šta od sačuvanog nestaje.'),
    ostaje: z.string().nullable().describe('Koliko sačuvanog fajl ne navodi, pa ostaje; null kad nema takvog.'),
  })
  .meta({ id: 'IzmeneZapisa' })
export type ImportChanges = z.output<typeof importChanges>

/** One row of the spreadsheet and what happens (preview) or happened (import) to it. */
export const importRow = z
  .object({
    red: whole,
    id: z.string(),
    naziv: z.string(),
    /** The values of a material as they were read, so that the user sees when two columns are exchanged. */
    zemlja_porekla: z.string().optional(),
    jedinica_mere: z.string().optional(),
    tarifni_broj: z.string().optional(),
    ishod: z.enum(['nov', 'izmenjen', 'nepromenjen', 'preskocen']),
    /** Why the row is left out; for a row that is taken, its assumptions. */
    razlog: z.string().nullable(),
    izmene: importChanges.nullable().describe('Šta se menja na sačuvanom zapisu; null kad se ne menja.'),
  })
  .meta({ id: 'RedImporta' })
export type ImportRow = z.output<typeof importRow>

/** The outcome of a row, in a word. */
export const OUTCOMES: Readonly<Record<ImportRow['ishod'], string>> = {
  nov: 'Nov',
  izmenjen: 'Izmenjen',
  nepromenjen: 'Nepromenjen',
  preskocen: 'Preskočen',
}

export const importCounts = z.object({
  novih: whole,
  izmenjenih: whole,
  nepromenjenih: whole,
  preskocenih: whole,
  za_brisanje: whole.describe('Koliko sačuvanih stavki nestaje; šalje se kao odlazi kada je to potvrđeno.'),
})
export type ImportCounts = z.output<typeof importCounts>

export const importReply = z
  .object({
    message: z.string(),
    napomena: fileNote,
    dryRun: z.boolean(),
    ...importCounts.shape,
    ...sheetReading,
    /** In the order of the spreadsheet. */
    redovi: z.array(importRow),
  })
  .meta({ id: 'IshodImporta' })
export type ImportReply = z.output<typeof importReply>

type Counted = Pick<ImportRow, 'ishod'> & { readonly izmene?: ImportChanges | null }

/** The parts of stored records that these rows remove, in words. */
export const goingIn = (rows: readonly Counted[]): string[] =>
  rows.flatMap(({ ishod, izmene }) => (ishod === 'izmenjen' && izmene ? izmene.odlazi : []))

export function importCountsOf(rows: readonly Counted[]): ImportCounts {
  const count = (ishod: ImportRow['ishod']) => rows.filter((row) => row.ishod === ishod).length
  return {
    novih: count('nov'),
    izmenjenih: count('izmenjen'),
    nepromenjenih: count('nepromenjen'),
    preskocenih: count('preskocen'),
    za_brisanje: goingIn(rows).length,
  }
}

/** The answer about these rows: counted, and without `imported`, the sentence of a finished import, a preview. */
export function importReplyOf(
  rows: readonly ImportRow[],
  imported: string | null,
  napomena: string | null,
  reading: SheetReading = NOTHING_READ,
): ImportReply {
  const counts = importCountsOf(rows)
  return {
    message: imported ?? importTexts.preview(counts),
    napomena,
    dryRun: imported === null,
    ...counts,
    ...reading,
    redovi: rows.toSorted((a, b) => a.red - b.red),
  }
}
