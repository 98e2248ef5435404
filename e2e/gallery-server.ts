import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const project = fileURLToPath(new URL('..', import.meta.url))
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** Builds web/gallery in memory, serves it under a strict policy for scripts, and answers its address and its end. */
export async function startGallery(): Promise<{ url: string; stop: () => void }> {
  const files = new Map<string, string | Uint8Array>()
  const built = await build({
    configFile: `${project}vite.config.ts`,
    logLevel: 'error',
    build: { write: false, sourcemap: false, rolldownOptions: { input: `${project}web/gallery/index.html` } },
  })
  for (const bundle of [built].flat()) {
    if (!('output' in bundle)) throw new Error('the build of the gallery answered no files')
    for (const file of bundle.output) files.set(file.fileName, file.type === 'chunk' ? file.code : file.source)
  }
  for (const name of ['theme-start.js', 'favicon.svg']) files.set(name, readFileSync(`${project}web/public/${name}`))

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1)
    const content = files.get(path)
    if (content === undefined) return response.writeHead(404).end()
    const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'content-security-policy': "script-src 'self'" }).end(content)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the gallery has no port')
  return {
    url: `http://127.0.0.1:${address.port}/gallery/index.html`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
