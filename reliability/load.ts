// People at work, and their own record of the answers: a save answered 2xx must be there whatever happens.
import { createHash, randomUUID } from 'node:crypto'
import type { Random } from '#scripts/demo-random.ts'
import { writeSheet } from '#server/sheets/write-sheet.ts'
import { type Body, editedBody, MATERIALS, material, newBody, type Path, PRODUCTS, product } from './documents.ts'
import type { Answer, Caller } from './http-client.ts'

export type Known = { readonly path: Path; readonly id: number; verzija: number; body: Body }
/** A request that was sent and not answered (yet): done or not, and nobody knows. */
export type Pending =
  | { readonly kind: 'create'; readonly path: Path; readonly key: string; readonly body: Body }
  | { readonly kind: 'update'; readonly known: Known; readonly body: Body }
  | { readonly kind: 'delete'; readonly known: Known }
  | { readonly kind: 'import'; readonly table: 'materials' | 'products'; readonly ids: readonly string[] }
  | { readonly kind: 'upload' }

export type Log = {
  readonly documents: Map<string, Known>
  readonly materials: Set<string>
  readonly products: Set<string>
  /** SHA-256 of the uploaded PDFs by their paths. */
  readonly pdfs: Map<string, string>
  /** Paths of uploads that no document has taken yet. */
  readonly free: Set<string>
  readonly pending: Set<Pending>
  /** Documents changed since the last look. */
  readonly touched: Set<string>
  readonly maxPdfBytes: number
  /** Numbers of documents given so far: none is given twice. */
  numbers: number
  acknowledged: number
  refused: number
}

/** The record of people who have done nothing yet. */
export const emptyLog = (maxPdfBytes = 300_000): Log => ({
  documents: new Map(),
  materials: new Set(),
  products: new Set(),
  pdfs: new Map(),
  free: new Set(),
  pending: new Set(),
  touched: new Set(),
  maxPdfBytes,
  numbers: 0,
  acknowledged: 0,
  refused: 0,
})

/** A document among those of both kinds. */
export const keyOf = ({ path, id }: { path: Path; id: number }) => `${path}/${id}`

/** Enters the catalogue that documents need. */
export async function enterCatalogue(caller: Caller, log: Log): Promise<void> {
  for (const id of MATERIALS) expect(await caller.call('POST', '/materials', material(id)), [201])
  for (const [at, id] of PRODUCTS.entries()) expect(await caller.call('POST', '/proizvodi', product(id, at)), [201])
  for (const id of MATERIALS) log.materials.add(id)
  for (const id of PRODUCTS) log.products.add(id)
}

/** One person, who works until `stopped`. Throws at answers that nobody should get, and at a connection that breaks. */
export async function work(caller: Caller, log: Log, random: Random, name: string, stopped: () => boolean) {
  while (!stopped()) {
    const path: Path = random.chance(0.5) ? '/c4' : '/c1'
    const mine = [...log.documents.values()].filter(({ body }) => numberOf(body).startsWith(`${name}-`))
    const known = mine.length > 0 ? random.pick(mine) : null
    const chance = random.next()
    const act = () => {
      if (chance < 0.06) return importSheet(caller, log, `${name}X${++log.numbers}`, random)
      if (chance < 0.14) return createWithPdf(caller, log, path, random, `${name}-${++log.numbers}`)
      if (known && chance < 0.45) return update(caller, log, known, random)
      if (known && chance < 0.55) return remove(caller, log, known)
      return create(caller, log, path, newBody(path, random, `${name}-${++log.numbers}`))
    }
    try {
      await act()
    } catch (error) {
      if (isBroken(error) && stopped()) return
      throw error
    }
  }
}

/** The number that the document has, which says whose it is. */
const numberOf = (body: Body) => String(body.broj_c4 ?? body.broj_c1)

/** The error of `fetch` when a connection ends before the answer is complete. */
export const isBroken = (error: unknown) => error instanceof TypeError && /fetch failed|terminated/.test(error.message)

async function send(log: Log, pending: Pending, request: () => Promise<Answer>, statuses: readonly number[]) {
  log.pending.add(pending)
  const answer = expect(await request(), statuses)
  log.pending.delete(pending)
  if (answer.status < 300) log.acknowledged++
  else log.refused++
  return answer
}

function expect(answer: Answer, statuses: readonly number[]): Answer {
  if (answer.status >= 300 && !statuses.includes(answer.status))
    throw new Error(`an unexpected answer: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

const MINIMAL = { prefer: 'return=minimal' }

/** Saves a new document and remembers it; throws at any answer but a good one, and when the connection breaks. */
export async function create(caller: Caller, log: Log, path: Path, body: Body, key: string = randomUUID()) {
  const headers = { ...MINIMAL, 'idempotency-key': key }
  const pending: Pending = { kind: 'create', path, key, body }
  const answer = await send(log, pending, () => caller.call('POST', path, body, headers), [])
  remember(log, { path, id: answer.body.id, verzija: answer.body.verzija, body })
}

/** Notes what the server said a document is now. */
export function remember(log: Log, known: Known) {
  log.documents.set(keyOf(known), known)
  log.touched.add(keyOf(known))
  log.free.delete(String(known.body.pdf_fajl))
}

/** Notes that the server said a document is gone. */
export function forget(log: Log, known: Known) {
  log.documents.delete(keyOf(known))
  log.touched.delete(keyOf(known))
}

async function createWithPdf(caller: Caller, log: Log, path: Path, random: Random, broj: string) {
  const bytes = Buffer.alloc(random.whole(100, log.maxPdfBytes), `${broj} `)
  bytes.write('%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF\n')
  const upload = () => caller.upload(`${path}/upload`, `${broj}.pdf`, bytes)
  const { filePath } = (await send(log, { kind: 'upload' }, upload, [])).body
  log.pdfs.set(filePath, createHash('sha256').update(bytes).digest('hex'))
  log.free.add(filePath)
  await create(caller, log, path, { ...newBody(path, random, broj), pdf_fajl: filePath })
}

/** Refused where an export would lose its cover. */
async function update(caller: Caller, log: Log, known: Known, random: Random) {
  const body = editedBody(known.path, random, known.body)
  const headers = { ...MINIMAL, 'if-match': `"${known.verzija}"` }
  const request = () => caller.call('PUT', keyOf(known), body, headers)
  const { status, body: saved } = await send(log, { kind: 'update', known, body }, request, [409])
  if (status === 200) remember(log, { ...known, verzija: saved.verzija, body })
}

async function remove(caller: Caller, log: Log, known: Known) {
  const request = () => caller.call('DELETE', keyOf(known), undefined, { 'if-match': `"${known.verzija}"` })
  const { status } = await send(log, { kind: 'delete', known }, request, [409])
  if (status < 300) forget(log, known)
}

/** Three new rows in one transaction. Refused where too many files are being read, or this one takes too long. */
async function importSheet(caller: Caller, log: Log, prefix: string, random: Random) {
  const ids = ['A', 'B', 'C'].map((letter) => `${prefix}${letter}`.toUpperCase())
  const table = random.chance(0.5) ? 'materials' : 'products'
  const rows = ids.map((id) =>
    table === 'materials'
      ? [id, `Materijal ${id}`, 'Nemačka', 'kg', '8544.49']
      : [id, `Proizvod ${id}`, '8544.30', 'kom', 'MAT1:2,5'],
  )
  const columns = ['A', 'B', 'C', 'D', 'E'].map((header) => ({ header }))
  const path = table === 'materials' ? '/materials/import' : '/proizvodi/import'
  const file = Buffer.from(writeSheet('List1', columns.slice(0, rows[0]?.length), rows))
  const request = () => caller.upload(path, 'uvoz.xlsx', file)
  const { status } = await send(log, { kind: 'import', table, ids }, request, [413, 503])
  if (status < 300) for (const id of ids) log[table].add(id)
}
