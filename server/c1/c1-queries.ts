import { type SqlBool, sql } from 'kysely'
import {
  C1_HEAD,
  C1_LINE,
  type C1Document,
  type C1Query,
  type C1Row,
  type C1Stavka,
  type RazduzenjeRow,
} from '#contract/c1.ts'
import { namesIn } from '#contract/form-fields.ts'
import type { Norm, Parts } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { drawMarks } from '#domain/rok.ts'
import { wasMovedAfter } from '#server/audit/moved-index.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { odobrenjeBrojColumn, ofCarina } from '#server/documents/carina.ts'
import { ANSWERED_FIELDS } from '#server/documents/document-columns.ts'
import { byIds, documentPage, inList, ofShortage } from '#server/documents/document-list.ts'
import { type MaterialNorm, normativOf, usmerenjaOf } from '#server/stock/c1-line-texts.ts'
import { requirementKey } from '#server/stock/decide-draws.ts'
import { partsOfDraws } from '#server/stock/draw-parts.ts'
import { danPrelaska, isShortage, NO_LOT } from '#server/stock/ledger-sql.ts'
import { type StoredNeed, shortagesOf } from './c1-lines.ts'
import { withLots } from './c1-usmerenja.ts'

/** The fields of an export document that a user fills in, beside its lines and its PDF. */
export const C1_FIELDS = namesIn(C1_HEAD)
const COLUMNS = ['id', ...C1_FIELDS, 'valuta', ...ANSWERED_FIELDS] as const

const imaManjak = sql<SqlBool>`exists (select 1 from razduzenje r where r.c1_id = c1.id and ${isShortage})`.as(
  'ima_manjak',
)

/** The papers that were last given out are of an older version, or another document has moved the export since. */
const papiriZastareli = sql<SqlBool>`papiri_verzija is not null and (papiri_verzija <> verzija
  or ${wasMovedAfter(sql.ref('c1.id'), sql.ref('papiri_dnevnik'))})`.as('papiri_zastareli')

const rows = (db: Db) =>
  db
    .selectFrom('c1')
    .select(COLUMNS)
    .select([odobrenjeBrojColumn('c1'), imaManjak, papiriZastareli])
const rowOf = <T extends { ima_manjak: SqlBool; papiri_zastareli: SqlBool }>(row: T) => ({
  ...row,
  ima_manjak: Boolean(row.ima_manjak),
  papiri_zastareli: Boolean(row.papiri_zastareli),
})

/** True if papers of a stored export were given out and are outdated. */
export async function hasOutdatedPapers(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('c1').select(papiriZastareli).where('id', '=', id).executeTakeFirst()
  return Boolean(row?.papiri_zastareli)
}

/** A page of the export documents that the query asks for. */
export async function listC1(db: Db, query: C1Query): Promise<{ rows: C1Row[]; total: number }> {
  const { conditions, texts } = ofCarina(engineOf(db), query)
  const own = { conditions: [...conditions, ...ofShortage(query)], texts }
  const { ids, total } = await documentPage(db, 'c1', query, own)
  const found = await rows(db).where(inList(db, ids)).execute()
  return { rows: byIds(ids, found).map(rowOf), total }
}

/** The lines of a C1 in the order in which they were saved, each with the normativ that was copied onto it. */
export async function stavkeOfC1(db: Db, c1_id: number): Promise<C1Stavka[]> {
  const stavke = await db
    .selectFrom('c1_stavka')
    .innerJoin('proizvod', 'proizvod.id', 'proizvod_id')
    .select([
      'c1_stavka.id',
      ...namesIn(C1_LINE).map((name) => `c1_stavka.${name}` as const),
      'proizvod.naziv as proizvod_naziv',
      'c1_stavka.hs_code',
      'c1_stavka.jedinica_mere',
      'iznos',
      'broj_fakture',
      'c1_stavka.normativ_verzija',
      'normativ',
      'usmerenja',
    ])
    .where('c1_id', '=', c1_id)
    .orderBy('pozicija')
    .execute()
  const normativi = Map.groupBy(await needsOf(db, c1_id, stavke), ({ c1_stavka_id }) => c1_stavka_id)
  const lines = stavke.map(({ normativ: _, usmerenja, ...stavka }) => ({
    ...stavka,
    normativ: (normativi.get(stavka.id) ?? []).map(({ c1_stavka_id: _, ...row }) => row),
    usmerenja: usmerenjaOf(usmerenja),
  }))
  return withLots(db, lines)
}

/** The needs of the lines, with the copied normativ, of each line in the order of the materials. */
export async function storedNeeds(db: Db, c1_id: number): Promise<StoredNeed[]> {
  const lines = await db.selectFrom('c1_stavka').select(['id', 'normativ']).where('c1_id', '=', c1_id).execute()
  return needsOf(db, c1_id, lines)
}

/** The same for lines that are read already. The need of a line is its draws and its shortage. */
async function needsOf(
  db: Db,
  c1_id: number,
  lines: readonly { id: number; normativ: string }[],
): Promise<StoredNeed[]> {
  const { rows } = await sql<Omit<StoredNeed, keyof Norm>>`
    select d.c1_stavka_id, d.materijal_id, m.naziv, m.jedinica_mere, d.kolicina, d.manjak
    from (
      select r.c1_stavka_id, r.materijal_id, cast(sum(r.kolicina) as bigint) as kolicina,
        cast(sum(case when r.c4_stavka_id = ${sql.lit(NO_LOT)} then r.kolicina else 0 end) as bigint) as manjak
      from c1_stavka mine join razduzenje r on r.c1_stavka_id = mine.id
      where mine.c1_id = ${c1_id} group by r.c1_stavka_id, r.materijal_id
    ) d
    join materijal m on m.id = d.materijal_id
    order by d.c1_stavka_id, d.materijal_id`.execute(db)
  const norms = new Map(
    lines.flatMap(({ id, normativ }) =>
      normativOf(normativ).map((norm) => [requirementKey(id, norm.materijal_id), norm] as const),
    ),
  )
  return rows.map((need) => ({
    ...need,
    ...(norms.get(requirementKey(need.c1_stavka_id, need.materijal_id)) as MaterialNorm),
  }))
}

/** The stored document with its lines and its shortages per material; null when there is none. */
export async function findC1(db: Db, id: number): Promise<C1Document | null> {
  const row = await rows(db).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const stavke = await stavkeOfC1(db, id)
  return { ...rowOf(row), stavke, manjak: shortagesOf(stavke) }
}

const LOT = sql`l.id as ulaz_stavka_id, l.c4_id, c4.broj_c4 as c4_broj, l.datum as c4_datum, c4.rok, l.broj_fakture, l.redni_broj,
  l.tarifni_broj, l.zemlja_porekla, l.dokazuje_poreklo as poreklo, l.cena_po_jedinici, c4.valuta, l.preostalo,
  ${danPrelaska} as dan_prelaska`

/** Which imported line went out in which line of this export, oldest lot first, with shortages as rows of their own. */
export async function razduzenjeOfC1(db: Db, c1_id: number): Promise<RazduzenjeRow[]> {
  const { rows } = await sql<DischargedRow>`
    select i.id as c1_stavka_id, i.broj_fakture as c1_faktura, i.redni_broj as c1_redni_broj, i.proizvod_id, p.naziv as proizvod_naziv,
      r.materijal_id, m.naziv as materijal_naziv, m.jedinica_mere, r.kolicina, r.c4_stavka_id, r.datum, r.usmereno, i.sa_otpadom, ${LOT}
    from c1_stavka i
    join razduzenje r on r.c1_stavka_id = i.id and r.kolicina > 0
    join proizvod p on p.id = i.proizvod_id
    join materijal m on m.id = r.materijal_id
    left join c4_stavka l on l.id = r.c4_stavka_id
    left join c4 on c4.id = l.c4_id
    where i.c1_id = ${c1_id}
    order by i.pozicija, r.materijal_id, case when l.id is null then 1 else 0 end, l.datum, l.c4_id, l.id, r.usmereno`.execute(
    db,
  )
  const partsOf = await partsOfDraws(db, rows)
  return rows.map((row) => razduzenjeRowOf(row, partsOf(row)))
}

type Lot = NonNullable<RazduzenjeRow['lot']>
type Mark = 'usmereno' | 'posle_roka' | 'pre_prelaska'
/** Invoice and ordinal of both lines: of the exported one with names of their own, of the lot as they are called there. */
type DischargedRow = Omit<RazduzenjeRow, 'lot' | Mark | 'broj_fakture' | 'redni_broj' | keyof Parts> & {
  c4_stavka_id: number
  datum: CalendarDate
  usmereno: Flag
  sa_otpadom: Flag
  c1_faktura: string
  c1_redni_broj: number
} & (DrawnLot | { [K in keyof DrawnLot]: null })
type DrawnLot = Omit<Lot, 'dokazuje_poreklo'> & Start & { poreklo: 0 | 1 }
/** The day of change-over of a lot with a quantity that had left before. */
type Start = { dan_prelaska: CalendarDate | null }

function razduzenjeRowOf(row: DischargedRow, parts: Parts): RazduzenjeRow {
  const { c1_stavka_id, c1_faktura, c1_redni_broj, proizvod_id, proizvod_naziv, ...of } = row
  const {
    materijal_id,
    materijal_naziv,
    jedinica_mere,
    kolicina,
    c4_stavka_id: _,
    datum,
    usmereno,
    sa_otpadom: __,
    poreklo,
    dan_prelaska,
    ...lot
  } = of
  return {
    c1_stavka_id,
    broj_fakture: c1_faktura,
    redni_broj: c1_redni_broj,
    proizvod_id,
    proizvod_naziv,
    materijal_id,
    materijal_naziv,
    jedinica_mere,
    kolicina,
    ...parts,
    usmereno: usmereno === 1,
    ...drawMarks({ rok: lot.rok, dan_prelaska }, datum),
    lot:
      lot.ulaz_stavka_id === null
        ? null
        : { ...(lot as Omit<DrawnLot, 'poreklo' | keyof Start>), dokazuje_poreklo: poreklo === 1 },
  }
}
