import { type Kysely, PostgresAdapter, sql } from 'kysely'

const APPEND_ONLY = 'Dnevnik se samo dopunjuje'
const GUARD_SQLITE = `create trigger dnevnik_bez_izmene before update on dnevnik
  begin select raise(abort, '${APPEND_ONLY}'); end`
const GUARD_POSTGRES = `create trigger dnevnik_bez_izmene before update or delete or truncate on dnevnik
  for each statement execute function dnevnik_se_samo_dopunjuje()`

const FOLDED = ['ł l', 'ø o', 'æ ae', 'œ oe', 'ı i', '² 2', '³ 3'].map((pair) => pair.split(' '))
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  materijal: ['trazi', 'naziv_red'],
  proizvod: ['trazi', 'naziv_red'],
  c4: ['broj_trazi', 'partner_trazi', 'partner_red', 'zemlja_red'],
  c1: ['broj_trazi', 'partner_trazi', 'partner_red', 'zemlja_red'],
  dnevnik: ['trazi'],
}

/**
 * Search and order take more letters for what they look like: `lodz` finds Łódź and `mm2` finds mm². Nothing but what is
 * searched is changed in the audit trail.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(postgres ? 'drop trigger dnevnik_bez_izmene on dnevnik' : 'drop trigger dnevnik_bez_izmene')
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const column of columns) {
      const folded = FOLDED.reduce((text, [letter, written]) => `replace(${text}, '${letter}', '${written}')`, column)
      await run(`update ${table} set ${column} = ${folded} where ${column} <> ${folded}`)
    }
  }
  await run(postgres ? GUARD_POSTGRES : GUARD_SQLITE)
}
