import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

/** The OpenAPI 3.1 document of the given features, made of the same contract that the server and the browser use. */
export function openApi(features: Record<string, { endpoints: Record<string, Endpoint> }>) {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [tag, { endpoints }] of Object.entries(features)) {
    for (const [operationId, endpoint] of Object.entries(endpoints)) {
      const path = `/api${endpoint.path}`
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = operation(tag, operationId, endpoint)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sistem za upravljanje zalihama', version: '1' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}
export type OpenApi = ReturnType<typeof openApi>

function operation(tag: string, operationId: string, endpoint: Endpoint): Json {
  const error = { description: 'Greška', content: { 'application/json': { schema: schemaOf(errorBody) } } }
  return {
    tags: [tag],
    operationId,
    summary: endpoint.summary,
    ...(endpoint.open ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      [String(endpoint.status ?? 200)]: { description: 'U redu', content: replyContent(endpoint) },
      default: error,
    },
  }
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: schemaOf(field as z.ZodType),
  }))
}

function requestBody(endpoint: Endpoint): Json {
  if (endpoint.body)
    return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body) } } } }
  if (!endpoint.file) return {}
  const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

const replyContent = ({ reply }: Endpoint): Json =>
  reply === 'file'
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: schemaOf(reply) } }
