import { sql } from 'kysely'
import { importTexts } from '#contract/imports.ts'
import { MAX_RAZDUZENJE_ITEMS } from '#contract/limits.ts'
import type { PredlogManjka } from '#contract/ostala-razduzenja.ts'
import {
  POPIS,
  type Popis,
  type PopisBody,
  type PopisStavka,
  type popisiEndpoints,
  popisTexts,
} from '#contract/popisi.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, type Micro, NO_QUANTITY, subtract, worthOf } from '#domain/decimal.ts'
import { DOUBTFUL_QUANTITY_TIMES } from '#domain/doubts.ts'
import { proposedFrom, type VrstaRazduzenja } from '#domain/named-draws.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import { lockRows } from '#server/catalogue/catalogue-rows.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { nasaFirma } from '#server/documents/nasa-firma.ts'
import type { Call, Handlers, UploadedFile } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { drawn, inBase64, NOT_DRAWN, printPopis } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { recordOf } from '#server/records/record.ts'
import { restore } from '#server/records/restore.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { keepChoice, knownColumns, readingOf } from '#server/sheets/columns-kept.ts'
import { skippedSheet } from '#server/sheets/skipped-sheet.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import { type NameableLot, nameableLots } from '#server/stock/nameable-lots.ts'
import { besideBooks, findPopisi, popisById } from './popis-queries.ts'

/** A sentence about a quantity that is more than DOUBTFUL_QUANTITY_TIMES that of the books. */
const farFromBooks = ({ knjigovodstveno, izbrojano, jedinica_mere }: PopisStavka): string[] =>
  knjigovodstveno > 0 && BigInt(izbrojano) > DOUBTFUL_QUANTITY_TIMES * BigInt(knjigovodstveno)
    ? [`Izbrojano je ${formatMicro(izbrojano)} ${jedinica_mere}, a u knjigama je ${formatMicro(knjigovodstveno)}.`]
    : []

const EXCEL = { formats: ['xlsx', 'xls', 'ods', 'csv'], wrongType: importTexts.notExcel } as const

/** The unit of each material. */
const unitsIn = async (db: Db) => {
  const materials = await db.selectFrom('materijal').select(['id', 'jedinica_mere']).execute()
  return materials.map(({ id, jedinica_mere }) => [id, jedinica_mere] as const)
}

/** The count in a file and the known columns; `rows`: with the rows as they are in the file. */
async function countIn(db: Db, file: UploadedFile, rows = false) {
  const columns = await knownColumns(db, file, 'popis')
  return { columns, uploaded: await readUploadedSheet(file, { ...EXCEL, rows, columns }, 'popis', () => unitsIn(db)) }
}

/** The count in a file beside the books of a day; the choice of columns is stored. */
async function readCount(
  { read, readLong }: Pick<Store, 'read' | 'readLong'>,
  { file, query: { datum }, ...call }: Call<typeof popisiEndpoints.readPopis>,
) {
  const { columns, uploaded } = await countIn(read, file)
  await keepChoice(call, columns, [uploaded.columns])
  const { list, napomena } = uploaded
  const counted = list.ispravni.map(({ id: materijal_id, ...row }) => ({ ...row, materijal_id }))
  const beside = await readLong((db) => besideBooks(db, datum, counted))
  const stavke = beside.map((row) => ({ ...row, upozorenja: [...row.upozorenja, ...farFromBooks(row)] }))
  const reading = readingOf(columns, uploaded, list.neispravni)
  return { napomena, ...reading, stavke, preskoceni: list.neispravni, nebrojanih: list.nebrojanih }
}

/** The counts of the warehouse (customs §4.9). They are beside the books: what a count finds changes none of them. */
export const popisiHandlers = ({ read, readAtOnce, readLong }: Store): Handlers<typeof popisiEndpoints> => ({
  async listPopisi({ query }) {
    return pageOf(await readAtOnce((db) => findPopisi(db, query)), query)
  },

  getPopis: ({ params: { id } }) => existing(readAtOnce((db) => popisById(db, id))),

  popisFiles: (call) => filesOf(readAtOnce, call),

  readPopis: (call) => readCount({ read, readLong }, call),

  async preskoceniPopisa({ file }) {
    const { columns, uploaded } = await countIn(read, file, true)
    return skippedSheet(columns, uploaded.columns, uploaded.list.neispravni)
  },

  async createPopis({ body, user, now, write }) {
    refuseLater(body.datum, dayOf(now))
    refuseRepeated(body)
    // The books of the counted day are read before the save, which so holds nobody up.
    const stavke = await readLong((db) => besideBooks(db, body.datum, body.stavke))
    refuseUnknown(body, new Set(stavke.map(({ materijal_id }) => materijal_id)))
    return write(async (tx, log) => {
      // A material that was deleted meanwhile is refused like any other that does not exist.
      await lockRows(
        tx,
        'materijal',
        stavke.map(({ materijal_id }) => materijal_id),
      )
      refuseUnknown(body, await stillThere(tx, body))
      return popis.create(tx, log, { ...body, uneto: now, korisnik: user.email, stavke })
    })
  },

  manjakPopisa: ({ params: { id } }) => readLong(async (db) => manjakOf(db, await existing(popisById(db, id)))),

  deletePopis: ({ params: { id }, ifVersion, write }) =>
    write(async (tx, log) => {
      const stored = await popis.locked(tx, { id, ifVersion })
      await tx.deleteFrom('popis').where('id', '=', id).execute()
      await log([{ ...popis.entry(stored, null), kept: keptOf(stored) }])
      return { message: popisTexts.deleted(formatDate(stored.datum)) }
    }),

  restorePopis: ({ params: { id }, now, write }) =>
    write((tx, log) =>
      restore(
        tx,
        { vrsta: 'popis', predmet: id, there: popisTexts.there, now },
        ({ head, stavke, verzija }: ReturnType<typeof keptOf>) =>
          popis.create(tx, log, { ...head, stavke }, { id, verzija }),
      ),
    ),
})

async function filesOf(
  readAtOnce: Store['readAtOnce'],
  { params: { id }, user, now }: Pick<Call<typeof popisiEndpoints.popisFiles>, 'params' | 'user' | 'now'>,
) {
  const paper = await readAtOnce(async (db) => {
    return { popis: await existing(popisById(db, id)), firma: await nasaFirma(db) }
  })
  const stampano = { korisnik: user.email, vreme: now }
  return { files: await drawn(printPopis({ ...paper, stampano }).then(inBase64), NOT_DRAWN) }
}

const stillThere = async (tx: Tx, { stavke }: PopisBody): Promise<Set<string>> => {
  const ids = engineOf(tx).list(stavke.map(({ materijal_id }) => materijal_id))
  const { rows } = await sql<{ id: string }>`select id from materijal where id in ${ids}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

const insertLines = insertion('popis_stavka', {
  popis_id: 'int',
  materijal_id: 'text',
  izbrojano: 'int',
  knjigovodstveno: 'int',
})

const entry = entriesAbout<Popis>({
  vrsta: 'popis',
  predmet: ({ id }) => id,
  opis: ({ datum }) => `od ${formatDate(datum)}`,
  facts: (popis) => factsOf(popis, Object.keys(POPIS) as (keyof typeof POPIS)[]),
  sazetak: ({ broj_materijala, manjkova, viskova }) =>
    `Materijala: ${broj_materijala}, manjkova: ${manjkova}, viškova: ${viskova}`,
})

type NewPopis = Pick<Popis, keyof typeof POPIS | 'uneto' | 'korisnik'> & {
  readonly stavke: readonly Pick<PopisStavka, 'materijal_id' | 'izbrojano' | 'knjigovodstveno'>[]
}

const popis = recordOf({
  table: 'popis',
  find: popisById,
  columns: (_: Tx, { datum, komisija, napomena, uneto, korisnik }: NewPopis) => {
    return { datum, komisija, napomena, uneto, korisnik }
  },
  beside: (tx, popis_id, { stavke }) =>
    engineOf(tx).write(tx, [insertLines(stavke.map((line) => ({ ...line, popis_id })))]),
  entry,
})

/** The facts that bring a count back: the counted quantities and those of the books then. */
const keptOf = ({ datum, komisija, napomena, uneto, korisnik, verzija, stavke }: Popis) => ({
  head: { datum, komisija, napomena, uneto, korisnik },
  stavke: stavke.map(({ materijal_id, izbrojano, knjigovodstveno }) => ({ materijal_id, izbrojano, knjigovodstveno })),
  verzija,
  jedinice: Object.fromEntries(stavke.map(({ materijal_id, jedinica_mere }) => [materijal_id, jedinica_mere])),
})

const at = (field: string, message: string) => new Refusal('invalid', message, field)

function refuseLater(datum: CalendarDate, today: CalendarDate) {
  if (datum > today) throw at('datum', popisTexts.afterToday)
}

function refuseRepeated({ stavke }: PopisBody) {
  const seen = new Set<string>()
  for (const [place, { materijal_id }] of stavke.entries()) {
    if (seen.has(materijal_id)) throw at(`stavke.${place}.materijal_id`, popisTexts.repeated(place + 1, materijal_id))
    seen.add(materijal_id)
  }
}

function refuseUnknown({ stavke }: PopisBody, known: ReadonlySet<string>) {
  for (const [place, { materijal_id }] of stavke.entries())
    if (!known.has(materijal_id))
      throw at(`stavke.${place}.materijal_id`, popisTexts.noMaterial(place + 1, materijal_id))
}

const SHOWN_MATERIALS = 5
const MANJAK_PO_POPISU: VrstaRazduzenja = 'Manjak po popisu'

/**
 * The lines that a document of a count's shortages would take (customs §4.9): of each material the oldest lots that may
 * be named on the day of the count. Later entries do not change the counted shortage. A sentence names any document of
 * that day that has taken one of these materials already.
 */
async function manjakOf(db: Db, { datum, stavke }: Popis): Promise<PredlogManjka> {
  const lacking = new Map(
    stavke
      .filter(({ izbrojano, knjigovodstveno }) => izbrojano < knjigovodstveno)
      .map(({ materijal_id, izbrojano, knjigovodstveno }) => [materijal_id, subtract(knjigovodstveno, izbrojano)]),
  )
  if (lacking.size === 0) throw new Refusal('conflict', popisTexts.noShortage)
  const proposed: PredlogManjka['stavke'] = []
  const notCovered: string[] = []
  const tooMany: string[] = []
  const materials = [...lacking.keys()]
  const lots = await nameableLots(db, { materials, day: datum, most: Number.MAX_SAFE_INTEGER })
  const lotsOf = Map.groupBy(lots, ({ materijal_id }) => materijal_id)
  for (const [materijal_id, manjak] of lacking) {
    const { lines, left } = linesOf(manjak, lotsOf.get(materijal_id) ?? [])
    if (left > 0) notCovered.push(materijal_id)
    if (proposed.length + lines.length > MAX_RAZDUZENJE_ITEMS) tooMany.push(materijal_id)
    else proposed.push(...lines)
  }
  const before = await shortagesOn(db, datum, materials)
  const warnings = [
    before.length > 0 && popisTexts.again(someOf(before, 'broj'), someOf(before, 'materijal_id')),
    notCovered.length > 0 && popisTexts.notCovered(shown(notCovered)),
    tooMany.length > 0 && popisTexts.tooMany(shown(tooMany)),
  ]
  return {
    datum,
    razlog: popisTexts.reason(formatDate(datum)),
    stavke: proposed,
    upozorenje: warnings.filter(Boolean).join(' ') || null,
  }
}

/** The lines for one shortage, and the part that no lot has. */
function linesOf(manjak: Micro, lots: readonly NameableLot[]) {
  const taken = proposedFrom(
    manjak,
    lots.map(({ moguce }) => moguce),
  )
  const lines = lots.flatMap(({ cena, kurs, preostalo: _, moguce: __, ...lot }, at) => {
    const kolicina = taken[at] ?? NO_QUANTITY
    if (kolicina === NO_QUANTITY) return []
    const vrednost_rsd = worthOf(kolicina, cena, kurs)
    const customs = { stopa_carine: null, carinska_vrednost_rsd: null, iznos_carine: null, iznos_pdv: null }
    return [{ ...lot, ...customs, kolicina, vrednost_rsd }]
  })
  return { lines, left: lines.reduce((left, { kolicina }) => subtract(left, kolicina), manjak) }
}

type Before = { readonly broj: string; readonly materijal_id: string }

/** Documents of that day by which shortages of these materials left their lots already. */
async function shortagesOn(db: Db, datum: CalendarDate, materials: readonly string[]): Promise<readonly Before[]> {
  const { rows } = await sql<Before>`
    select distinct d.broj, l.materijal_id
    from ostalo_razduzenje d join ostalo_razduzenje_stavka n on n.ostalo_razduzenje_id = d.id
      join c4_stavka l on l.id = n.ulaz_stavka_id
    where d.datum = ${datum} and d.vrsta = ${MANJAK_PO_POPISU} and l.materijal_id in ${engineOf(db).list(materials)}
    order by d.broj, l.materijal_id`.execute(db)
  return rows
}

const someOf = (rows: readonly Before[], name: keyof Before) => shown([...new Set(rows.map((row) => row[name]))])

const shown = (ids: readonly string[]) =>
  [...ids.slice(0, SHOWN_MATERIALS), ...(ids.length > SHOWN_MATERIALS ? ['…'] : [])].join(', ')
