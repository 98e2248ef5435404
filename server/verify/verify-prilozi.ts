import { SEALED_COLUMNS } from '#server/audit/sealed.ts'
import type { Db } from '#server/db/schema.ts'
import { pages } from './all-in-pages.ts'
import { expectSaid, refuseLost, type Said, type Trail } from './said-in-trail.ts'

/** How many attachments are read at a time. */
const PAGE_ROWS = 1000

type Column = keyof (typeof SEALED_COLUMNS)['prilog']
const OF_FILE: readonly Column[] = ['naziv', 'velicina', 'sha256']
const COLUMNS = (Object.keys(SEALED_COLUMNS.prilog) as Column[]).filter((name) => !OF_FILE.includes(name))

/**
 * Checks of each attachment that it is as the trail says, beside the same document and with the same file, and that none
 * is missing. Throws the first Difference.
 */
export async function verifyPrilozi(db: Db, trail: Trail): Promise<void> {
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
  for await (const rows of pages(0, read, ({ id }) => id))
    for (const { id, ...row } of rows) {
      ids.add(String(id))
      expectSaid('prilog', trail.prilog.get(String(id)), row, `${row.naziv} (${row.putanja})`)
    }
  refuseLost('prilog', trail.prilog, (id, said) => ids.has(id) || hasLeft(said, trail))
}

/** One of a deleted document leaves with its file, and the trail tells of the file alone. */
const hasLeft = ({ told }: Said, { pdf }: Trail): boolean => pdf.get(String(told.get('putanja')))?.isGone === true
