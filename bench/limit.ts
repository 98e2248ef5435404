// The physical limit beside which the product is measured: bare node:http and raw node:sqlite (WAL, FULL) writing the
// rows that a C1 save cannot do without, FIFO heads in memory, no validation, no session. One durable transaction each.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { workload } from './workload.ts'

/** Requests that wait together share one commit when the second argument is `group`. */
const GROUPED = process.argv[2] === 'group'
const folder = mkdtempSync(join(tmpdir(), 'limit-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit(0))
const w = workload()
const db = new DatabaseSync(join(folder, 'limit.db'))
db.exec(`pragma journal_mode=wal; pragma synchronous=full; pragma cache_size=-262144;
  create table material(id integer primary key, id_text text unique, stock integer not null default 0) strict;
  create table c4(id integer primary key, broj text unique, datum text, valuta text) strict;
  create table c4_item(id integer primary key, c4_id integer, material_id integer, datum text, quantity integer, remaining integer, price integer) strict;
  create index c4_item_doc on c4_item(c4_id);
  create table c1(id integer primary key, broj text unique, datum text, receiver text, total integer) strict;
  create table c1_item(id integer primary key, c1_id integer, row integer, product_id integer, quantity integer, price integer) strict;
  create table allocation(c1_item_id integer, c4_item_id integer, quantity integer, primary key(c1_item_id, c4_item_id)) strict, without rowid;`)
const run = {
  stock: db.prepare('update material set stock = stock + ? where id = ?'),
  c4: db.prepare('insert into c4(broj, datum, valuta) values (?, ?, ?)'),
  lot: db.prepare(
    'insert into c4_item(c4_id, material_id, datum, quantity, remaining, price) values (?, ?, ?, ?, ?, ?)',
  ),
  c1: db.prepare('insert into c1(broj, datum, receiver, total) values (?, ?, ?, ?)'),
  item: db.prepare('insert into c1_item(c1_id, row, product_id, quantity, price) values (?, ?, ?, ?, ?)'),
  allocate: db.prepare(
    'insert into allocation values (?, ?, ?) on conflict do update set quantity = quantity + excluded.quantity',
  ),
  draw: db.prepare('update c4_item set remaining = ? where id = ?'),
}
type Queue = { id: number[]; left: number[]; head: number }
const lots: Queue[] = w.materials.map(() => ({ id: [], left: [], head: 0 }))
db.exec('begin')
const addMaterial = db.prepare('insert into material(id, id_text) values (?, ?)')
for (const [i, m] of w.materials.entries()) addMaterial.run(i + 1, m)
for (const { broj, datum, valuta, stavke } of w.c4) {
  const id = Number(run.c4.run(broj, datum, valuta).lastInsertRowid)
  for (const [m, quantity, price] of stavke) {
    const queue = lots[m] as Queue
    queue.id.push(Number(run.lot.run(id, m + 1, datum, quantity, quantity, price).lastInsertRowid))
    queue.left.push(quantity)
    run.stock.run(quantity, m + 1)
  }
}
db.exec('commit; pragma wal_checkpoint(truncate)')

type Body = {
  broj_c1: string
  datum: string
  primalac_naziv: string
  stavke: { proizvod_id: string; kolicina: number; cena: number }[]
}
const productIndex = new Map(w.products.map((p, i) => [p.id, i]))

function save(body: Body): number {
  const document = Number(run.c1.run(body.broj_c1, body.datum, body.primalac_naziv, 0).lastInsertRowid)
  const used = new Map<number, number>()
  const drawn = new Map<number, number>()
  for (const [row, s] of body.stavke.entries()) {
    const product = productIndex.get(s.proizvod_id) as number
    const price = Math.round(s.cena * 100)
    const item = Number(run.item.run(document, row + 1, product + 1, s.kolicina * 100, price).lastInsertRowid)
    for (const [m, norm] of w.products[product]?.bom ?? []) {
      let need = norm * s.kolicina
      used.set(m, (used.get(m) ?? 0) + need)
      const queue = lots[m] as Queue
      while (need > 0 && queue.head < queue.id.length) {
        const lot = queue.id[queue.head] as number
        const left = queue.left[queue.head] as number
        const take = Math.min(need, left)
        run.allocate.run(item, lot, take)
        queue.left[queue.head] = left - take
        drawn.set(lot, left - take)
        need -= take
        if (left === take) queue.head++
      }
    }
  }
  for (const [lot, left] of drawn) run.draw.run(left, lot)
  for (const [m, quantity] of used) run.stock.run(-quantity, m + 1)
  return document
}

let waiting: [Body, ServerResponse][] = []
function commit() {
  const batch = waiting
  waiting = []
  db.exec('begin immediate')
  const ids = batch.map(([body]) => save(body))
  db.exec('commit')
  for (const [i, [, response]] of batch.entries()) {
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: ids[i] }))
  }
}
const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    waiting.push([JSON.parse(text), response])
    if (!GROUPED) commit()
    else if (waiting.length === 1) setImmediate(commit)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`))
