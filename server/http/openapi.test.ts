// The OpenAPI document: what a linter says of it, and a client that is generated from it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { api } from '#contract/api.ts'
import { BODY_EXAMPLES } from '#contract/body-examples.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { FIELD_WORDS } from '#contract/words.ts'
import { anyEngine, testApi } from '#server/testing.ts'
import { type Json, openApi } from './openapi.ts'

/** Literal paths that are ambiguous to a linter: `/c4/download/{id}` beside `/c4/{id}/stavke`, of C1 also `/c1/{id}/poreklo`. */
const MOST_WARNINGS = 3

const project = join(import.meta.dirname, '../..')
const { resolve } = createRequire(import.meta.url)
const features = Object.fromEntries(Object.entries(api).map(([name, endpoints]) => [name, { endpoints }]))
const document = openApi(features)
const calls = Object.values(api).flatMap((feature) => Object.entries<Endpoint>(feature))
// Inside the project, so that what is generated finds the packages.
mkdirSync(join(project, 'node_modules/.cache'), { recursive: true })
const folder = mkdtempSync(join(project, 'node_modules/.cache/openapi-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

// Generated once for both engines.
const generatedClient = generated()

test('the document passes the recommended rules of redocly', () => {
  const file = written('openapi.json', JSON.stringify(document))
  const cli = join(resolve('@redocly/cli/package.json'), '../bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = ['lint', file, '--extends=recommended', '--format=json']
  const { stdout } = spawnSync(process.execPath, [cli, ...options], { env, encoding: 'utf8', cwd: folder })
  const { totals, problems } = JSON.parse(stdout)
  const said = problems.map(({ ruleId, message }: Record<string, string>) => `${ruleId}: ${message}`).join('\n')
  assert.equal(totals.errors, 0, said)
  assert.ok(totals.warnings <= MOST_WARNINGS, said)
})

test('every call, field and parameter says what it means, and no schema is empty', () => {
  const faults: string[] = []
  const used = new Set<string>()
  const look = (schema: Json, place: string) => {
    const { description: _, ...said } = schema
    if (Object.keys(said).length === 0) faults.push(`${place} is empty`)
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
      used.add(name)
      if (!field.description) faults.push(`${place}.${name} says nothing (contract/words.ts)`)
      look(field, `${place}.${name}`)
    }
    for (const inner of [schema.items, schema.additionalProperties, schema.anyOf, schema.allOf].flat())
      if (typeof inner === 'object') look(inner as Json, place)
  }
  for (const [id, schema] of Object.entries(document.components.schemas as Record<string, Json>)) look(schema, id)
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) {
      const { operationId, summary, parameters, requestBody, responses } = operation
      if (!/^[A-ZČĆŠĐŽ].*\.$/.test(summary)) faults.push(`${operationId} says no sentence`)
      for (const { name, description, schema } of parameters) {
        used.add(String(name))
        if (name && !description) faults.push(`${path} ${name} says nothing (contract/words.ts)`)
        if (schema) look(schema as Json, `${path} ${name}`)
      }
      for (const part of [requestBody, ...Object.values(responses)])
        for (const { schema } of Object.values((part as { content?: Record<string, Json> } | undefined)?.content ?? {}))
          look(schema as Json, operationId)
    }
  }
  assert.deepEqual(faults, [])
  const names = (words: object, known: ReadonlySet<string>) => Object.keys(words).filter((name) => !known.has(name))
  assert.deepEqual(names(FIELD_WORDS, used), [], 'words of no field')
})

test('every JSON body has an example that its call takes', () => {
  for (const [name, { body, example = BODY_EXAMPLES[name] }] of calls) {
    if (!body) continue
    const read = body.safeParse(example)
    assert.ok(read.success, `${name}: ${read.error}`)
  }
})

test('whole numbers are integers, days are dates, and shared schemas stand once', () => {
  const { C4Red, Rezime } = document.components.schemas as Record<string, { properties: Record<string, Json> }>
  assert.equal(Rezime, undefined)
  const { id, datum, kurs, verzija } = C4Red?.properties ?? {}
  assert.deepEqual([id?.type, verzija?.type, kurs?.type], ['integer', 'integer', 'number'])
  assert.deepEqual([datum?.type, datum?.format], ['string', 'date'])
  const text = JSON.stringify(document)
  assert.equal(text.split('"poslednji_uvoz":').length - 1, 1)
  assert.doesNotMatch(text, /"\$defs"|#\/\$defs|"\$schema"/)
})

anyEngine('A client generated from the OpenAPI document', (engine) => {
  test('makes a document, with every name and type checked', async () => {
    const server = await testApi(engine)
    const { makeDocument } = await import(await generatedClient)
    const { broj_c4, vrednost_total, stavke } = await makeDocument(
      (request: Request) => server.app.fetch(request),
      server.token,
    )
    assert.deepEqual([broj_c4, vrednost_total, stavke[0].preostalo], ['C4-001/26', 313.13, 250.5])
  })
})

/** Generates the types, checks a program that uses them, and answers its address. */
async function generated(): Promise<string> {
  written('api.d.ts', await typesOf(document))
  const options = { strict: true, skipLibCheck: true, types: [], target: 'esnext', module: 'nodenext' }
  const program = written('program.mts', PROGRAM)
  written('tsconfig.json', JSON.stringify({ compilerOptions: options }))
  const tsc = join(resolve('typescript/package.json'), '../bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
  return pathToFileURL(program.replace('.mts', '.mjs')).href
}

/** TypeScript 7 has no interface for programs yet, so the generator works with the one before it. */
async function typesOf(openapi: object): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' ? 'typescript-for-openapi' : specifier, context),
  })
  try {
    const { default: generate, astToString } = await import('openapi-typescript')
    return astToString(await generate(openapi as never))
  } finally {
    hooks.deregister()
  }
}

const CLIENT = 'openapi-fetch'
const PROGRAM = `import createClient from '${CLIENT}'
import type { paths } from './api.js'

export async function makeDocument(fetch: (request: Request) => Promise<Response>, token: string) {
  const headers = { authorization: 'Bearer ' + token }
  const client = createClient<paths>({ baseUrl: 'http://localhost', fetch, headers })
  const material = { naziv: 'Kabl', zemlja_porekla: 'Srbija', jedinica_mere: 'm', tarifni_broj: '8544.49' } as const
  await client.POST('/api/materials', { body: { id: 'KABL1', ...material } })
  const { data, error } = await client.POST('/api/c4', {
    params: { header: { Prefer: 'handling=strict' } },
    body: ${JSON.stringify(BODY_EXAMPLES.createC4, null, 2).replace(/"([a-z_0-9]+)":/g, '$1:')},
  })
  if (!data) throw new Error(error.message)
  return data
}
`
