import { html, raw } from 'hono/html'
import type { OpenApi } from './openapi.ts'

/** Its style sheet; the security policy of the page names its hash. */
export const STYLE = `
  body { font: 14px/20px system-ui, sans-serif; color: #12171f; background: #f6f7f9; max-width: 980px; margin: 24px auto; padding: 0 16px }
  h2 { margin: 32px 0 8px; text-transform: capitalize }
  details { background: #fff; border: 1px solid #e3e6ea; border-radius: 6px; margin: 4px 0; padding: 8px 12px }
  summary { cursor: pointer } code { font-weight: 600 } span { color: #4a5361 } pre { overflow: auto; font-size: 12px; line-height: 16px }
  @media (prefers-color-scheme: dark) { body { color: #e8ecf1; background: #0f1318 } details { background: #171c23; border-color: #2a313b } span { color: #a9b3c0 } }`

/** The OpenAPI document as a page to read, without a script and without anything from another host. */
export function docsPage(document: OpenApi) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const tags = Map.groupBy(operations, (operation) => operation.tags[0] ?? '')
  return html`<!doctype html>
<html lang="sr-Latn">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API · ${document.info.title}</title><style>${raw(STYLE)}</style></head>
<body>
<h1>${document.info.title}: API</h1>
<p>Mašinski čitljivo: <a href="/api/openapi.json">openapi.json</a>. Token: <code>Authorization: Bearer {token}</code>.</p>
${[...tags].map(
  ([tag, list]) =>
    html`<h2>${tag}</h2>${list.map(
      ({ path, method, summary, security, parameters, requestBody, responses }) => html`<details>
<summary><code>${method.toUpperCase()} ${path}</code> <span>${summary}${security.length ? '' : ' · bez tokena'}</span></summary>
${parameters.length ? html`<p>Parametri</p><pre>${JSON.stringify(parameters, null, 2)}</pre>` : ''}
${requestBody ? html`<p>Telo</p><pre>${JSON.stringify(requestBody.content, null, 2)}</pre>` : ''}
<p>Odgovori</p><pre>${JSON.stringify(responses, null, 2)}</pre></details>`,
    )}`,
)}
</body></html>`
}
