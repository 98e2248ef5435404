// `npm run bench [part …] [rounds=3]`: the whole table of figures, or the named parts of it, goal beside figure.
import { engine } from './engine.ts'
import { type Figure, showFigures } from './figures.ts'
import { papers } from './papers.ts'
import { postgres } from './postgres.ts'
import { saves } from './saves.ts'

const words = process.argv.slice(2)
const rounds = Number(words.find((word) => word.startsWith('rounds='))?.slice('rounds='.length) ?? 3)
const parts: Record<string, () => Promise<Figure[]> | Figure[]> = {
  saves: () => saves(rounds),
  papers,
  engine,
  postgres,
}
const named = words.filter((word) => !word.startsWith('rounds='))
const unknown = named.filter((word) => !(word in parts))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There is ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

for (const name of named.length > 0 ? named : Object.keys(parts)) {
  console.log(`\n${name}`)
  showFigures((await parts[name]?.()) ?? [])
}
