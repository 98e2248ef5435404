import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { Context } from 'hono'

/** All that is kept of the built web, with its compressed forms; it takes some 4 MB. */
export const MAX_WEB_BYTES = 32 * 1024 * 1024
/** Only developers ask for them, and they are larger than all the rest: they stay on the disk. */
const LEFT_OUT = '.map'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}
/** What the build has written beside a file (vite.config.ts), the shortest first. */
const FORMS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const

type Bytes = Uint8Array<ArrayBuffer>
type WebFile = { type: string; etag: string; bytes: Bytes; forms: { encoding: string; bytes: Bytes }[] }

/**
 * Reads the built web once and answers how one of its files is sent: from memory, so that nobody waits for a disk or for
 * threads that hash passwords. Undefined for a path that is no file of it.
 */
export function webFiles(root: string): (c: Context, path: string) => Response | undefined {
  const files = readWeb(root)
  return (c, path) => {
    const file = files.get(path)
    return file && send(c, file)
  }
}

function readWeb(root: string): Map<string, WebFile> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => extname(name) !== LEFT_OUT && statSync(join(root, name)).isFile(),
  )
  const read = new Map(names.map((name) => [name, new Uint8Array(readFileSync(join(root, name)))]))
  const total = [...read.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  if (total > MAX_WEB_BYTES) throw new Error(`Folder ${root} ima ${total} bajtova, a sme najviše ${MAX_WEB_BYTES}.`)
  const files = new Map<string, WebFile>()
  for (const [name, bytes] of read) {
    const type = TYPES[extname(name)]
    if (!type) continue
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    const forms = FORMS.flatMap(({ encoding, ending }) => {
      const compressed = read.get(`${name}${ending}`)
      return compressed ? [{ encoding, bytes: compressed }] : []
    })
    files.set(`/${name.split(sep).join('/')}`, { type, etag, bytes, forms })
  }
  return files
}

function send(c: Context, { type, etag, bytes, forms }: WebFile): Response {
  const accepted = (c.req.header('accept-encoding') ?? '').split(',').map((one) => one.trim().split(';')[0])
  const form = forms.find(({ encoding }) => accepted.includes(encoding))
  // Of each form its own, as a strong tag asks; weak would do, but caches compare those of two forms as equal.
  const tag = form ? `${etag.slice(0, -1)}-${form.encoding}"` : etag
  c.header('etag', tag)
  if (forms.length > 0) c.header('vary', 'accept-encoding')
  if ((c.req.header('if-none-match') ?? '').includes(tag)) return c.body(null, 304)
  c.header('content-type', type)
  if (form) c.header('content-encoding', form.encoding)
  return c.body(form?.bytes ?? bytes)
}
