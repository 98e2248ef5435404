import { z } from 'zod'
import type { Random } from '#scripts/demo-random.ts'
import type { World } from './world.ts'

/** The part of JSON Schema that is read here. */
type Shape = {
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  properties?: Record<string, Shape>
  required?: readonly string[]
  items?: Shape
}

const shapes = new WeakMap<z.ZodType, Shape>()

function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  shapes.set(schema, shape)
  return shape
}

/** A value that a schema of the contract takes, made of what there is in the world: mostly good, never boring. */
export const valueFor = (random: Random, world: World, schema: z.ZodType): unknown =>
  fill(random, world, shapeOf(schema), '')

function fill(random: Random, world: World, shape: Shape, name: string): unknown {
  const known = byName(random, world, shape, name)
  if (known !== undefined) return known
  if (shape.enum) return random.pick(shape.enum)
  if (shape.anyOf) return fill(random, world, random.pick(shape.anyOf), name)
  switch (shape.type) {
    case 'object':
      return members(random, world, shape)
    case 'array':
      return lines(Array.from({ length: random.whole(1, 4) }, () => fill(random, world, shape.items ?? {}, '')))
    case 'number':
    case 'integer':
      return random.whole(1, 9)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return text(random)
  }
}

function members(random: Random, world: World, { properties = {}, required = [] }: Shape): object {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.6))
  return Object.fromEntries(chosen.map(([name, shape]) => [name, fill(random, world, shape, name)]))
}

/** The lines of one document are numbered, those of one normativ name each material once. */
function lines(items: unknown[]): unknown[] {
  const known = new Set<unknown>()
  return items.flatMap((item, index) => {
    if (typeof item !== 'object' || item === null) return [item]
    if ('redni_broj' in item) return [{ ...item, redni_broj: index + 1 }]
    const material = 'materijal_id' in item ? item.materijal_id : index
    if (known.has(material)) return []
    known.add(material)
    return [item]
  })
}

const WORDS = [
  'Kabl',
  'žica',
  'Konektor',
  'Шумадија',
  'Müller',
  'бела',
  'Đorđe',
  '2,5',
  'mm²',
  '<b>',
  '🧨',
  '=1+1',
  "O'Neil",
]
const text = (random: Random) => random.some(WORDS, random.whole(1, 4)).join(' ')

const letters = (random: Random, low: number, high: number) =>
  Array.from({ length: random.whole(low, high) }, () => random.pick([...'ABCDEFGHJKMNPRSTUVZ0123456789'])).join('')
/** A day of 2026. */
export const newDay = (random: Random) =>
  `2026-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`
const amount = (random: Random) => random.whole(1, 500_000) / random.pick([1, 100, 1_000_000])

/** Fields whose name says what belongs into them. */
function byName(random: Random, world: World, { type }: Shape, name: string): unknown {
  switch (name) {
    case 'id':
      // The number of a line is known to the server alone.
      return type === 'string' ? letters(random, 3, 10) : null
    case 'materijal_id':
      return random.pick(world.materials)
    case 'proizvod_id':
      return random.pick(world.products)
    case 'broj_c4':
    case 'broj_c1':
      return `${name}-${random.whole(1, 1_000_000)}`
    case 'datum':
    case 'vazi_od':
      return newDay(random)
    case 'kolicina':
    case 'cena':
    case 'cena_po_jedinici':
    case 'kurs':
      return amount(random)
    case 'potrebna_kolicina':
      return random.whole(1, 40_000) / 10_000
    case 'tarifni_broj':
      return random.pick(['8544', '8544.49', '8544.49.95'])
    case 'valuta':
      return random.pick(['EUR', 'USD', 'RSD'])
    case 'pdf_fajl':
      return world.paths.length > 0 && random.chance(0.3) ? random.pick(world.paths) : null
    case 'email':
      return `korisnik${random.whole(1, 50)}@firma.rs`
    case 'password':
    case 'currentPassword':
    case 'newPassword':
      return random.pick(['tajna-rec-1', 'tajna-rec-2', 'tajna-rec-3'])
    default:
      return undefined
  }
}

/** Good values for query parameters by their names; others are left to chance. */
export function queryValue(random: Random, name: string): string {
  if (/^(datum|date|od$|do$|period)/i.test(name)) return newDay(random)
  if (/^(page|limit)$/.test(name)) return String(random.whole(1, 60))
  if (/min|max/i.test(name)) return String(random.whole(0, 1000))
  if (name === 'dryRun') return random.pick(['true', 'false'])
  return text(random)
}
