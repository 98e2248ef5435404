import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import type { Random } from '#scripts/demo-random.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { damaged, mangled, mutated } from './mutations.ts'
import { newDay, queryValue, valueFor } from './values.ts'
import type { World } from './world.ts'

/** One request: good, or with faults of one kind. */
export type FuzzRequest = {
  readonly endpoint: Endpoint
  readonly path: string
  readonly init: {
    method: string
    headers: Record<string, string>
    body: string | FormData | Uint8Array<ArrayBuffer> | null
  }
  /** 'good', or the kind of fault put into it. */
  readonly fault: Fault
  readonly address: string
  /** How it is to be refused before anything looks at it; null where that depends on the rest of it. */
  readonly refused: number | null
}
const FAULTS = [
  'good',
  'body',
  'text',
  'params',
  'query',
  'headers',
  'type',
  'no type',
  'file',
  'host',
  'site',
] as const
export type Fault = (typeof FAULTS)[number]

const endpoints: readonly Endpoint[] = Object.values(api).flatMap((feature): Endpoint[] => Object.values(feature))
/** Calls that cost much by their nature (a hash of a password, a process for a spreadsheet) come more seldom. */
const SELDOM = /^\/auth\/(login|register|password|link\/password)$|\/import$|\/sheets\//
const SELDOM_CHANCE = 0.1
/** A deletion would otherwise remove records before other requests have worked on them. */
const isSeldom = ({ method, path }: Endpoint) => SELDOM.test(path) || (method === 'DELETE' && !path.startsWith('/auth'))

const PDF = new TextEncoder().encode('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const HEADER_TEXTS = ['', '"', '"1"', 'W/"2"', '-1', '1e9', '*', 'x'.repeat(300), '"1", "2"', 'š'.slice(0, 0), 'a b']

/** Host names: our own, of others (421), and what is none (400). */
const HOSTS: readonly (readonly [host: string, refused: number | null])[] = [
  ...['localhost', 'LOCALHOST:3000', '127.0.0.1:8080', '[::1]:3000', 'zalihe.localhost.'].map(
    (host) => [host, null] as const,
  ),
  ...['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.5:80', '[fd00::5]', '0', '_.-'].map(
    (host) => [host, 421] as const,
  ),
  ...['', ' ', 'a b', 'a@localhost', 'localhost/x', 'evil.example, localhost', 'localhost:x', '[::1', '\u00b5'].map(
    (host) => [host, 400] as const,
  ),
]
/** The browser's word on the page that asks: our own, another one (403 where something changes), or nonsense (403). */
const SITES: readonly (readonly [headers: Record<string, string>, foreign: boolean])[] = [
  [{ host: 'localhost:3000', origin: 'http://localhost:3000' }, false],
  [{ host: 'localhost:3000', origin: 'HTTPS://evil.example'.toLowerCase() }, true],
  [{ host: 'localhost:3000', origin: 'http://localhost:3001' }, true],
  [{ host: 'localhost:3000', origin: 'http://localhost:3000.evil.example' }, true],
  ...['null', '', 'file://', 'x', 'http://', 'http://a, http://b', `http://${'a'.repeat(3_000)}`].map(
    (origin) => [{ host: 'localhost', origin }, true] as const,
  ),
  [{ 'sec-fetch-site': 'cross-site' }, true],
  ...['same-origin', 'same-site', 'none', 'CROSS-SITE', '', 'x'.repeat(300)].map(
    (site) => [{ 'sec-fetch-site': site }, false] as const,
  ),
]

/** The next request: any route, a third of them good. */
export function nextRequest(random: Random, world: World, token: string): FuzzRequest {
  let endpoint = random.pick(endpoints)
  while (isSeldom(endpoint) && !random.chance(SELDOM_CHANCE)) endpoint = random.pick(endpoints)
  const fault = random.chance(0.35) ? 'good' : random.pick(faultsFor(endpoint))
  const headers: Record<string, string> = {}
  if (!endpoint.open) headers.authorization = `Bearer ${token}`
  if (random.chance(0.95)) headers.prefer = 'return=minimal'
  if (fault === 'headers') breakHeaders(random, headers)
  let refused: number | null = null
  if (fault === 'host') [headers.host, refused] = random.pick(HOSTS)
  if (fault === 'site') {
    const [sent, foreign] = random.pick(SITES)
    Object.assign(headers, sent)
    if (foreign && endpoint.method !== 'GET') refused = ERROR_STATUS.forbidden
  }
  const body = bodyOf(random, world, endpoint, fault, headers)
  const path = `${pathOf(random, world, endpoint, fault)}${searchOf(random, endpoint, fault)}`
  const address = `10.0.${random.whole(0, 255)}.${random.whole(0, 255)}`
  return { endpoint, path, init: { method: endpoint.method, headers, body }, fault, address, refused }
}

function faultsFor({ body, file, params, query }: Endpoint): Fault[] {
  return [
    ...(body ? (['body', 'body', 'body', 'body', 'text', 'type', 'no type'] as const) : []),
    ...(file ? (['file', 'file', 'text', 'type', 'no type'] as const) : []),
    ...(params ? (['params'] as const) : []),
    ...(query ? (['query', 'query', 'query'] as const) : []),
    'headers',
    'host',
    'site',
  ]
}

function breakHeaders(random: Random, headers: Record<string, string>) {
  const name = random.pick([
    'if-match',
    'idempotency-key',
    'authorization',
    'prefer',
    'x-forwarded-for',
    'accept',
    'content-length',
  ])
  headers[name] =
    name === 'authorization' ? random.pick(['', 'Bearer', 'Bearer x', 'Basic eDp4']) : random.pick(HEADER_TEXTS)
  if (name === 'content-length') headers[name] = random.pick(['0', '-1', 'x', '99999999999', '5'])
}

function bodyOf(
  random: Random,
  world: World,
  { body, file, path }: Endpoint,
  fault: Fault,
  headers: Record<string, string>,
): FuzzRequest['init']['body'] {
  if (file) return formOf(random, world, path, file.maxBytes, fault, headers)
  if (!body) return null
  const good = valueFor(random, world, body)
  // A body of bytes, unlike a text, is sent without a type where none is named.
  if (fault === 'no type') return new TextEncoder().encode(JSON.stringify(good))
  headers['content-type'] ??=
    fault === 'type' ? random.pick(['text/plain', 'application/xml', 'x', '']) : 'application/json'
  if (fault === 'body') return JSON.stringify(random.chance(0.05) ? hostileValue(random) : mutated(random, good)) ?? ''
  if (fault !== 'text') return JSON.stringify(good)
  if (random.chance(0.2)) return damaged(random, new TextEncoder().encode(JSON.stringify(good)))
  return mangled(random, JSON.stringify(good))
}

function formOf(
  random: Random,
  world: World,
  path: string,
  maxBytes: number,
  fault: Fault,
  headers: Record<string, string>,
) {
  if (fault === 'type') {
    headers['content-type'] = random.pick([
      'application/json',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'x',
    ])
    return random.pick(['{}', '--x\r\n\r\n--x--', ''])
  }
  if (fault === 'no type') return random.pick([PDF, new TextEncoder().encode('--x\r\n\r\n--x--'), new Uint8Array()])
  if (fault === 'text') {
    headers['content-type'] = 'multipart/form-data; boundary=x'
    return mangled(
      random,
      '--x\r\ncontent-disposition: form-data; name="pdf"; filename="a.pdf"\r\n\r\n%PDF-\r\n--x--\r\n',
    )
  }
  const isImport = /\/import(\/tok)?$/.test(path) !== (fault === 'file' && random.chance(0.2))
  const { name, bytes } = isImport ? random.pick(world.sheets) : { name: 'a.pdf', bytes: PDF }
  const sent = fault === 'file' ? fileFault(random, bytes, maxBytes) : bytes
  const form = new FormData()
  form.set(
    fault === 'file' ? hostileText(random).toWellFormed() : 'documentId',
    random.chance(0.5) ? 'C1-1' : hostileText(random),
  )
  form.set('file', new File([sent], fault === 'file' && random.chance(0.3) ? hostileText(random).toWellFormed() : name))
  return form
}

function fileFault(random: Random, bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Uint8Array<ArrayBuffer> {
  if (random.chance(0.02)) return new Uint8Array(maxBytes + 1)
  return random.chance(0.1) ? new Uint8Array() : damaged(random, bytes)
}

function pathOf(random: Random, world: World, { path }: Endpoint, fault: Fault): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (fault === 'params' || random.chance(0.05)) return segment(random)
    const ids = idsFor(random, world, path, name)
    return ids.length > 0 ? encodeURIComponent(random.pick(ids)) : '1'
  })
}

function idsFor(random: Random, world: World, path: string, name: string): readonly string[] {
  if (name === 'brojC1') return world.numbers
  if (name === 'valuta') return ['EUR', 'USD', 'RSD', 'CHF']
  if (name === 'vazi_od') return [newDay(random), '1990-01-01']
  if (path.startsWith('/c4')) return world.c4
  if (path.startsWith('/c1')) return world.c1
  if (path.startsWith('/materials')) return world.materials
  if (path.startsWith('/auth')) return world.sessions
  if (path.startsWith('/audit')) return ['1', '2', '30']
  return world.products
}

/** A part of a path as no client of ours would write it. */
function segment(random: Random): string {
  const raw = random.pick([
    '%',
    '%E0%A4%A',
    '%00',
    '..%2f..%2f',
    '0',
    '-1',
    '1e3',
    '1.5',
    '9007199254740993',
    'null',
    '%C0%AF',
    ';',
    ':id',
  ])
  return random.chance(0.5) ? raw : encodeURIComponent(hostileText(random).slice(0, 300).toWellFormed())
}

function searchOf(random: Random, { query }: Endpoint, fault: Fault): string {
  if (!query) return random.chance(0.05) ? '?x=1' : ''
  const names = random.some(Object.keys(query.shape), random.whole(0, 4))
  const pairs = names.map((name) => [name, queryValue(random, name)] as [string, string])
  if (fault === 'query') {
    for (const pair of pairs) if (random.chance(0.6)) pair[1] = hostileText(random).slice(0, 2_000).toWellFormed()
    if (random.chance(0.3)) pairs.push(['__proto__', '1'], ['page', '2'], ['page', 'x'])
    if (random.chance(0.1))
      return `?${random.pick(['%', '&&&==', 'a=%E0%A4%A', '=', 'page[]=1', `${'a=1&'.repeat(500)}`])}`
  }
  return `?${new URLSearchParams(pairs)}`
}
