import { z } from 'zod'
import { BODY_EXAMPLES } from '#contract/body-examples.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS, errorBody } from '#contract/errors.ts'
import { FIELD_WORDS, TAG_WORDS } from '#contract/words.ts'

export type Json = { [name: string]: unknown }

type Method = Lowercase<Endpoint['method']>
export type Operation = {
  tags: string[]
  operationId: string
  summary: string
  /** Empty for a call that needs no session. */
  security: Json[]
  parameters: Json[]
  requestBody?: { required: boolean; content: Json }
  responses: Json
}
export type OpenApi = {
  openapi: string
  info: Json & { title: string }
  servers: Json[]
  tags: Json[]
  paths: Record<string, Partial<Record<Method, Operation>>>
  components: Json
}

/** The OpenAPI 3.1 document of the given features, made of the same contract that the server and the browser use. */
export function openApi(features: Record<string, { endpoints: Record<string, Endpoint> }>): OpenApi {
  const schemas: Json = {}
  const paths: OpenApi['paths'] = {}
  for (const [tag, { endpoints }] of Object.entries(features)) {
    for (const [operationId, endpoint] of Object.entries(endpoints)) {
      const path = `/api${endpoint.path}`
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase() as Method] = operation(schemas, tag, operationId, endpoint)
    }
  }
  const errors = Object.entries(ERRORS).map(([status, description]) => [status, errorResponse(schemas, description)])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sistem za upravljanje zalihama',
      version: '1',
      description: 'Uvoz (C4), izvoz (C1), zalihe i razduženje po FIFO. Sve što ekrani rade, rade ovim pozivima.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/', description: 'Server koji daje i ovaj dokument.' }],
    tags: Object.keys(features).map((name) => ({ name, description: TAG_WORDS[name] ?? name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Token iz POST /api/auth/login.' } },
      parameters: REQUEST_HEADERS,
      headers: ANSWER_HEADERS,
      responses: Object.fromEntries(errors),
      schemas,
    },
  }
}

/** Headers of many calls, by the names under which operations refer to them. */
const REQUEST_HEADERS = {
  IfMatch: header('If-Match', { type: 'string', examples: ['"7"'] }, [
    'Verzija koja se menja ili briše: verzija iz odgovora, odnosno njegov ETag.',
    'Ako ju je neko u međuvremenu promenio, odgovor je 409. Bez zaglavlja važi svaka.',
  ]),
  IdempotencyKey: header('Idempotency-Key', { type: 'string', minLength: 1, maxLength: 200 }, [
    'Ključ zahteva: isti ključ i isti zahtev dobijaju isti odgovor i ne rade ništa drugi put.',
  ]),
  Prefer: header('Prefer', { type: 'string', examples: ['handling=strict', 'return=minimal'] }, [
    'handling=strict odbija nepoznata imena (400) umesto da ih samo navede u upozorenjima.',
    'return=minimal izostavlja fajlove koje pravi server.',
  ]),
}

function header(name: string, schema: Json, sentences: readonly string[]): Json {
  return { name, in: 'header', required: false, description: sentences.join(' '), schema }
}

const ANSWER_HEADERS = {
  ETag: { description: 'Verzija podatka, za If-Match.', schema: { type: 'string' } },
  RetryAfter: {
    description: 'Samo kad uz sačuvan dokument trenutno nema papira: posle koliko sekundi ih ponovo tražiti.',
    schema: { type: 'integer' },
  },
  Upozorenja: {
    description: 'Nepoznata imena u zahtevu: JSON lista rečenica, kodirana procentima (encodeURIComponent).',
    schema: { type: 'string' },
  },
}

const ERRORS: Readonly<Record<string, string>> = {
  [ERROR_STATUS.invalid]: 'Podaci nisu ispravni.',
  [ERROR_STATUS.unauthorized]: 'Niste prijavljeni, ili email i lozinka nisu ispravni.',
  [ERROR_STATUS.forbidden]: 'Nije dozvoljeno.',
  [ERROR_STATUS.not_found]: 'Traženi podatak ne postoji.',
  [ERROR_STATUS.conflict]: 'U sukobu je sa onim što već postoji ili se u međuvremenu promenilo.',
  [ERROR_STATUS.too_large]: 'Poslato je, ili bi odgovor bio, preveliko.',
  [ERROR_STATUS.unsupported]: 'Telo je druge vrste nego što poziv prima.',
  [ERROR_STATUS.too_many]: 'Previše pokušaja; zaglavlje Retry-After kaže koliko sekundi treba sačekati.',
  default: 'Greška na serveru, ili server trenutno ne može da odgovori.',
}

/** The errors that a call can answer, by what it takes. */
function errorsOf({ method, params, body, file, open, path, reply }: Endpoint): string[] {
  const writes = method !== 'GET'
  const { invalid, unauthorized, forbidden, not_found, conflict, too_large, unsupported, too_many } = ERROR_STATUS
  const codes = [
    invalid,
    unauthorized,
    ...(open && path.endsWith('register') ? [forbidden] : []),
    ...(params ? [not_found] : []),
    ...(writes && path !== '/auth/login' ? [conflict] : []),
    ...(body || file || reply === 'file' ? [too_large] : []),
    ...(body || file ? [unsupported] : []),
    ...(open || ['/auth/password', '/auth/second-factor'].some((one) => path.startsWith(one)) ? [too_many] : []),
  ]
  return [...codes.map(String), 'default']
}

const errorResponse = (schemas: Json, description: string): Json => ({
  description,
  content: { 'application/json': { schema: schemaOf(schemas, errorBody) } },
})

function operation(schemas: Json, tag: string, operationId: string, endpoint: Endpoint): Operation {
  const headers = [
    ...(['PUT', 'DELETE'].includes(endpoint.method) ? ['IfMatch'] : []),
    ...(endpoint.method === 'POST' && !endpoint.open ? ['IdempotencyKey'] : []),
    'Prefer',
  ]
  return {
    tags: [tag],
    operationId,
    summary: endpoint.summary,
    security: endpoint.open ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(schemas, endpoint.params, 'path'),
      ...parameters(schemas, endpoint.query, 'query'),
      ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...requestBody(schemas, operationId, endpoint),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'U redu.',
        headers: answerHeaders(endpoint),
        content: replyContent(schemas, endpoint),
      },
      ...Object.fromEntries(errorsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  }
}

function parameters(schemas: Json, object: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(object?.shape ?? {}).map(([name, field]) => {
    const { default: otherwise, description, ...schema } = schemaOf(schemas, field as z.ZodType)
    return {
      name,
      in: place,
      required: place === 'path',
      description: description ?? FIELD_WORDS[name],
      schema: place === 'query' && otherwise !== undefined ? { ...schema, default: otherwise } : schema,
    }
  })
}

/** The fields beside a file, except the number of its document. */
const FILE_FIELDS: Readonly<Record<string, string | undefined>> = {
  kolone: FIELD_WORDS.kolone,
  vrednosti: 'JSON: naše polje → vrednost za redove koji je nemaju.',
  partner_id: 'Partner iz registra, umesto onog koga kaže fajl.',
}

function requestBody(
  schemas: Json,
  operationId: string,
  { body, example, file }: Endpoint,
): Pick<Operation, 'requestBody'> {
  if (body) {
    const content = { schema: schemaOf(schemas, body), example: example ?? BODY_EXAMPLES[operationId] }
    return { requestBody: { required: true, content: { 'application/json': content } } }
  }
  if (!file) return {}
  const bytes = { type: 'string', format: 'binary', description: `Fajl, najviše ${file.maxBytes} bajtova.` }
  const description = (name: string) => FILE_FIELDS[name] ?? 'Broj dokumenta.'
  const fields = (file.fields ?? []).map((name) => [name, { type: 'string', description: description(name) }])
  const schema = { type: 'object', required: ['file'], properties: { file: bytes, ...Object.fromEntries(fields) } }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function answerHeaders({ reply }: Endpoint): Json {
  const shape = reply === 'file' ? {} : ((reply as z.ZodObject).shape ?? {})
  return {
    'X-Upozorenja': { $ref: '#/components/headers/Upozorenja' },
    ...('verzija' in shape ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
    ...('papiri_posle' in shape ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
  }
}

const replyContent = (schemas: Json, { reply, fileType = 'application/pdf' }: Endpoint): Json =>
  reply === 'file'
    ? { [fileType]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: withWarnings(schemaOf(schemas, reply)) } }

const warnings = { type: 'array', items: { type: 'string' }, description: 'Nepoznata imena u zahtevu, ako ih ima.' }

/** Any answer that is an object may name unknown fields of its call. */
const withWarnings = (schema: Json): Json =>
  schema.type === 'array' ? schema : { allOf: [schema, { type: 'object', properties: { upozorenja: warnings } }] }

/**
 * The input of a schema, as JSON Schema. Schemas with a name (`meta({ id })`) are put into `schemas` and referred to. A
 * field without a description is described by its name.
 */
function schemaOf(schemas: Json, schema: z.ZodType): Json {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // A field that takes more than it promises (a number as text) says with `type` what it promises.
      if (jsonSchema.type) delete jsonSchema.anyOf
    },
  }) as Json & { $defs?: Record<string, Json> }
  for (const [id, named] of Object.entries($defs)) schemas[id] ??= described(named)
  const { id, ...root } = own as Json
  if (typeof id !== 'string') return described(root)
  schemas[id] ??= described(root)
  return { $ref: `#/components/schemas/${id}` }
}

function described(schema: Json): Json {
  const { id: _, $ref, properties, items, anyOf, allOf, additionalProperties, ...rest } = schema
  const named = properties as Record<string, Json> | undefined
  return {
    ...rest,
    ...(typeof $ref === 'string' ? { $ref: $ref.replace('#/$defs/', '#/components/schemas/') } : {}),
    ...(named ? { properties: Object.fromEntries(Object.entries(named).map(describedField)) } : {}),
    ...(items ? { items: described(items as Json) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(described) } : {}),
    ...(Array.isArray(allOf) ? { allOf: allOf.map(described) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: described(additionalProperties as Json) }
      : {}),
  }
}

const describedField = ([name, field]: [string, Json]): [string, Json] => {
  const description = field.description ?? FIELD_WORDS[name]
  return [name, { ...described(field), ...(description ? { description } : {}) }]
}
