// The discharge alone, in memory: allocations a second of the pure function (domain/fifo.ts) on the workload.
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { discharge, type Lot, type Requirement } from '#domain/fifo.ts'
import type { Figure } from './figures.ts'
import { EXACT, workload } from './workload.ts'

const GOAL_PER_SECOND = 10_000_000
const MEASURED_MS = 2000
const MICRO_PER_HUNDREDTH = 10_000

type Queue = { lots: Lot[]; requirements: Requirement[] }

/** The lots and requirements of each material, oldest first. */
function queues(): Queue[] {
  const w = workload()
  const found: Queue[] = w.materials.map(() => ({ lots: [], requirements: [] }))
  let id = 0
  for (const [c4, { datum, stavke }] of w.c4.entries())
    for (const [m, quantity] of stavke) {
      const preostalo = (quantity * MICRO_PER_HUNDREDTH) as Micro
      found[m]?.lots.push({ id: ++id, c4_id: c4 + 1, datum: datum as CalendarDate, preostalo })
    }
  for (const [c1, { datum, stavke }] of w.c1.entries())
    for (const [product, pieces] of stavke) {
      const c1_stavka_id = ++id
      for (const [m, norm] of w.products[product]?.bom ?? []) {
        const kolicina = (norm * pieces * MICRO_PER_HUNDREDTH) as Micro
        found[m]?.requirements.push({ c1_stavka_id, c1_id: c1 + 1, datum: datum as CalendarDate, kolicina })
      }
    }
  return found
}

/** Discharges the workload again and again for some seconds. */
export function engine(): Figure[] {
  const all = queues()
  const once = () => all.reduce((sum, { lots, requirements }) => sum + discharge(lots, requirements).draws.length, 0)
  if (once() !== EXACT.draws) throw new Error(`not exact: ${once()} draws`)
  let draws = 0
  const begun = performance.now()
  const used = process.cpuUsage()
  while (performance.now() - begun < MEASURED_MS) draws += once()
  // Per second of processor, so that other programs do not count.
  const rate = (draws / process.cpuUsage(used).user) * 1e6
  return [
    {
      figure: 'engine alone, in memory',
      measured: `${(rate / 1e6).toFixed(1)} million allocations/s`,
      goal: `≥ ${GOAL_PER_SECOND / 1e6} million/s`,
      ok: rate >= GOAL_PER_SECOND,
    },
  ]
}
