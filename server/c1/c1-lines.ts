import { sql } from 'kysely'
import { C1_LINE } from '#contract/c1.ts'
import { hasWaste } from '#domain/bom.ts'
import { codeKey } from '#domain/one-form.ts'
import { engineOf, insertion } from '#server/db/engine.ts'
import { columnsIn } from '#server/db/field-columns.ts'
import { rowInserter } from '#server/db/insert-rows.ts'
import type { Tx } from '#server/db/schema.ts'
import { normativText } from '#server/stock/normativ-copy.ts'
import { usmerenjaText } from '#server/stock/usmerenja.ts'
import type { PlannedLine, StoredLine, WrittenLine } from './c1-plan.ts'

const LINE = {
  pozicija: 'int',
  iznos: 'int',
  ...columnsIn(C1_LINE),
  hs_code: 'text',
  jedinica_mere: 'text',
  broj_fakture: 'text',
  faktura_kljuc: 'text',
  normativ: 'text',
  normativ_verzija: 'int',
  sa_otpadom: 'int',
  usmerenja: 'text',
} as const
const lineColumns = ({ line, product: { hs_code, jedinica_mere, normativ_verzija }, needs }: PlannedLine) => ({
  ...line,
  faktura_kljuc: codeKey(line.broj_fakture),
  hs_code,
  jedinica_mere,
  normativ: normativText(needs),
  normativ_verzija,
  sa_otpadom: needs.some(hasWaste) ? 1 : 0,
  usmerenja: usmerenjaText(line.usmerenja),
})

const insertLines = rowInserter('c1_stavka', { ...LINE, c1_id: 'int' }, 'pozicija')
const insertLinesBack = insertion('c1_stavka', { ...LINE, c1_id: 'int', id: 'int' })

/** Lines of a document: those it had, and what becomes of them; those of one that comes `back` have ids already. */
type Planned = {
  readonly plan: readonly PlannedLine[]
  readonly oldLines: readonly StoredLine[]
  readonly back: object | null
}

/** Writes the lines and answers them with their ids, in the order of the plan. */
export async function writeLines(tx: Tx, c1_id: number, { plan, oldLines, back }: Planned): Promise<WrittenLine[]> {
  const kept = new Set(plan.flatMap(({ stored }) => (stored ? [stored.id] : [])))
  const removed = oldLines.filter(({ id }) => !kept.has(id))
  if (removed.length > 0)
    await sql`delete from c1_stavka where id in ${engineOf(tx).list<number>(removed.map(({ id }) => id))}`.execute(tx)
  const old = new Set(oldLines.map(({ id }) => id))
  const comesBack = ({ stored }: PlannedLine) => back !== null && stored !== null && !old.has(stored.id)
  const gone = plan.filter(comesBack)
  if (gone.length > 0)
    await engineOf(tx).write(tx, [
      insertLinesBack(gone.map((planned) => ({ ...lineColumns(planned), c1_id, id: planned.stored?.id }))),
    ])
  const changed = plan.filter((planned) => planned.stored && !comesBack(planned))
  if (changed.length > 0) {
    const rows = engineOf(tx).rows(
      { ...LINE, id: 'int' },
      changed.map((planned) => ({ ...lineColumns(planned), id: planned.stored?.id })),
    )
    const set = Object.keys(LINE).map((name) => sql`${sql.ref(name)} = ${sql.ref(`g.${name}`)}`)
    await sql`update c1_stavka set ${sql.join(set)} from ${rows} g where c1_stavka.id = g.id`.execute(tx)
  }
  const added = plan.filter(({ stored }) => !stored)
  const ids = new Map<number, number>(
    [...gone, ...changed].map(({ line, stored }) => [line.pozicija, stored?.id as number]),
  )
  if (added.length > 0) {
    const inserted = await insertLines(
      tx,
      added.map((planned) => ({ ...lineColumns(planned), c1_id })),
    )
    for (const [at, { line }] of added.entries()) ids.set(line.pozicija, inserted[at] as number)
  }
  return plan.map((planned) => ({ ...planned, id: ids.get(planned.line.pozicija) as number }))
}
