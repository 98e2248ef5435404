import { sql } from 'kysely'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { add, formatMicro, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { addsUp, IZUZETO, type LotAccount, lotAccount, NOT_NAMED } from '#domain/lot-account.ts'
import { KOLONA_RAZDUZENJA, type VrstaRazduzenja } from '#domain/named-draws.ts'
import type { Db } from '#server/db/schema.ts'
import { stockAt } from '#server/stock/stock-at.ts'
import { Difference, expectSame } from './difference.ts'
import { lotName } from './line-names.ts'
import type { NamedDraw } from './verify-named.ts'

/** Every lot is accounted for over this many of the last periods, closed or handed in. */
const PERIODS = 3

/** A period from the beginning of the books where it has no first day, to now where it has no last one. */
export type AccountedPeriod = { readonly od: CalendarDate | null; readonly kraj: CalendarDate | null }
const WHOLE: AccountedPeriod = { od: null, kraj: null }

/** The last periods that were closed or handed in, and all days of the books. */
export async function accountedPeriods(db: Db): Promise<AccountedPeriod[]> {
  const { rows } = await sql<AccountedPeriod>`
    select datum_od as od, datum_do as kraj from obracun where stanje <> 'nacrt'
    union select null, do_dana from zakljucenje where otkljucano is null
    order by kraj desc, od limit ${PERIODS}`.execute(db)
  return [...rows, WHOLE]
}

type Lot = { readonly id: number; readonly datum: CalendarDate; readonly kolicina: Micro; readonly preostalo: Micro }
/** The draws of exports from the lots of a material, and of documents that name them. */
type Taken = { readonly rows: readonly Draw[]; readonly named: readonly NamedDraw[] }
type Draw = { readonly c4_stavka_id: number; readonly datum: CalendarDate; readonly kolicina: Micro }

/**
 * Checks the identity of customs §4.8 in each of these periods, exactly, in millionths, for each lot of a material. No
 * term and no end is below zero, and the ends are the stock of the material on that day (with an end of now, the rest
 * of each lot). Throws the first Difference.
 */
export async function verifyAccounts(
  db: Db,
  id: string,
  { lots, rows, named }: Taken & { readonly lots: readonly Lot[] },
  periods: readonly AccountedPeriod[],
): Promise<void> {
  const drawsOf = Map.groupBy(rows, ({ c4_stavka_id }) => c4_stavka_id)
  const namedOf = Map.groupBy(named, ({ ulaz_stavka_id }) => ulaz_stavka_id)
  for (const period of periods) {
    const { od, kraj } = period
    let left = 0n
    let fault: { lot: Lot; account: LotAccount } | undefined
    for (const lot of lots) {
      if (fault || (kraj !== null && lot.datum > kraj)) continue
      const account = accountOf(lot, { rows: drawsOf.get(lot.id) ?? [], named: namedOf.get(lot.id) ?? [] }, period)
      if (!addsUp(account) || (kraj === null && account.krajnje_stanje !== lot.preostalo)) fault = { lot, account }
      left += BigInt(account.krajnje_stanje)
    }
    if (fault) throw new Difference(await sentenceOf(db, id, fault, period))
    if (kraj === null) continue
    const then = (await stockAt(db, [id], kraj)).get(id)
    const stock = BigInt(then?.total_input ?? 0) - BigInt(then?.total_consumed ?? 0) + BigInt(then?.manjak ?? 0)
    const name = `Obračun ${saidPeriod({ od, kraj })}, materijal ${id}: krajnje stanje po knjigama`
    expectSame(name, stock, left, (value) => formatMicro(Number(value) as Micro))
  }
}

function accountOf({ datum, kolicina }: Lot, { rows, named }: Taken, { od, kraj }: AccountedPeriod): LotAccount {
  let [ranije, ugradjeno] = [0, 0]
  const izuzeto = { ...NOT_NAMED }
  const isEarlier = (draw: { readonly datum: CalendarDate }) => od !== null && draw.datum < od
  const isWithin = (draw: { readonly datum: CalendarDate }) => kraj === null || draw.datum <= kraj
  for (const draw of rows) {
    if (isEarlier(draw)) ranije += draw.kolicina
    else if (isWithin(draw)) ugradjeno += draw.kolicina
  }
  for (const draw of named) {
    const kolona = KOLONA_RAZDUZENJA[draw.vrsta as VrstaRazduzenja]
    if (isEarlier(draw)) ranije += draw.kolicina
    else if (isWithin(draw)) izuzeto[kolona] = add(izuzeto[kolona], draw.kolicina)
  }
  // The division of a draw (domain/bom.ts) does not change the remainder.
  const undivided = { ugradjeno: ugradjeno as Micro, otpad: NO_QUANTITY, gubitak: NO_QUANTITY }
  return lotAccount({ datum, kolicina, ranije: ranije as Micro, ...undivided, ...izuzeto }, od)
}

async function sentenceOf(
  db: Db,
  id: string,
  { lot, account }: { lot: Lot; account: LotAccount },
  period: AccountedPeriod,
) {
  const { pocetno_stanje, ulaz, ugradjeno, krajnje_stanje } = account
  const named = IZUZETO.reduce((total, name) => add(total, account[name]), NO_QUANTITY)
  const also = named === NO_QUANTITY ? '' : ` − ostala razduženja ${formatMicro(named)}`
  const [was, came, went, is] = [pocetno_stanje, ulaz, ugradjeno, krajnje_stanje].map((value) => formatMicro(value))
  const left = period.kraj === null ? `, a preostalo je ${formatMicro(lot.preostalo)}` : ''
  return `Obračun ${saidPeriod(period)}, ${await lotName(db, lot.id)}, materijal ${id}: početno ${was} + ulaz ${came} − ugrađeno ${went}${also} = krajnje ${is}${left}.`
}

const saidPeriod = ({ od, kraj }: AccountedPeriod) =>
  [od && `od ${formatDate(od)}`, kraj ? `do ${formatDate(kraj)}` : 'do danas'].filter(Boolean).join(' ')
