import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MAX_USAGLASENIH } from '#contract/limits.ts'
import { type NasaStavka, usaglasavanjeTexts } from '#contract/usaglasavanje.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { convertPara, type Micro } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'

type Asked = {
  readonly datum_od: CalendarDate
  readonly datum_do: CalendarDate
  readonly odobrenje_id: number | undefined
  /** Numbers that the sheet names: imports of these are laid beside it whatever their day, so that a wrong day shows. */
  readonly brojevi: readonly string[]
}

/** The lines of our imports that a sheet is laid beside: those of the period and those that it names. */
export async function naseStavke(db: Db, { datum_od, datum_do, odobrenje_id, brojevi }: Asked): Promise<NasaStavka[]> {
  const theirs = sql`(select c4.id from c4 where c4.odobrenje_id = ${odobrenje_id})`
  const ofOdobrenje = odobrenje_id === undefined ? sql`` : sql`and l.c4_id in ${theirs}`
  const ids = await idsOf(db, sql`c4_stavka l where l.datum >= ${datum_od} and l.datum <= ${datum_do} ${ofOdobrenje}`)
  const keys = [...new Set(brojevi.map(codeKey))]
  const named = sql`c4_stavka l join c4 on c4.id = l.c4_id
    where c4.broj_kljuc in ${engineOf(db).list(keys)} and (c4.datum < ${datum_od} or c4.datum > ${datum_do})`
  const others = keys.length === 0 ? [] : await idsOf(db, named)
  const all = [...ids, ...others]
  if (all.length > MAX_USAGLASENIH) throw new Refusal('invalid', usaglasavanjeTexts.tooMany)
  return all.length === 0 ? [] : linesOf(db, all)
}

async function idsOf(db: Db, from: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select l.id from ${from} limit ${MAX_USAGLASENIH + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

async function linesOf(db: Db, ids: readonly number[]): Promise<NasaStavka[]> {
  const { rows } = await sql<Omit<NasaStavka, 'vrednost_rsd'> & { kurs: Micro }>`
    select l.c4_id, l.id as ulaz_stavka_id, c4.broj_c4 as broj, c4.broj_jci, l.datum, l.broj_fakture, l.redni_broj,
      l.tarifni_broj, l.materijal_id, m.naziv as materijal_naziv, l.kolicina, m.jedinica_mere, l.iznos as vrednost,
      c4.valuta, l.kurs, l.carinska_vrednost_rsd
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where ${sql<SqlBool>`l.id in ${engineOf(db).list(ids)}`}`.execute(db)
  return rows.map(({ kurs, ...row }) => ({ ...row, vrednost_rsd: convertPara(row.vrednost, kurs) }))
}
