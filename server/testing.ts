// The ground of every test of the server: real databases of both engines, and the application over them.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe } from 'node:test'
import { sql } from 'kysely'
import type { Uloga } from '#contract/roles.ts'
import { newRole } from '#server/auth/accounts.ts'
import { setHashCost } from '#server/auth/passwords.ts'
import { authenticator, startSession } from '#server/auth/sessions.ts'
import { openStore, type Store } from '#server/db/open.ts'
import { createApp, type Feature } from '#server/http/app.ts'
import type { User } from '#server/http/call.ts'
import type { Posta } from '#server/posta/posta.ts'
import type { Config } from './config.ts'
import { featuresOf } from './features.ts'
import { isDeep } from './testing-depth.ts'
import { EMPTY, fillDataDir, newDatabase, onServer } from './testing-templates.ts'

/** A PostgreSQL server on which tests may create databases; scripts/test.ts starts one and names it here. */
const POSTGRES_URL = process.env.TEST_DATABASE_URL
const PREFIX = `test_${process.pid}_${randomBytes(4).toString('hex')}`

export type TestEngine = {
  readonly name: 'sqlite' | 'postgres'
  /** An empty store with its schema. Call it inside a test: it is taken away when that test ends. */
  open(): Promise<Store>
}
/** A store and the way to get rid of it. */
type Opened = { store: Store; remove: () => Promise<void> }

/** Runs a suite once per engine. Without a PostgreSQL server its half is left out, which scripts/test.ts says aloud. */
export function eachEngine(name: string, suite: (engine: TestEngine) => void): void {
  describe(`${name} (SQLite)`, () => suite(engineOf('sqlite', openSqlite)))
  if (POSTGRES_URL) describe(`${name} (PostgreSQL)`, () => suite(engineOf('postgres', openPostgres)))
}

/** Runs a suite where the engine cannot matter: on SQLite by `npm test`, on PostgreSQL by `npm run test:deep`. */
export function anyEngine(name: string, suite: (engine: TestEngine) => void): void {
  if (!isDeep || !POSTGRES_URL) describe(`${name} (SQLite)`, () => suite(engineOf('sqlite', openSqlite)))
  else describe(`${name} (PostgreSQL)`, () => suite(engineOf('postgres', openPostgres)))
}

function engineOf(name: TestEngine['name'], openOne: () => Promise<Opened>): TestEngine {
  const opened: Opened[] = []
  afterEach(async () => {
    for (const { remove } of opened.splice(0)) await remove()
  })
  return {
    name,
    async open() {
      const one = await openOne()
      opened.push(one)
      return one.store
    },
  }
}

async function openSqlite(): Promise<Opened> {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'))
  fillDataDir(dataDir)
  const store = await openStore({ dataDir })
  const remove = async () => {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { store, remove }
}

/** Emptying a database takes 5 ms, copying one a sixth of a second, so the tests of a file hand theirs on. */
const spare: Store[] = []
let databases = 0

async function openPostgres(): Promise<Opened> {
  const store = spare.pop() ?? (await newDatabase(POSTGRES_URL ?? '', `${PREFIX}_${++databases}`))
  let closed = false
  const close = async () => {
    closed = true
    await store.close()
  }
  const remove = async () => {
    if (closed) return
    await sql.raw(EMPTY).execute(store.read)
    spare.push(store)
  }
  return { store: { ...store, close }, remove }
}

if (POSTGRES_URL) {
  after(async () => {
    for (const store of spare.splice(0)) await store.close()
    for (; databases > 0; databases--) await onServer(POSTGRES_URL, `drop database ${PREFIX}_${databases}`)
  })
}

/** An answer as it came over the wire; `body` is null where the answer is no JSON, `bytes` then holds it. */
// biome-ignore lint/suspicious/noExplicitAny: what a test reads of it, it also asserts
export type Answer = { status: number; body: any; bytes: Uint8Array<ArrayBuffer>; headers: Headers }
type Fields = Record<string, string>
export type Upload = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** One user's calls. Paths are those below `/api`; bodies are plain JSON values. */
export type Client = {
  get(path: string, headers?: Fields): Promise<Answer>
  post(path: string, body?: unknown, headers?: Fields): Promise<Answer>
  put(path: string, body: unknown, headers?: Fields): Promise<Answer>
  delete(path: string, headers?: Fields, body?: unknown): Promise<Answer>
  /** Sends a file, or several, as multipart, by the part name `file`, with text fields beside it. */
  upload(path: string, file: Upload | readonly Upload[], fields?: Fields, headers?: Fields): Promise<Answer>
  readonly token: string
}

export type TestApi = Client & {
  readonly store: Store
  /** The application itself, for what no well-behaved client sends. */
  readonly app: ReturnType<typeof createApp>
  readonly user: User
  /** Somebody who is not logged in. */
  readonly anonymous: Client
  /** Another user, registered and logged in; of the role of a new account unless one is given. */
  signIn(email: string, uloga?: Uloga): Promise<Client>
  /** A client with this token, calling from an address. */
  withToken(token: string, address?: string): Client
}

export type TestApiOptions = {
  /** Instead of a fresh empty store. */
  store?: Store
  registration?: Config['registration']
  weakPasswords?: Config['weakPasswords']
  secondFactor?: Config['secondFactor']
  trustedProxies?: Config['trustedProxies']
  publicHosts?: Config['publicHosts']
  maxAllPdfBytes?: Config['maxAllPdfBytes']
  /** Instead of all features. */
  features?: (store: Store) => Record<string, Feature>
  /** Sends mails; nobody does without it. */
  posta?: Posta
  /** Passwords are hashed as in the program, not as cheaply as can be. */
  fullHashes?: boolean
  /** Instead of the clock, in milliseconds since 1970. */
  now?: () => number
}

const CHEAPEST = { memory: 8, passes: 1, parallelism: 1 }

/** The application over an empty store, and a logged-in user's way to call it. Call it inside a test. */
export async function testApi(engine: TestEngine, options: TestApiOptions = {}): Promise<TestApi> {
  const {
    registration = 'open',
    weakPasswords = 'allow',
    secondFactor = 'optional',
    trustedProxies = 0,
    publicHosts = [],
    maxAllPdfBytes,
    posta,
    now = Date.now,
  } = options
  setHashCost(options.fullHashes ? undefined : CHEAPEST)
  const store = options.store ?? (await engine.open())
  const rules = { registration, weakPasswords, secondFactor, maxAllPdfBytes }
  const features = options.features?.(store) ?? featuresOf(store, rules, posta)
  const app = createApp(features, {
    store,
    now,
    authenticate: authenticator(store),
    secondFactor,
    trustedProxies,
    publicHosts,
  })
  const withToken = (token: string, address = '127.0.0.1') =>
    clientOf((path, init) => app.request(path, init, { incoming: { socket: { remoteAddress: address } } }), token)
  const email = 'ana@firma.rs'
  const { token, ...user } = await addUser(store, email, now())
  return {
    ...withToken(token),
    store,
    app,
    user,
    anonymous: withToken(''),
    withToken,
    signIn: async (other, uloga) => withToken((await addUser(store, other, now(), uloga)).token),
  }
}

/** A user with a session but without a password: hashing one takes longer than most tests. */
async function addUser(store: Store, email: string, now: number, uloga?: Uloga): Promise<User & { token: string }> {
  return store.transact(async (tx) => {
    const user = await tx
      .insertInto('korisnik')
      .values({ email, email_kljuc: email.toLowerCase(), lozinka: '', uloga: uloga ?? newRole, napravljen: now })
      .returning(['id', 'email', 'uloga'])
      .executeTakeFirstOrThrow()
    return { ...user, token: await startSession(tx, user.id, now) }
  })
}

type Send = (path: string, init: RequestInit) => Response | Promise<Response>

function clientOf(send: Send, token: string): Client {
  const call = async (method: string, path: string, headers: Fields, body?: string | FormData): Promise<Answer> => {
    const response = await send(`/api${path}`, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const json = /^application\/json/.test(response.headers.get('content-type') ?? '')
    const read = json ? JSON.parse(new TextDecoder().decode(bytes)) : null
    return { status: response.status, body: read, bytes, headers: response.headers }
  }
  const json = { 'content-type': 'application/json' }
  return {
    token,
    get: (path, headers = {}) => call('GET', path, headers),
    post: (path, body, headers = {}) => call('POST', path, { ...json, ...headers }, JSON.stringify(body)),
    put: (path, body, headers = {}) => call('PUT', path, { ...json, ...headers }, JSON.stringify(body)),
    delete: (path, headers = {}, body) =>
      call(
        'DELETE',
        path,
        body === undefined ? headers : { ...json, ...headers },
        body === undefined ? undefined : JSON.stringify(body),
      ),
    upload(path, files, fields = {}, headers = {}) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      for (const { name, bytes } of [files].flat()) form.append('file', new File([bytes], name))
      return call('POST', path, headers, form)
    },
  }
}
