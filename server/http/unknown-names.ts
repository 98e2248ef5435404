import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldError } from '#contract/errors.ts'
import { nearestName } from '#domain/nearest-name.ts'

/** So many unknown names an answer tells; the header that carries them has little room. */
export const MAX_WARNINGS = 20
/** So much of an unknown name or value is repeated. */
const MAX_SHOWN_CHARACTERS = 60

/** What a call knows by name: in its address, beside its file, and in its body. */
type Known = {
  /** A name that chooses (`sort`) with the schema of its choices, any other with null. */
  readonly query: ReadonlyMap<string, z.ZodType | null>
  readonly fields: Names
  readonly body: Names | null
}
/** The names of an object, each with those of the object or list it holds; `read` are those that count. */
type Names = { readonly names: ReadonlyMap<string, Names | null>; readonly read: readonly string[] }
type Sent = { query: Record<string, string>; fields?: Readonly<Record<string, string>> | undefined; body?: unknown }

const knownOf = new WeakMap<Endpoint, Known>()

/**
 * What a request says under names that its call does not know, and so says in vain: an error per name, in a Serbian
 * sentence with the nearest name that the call knows. Also a choice in the address (`sort`) that is none, which counts
 * as not made. A name that the call's own answer has is known: a client may send back what it was given.
 */
export function unknownNames(endpoint: Endpoint, { query, fields, body }: Sent): FieldError[] {
  const known = knownOf.get(endpoint) ?? readKnown(endpoint)
  knownOf.set(endpoint, known)
  const found = new Map<string, FieldError>()
  for (const [name, value] of Object.entries(query)) {
    const choice = known.query.get(name)
    if (choice === undefined) {
      note(found, name, `Parametar ${shown(name)} nije poznat i nije uzet u obzir`, name, known.query.keys())
    } else if (choice && value.trim() !== '' && !choice.safeParse(value).success) {
      const options = unwrapped(choice)._zod.def as { entries?: Record<string, string> }
      const message = `Parametar ${name}: vrednost ${shown(value)} nije poznata i nije uzeta u obzir`
      note(found, name, message, value, Object.values(options.entries ?? {}))
    }
  }
  if (fields) lookIn(fields, known.fields, null, found)
  if (known.body) lookIn(body, known.body, null, found)
  return [...found.values()]
}

/** Where a value stands: its name, or its place in a list, and what that stands in. Few are ever written out. */
type Place = { readonly at: string | number; readonly above: Place } | null

const pathOf = (place: Place): (string | number)[] => (place ? [...pathOf(place.above), place.at] : [])

/** Of a name that stands in many lines the first place is told. */
function lookIn(value: unknown, known: Names, place: Place, found: Map<string, FieldError>) {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) lookIn(value[at], known, { at, above: place }, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      const names = known.names.get(name)
      if (names) lookIn((value as Record<string, unknown>)[name], names, { at: name, above: place }, found)
      else if (names === undefined) noteUnknown(name, known, pathOf(place), found)
    }
  }
}

function noteUnknown(name: string, known: Names, path: (string | number)[], found: Map<string, FieldError>) {
  const list = path.filter(isText).join('.')
  // Lists may have thousands of members with the same unknown names.
  if (found.size >= MAX_WARNINGS || found.has(keyOf(list, name))) return
  const last = path.at(-1)
  const line = typeof last === 'number' ? ` (stavka ${last + 1})` : ''
  const message = `Polje ${shown(name)} nije poznato i nije uzeto u obzir${line}`
  note(found, [...path, name].join('.'), message, name, known.read, list)
}

function note(
  found: Map<string, FieldError>,
  field: string,
  message: string,
  typed: string,
  candidates: Iterable<string>,
  list = '',
) {
  const key = keyOf(list, typed)
  if (found.size >= MAX_WARNINGS || found.has(key)) return
  const nearest = nearestName(typed.slice(0, MAX_SHOWN_CHARACTERS), candidates)
  found.set(key, { field: shown(field), message: `${message}${nearest ? `; najbliže poznato je ${nearest}` : ''}.` })
}

const keyOf = (list: string, name: string) => `${list} ${name.slice(0, MAX_SHOWN_CHARACTERS)}`
const isText = (part: string | number) => typeof part === 'string'
const shown = (text: string): string =>
  (text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text).toWellFormed()

function readKnown({ query, file, body, reply }: Endpoint): Known {
  const choices = Object.entries(query?.shape ?? {}).map(
    ([name, field]) => [name, choiceIn(field as z.ZodType)] as const,
  )
  const fields = file?.fields ?? []
  return {
    query: new Map(choices),
    fields: { names: new Map(fields.map((name) => [name, null])), read: fields },
    body: body ? namesOf([body], reply === 'file' ? [] : [reply]) : null,
  }
}

/** The names that objects of these schemas, or of lists of them, have; null where they are no objects. */
function namesOf(read: readonly z.ZodType[], answered: readonly z.ZodType[]): Names | null {
  const shapes = [read, answered].map((schemas) => schemas.flatMap(shapeOf))
  if (shapes.flat().length === 0) return null
  const all = new Set(shapes.flat().flatMap((shape) => Object.keys(shape)))
  const under = (name: string) => shapes.map((of) => of.flatMap((shape) => shape[name] ?? []))
  const names = [...all].map((name) => {
    const [inRead = [], inAnswer = []] = under(name)
    return [name, namesOf(inRead, inAnswer)] as const
  })
  return { names: new Map(names), read: (shapes[0] ?? []).flatMap((shape) => Object.keys(shape)) }
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType>[] {
  const bare = unwrapped(schema)
  if (bare._zod.def.type === 'array') return shapeOf((bare as z.ZodArray<z.ZodType>).element)
  return bare._zod.def.type === 'object' ? [(bare as z.ZodObject<Record<string, z.ZodType>>).shape] : []
}

type Inner = { type: string; innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType }
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Inner

/** What is sent for a schema, without what may stand around it (`optional`, `default`, a codec). */
function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType, type, in: first, out } = defOf(schema)
  if (type === 'pipe' && first && out) return unwrapped(defOf(first).type === 'transform' ? out : first)
  return innerType && type !== 'array' ? unwrapped(innerType) : schema
}

/** What may be chosen, where another value counts as none (`.catch`). */
function choiceIn(schema: z.ZodType): z.ZodType | null {
  const { innerType, type, in: first } = defOf(schema)
  if (type === 'catch') return innerType ?? null
  const next = type === 'pipe' ? first : innerType
  return next ? choiceIn(next) : null
}
