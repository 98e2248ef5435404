import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Random } from '#scripts/demo-random.ts'
import { essence, newBody } from './documents.ts'
import type { Caller } from './http-client.ts'
import { create, forget, type Known, keyOf, type Log, type Pending, remember } from './load.ts'

const ALL_ROWS = 5000

/**
 * Holds a server that came back against the people's record: all that was acknowledged is there as it was
 * acknowledged, each unanswered request is done completely or not at all, and nothing else is there. Afterwards the
 * record says what there is.
 */
export async function compareWithServer(caller: Caller, log: Log, random: Random): Promise<void> {
  for (const pending of [...log.pending]) await settle(caller, log, pending)
  log.pending.clear()
  for (const path of ['/c4', '/c1'] as const) {
    const rows: { id: number; verzija: number }[] = await read(caller, `${path}?limit=${ALL_ROWS}`, 'results')
    const there = rows.map(({ id, verzija }) => `${path}/${id} v${verzija}`).sort()
    const known = [...log.documents.values()].filter((document) => document.path === path)
    assert.deepEqual(there, known.map((document) => `${keyOf(document)} v${document.verzija}`).sort())
  }
  await Promise.all([...log.touched].map((key) => compareDocument(caller, log, log.documents.get(key) as Known)))
  log.touched.clear()
  for (const [path, ids] of [
    [`/materials?limit=${ALL_ROWS}`, log.materials],
    [`/proizvodi?limit=${ALL_ROWS}`, log.products],
  ] as const) {
    const rows: { id: string }[] = await read(caller, path, 'results')
    assert.deepEqual(rows.map(({ id }) => id).sort(), [...ids].sort())
  }
  // An upload that was acknowledged can be taken by a document.
  for (const pdf_fajl of [...log.free])
    await create(caller, log, '/c4', { ...newBody('/c4', random, `PDF-${++log.numbers}`), pdf_fajl })
}

/** Finds out what became of a request that was never answered, and enters it into the record. */
export async function settle(caller: Caller, log: Log, pending: Pending) {
  if (pending.kind === 'upload') return
  if (pending.kind === 'create') {
    // Sent again with its key: it happens once, whether or not it had happened.
    return create(caller, log, pending.path, pending.body, pending.key)
  }
  if (pending.kind === 'import') {
    const path = pending.table === 'materials' ? '/materials' : '/proizvodi'
    const rows: { id: string }[] = await read(caller, `${path}?limit=${ALL_ROWS}`, 'results')
    const found = pending.ids.filter((id) => rows.some((row) => row.id === id))
    assert.ok(
      [0, pending.ids.length].includes(found.length),
      `half an import: ${found.join()} of ${pending.ids.join()}`,
    )
    for (const id of found) log[pending.table].add(id)
    return
  }
  const { known } = pending
  const { status, body } = await caller.call('GET', keyOf(known))
  if (pending.kind === 'delete') {
    assert.ok([200, 404].includes(status), `${keyOf(known)}: ${status}`)
    if (status === 404) forget(log, known)
    return
  }
  assert.equal(status, 200, `${keyOf(known)} is gone`)
  if (body.verzija !== known.verzija) remember(log, { ...known, verzija: known.verzija + 1, body: pending.body })
}

async function compareDocument(caller: Caller, log: Log, known: Known) {
  const document = await read(caller, keyOf(known))
  assert.equal(essence(known.path, document), essence(known.path, known.body), keyOf(known))
  assert.equal(document.verzija, known.verzija)
  const { pdf_fajl } = known.body
  if (!pdf_fajl) return
  const { status, bytes } = await caller.call('GET', `${known.path}/download/${known.id}`)
  assert.equal(status, 200, `the PDF of ${keyOf(known)}`)
  assert.equal(createHash('sha256').update(bytes).digest('hex'), log.pdfs.get(String(pdf_fajl)))
}

async function read(caller: Caller, path: string, field?: string) {
  const { status, body } = await caller.call('GET', path)
  assert.equal(status, 200, `GET ${path}: ${JSON.stringify(body)}`)
  return field ? body[field] : body
}
