import { sql } from 'kysely'
import { CURRENCIES } from '#contract/c4.ts'
import { sentences } from '#contract/errors.ts'
import { goingIn, importCountsOf, importTexts, someOf } from '#contract/imports.ts'
import {
  type ImportedRate,
  type RateImportReply,
  type rateEndpoints,
  rateTexts,
  type StoredRate,
} from '#contract/rates.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { isFarPrice } from '#domain/doubts.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { RateSheet, SheetRate } from '#domain/sheet-rates.ts'
import { importEntry } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Call, FileReply, UploadedFile } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import { keepColumns, knownColumns, readingOf, refuseQuestions } from '#server/sheets/columns-kept.ts'
import { nothingGood, refuseOtherGoing, rowsToWrite } from '#server/sheets/import-outcomes.ts'
import { skippedSheet } from '#server/sheets/skipped-sheet.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import { COLUMNS, keptRate, rateEntry, rateName } from './rate-entry.ts'

/** The columns that hold for one list only: the next one is of another day. */
const OF_ONE_FILE = ['datum', 'primena']
const LIST = { formats: ['xml', 'csv', 'xlsx', 'xls', 'ods'], wrongType: rateTexts.notList } as const

/**
 * Imports a list of rates of the National Bank of Serbia in one transaction. As by hand, a rate replaces the one of its
 * day, and documents keep theirs. With `dryRun` the answer has the outcome of each, and nothing is written.
 */
export async function importRates(read: Db, { file, query, write, tryOut }: ImportCall): Promise<RateImportReply> {
  const { columns, uploaded } = await listIn(read, file)
  const { list: sheet, napomena } = uploaded
  const unread = sheet.ostale.length > 0 ? rateTexts.otherCurrencies(someOf(sheet.ostale)) : null
  const answer = (redovi: ImportedRate[], imported: string | null): RateImportReply => {
    const counts = importCountsOf(redovi)
    const notes = [napomena, unread].filter(Boolean).join(' ') || null
    const message = imported ?? importTexts.preview(counts)
    return {
      message,
      napomena: notes,
      dryRun: imported === null,
      ...counts,
      ...readingOf(columns, uploaded, redovi),
      redovi,
    }
  }
  const { dryRun } = query
  if (!dryRun) refuseQuestions(readingOf(columns, uploaded, []).pitanja)
  // The preview is the save, taken back.
  return (dryRun ? tryOut : write)(async (tx, log) => {
    const stored = await storedRates(tx, sheet.ispravni)
    const redovi = outcomes(sheet, stored, await lastRates(tx))
    if (!dryRun && redovi.every(({ ishod }) => ishod === 'preskocen')) throw nothingGood(redovi)
    if (!dryRun) refuseOtherGoing(query.odlazi, goingIn(redovi).length)
    const { added, changed } = rowsToWrite(sheet.ispravni, redovi)
    await writeRates(tx, added, changed)
    await keepColumns(tx, columns, uploaded.columns, OF_ONE_FILE)
    const reply = answer(redovi, dryRun ? null : rateTexts.imported)
    const saved = (rate: SheetRate) => ({ ...rate, verzija: (stored.get(keyOf(rate))?.verzija ?? 0) + 1 })
    await log([
      ...added.map((rate) => rateEntry(null, saved(rate))),
      ...changed.map((rate) => {
        const before = stored.get(keyOf(rate)) as StoredRate
        return { ...rateEntry(before, saved(rate)), kept: keptRate(before) }
      }),
      importEntry('kurs', file.name, { ...reply, redovi: redovi.map(named) }),
    ])
    return reply
  })
}

type ImportCall = Call<(typeof rateEndpoints)['importRates']>

/** The list in a file and the known columns; `rows`: with the rows as they are in the file. */
async function listIn(read: Db, file: UploadedFile, rows = false) {
  const columns = await knownColumns(read, file, 'kursevi')
  return {
    columns,
    uploaded: await readUploadedSheet(file, { ...LIST, rows, columns }, 'rates', async () => CURRENCIES),
  }
}

/** The rows of a list that would be left out, with the reasons, as a sheet that can be sent again. */
export async function skippedRates(read: Db, { file }: Pick<ImportCall, 'file'>): Promise<FileReply> {
  const { columns, uploaded } = await listIn(read, file, true)
  return skippedSheet(columns, uploaded.columns, uploaded.list.neispravni)
}

const keyOf = ({ valuta, vazi_od }: Pick<StoredRate, 'valuta' | 'vazi_od'>) => `${valuta} ${vazi_od}`
const named = ({ red, valuta, vazi_od, ishod }: ImportedRate) => ({
  ...{ red, id: valuta, ishod },
  naziv: vazi_od ? rateName({ valuta, vazi_od }) : '',
})

/** The rates of the days of the list; nobody else changes them until the transaction ends. */
async function storedRates(db: Tx, rates: readonly SheetRate[]): Promise<ReadonlyMap<string, StoredRate>> {
  const days = [...new Set(rates.map(({ vazi_od }) => vazi_od))]
  const rows = await db
    .selectFrom('kurs')
    .select(COLUMNS)
    .where(sql<boolean>`vazi_od in ${engineOf(db).list(days)}`)
    .orderBy('vazi_od')
    .orderBy('valuta')
    .modifyEnd(engineOf(db).forUpdate)
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** The last rate of each currency, with which a new one is compared. */
async function lastRates(db: Db): Promise<ReadonlyMap<string, Micro>> {
  const { rows } = await sql<Pick<StoredRate, 'valuta' | 'kurs'>>`
    select k.valuta, k.kurs from kurs k
    join (select valuta, max(vazi_od) as vazi_od from kurs group by valuta) l
      on l.valuta = k.valuta and l.vazi_od = k.vazi_od`.execute(db)
  return new Map(rows.map(({ valuta, kurs }) => [valuta, kurs]))
}

type Last = ReadonlyMap<string, Micro>

/** The doubt about a rate that is as far from the last one as a doubtful price. */
function farFromLast({ valuta, kurs }: SheetRate, last: Last): string | null {
  const before = last.get(valuta)
  if (before === undefined || !isFarPrice(BigInt(kurs), BigInt(before))) return null
  return `Kurs za 1 ${valuta} je ${formatMicro(kurs)}, a poslednji upisan je ${formatMicro(before)}.`
}

function outcomes(
  { ispravni, neispravni }: RateSheet,
  stored: ReadonlyMap<string, StoredRate>,
  last: Last,
): ImportedRate[] {
  const good = ispravni.map((one): ImportedRate => {
    const { upozorenja, ...said } = one
    const before = stored.get(keyOf(said))?.kurs ?? null
    const ishod = before === null ? 'nov' : before === said.kurs ? 'nepromenjen' : 'izmenjen'
    return { ...said, dosadasnji_kurs: before, ishod, razlog: reasonOf([...upozorenja, farFromLast(one, last)]) }
  })
  const left = neispravni.map(({ red, valuta, vazi_od, razlog }): ImportedRate => {
    const nothing = { srednji_kurs: null, jedinica: null, kurs: null, dosadasnji_kurs: null }
    return { red, valuta, vazi_od, ...nothing, ishod: 'preskocen', razlog }
  })
  return [...good, ...left].sort((a, b) => a.red - b.red)
}

/** A missing row cannot be locked: somebody else may have added it meanwhile. */
async function writeRates(tx: Tx, added: readonly SheetRate[], changed: readonly SheetRate[]): Promise<void> {
  const columns = { valuta: 'text', vazi_od: 'text', kurs: 'int' } as const
  if (added.length > 0) {
    const { numAffectedRows } = await sql`
      insert into kurs (valuta, vazi_od, kurs)
      select valuta, vazi_od, kurs from ${engineOf(tx).rows(columns, added)} g
      where true order by vazi_od, valuta on conflict (valuta, vazi_od) do nothing`.execute(tx)
    if (Number(numAffectedRows) < added.length) throw new Refusal('conflict', sentences.changedMeanwhile)
  }
  if (changed.length > 0)
    await sql`
      update kurs set kurs = g.kurs, verzija = kurs.verzija + 1 from ${engineOf(tx).rows(columns, changed)} g
      where kurs.valuta = g.valuta and kurs.vazi_od = g.vazi_od`.execute(tx)
}
