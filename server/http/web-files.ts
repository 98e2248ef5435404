import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'

/** The limit for all files of the built web in memory, with their compressed forms; they take some 4 MB. */
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
/** The packed forms that the build writes beside a file (vite.config.ts), the shortest first. */
const FORMS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const

type Bytes = Uint8Array<ArrayBuffer>
type WebFile = { type: string; etag: string; bytes: Bytes; forms: { encoding: string; bytes: Bytes }[] }

/**
 * Answers how a file of the built web is sent: from memory, so that nobody waits for a disk or for threads that hash
 * passwords. All files are read right after the start, so that a later build in the same folder is not mixed with this
 * one. A file that is asked for earlier is read then. Undefined for a path that is no file of it.
 */
export function webFiles(root: string): (c: Context, path: string) => Response | undefined {
  const names = namesIn(root)
  const known = new Map<string, WebFile>()
  const fileOf = (name: string): WebFile | undefined => {
    const file = known.get(name) ?? readFile(root, name, names)
    if (file) known.set(name, file)
    return file
  }
  readAll([...names], fileOf).catch((error) => console.error(error))
  return (c, path) => {
    const file = fileOf(path.slice(1))
    return file && send(c, file)
  }
}

async function readAll(names: readonly string[], fileOf: (name: string) => unknown) {
  for (const name of names) {
    await nextTurn()
    fileOf(name)
  }
}

/** The files of the built web, by their addresses; refuses too many bytes. */
function namesIn(root: string): Set<string> {
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) !== LEFT_OUT)
  const files = all.map((name) => ({ name, stat: statSync(join(root, name)) })).filter(({ stat }) => stat.isFile())
  const total = files.reduce((sum, { stat }) => sum + stat.size, 0)
  if (total > MAX_WEB_BYTES) throw new Error(`Folder ${root} ima ${total} bajtova, a sme najviše ${MAX_WEB_BYTES}.`)
  return new Set(files.map(({ name }) => name.split(sep).join('/')))
}

function readFile(root: string, name: string, names: ReadonlySet<string>): WebFile | undefined {
  const type = TYPES[extname(name)]
  if (!type || !names.has(name)) return undefined
  const read = (one: string) => new Uint8Array(readFileSync(join(root, one)))
  const bytes = read(name)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  const forms = FORMS.flatMap(({ encoding, ending }) =>
    names.has(name + ending) ? [{ encoding, bytes: read(name + ending) }] : [],
  )
  return { type, etag, bytes, forms }
}

function send(c: Context, { type, etag, bytes, forms }: WebFile): Response {
  const accepted = (c.req.header('accept-encoding') ?? '').split(',').map((one) => one.trim().split(';')[0])
  const form = forms.find(({ encoding }) => accepted.includes(encoding))
  // Each form has its own tag, as a strong tag requires. A weak one would be enough, but caches compare those of two
  // forms as equal.
  const tag = form ? `${etag.slice(0, -1)}-${form.encoding}"` : etag
  c.header('etag', tag)
  if (forms.length > 0) c.header('vary', 'accept-encoding')
  if ((c.req.header('if-none-match') ?? '').includes(tag)) return c.body(null, 304)
  c.header('content-type', type)
  if (form) c.header('content-encoding', form.encoding)
  return c.body(form?.bytes ?? bytes)
}
