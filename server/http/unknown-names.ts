import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldError } from '#contract/errors.ts'

/** The number of unknown names in an answer; the header that carries them has little room. */
export const MAX_WARNINGS = 20
/** An unknown name or value is repeated up to this many characters. */
const MAX_SHOWN_CHARACTERS = 60

/** The names that a call knows: in its address, beside its file, and in its body. */
type Known = {
  /** A name with choices (`sort`) has the schema of its choices, any other null. */
  readonly query: ReadonlyMap<string, z.ZodType | null>
  readonly fields: Names
  readonly body: Names | null
}
/** The names of an object, each with those of the object or list it holds. */
type Names = ReadonlyMap<string, NamesWithin>
type NamesWithin = Names | null
type Sent = { query: Record<string, string>; fields?: Readonly<Record<string, string>> | undefined; body?: unknown }

const knownOf = new WeakMap<Endpoint, Known>()

/**
 * Names in a request that its call does not know: an error per name, in a Serbian sentence. A wrong choice in the
 * address (`sort`) is among them; it counts as not made. A name in the call's own answer is known: a client may send
 * back what it was given.
 */
export function unknownNames(endpoint: Endpoint, { query, fields, body }: Sent): FieldError[] {
  const known = knownOf.get(endpoint) ?? readKnown(endpoint)
  knownOf.set(endpoint, known)
  const found = new Map<string, FieldError>()
  for (const [name, value] of Object.entries(query)) {
    const choice = known.query.get(name)
    if (choice === undefined) {
      note(found, { field: name, message: `Parametar ${shown(name)} nije poznat i nije uzet u obzir.` }, name)
    } else if (choice && value.trim() !== '' && !choice.safeParse(value).success) {
      const message = `Parametar ${name}: vrednost ${shown(value)} nije poznata i nije uzeta u obzir.`
      note(found, { field: name, message }, value)
    }
  }
  if (fields) lookIn(fields, known.fields, null, found)
  if (known.body) lookIn(body, known.body, null, found)
  return [...found.values()]
}

/** The place of a value: its name, or its place in a list, and the place of its parent. Few are ever written out. */
type Place = { readonly at: string | number; readonly above: Place } | null

const pathOf = (place: Place): (string | number)[] => (place ? [...pathOf(place.above), place.at] : [])

/** A name in many lines is reported with its first place. */
function lookIn(value: unknown, known: Names, place: Place, found: Map<string, FieldError>) {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) lookIn(value[at], known, { at, above: place }, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      const names = known.get(name)
      if (names) lookIn((value as Record<string, unknown>)[name], names, { at: name, above: place }, found)
      else if (names === undefined) noteUnknown(name, pathOf(place), found)
    }
  }
}

function noteUnknown(name: string, path: (string | number)[], found: Map<string, FieldError>) {
  const list = path.filter(isText).join('.')
  // Lists may have thousands of members with the same unknown names.
  if (found.size >= MAX_WARNINGS || found.has(keyOf(list, name))) return
  const last = path.at(-1)
  const line = typeof last === 'number' ? ` (stavka ${last + 1})` : ''
  const message = `Polje ${shown(name)} nije poznato i nije uzeto u obzir${line}.`
  note(found, { field: [...path, name].join('.'), message }, name, list)
}

function note(found: Map<string, FieldError>, { field, message }: FieldError, typed: string, list = '') {
  const key = keyOf(list, typed)
  if (found.size >= MAX_WARNINGS || found.has(key)) return
  found.set(key, { field: shown(field), message })
}

const keyOf = (list: string, name: string) => `${list} ${name.slice(0, MAX_SHOWN_CHARACTERS)}`
const isText = (part: string | number) => typeof part === 'string'
const shown = (text: string): string =>
  (text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text).toWellFormed()

function readKnown({ query, file, body, reply }: Endpoint): Known {
  const choices = Object.entries(query?.shape ?? {}).map(
    ([name, field]) => [name, choiceIn(field as z.ZodType)] as const,
  )
  return {
    query: new Map(choices),
    fields: new Map(file?.fields?.map((name) => [name, null])),
    body: body ? namesOf(reply === 'file' ? [body] : [body, reply]) : null,
  }
}

/** The names in objects of these schemas, or of lists of them; null if they are no objects. */
function namesOf(schemas: readonly z.ZodType[]): NamesWithin {
  const shapes = schemas.flatMap(shapeOf)
  if (shapes.length === 0) return null
  const all = new Set(shapes.flatMap((shape) => Object.keys(shape)))
  return new Map(Array.from(all, (name) => [name, namesOf(shapes.flatMap((shape) => shape[name] ?? []))]))
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType>[] {
  const bare = unwrapped(schema)
  if (bare._zod.def.type === 'array') return shapeOf((bare as z.ZodArray<z.ZodType>).element)
  return bare._zod.def.type === 'object' ? [(bare as z.ZodObject<Record<string, z.ZodType>>).shape] : []
}

type Inner = { type: string; innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType }
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Inner

/** The schema of the value itself, without its wrappers (`optional`, `default`, a codec). */
function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType, type, in: first, out } = defOf(schema)
  if (type === 'pipe' && first && out) return unwrapped(defOf(first).type === 'transform' ? out : first)
  return innerType && type !== 'array' ? unwrapped(innerType) : schema
}

/** The schema of a choice, where another value counts as none (`.catch`). */
function choiceIn(schema: z.ZodType): z.ZodType | null {
  const { innerType, type, in: first } = defOf(schema)
  if (type === 'catch') return innerType ?? null
  const next = type === 'pipe' ? first : innerType
  return next ? choiceIn(next) : null
}
