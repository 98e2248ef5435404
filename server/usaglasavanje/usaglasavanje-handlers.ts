import { createHash } from 'node:crypto'
import { pageOf } from '#contract/fields.ts'
import { importTexts } from '#contract/imports.ts'
import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import {
  type IshodUsaglasavanja,
  ishodUsaglasavanja,
  koloneUnos,
  type usaglasavanjeEndpoints,
  usaglasavanjeTexts,
} from '#contract/usaglasavanje.ts'
import { headerText } from '#domain/sheet.ts'
import type { KnownKolone, Kolona, PoljeKolone, RecenoKolone } from '#domain/sheet-usaglasavanje.ts'
import { BEZ_TOLERANCIJE, type Tolerancija } from '#domain/usaglasavanje.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Call, Handlers, UploadedFile } from '#server/http/call.ts'
import { failedLine, linesReply } from '#server/http/lines.ts'
import { parse } from '#server/http/parse.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import { razlikeOf, usaglasavanja, usaglasavanjeById } from '#server/stock/razlike.ts'
import { periodOf, uporedi } from './uporedi.ts'
import { removeComparison, saveComparison, saveExplanations } from './usaglasavanje-save.ts'

const EXCEL = { formats: ['xlsx', 'xls', 'ods', 'csv'], wrongType: importTexts.notExcel } as const

type Asked = Pick<Call<typeof usaglasavanjeEndpoints.usaglasi>, 'file' | 'query' | 'user' | 'now' | 'write'>

/** Percents that a comparison has come to when it is made, and when it is kept; the answer is the rest. */
const COMPARED = 50
const WRITTEN = 90

/** Our imports beside a sheet of the forwarder or of customs (customs §4.11). No document is written. */
export const usaglasavanjeHandlers = ({
  read,
  readAtOnce,
  readLong,
}: Store): Handlers<typeof usaglasavanjeEndpoints> => {
  const { readSheet, sheetOf, compare } = comparing({ read, readLong })

  return {
    async listUsaglasavanja({ query }) {
      const { rows, total } = await readAtOnce((db) => usaglasavanja(db, query))
      return pageOf(rows, total, query)
    },

    getUsaglasavanje: ({ params: { id } }) => existing(readAtOnce((db) => withRows(db, id))),

    async citajKolone({ file }) {
      const { list, napomena } = await readSheet(file, { kolone: null, samoKolone: true })
      const tolerancija = await toleranceOf(read, posiljalacOf(list.zaglavlja))
      const notes = [napomena, list.isti_naziv].filter(Boolean).join(' ') || null
      return { napomena: notes, zaglavlja: list.zaglavlja, kolone: list.kolone, ...tolerancija }
    },

    async usaglasi(call) {
      return compare(call, await sheetOf(call.file))
    },

    async usaglasiTok(call) {
      const sheet = await sheetOf(call.file)
      return linesReply(
        'usaglasavanje.ndjson',
        ({ heard }) => compare(call, sheet, (procenat) => heard({ procenat })),
        failedLine,
        ishodUsaglasavanja,
      )
    },

    deleteUsaglasavanje: ({ params: { id }, write }) =>
      write(async (tx, log) => {
        const { fajl } = await existing(removeComparison(tx, log, id))
        return { message: usaglasavanjeTexts.deleted(fajl) }
      }),

    objasni: ({ body, user, now, write }) =>
      write(async (tx, log) => ({
        objasnjenja: await saveExplanations(tx, log, body, { korisnik: user.email, vreme: now }),
      })),
  }
}

/** How a file is read, and how its rows are compared. */
function comparing({ read, readLong }: Pick<Store, 'read' | 'readLong'>) {
  const readSheet = (file: UploadedFile, of: Pick<KnownKolone, 'kolone' | 'samoKolone'>) =>
    readUploadedSheet(file, EXCEL, 'usaglasavanje', async () => ({ ...of, zapamceno: await zapamcene(read) }))

  /** Refuses a file of which no row can be read. */
  async function sheetOf(file: UploadedFile) {
    const sheet = await readSheet(file, { kolone: koloneIn(file), samoKolone: false })
    if (sheet.list.redovi.length === 0) throw nothingRead(sheet.list.preskoceni)
    return sheet
  }

  /** Lays the rows beside our imports and keeps what differs; `heard` is told how far that is, in percent. */
  async function compare(
    { file, query, user, now, write }: Asked,
    { list, napomena }: Awaited<ReturnType<typeof sheetOf>>,
    heard: (percent: number) => void = () => undefined,
  ): Promise<IshodUsaglasavanja> {
    heard(0)
    const { kolone, naslovi, preskoceni, sumnje } = list
    const period = periodOf(query, list.redovi)
    const { odobrenje_id } = query
    const posiljalac = posiljalacOf(list.zaglavlja)
    const remembered = await toleranceOf(read, posiljalac)
    const tolerancija = {
      tolerancija_vrednosti: query.tolerancija_vrednosti ?? remembered.tolerancija_vrednosti,
      decimale_kolicine: query.decimale_kolicine ?? remembered.decimale_kolicine,
    }
    const uporedjeno = await readLong(async (db) => {
      await refuseUnknown(db, odobrenje_id)
      return uporedi(db, list, { ...period, odobrenje_id, tolerancija })
    })
    heard(COMPARED)
    const fajl = file.name.slice(-MAX_NAME_CHARACTERS).replaceAll('\0', '').toWellFormed()
    const by = { korisnik: user.email, vreme: now }
    const of = {
      fajl,
      period,
      odobrenje_id: odobrenje_id ?? null,
      posiljalac,
      tolerancija,
      uporedjeno,
      kolone,
      naslovi,
      ...by,
    }
    return write(async (tx, log) => {
      const head = await saveComparison(tx, log, of)
      heard(WRITTEN)
      const why = await explanationsOf(tx, head.id)
      const rows = uporedjeno.redovi.map(({ datum: _, ...row }) => ({
        ...row,
        objasnjenje: why.get(row.kljuc) ?? null,
      }))
      const notes = [...(napomena ? [napomena] : []), ...uporedjeno.napomene].join(' ') || null
      const { van_perioda } = uporedjeno
      return { ...head, redovi: rows, napomena: notes, kolone, preskoceni, sumnje, van_perioda }
    })
  }

  return { readSheet, sheetOf, compare }
}

/** What its user says of the columns, as JSON beside the file; null where nothing is said. */
function koloneIn({ fields }: UploadedFile): RecenoKolone | null {
  const text = fields.kolone?.trim()
  if (!text) return null
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    throw wrongKolone()
  }
  if (typeof said !== 'object' || said === null || Array.isArray(said)) throw wrongKolone()
  return parse(koloneUnos, said)
}

const wrongKolone = () => {
  const message = usaglasavanjeTexts.wrongKolone
  return new Refusal('invalid', message, [{ field: 'kolone', message }])
}

const nothingRead = (preskoceni: readonly { red: number; razlog: string }[]) =>
  new Refusal(
    'invalid',
    usaglasavanjeTexts.noRows,
    preskoceni.slice(0, MAX_TOLD_ROWS).map(({ red, razlog }) => ({ field: `redovi.${red}`, message: razlog })),
  )
/** Of a file without a row that could be read so many say why. */
const MAX_TOLD_ROWS = 100

const zapamcene = async (db: Db) =>
  (await db.selectFrom('usaglasavanje_kolona').selectAll().execute()).map(({ zaglavlje, polje }) => ({
    zaglavlje,
    polje: polje as PoljeKolone | null,
  }))

/** By what a sender's tables are known: their headings. */
const posiljalacOf = (zaglavlja: readonly Kolona[]): string =>
  createHash('sha256')
    .update(JSON.stringify(zaglavlja.map(({ naslov }) => headerText(naslov))))
    .digest('hex')

const toleranceOf = async (db: Db, posiljalac: string): Promise<Tolerancija> =>
  (await db
    .selectFrom('usaglasavanje_tolerancija')
    .select(['tolerancija_vrednosti', 'decimale_kolicine'])
    .where('posiljalac', '=', posiljalac)
    .executeTakeFirst()) ?? BEZ_TOLERANCIJE

async function refuseUnknown(db: Db, odobrenje_id: number | undefined) {
  if (odobrenje_id === undefined) return
  if (await db.selectFrom('odobrenje').select('id').where('id', '=', odobrenje_id).executeTakeFirst()) return
  const message = usaglasavanjeTexts.noOdobrenje
  throw new Refusal('invalid', message, [{ field: 'odobrenje_id', message }])
}

async function withRows(db: Db, id: number) {
  const head = await usaglasavanjeById(db, id)
  if (!head) return null
  const redovi = (await razlikeOf(db, { id })) ?? []
  return { ...head, redovi: redovi.map(({ kljuc, razlika, objasnjenje }) => ({ kljuc, razlika, objasnjenje })) }
}

async function explanationsOf(db: Db, id: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('usaglasavanje_objasnjenje as o')
    .innerJoin('usaglasavanje_razlika as r', 'r.kljuc', 'o.kljuc')
    .select(['o.kljuc', 'o.objasnjenje'])
    .where('r.usaglasavanje_id', '=', id)
    .execute()
  return new Map(rows.map(({ kljuc, objasnjenje }) => [kljuc, objasnjenje]))
}
