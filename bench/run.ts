// `npm run bench [part …] [rounds=3]`: the table of figures, or the named parts of it, goal beside figure.
import { availableParallelism, loadavg } from 'node:os'
import { account } from './account.ts'
import { largeBooks } from './books.ts'
import { bulk } from './bulk.ts'
import { engine } from './engine.ts'
import { type Figure, showFigures } from './figures.ts'
import { imports, memory, size, start } from './large-figures.ts'
import { late } from './late.ts'
import { ledger } from './ledger.ts'
import { papers } from './papers.ts'
import { postgres, postgresLarge } from './postgres.ts'
import { reads, worstOf } from './reads.ts'
import { saves } from './saves.ts'
import { searches } from './searches.ts'

const words = process.argv.slice(2)
const rounds = Number(words.find((word) => word.startsWith('rounds='))?.slice('rounds='.length) ?? 3)
const parts: Record<string, () => Promise<Figure[]> | Figure[]> = {
  saves: () => saves(rounds),
  papers,
  bulk,
  late: () => late(3000),
  'late-large': () => late(38_000),
  engine,
  reads: async () => worstOf(await reads((await largeBooks()).place)),
  searches: () => searches(),
  ledger: async () => ledger((await largeBooks()).place),
  account: async () => account(await largeBooks()),
  start: async () => start(await largeBooks()),
  size: async () => size(await largeBooks()),
  imports: async () => imports(await largeBooks()),
  memory: async () => memory(await largeBooks()),
  postgres,
  'postgres-large': postgresLarge,
}
const named = words.filter((word) => !word.startsWith('rounds='))
const unknown = named.filter((word) => !(word in parts))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There is ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

for (const name of named.length > 0 ? named : Object.keys(parts)) {
  // A figure says little without what else the machine was doing.
  console.log(`\n${name} (load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors)`)
  showFigures((await parts[name]?.()) ?? [])
}
