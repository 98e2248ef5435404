import { type Kysely, PostgresAdapter, sql } from 'kysely'

const APPEND_ONLY = 'Dnevnik se samo dopunjuje'
const GUARD_SQLITE = `create trigger dnevnik_bez_izmene before update on dnevnik
  begin select raise(abort, '${APPEND_ONLY}'); end`
const GUARD_POSTGRES = `create trigger dnevnik_bez_izmene before update or delete or truncate on dnevnik
  for each statement execute function dnevnik_se_samo_dopunjuje()`

/**
 * A shorter index for filters and search of the audit trail: who did it stands there by the number of the account, and
 * no longer as its first word in the text of every entry; the e-mail stays in the entry. What an entry says is the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(postgres ? 'drop trigger dnevnik_bez_izmene on dnevnik' : 'drop trigger dnevnik_bez_izmene')
  await run('drop index dnevnik_vreme')
  const space = postgres ? "strpos(trazi, ' ')" : "instr(trazi, ' ')"
  await run(`update dnevnik set trazi = substr(trazi, ${space} + 1) where korisnik_id is not null`)
  await run('create index dnevnik_vreme on dnevnik(vreme, id, vrsta, radnja, korisnik_id, trazi)')
  await run(postgres ? GUARD_POSTGRES : GUARD_SQLITE)
}
