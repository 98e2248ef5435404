import type { Random } from '#scripts/demo-random.ts'
import { hostileText, hostileValue } from './hostile-values.ts'

type Place = { holder: Record<string | number, unknown>; key: string | number }

/** A JSON value with one to three faults in it, anywhere: missing, added, doubled, of another kind, too much. */
export function mutated(random: Random, value: unknown): unknown {
  const root = { value: structuredClone(value) }
  for (let faults = random.whole(1, 3); faults > 0; faults--) {
    const { holder, key } = random.pick(placesIn(root))
    const kind = random.whole(0, 9)
    if (kind < 6) holder[key] = hostileValue(random)
    else if (kind === 6 && holder !== root) remove(holder, key)
    else if (kind === 7 && Array.isArray(holder)) holder.push(structuredClone(holder[key as number]))
    else if (kind === 8) addTo(random, holder[key])
    else holder[key] = swapped(holder[key])
  }
  return root.value
}

function placesIn(root: { value: unknown }): Place[] {
  const places: Place[] = []
  const visit = (holder: object) => {
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder: holder as Place['holder'], key })
      if (typeof value === 'object' && value !== null) visit(value)
    }
  }
  visit(root)
  return places
}

function remove(holder: Place['holder'], key: string | number) {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

/** A member nobody asked for. */
function addTo(random: Random, value: unknown) {
  if (typeof value !== 'object' || value === null) return
  const key = random.pick([
    '__proto__',
    'constructor',
    'id',
    'verzija',
    'korisnik_id',
    'iskljucen',
    hostileText(random),
  ])
  Object.defineProperty(value, key, {
    value: hostileValue(random),
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** A number as text, a text as number or list. */
function swapped(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value === '' ? null : [value]
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value)
}

/** The text of a body with faults that no JSON value can have. */
export function mangled(random: Random, text: string): string {
  const at = random.whole(0, text.length)
  switch (random.whole(0, 7)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return `${text.slice(0, at)}${hostileText(random)}${text.slice(at)}`
    case 2:
      return `\uFEFF${text}`
    case 3:
      return `${text}${text}`
    case 4:
      return `{"a":${'['.repeat(100_000)}`
    case 5:
      return `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    case 6:
      return text.replace(/"(\w+)":/, '"$1":1,"$1":')
    default:
      return text.replace(/\d+/, '1e400')
  }
}

/** Bytes with some of them changed, cut off, or doubled. */
export function damaged(random: Random, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice()
  const kind = random.whole(0, 3)
  if (kind === 0) return copy.slice(0, random.whole(0, copy.length))
  if (kind === 1) return new Uint8Array([...copy.slice(0, 64), ...copy])
  for (let changes = random.whole(1, kind === 2 ? 4 : 200); changes > 0 && copy.length > 0; changes--)
    copy[random.whole(0, copy.length - 1)] = random.whole(0, 255)
  return copy
}
