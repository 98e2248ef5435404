import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { namesIn } from '#contract/form-fields.ts'
import { NASA_FIRMA, type NasaFirma, type nasaFirmaEndpoints } from '#contract/nasa-firma.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { nasaFirma } from '#server/documents/nasa-firma.ts'
import type { Handlers } from '#server/http/call.ts'
import { assertVersion, Refusal } from '#server/refusal.ts'

/** The tables of one row, or none until somebody fills it in. */
type Table = 'nasa_firma' | 'podesavanja'
const ID = 1

/**
 * Reads and saves the one row of a table. `names` are the columns that a user fills in, `flags` those of yes and no,
 * `atFirst` the values of fields that the first save does not send.
 */
export function onlyRow<R extends { readonly verzija: number }>(
  table: Table,
  names: readonly (keyof R & string)[],
  { atFirst = {}, flags = [] }: { atFirst?: Partial<R>; flags?: readonly (keyof R & string)[] } = {},
) {
  const columns = sql.join([...names, 'verzija'].map((name) => sql.ref(name)))
  const asRow = (stored: R | undefined): R | null =>
    stored ? { ...stored, ...Object.fromEntries(flags.map((name) => [name, Boolean(stored[name])])) } : null
  const find = async (db: Db, lock = sql``): Promise<R | null> =>
    asRow((await sql<R>`select ${columns} from ${sql.table(table)} ${lock}`.execute(db)).rows[0])

  /**
   * Adds the row, or changes it if it is still the version that the client changed; answers it before and after. Fields
   * that are not sent stay.
   */
  async function save(
    tx: Tx,
    body: { readonly [K in keyof Omit<R, 'verzija'>]?: R[K] | undefined },
    ifVersion: number | null,
  ): Promise<{ pre: R | null; posle: R }> {
    const sent = Object.entries(body).filter(([, value]) => value !== undefined)
    const pre = await find(tx, sql`${engineOf(tx).forUpdate}`)
    assertVersion(pre?.verzija ?? 0, ifVersion)
    const all: Readonly<Record<string, unknown>> = { ...(pre ?? atFirst), ...Object.fromEntries(sent) }
    const value = (name: string) => (typeof all[name] === 'boolean' ? Number(all[name]) : all[name])
    const set = sql.join(names.map((name) => sql`${sql.ref(name)} = ${value(name)}`))
    const { rows } = pre
      ? await sql<R>`update ${sql.table(table)} set ${set}, verzija = verzija + 1 returning ${columns}`.execute(tx)
      : await sql<R>`insert into ${sql.table(table)} (id, ${sql.join(names.map((name) => sql.ref(name)))}, verzija)
          values (${ID}, ${sql.join(names.map(value))}, 1)
          on conflict (id) do nothing returning ${columns}`.execute(tx)
    // A missing row cannot be locked: somebody else may have added it meanwhile.
    const posle = asRow(rows[0])
    if (!posle) throw new Refusal('conflict', sentences.changedMeanwhile)
    return { pre, posle }
  }
  return { find, save }
}

const NOT_SET: NasaFirma = { naziv: '', pib: '', mb: '', adresa: null, grad: '', drzava: '', verzija: 0 }
const row = onlyRow<NasaFirma>('nasa_firma', namesIn(NASA_FIRMA))

/** The calls of the company that keeps these books. */
export const nasaFirmaHandlers = ({ read }: Store): Handlers<typeof nasaFirmaEndpoints> => ({
  getNasaFirma: async () => (await nasaFirma(read)) ?? NOT_SET,

  saveNasaFirma: ({ body, ifVersion, write }) =>
    write(async (tx, log) => {
      const { pre, posle } = await row.save(tx, body, ifVersion)
      await log([entry(pre, posle)])
      return posle
    }),
})

const entry = entriesAbout<NasaFirma>({
  vrsta: 'firma',
  predmet: () => 1,
  opis: ({ naziv }) => naziv,
  facts: (firma) => factsOf(firma, namesIn(NASA_FIRMA)),
  sazetak: ({ naziv, grad }) => `${naziv}, ${grad}`,
})
