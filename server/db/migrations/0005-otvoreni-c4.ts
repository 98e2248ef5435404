import { type Kysely, PostgresAdapter, sql } from 'kysely'

const ROWS_AT_ONCE = 500
/** A value stands in three columns of 12 digits each. */
const PART = 1_000_000_000_000n

/**
 * `rok` is that of the C4, so that what is open is found by its deadline; the triggers keep it, and leave no row of a C4
 * of which nothing is open. A save writes the index only where there is a deadline.
 */
const TABLE = `create table otvoren_c4 (
  c4_id integer not null primary key,
  lotova integer not null,
  vrednost_0 integer not null,
  vrednost_1 integer not null,
  vrednost_2 integer not null,
  rok text)`
const INDEX = 'create index otvoren_c4_rok on otvoren_c4(rok, c4_id) where rok is not null'

// A table that is moved to another engine may come before the C4 and has their deadlines itself.
const OF_NEW_ROW = `update otvoren_c4 set rok = (select rok from c4 where id = new.c4_id)
  where c4_id = new.c4_id and exists (select 1 from c4 where id = new.c4_id);`
const ENDED = 'delete from otvoren_c4 where c4_id = new.c4_id;'
const OF_C4 = 'update otvoren_c4 set rok = new.rok where c4_id = new.id;'
const SQLITE = [
  `${TABLE} strict`,
  `create trigger otvoren_c4_dobija_rok after insert on otvoren_c4 begin ${OF_NEW_ROW} end`,
  `create trigger otvoren_c4_se_zatvara after update of lotova on otvoren_c4 when new.lotova = 0 begin ${ENDED} end`,
  `create trigger c4_rok_se_unosi after insert on c4 begin ${OF_C4} end`,
  `create trigger c4_rok_se_menja after update of rok on c4 when old.rok is not new.rok begin ${OF_C4} end`,
]
const functionOf = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`
const POSTGRES = [
  TABLE.replaceAll(/ integer\b/g, ' bigint').replaceAll(/ text\b/g, ' text collate "C"'),
  functionOf('rok_otvorenog_c4', OF_NEW_ROW),
  functionOf('kraj_otvorenog_c4', ENDED),
  functionOf('rok_c4', OF_C4),
  `create trigger otvoren_c4_dobija_rok after insert on otvoren_c4 for each row execute function rok_otvorenog_c4()`,
  `create trigger otvoren_c4_se_zatvara after update of lotova on otvoren_c4 for each row
    when (new.lotova = 0) execute function kraj_otvorenog_c4()`,
  `create trigger c4_rok_se_unosi after insert on c4 for each row execute function rok_c4()`,
  `create trigger c4_rok_se_menja after update of rok on c4 for each row
    when (old.rok is distinct from new.rok) execute function rok_c4()`,
]

/** Keeps of every C4 how many of its lots are open, and what they were worth whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of postgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
  const open = await openLots(db)
  for (let at = 0; at < open.length; at += ROWS_AT_ONCE) {
    const rows = open
      .slice(at, at + ROWS_AT_ONCE)
      .map(({ c4_id, lotova, vrednost }) => sql`(${c4_id}, ${lotova}, ${sql.join(partsOf(vrednost))})`)
    await sql`insert into otvoren_c4 (c4_id, lotova, vrednost_0, vrednost_1, vrednost_2)
      values ${sql.join(rows)}`.execute(db)
  }
  await sql.raw(INDEX).execute(db)
}

type Sums = { c4_id: number; lotova: number; kurs: number; celih: string; mesovitih: string; delova: string }

/** By C4, all lots of which have its rate. Products of quantity and price in three parts, each within 64 bits. */
async function openLots(db: Kysely<unknown>) {
  const { rows } = await sql<Sums>`
    select c4_id, count(*) as lotova, min(kurs) as kurs,
      cast(sum((kolicina / 1000000) * (cena_po_jedinici / 1000000)) as text) as celih,
      cast(sum((kolicina / 1000000) * (cena_po_jedinici % 1000000)
        + (kolicina % 1000000) * (cena_po_jedinici / 1000000)) as text) as mesovitih,
      cast(sum((kolicina % 1000000) * (cena_po_jedinici % 1000000)) as text) as delova
    from c4_stavka where utrosen is null group by c4_id`.execute(db)
  return rows.map(({ c4_id, lotova, kurs, celih, mesovitih, delova }) => {
    const products = BigInt(celih) * PART + BigInt(mesovitih) * 1_000_000n + BigInt(delova)
    return { c4_id, lotova, vrednost: products * BigInt(kurs) }
  })
}

const partsOf = (value: bigint) => [value % PART, (value / PART) % PART, value / PART / PART].map(Number)
