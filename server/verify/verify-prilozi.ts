import { SEALED_COLUMNS } from '#server/audit/sealed.ts'
import type { Db } from '#server/db/schema.ts'
import { pages } from './pages.ts'
import { expectSaid, refuseLost, type Said, type Trail } from './said.ts'

/** How many attachments are read at a time. */
const PAGE_ROWS = 1000

type Column = keyof (typeof SEALED_COLUMNS)['prilog']
const OF_FILE: readonly Column[] = ['naziv', 'velicina', 'sha256']
const COLUMNS = (Object.keys(SEALED_COLUMNS.prilog) as Column[]).filter((name) => !OF_FILE.includes(name))

/**
 * Checks of each attachment that it is as the trail says, beside the same document and with the same file, and that none
 * is missing. Answers of how many the trail does not tell everything. Throws the first Difference.
 */
export async function verifyPrilozi(db: Db, trail: Trail): Promise<number> {
  const read = (after: number) =>
    db
      .selectFrom('prilog as a')
      .innerJoin('pdf as p', 'p.putanja', 'a.putanja')
      .select(COLUMNS.map((name) => `a.${name}` as `a.${Exclude<Column, 'naziv' | 'velicina' | 'sha256'>}`))
      .select(['a.id', 'p.naziv', 'p.velicina', 'p.sha256'])
      .where('a.id', '>', after)
      .orderBy('a.id')
      .limit(PAGE_ROWS)
      .execute()
  const ids = new Set<string>()
  let untold = 0
  for await (const rows of pages(0, read, ({ id }) => id))
    for (const { id, ...row } of rows) {
      ids.add(String(id))
      const isWhole = expectSaid('prilog', trail.prilog.get(String(id)), row, `${row.naziv} (${row.putanja})`)
      if (!isWhole) untold++
    }
  refuseLost('prilog', trail.prilog, (id, said) => ids.has(id) || hasLeft(said, trail))
  return untold
}

/** One of a deleted document leaves with its file, and the trail tells of the file alone. */
function hasLeft({ told }: Said, { pdf }: Trail): boolean {
  const putanja = told.get('putanja')
  if (putanja !== undefined) return pdf.get(String(putanja))?.isGone === true
  return [...pdf.values()].some(({ isGone, told: file }) => isGone && file.get('sha256') === told.get('sha256'))
}
