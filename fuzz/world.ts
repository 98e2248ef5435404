import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Random } from '#scripts/demo-random.ts'
import type { Client } from '#server/testing.ts'
import { addDocuments } from '#server/testing-documents.ts'

/** Ids and numbers that requests may refer to; their answers add more. The lists are kept short. */
export type World = {
  readonly materials: string[]
  readonly products: string[]
  readonly c4: string[]
  readonly c1: string[]
  readonly numbers: string[]
  readonly paths: string[]
  readonly sessions: string[]
  readonly sheets: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[]
}

const MAX_KNOWN = 60
const SHEETS = [
  'materijali-sa-greskama.xlsx',
  'normativi-ifs-sa-greskama.xlsx',
  'fakture-c4-zamke.xlsx',
  'fakture-c4.ods',
]

/** A small firm, entered through the API. */
export async function newWorld(client: Client): Promise<World> {
  await addDocuments(client)
  const ids = async (path: string) =>
    ((await client.get(path)).body.results as { id: string | number }[]).map(({ id }) => String(id))
  const folder = resolve(import.meta.dirname, '../e2e/fixtures')
  return {
    materials: await ids('/materials'),
    products: await ids('/proizvodi'),
    c4: await ids('/c4'),
    c1: await ids('/c1'),
    numbers: ['C1-1'],
    paths: [],
    sessions: [],
    sheets: SHEETS.map((name) => ({ name, bytes: new Uint8Array(readFileSync(resolve(folder, name))) })),
  }
}

/** Notes what a good answer to `method` at the endpoint `path`, sent to `url`, tells of what there is now. */
export function learn(random: Random, world: World, method: string, path: string, url: string, answer: unknown): void {
  const list = { materials: world.materials, proizvodi: world.products, c4: world.c4, c1: world.c1 }[
    path.split('/')[1] ?? ''
  ]
  if (list && method === 'DELETE') forget(list, decodeURIComponent(url.split(/[/?]/)[2] ?? ''))
  if (typeof answer !== 'object' || answer === null) return
  const { id, broj_c1, filePath, sessions } = answer as Record<string, unknown>
  if (list && method === 'POST' && id !== undefined) note(random, list, String(id))
  if (typeof broj_c1 === 'string') note(random, world.numbers, broj_c1)
  if (typeof filePath === 'string') note(random, world.paths, filePath)
  if (Array.isArray(sessions)) world.sessions.splice(0, Number.POSITIVE_INFINITY, ...sessions.map((one) => one.id))
}

function forget(list: string[], value: string) {
  const at = list.indexOf(value)
  if (at >= 0 && list.length > 1) list.splice(at, 1)
}

function note(random: Random, list: string[], value: string) {
  if (list.length < MAX_KNOWN) list.push(value)
  else list[random.whole(0, list.length - 1)] = value
}
