import { sql } from 'kysely'
import {
  type ObjasnjenjaBody,
  type UsaglasavanjeRed,
  type UsaglasenRed,
  usaglasavanjeTexts,
} from '#contract/usaglasavanje.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { columnName } from '#domain/sheet.ts'
import { LABELS, type PoljeKolone } from '#domain/sheet-usaglasavanje.ts'
import type { Tolerancija } from '#domain/usaglasavanje.ts'
import { factsOf, type Log, type LogEntry } from '#server/audit/log.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import {
  type KeptRazlika,
  podaciOf,
  razlikaWords,
  razlikeByKeys,
  usaglasavanjeById,
} from '#server/documents/razlike.ts'
import { Refusal } from '#server/refusal.ts'
import { keepColumns, type SheetColumns } from '#server/sheets/columns-kept.ts'
import type { ReadColumns } from '#server/sheets/sheet-child.ts'
import type { ComparedDays, Uporedjeno } from './uporedi.ts'

type Comparison = {
  readonly fajl: string
  readonly period: ComparedDays
  readonly odobrenje_id: number | null
  readonly posiljalac: string
  readonly tolerancija: Tolerancija
  readonly uporedjeno: Uporedjeno
  readonly columns: SheetColumns
  readonly read: ReadColumns
  readonly korisnik: string
  readonly vreme: number
}

/** Stores the differences in place of those of an older comparison of the same days, and remembers the columns. */
export async function saveComparison(tx: Tx, log: Log, of: Comparison): Promise<UsaglasavanjeRed> {
  const { fajl, period, odobrenje_id, tolerancija, uporedjeno, korisnik, vreme } = of
  await alone(tx, 'usaglasavanje')
  await dropOlder(tx, period, odobrenje_id)
  const { nasih, njihovih, redovi } = uporedjeno
  const differing = redovi.filter(({ kljuc }) => kljuc !== '')
  const head = {
    fajl,
    ...period,
    odobrenje_id,
    nasih,
    njihovih,
    istih: redovi.length - differing.length,
    ...tolerancija,
    vreme,
    korisnik,
  }
  const { id } = await tx.insertInto('usaglasavanje').values(head).returning('id').executeTakeFirstOrThrow()
  const rows = differing.map(({ kljuc, datum, razlika }, pozicija) => ({
    usaglasavanje_id: id,
    kljuc,
    pozicija,
    vrsta: razlika.vrsta,
    datum,
    c4_id: razlika.nas?.c4_id ?? null,
    podaci: podaciOf(razlika),
  }))
  // Rows go in by key: 10,000 rows in another order split the pages of the table, and take twice as long.
  rows.sort((one, other) => (one.kljuc < other.kljuc ? -1 : 1))
  await engineOf(tx).write(tx, [insertRazlike(rows)])
  await remember(tx, of)
  const saved = (await usaglasavanjeById(tx, id)) as UsaglasavanjeRed
  await log([comparisonEntry('dodato', saved, of.read.kolone)])
  return saved
}

/** Locks the table: of two saves at the same moment, the second sees the rows of the first. */
async function alone(tx: Tx, table: 'usaglasavanje' | 'usaglasavanje_objasnjenje') {
  if (engineOf(tx).locksRows) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

async function dropOlder(tx: Tx, { datum_od, datum_do }: ComparedDays, odobrenje_id: number | null) {
  const same = odobrenje_id === null ? sql`` : sql`and odobrenje_id = ${odobrenje_id}`
  await sql`delete from usaglasavanje where datum_od >= ${datum_od} and datum_do <= ${datum_do} ${same}`.execute(tx)
  await sql`
    delete from usaglasavanje_razlika where datum >= ${datum_od} and datum <= ${datum_do}
      and (usaglasavanje_id in (select id from usaglasavanje where 1 = 1 ${same})
        or c4_id in (select id from c4 where odobrenje_id = ${odobrenje_id}))`.execute(tx)
}

const insertRazlike = insertion('usaglasavanje_razlika', {
  usaglasavanje_id: 'int',
  kljuc: 'text',
  pozicija: 'int',
  vrsta: 'text',
  datum: 'text',
  c4_id: 'int',
  podaci: 'text',
})

/** The columns whose chosen value holds for one file only: all but the unit. */
const OF_ONE_FILE = Object.keys(LABELS).filter((polje) => polje !== 'jedinica_mere')

async function remember(tx: Tx, { columns, read, posiljalac, tolerancija }: Comparison) {
  await tx
    .insertInto('usaglasavanje_tolerancija')
    .values({ posiljalac, ...tolerancija })
    .onConflict((same) => same.column('posiljalac').doUpdateSet(tolerancija))
    .execute()
  await keepColumns(tx, columns, read, OF_ONE_FILE)
}

/** Removes a comparison; explanations stay for the next one. */
export async function removeComparison(tx: Tx, log: Log, id: number): Promise<UsaglasavanjeRed | undefined> {
  await alone(tx, 'usaglasavanje')
  const found = await usaglasavanjeById(tx, id)
  if (!found) return
  await tx.deleteFrom('usaglasavanje').where('id', '=', id).execute()
  await log([comparisonEntry('obrisano', found)])
  return found
}

function comparisonEntry(
  radnja: 'dodato' | 'obrisano',
  of: UsaglasavanjeRed,
  kolone?: ReadColumns['kolone'],
): LogEntry {
  const said = kolone?.map(({ polje, kolona }) => `${LABELS[polje as PoljeKolone]}: ${columnName(kolona - 1)}`)
  const facts = factsOf({ ...of, kolone: said?.join(', ') }, [
    'fajl',
    'datum_od',
    'datum_do',
    'odobrenje_broj',
    'nasih',
    'njihovih',
    'tolerancija_vrednosti',
    'decimale_kolicine',
    'istih',
    'broj_razlika',
    'kolone',
  ])
  return {
    radnja,
    vrsta: 'usaglasavanje',
    predmet: of.id,
    opis: `${of.fajl}, ${formatDate(of.datum_od)} – ${formatDate(of.datum_do)}`,
    sazetak: `Istih: ${of.istih}, razlika: ${of.broj_razlika}`,
    ...(radnja === 'dodato' ? { posle: facts } : { pre: facts }),
  }
}

/** Writes explanations, or removes those that are empty; refuses one of a difference that is not there. */
export async function saveExplanations(
  tx: Tx,
  log: Log,
  { objasnjenja }: ObjasnjenjaBody,
  by: { readonly korisnik: string; readonly vreme: number },
): Promise<ObjasnjenjaBody['objasnjenja']> {
  const wanted = [...new Map(objasnjenja.map((one) => [one.kljuc, one])).values()]
  const kljucevi = wanted.map(({ kljuc }) => kljuc)
  await alone(tx, 'usaglasavanje_objasnjenje')
  const stored = await tx
    .selectFrom('usaglasavanje_objasnjenje')
    .select(['kljuc', 'objasnjenje'])
    .where('kljuc', 'in', engineOf(tx).list(kljucevi))
    .execute()
  const was = new Map(stored.map(({ kljuc, objasnjenje }) => [kljuc, objasnjenje]))
  const known = await razlikeByKeys(tx, kljucevi)
  refuseUnknown(objasnjenja, known)
  const changed = wanted.filter(({ kljuc, objasnjenje }) => (was.get(kljuc) ?? null) !== objasnjenje)
  const keys = engineOf(tx).list(changed.map(({ kljuc }) => kljuc))
  await tx.deleteFrom('usaglasavanje_objasnjenje').where('kljuc', 'in', keys).execute()
  const written = changed.flatMap(({ kljuc, objasnjenje }) => (objasnjenje ? [{ kljuc, objasnjenje, ...by }] : []))
  await engineOf(tx).write(tx, [insertExplanations(written)])
  await log(
    changed.map(({ kljuc, objasnjenje }) =>
      explanationEntry(known.get(kljuc) as KeptRazlika, was.get(kljuc) ?? null, objasnjenje),
    ),
  )
  return wanted
}

const insertExplanations = insertion('usaglasavanje_objasnjenje', {
  kljuc: 'text',
  objasnjenje: 'text',
  vreme: 'int',
  korisnik: 'text',
})

function refuseUnknown(objasnjenja: ObjasnjenjaBody['objasnjenja'], known: ReadonlyMap<string, UsaglasenRed>) {
  const place = objasnjenja.findIndex(({ kljuc }) => !known.has(kljuc))
  if (place < 0) return
  const message = usaglasavanjeTexts.unknown
  throw new Refusal('invalid', message, [{ field: `objasnjenja.${place}.kljuc`, message }])
}

function explanationEntry(row: KeptRazlika, pre: string | null, posle: string | null): LogEntry {
  const { vrsta, broj, stavka } = razlikaWords(row)
  return {
    radnja: pre === null ? 'dodato' : posle === null ? 'obrisano' : 'izmenjeno',
    vrsta: 'usaglasavanje',
    predmet: row.kljuc,
    opis: [broj, stavka, vrsta].filter((text) => text !== '').join(', '),
    sazetak: 'Objašnjenje',
    pre: pre === null ? null : factsOf({ objasnjenje: pre }, ['objasnjenje']),
    posle: posle === null ? null : factsOf({ objasnjenje: posle }, ['objasnjenje']),
  }
}
