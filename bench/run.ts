// `npm run bench [-- words] [-- times=10]`: the goals of a large office beside their figures, on SQLite and on PostgreSQL.
// Words choose goals by their names, `sqlite` or `postgresql` one engine; `times=10` takes books of ten times the size.
import { availableParallelism, loadavg } from 'node:os'
import { type EngineName, onEngine } from './books.ts'
import { type Figure, GOALS, type Goal, LARGER_GOALS } from './goals.ts'
import { LARGE } from './large-books.ts'

const given = process.argv.slice(2).map((word) => word.toLowerCase())
const times = Number(given.find((word) => word.startsWith('times='))?.slice('times='.length) ?? 1)
const engines = (['SQLite', 'PostgreSQL'] as const).filter(
  (name) => given.includes(name.toLowerCase()) || !given.some((word) => /^(sqlite|postgresql)$/.test(word)),
)
const words = given.filter((word) => !/^(times=|sqlite$|postgresql$)/.test(word))
const goals = (times > 1 ? LARGER_GOALS : GOALS).filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
)
if (goals.length === 0) {
  console.error(`No goal has such a name. There is: ${GOALS.map(({ name }) => name).join('; ')}.`)
  process.exit(1)
}

const figures = new Map<EngineName, Map<Goal, Figure>>()
for (const engine of engines) {
  const size = { ...LARGE, c4: LARGE.c4 * times, c1: LARGE.c1 * times }
  const seen = new Map<Goal, Figure>()
  const done = await onEngine(engine, size, async (places) => {
    for (const goal of goals) {
      const figure = await goal.measure(places)
      seen.set(goal, figure)
      console.error(`${engine}: ${goal.name}: ${said(goal, figure)}${figure.note ? ` (${figure.note})` : ''}`)
    }
    return true
  })
  if (done) figures.set(engine, seen)
  else console.error(`${engine}: no server is installed`)
}

const rows = goals.map((goal) => [
  goal.name,
  goal.bound === 0 ? '' : `${goal.unit === '/s' ? '≥' : '≤'} ${goal.bound.toLocaleString('en')} ${goal.unit}`,
  ...engines.map((engine) => {
    const figure = figures.get(engine)?.get(goal)
    return figure ? `${isKept(goal, figure) ? '' : '✗ '}${said(goal, figure)}` : '–'
  }),
])
const table = [['', 'goal', ...engines], ...rows]
const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)))
console.log(
  `\n${LARGE.c4 * LARGE.lotsPerC4 * times} lots, load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`,
)
for (const row of table) console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))

function isKept({ unit, bound }: Goal, { value }: Figure): boolean {
  return unit === '/s' ? value >= bound : value <= bound
}

function said({ unit }: Goal, { value }: Figure): string {
  return `${value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')} ${unit}`
}
