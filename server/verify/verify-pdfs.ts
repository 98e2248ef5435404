import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SaPrilozima } from '#contract/prilozi.ts'
import { SEALED_COLUMNS } from '#server/audit/sealed.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { pages } from './all-in-pages.ts'
import { Difference, expectSame } from './difference.ts'
import { DOCUMENT_NAMES, expectSaid, refuseLost, type Said, type Trail } from './said-in-trail.ts'

/** How many paths are read at a time; contents come one by one. */
const PAGE_ROWS = 1000

/**
 * Checks size and hash of every stored PDF and attachment against its content and against the trail. Each must have the
 * one document that the trail says, or be known to have none, and none may be missing. Answers their number. Throws the
 * first Difference.
 */
export async function verifyPdfs(db: Db, trail: Trail): Promise<number> {
  await refuseLostPdf(db)
  await verifyPdfOfDocuments(db, trail)
  const files = filesIn(trail)
  const read = (after: string) =>
    db
      .selectFrom('pdf')
      .select(['putanja', 'naziv', 'velicina', 'sha256'])
      .where('putanja', '>', after)
      .orderBy('putanja')
      .limit(PAGE_ROWS)
      .execute()
  const paths = new Set<string>()
  for await (const rows of pages('', read, ({ putanja }) => putanja)) {
    for (const row of rows) {
      await verifyPdf(db, row)
      const { putanja, ...file } = row
      paths.add(putanja)
      expectSaid('pdf', files.get(putanja), file, nameOf(row))
    }
  }
  refuseLost('pdf', files, (putanja) => paths.has(putanja))
  return paths.size
}

/** Each file as the trail tells it, by its path; of one of an attachment, that entry tells it which added the attachment. */
function filesIn({ pdf, prilog }: Trail): Map<string, Said> {
  const files = new Map(pdf)
  for (const said of prilog.values()) {
    const putanja = said.told.get('putanja')
    // An attachment that was deleted leaves its file for as long as it can be brought back.
    if (typeof putanja === 'string' && !files.has(putanja)) files.set(putanja, { ...said, isGone: false })
  }
  return files
}

const nameOf = ({ naziv, putanja }: { naziv: string; putanja: string }) => `${naziv} (${putanja})`

/** Checks that each document has the PDF that the trail says it has. */
async function verifyPdfOfDocuments(db: Db, { pdfOf }: Trail) {
  type Row = { vrsta: SaPrilozima; id: number; broj: string; pdf_fajl: string }
  const { rows } = await sql<Row>`
    select 'c4' as vrsta, id, broj_c4 as broj, pdf_fajl from c4 where pdf_fajl is not null
    union all select 'c1', id, broj_c1, pdf_fajl from c1 where pdf_fajl is not null
    union all select 'ostalo_razduzenje', id, broj, pdf_fajl from ostalo_razduzenje where pdf_fajl is not null
    order by vrsta, id`.execute(db)
  const left = new Map(pdfOf)
  const show = (putanja: string | null) => putanja ?? 'nijedan'
  for (const { vrsta, id, broj, pdf_fajl } of rows) {
    const said = left.get(`${vrsta} ${id}`)?.putanja ?? null
    expectSame(`${DOCUMENT_NAMES[vrsta]} ${broj}: PDF`, pdf_fajl, said, show)
    left.delete(`${vrsta} ${id}`)
  }
  for (const [document, { opis, putanja }] of left)
    expectSame(`${DOCUMENT_NAMES[document.split(' ')[0] as SaPrilozima]} ${opis}: PDF`, null, putanja, show)
}

async function verifyPdf(
  db: Db,
  { putanja, naziv, velicina, sha256 }: Pick<Schema['pdf'], 'putanja' | 'naziv' | 'velicina' | 'sha256'>,
) {
  const { sadrzaj } = await db
    .selectFrom('pdf')
    .select('sadrzaj')
    .where('putanja', '=', putanja)
    .executeTakeFirstOrThrow()
  const name = `PDF ${nameOf({ naziv, putanja })}`
  expectSame(`${name}: veličina`, velicina, sadrzaj.byteLength)
  const hash = createHash('sha256').update(sadrzaj).digest('hex')
  expectSame(`${name}: kontrolni zbir SHA-256`, sha256, hash)
}

async function refuseLostPdf(db: Db) {
  const { rows } = await sql<{ putanja: string; imaju: number; cekaju: number }>`
    select p.putanja, count(d.pdf_fajl) as imaju, count(b.putanja) as cekaju from pdf p
    left join (select pdf_fajl from c4 union all select pdf_fajl from c1 union all
      select pdf_fajl from ostalo_razduzenje union all select a.putanja from prilog a where exists
        (select 1 from c4 where a.uz = 'c4' and c4.id = a.predmet) or exists
        (select 1 from c1 where a.uz = 'c1' and c1.id = a.predmet) or exists
        (select 1 from ostalo_razduzenje o where a.uz = 'ostalo_razduzenje' and o.id = a.predmet)) d
      on d.pdf_fajl = p.putanja
    left join pdf_bez_dokumenta b on b.putanja = p.putanja
    group by p.putanja having count(d.pdf_fajl) + count(b.putanja) <> 1 order by p.putanja limit 1`.execute(db)
  const [lost] = rows
  if (!lost) return
  if (lost.imaju > 1) throw new Difference(`PDF ${lost.putanja} pripada dvama dokumentima.`)
  throw new Difference(
    `PDF ${lost.putanja} ${lost.imaju > 0 ? 'ima dokument, a vodi se kao da ga nema' : 'nema dokument, a ne vodi se kao takav'}.`,
  )
}

type Column = keyof (typeof SEALED_COLUMNS)['prilog']
const OF_FILE: readonly Column[] = ['naziv', 'velicina', 'sha256']
const COLUMNS = (Object.keys(SEALED_COLUMNS.prilog) as Column[]).filter((name) => !OF_FILE.includes(name))

/**
 * Compares each attachment with the trail: the same document and the same file, and none is missing. Throws the first
 * Difference.
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
