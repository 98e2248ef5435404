import { IMPORT_FIELDS, IMPORT_PLACES, type ImportKind } from '#contract/import-fields.ts'
import { type ImportRow, importTexts, type PitanjeUvoza, type SheetReading } from '#contract/imports.ts'
import { mayDo } from '#contract/roles.ts'
import { headerText } from '#domain/sheet.ts'
import type { KnownFields, RememberedChoice } from '#domain/sheet-fields.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Call, UploadedFile, User } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import type { ReadColumns } from './sheet-child.ts'

/**
 * The choices beside a sheet: which list, our field → a heading or the number of a column from 1, our field → value.
 */
export type SheetChoice = {
  readonly list: string | null
  readonly kolone: Readonly<Record<string, string | number>>
  readonly vrednosti: Readonly<Record<string, string>>
}

/** The choices in the fields beside a file. Refuses a wrong one and names its field. */
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

/** The knowledge about the columns of a sheet: the choice made now, and the one for earlier sheets of its kind. */
export type SheetColumns = { readonly kind: ImportKind; readonly known: KnownFields; readonly list: string | null }

/** The partner of sheets without one. */
const NOBODY = 0
/** The heading under which the values of the last import are kept, whatever its own heading was. */
const LAST = ''

/** The known facts about the columns of a file of this kind. Refuses a wrong choice. */
export async function knownColumns(
  db: Db,
  file: Pick<UploadedFile, 'fields'>,
  kind: ImportKind,
  partner_id: number | null = null,
): Promise<SheetColumns> {
  const { list, kolone, vrednosti } = choiceIn(file, kind)
  const rows = await db.selectFrom('zapamcene_kolone').selectAll().where('vrsta', '=', kind).execute()
  const zapamceno = rows.map(
    (row): RememberedChoice => ({
      naslov: row.otisak,
      partner_id: row.partner_id,
      kolone: JSON.parse(row.kolone),
      vrednosti: JSON.parse(row.vrednosti),
    }),
  )
  const fields = IMPORT_FIELDS[kind]
  return { kind, list, known: { fields, kolone, vrednosti, zapamceno, partner_id, poMestu: IMPORT_PLACES[kind] ?? [] } }
}

/**
 * Keeps how a sheet was read, for sheets with the same heading: the choices of now and before, and the values, except
 * those of one file alone.
 */
export async function keepColumns(
  tx: Tx,
  { kind, known }: SheetColumns,
  read: ReadColumns,
  ofOneFile: readonly string[] = [],
) {
  const kolone = { ...read.zapamceno?.kolone, ...known.kolone }
  const vrednosti = Object.fromEntries(Object.entries(read.vrednosti).filter(([polje]) => !ofOneFile.includes(polje)))
  const some = (of: object) => Object.keys(of).length > 0
  if (!some(kolone) && !some(vrednosti) && known.partner_id === null) return
  const partner_id = known.partner_id ?? read.zapamceno?.partner_id ?? NOBODY
  const rows = [
    { otisak: read.naslov, partner_id, kolone, vrednosti },
    ...(some(vrednosti) ? [{ otisak: LAST, partner_id: NOBODY, kolone: {}, vrednosti }] : []),
  ]
  for (const { otisak, partner_id: id, ...said } of rows) {
    const kept = { kolone: JSON.stringify(said.kolone), vrednosti: JSON.stringify(said.vrednosti) }
    await tx
      .insertInto('zapamcene_kolone')
      .values({ vrsta: kind, otisak, partner_id: id, ...kept })
      .onConflict((conflict) => conflict.columns(['vrsta', 'otisak', 'partner_id']).doUpdateSet(kept))
      .execute()
  }
}

type Choosing = Pick<Call, 'writeApart'> & { readonly user: Pick<User, 'uloga'> }

/**
 * Keeps a choice at once, before anything of the sheet is written: a choice is no fact. A user who may only read
 * chooses for this time alone.
 */
export async function keepChoice(
  { user, writeApart }: Choosing,
  columns: SheetColumns,
  read: readonly ReadColumns[],
  ofOneFile: readonly string[] = [],
) {
  const { kolone, vrednosti, partner_id } = columns.known
  const isChosen = Object.keys({ ...kolone, ...vrednosti }).length > 0 || partner_id !== null
  if (!isChosen || read.length === 0 || !mayDo(user.uloga, 'write')) return
  await writeApart(async (tx) => {
    for (const one of read) await keepColumns(tx, columns, one, ofOneFile)
  })
}

type Said = {
  readonly name: string | null
  readonly names: readonly string[]
  readonly columns: ReadColumns
  /** `nedostaje`: the fields that new records need and the sheet does not have. */
  readonly list: { readonly nedostaje: readonly string[] }
}
/**
 * Values for all rows from the books, if the sheet has none. `naziv`: the name of a value that is no field of the
 * sheet.
 */
export type FoundValue = { readonly polje: string; readonly vrednost: string; readonly naziv?: string }
/** A row, and the reason if it is left out. */
type LeftOut = { readonly red: number; readonly razlog: string | null; readonly ishod?: ImportRow['ishod'] }

/** A description of how a sheet was read, for the answer of its import. */
export function readingOf(
  { known }: SheetColumns,
  { name: list, names: listovi, columns, list: { nedostaje } }: Said,
  rows: readonly LeftOut[],
  found: readonly FoundValue[] = [],
): SheetReading {
  const { kolone, zaglavlja, vrednosti, zapamceno } = columns
  const last = known.zapamceno.find(({ naslov }) => naslov === LAST)?.vrednosti ?? {}
  const taken = new Set(kolone.map(({ kolona }) => kolona))
  const free = zaglavlja.filter(({ kolona }) => !taken.has(kolona))
  const named = new Map(known.fields.map((field) => [field.polje, field]))
  const pitanja = nedostaje.flatMap((polje): PitanjeUvoza[] => {
    const field = named.get(polje)
    if (!field) return []
    const { naziv, izbor } = field
    // A field with few values takes only a column without other values.
    const choices = new Set(izbor.map((text) => headerText(text)))
    const fits = ({ primeri }: (typeof free)[number]) => primeri.every((text) => choices.has(headerText(text)))
    const likely = izbor.length > 0 ? free.filter(fits) : free
    const shown = likely.map(({ kolona, naslov }) => ({ kolona, naslov }))
    return [{ polje, naziv, kolone: shown, izbor: [...izbor], predlog: last[polje] ?? null }]
  })
  const values = Object.entries(vrednosti).flatMap(([polje, vrednost]): SheetReading['vrednosti'] => {
    const kako = polje in known.vrednosti || !(polje in (zapamceno?.vrednosti ?? {})) ? 'izabrano' : 'zapamćeno'
    return [{ polje, naziv: named.get(polje)?.naziv ?? polje, vrednost, kako }]
  })
  const inBooks = found.map(({ polje, naziv, vrednost }): SheetReading['vrednosti'][number] => {
    const { izbor = [], naziv: own = polje } = named.get(polje) ?? {}
    const before = last[polje] ?? vrednost
    const predlog = izbor.includes(before) && before !== vrednost ? before : null
    const choice = izbor.length > 0 && { izbor: [...izbor], predlog }
    return { polje, naziv: naziv ?? own, vrednost, kako: 'nađeno', ...choice }
  })
  const left = rows.filter(({ ishod = 'preskocen' }) => ishod === 'preskocen')
  return {
    list,
    listovi: [...listovi],
    zaglavlja,
    kolone: [...kolone],
    vrednosti: [...values, ...inBooks],
    pitanja,
    razlozi: sameReasons(left),
  }
}

/** The reasons of rows that are left out, each once, the most frequent first. */
function sameReasons(left: readonly LeftOut[]): SheetReading['razlozi'] {
  const found = new Map<string, { razlog: string; redova: number; prvi_red: number }>()
  for (const { red, razlog } of left)
    for (const { at, text } of piecesOf(red, razlog ?? '')) {
      const before = found.get(text)
      if (before) before.redova++
      else found.set(text, { razlog: text, redova: 1, prvi_red: at })
    }
  return [...found.values()].sort((a, b) => b.redova - a.redova).slice(0, MAX_REASONS)
}
/** Nobody reads more reasons than this; the rows themselves have all of them. */
const MAX_REASONS = 200

/** A reason of several rows (`Red 5: … Red 6: …`), split by row. */
export function piecesOf(red: number, razlog: string): { at: number; text: string }[] {
  const parts = razlog.split(/(?:^| )Red (\d{1,7}): /)
  const first = parts[0] ? [{ at: red, text: parts[0] }] : []
  const others = Array.from({ length: (parts.length - 1) / 2 }, (_, index) => ({
    at: Number(parts[index * 2 + 1]),
    text: parts[index * 2 + 2] ?? '',
  }))
  return [...first, ...others].filter(({ text }) => text !== '')
}

/** Refuses to write a sheet with an open question. */
export function refuseQuestions(pitanja: readonly PitanjeUvoza[]) {
  if (pitanja.length === 0) return
  const message = importTexts.asked(pitanja.map(({ naziv }) => naziv))
  throw new Refusal(
    'invalid',
    message,
    pitanja.map(({ polje, naziv }) => ({ field: `pitanja.${polje}`, message: importTexts.asked([naziv]) })),
  )
}
