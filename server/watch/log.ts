import { formatWithOptions } from 'node:util'

const LEVELS = { log: 'info', info: 'info', warn: 'warn', error: 'error' } as const
type Write = (line: string) => void

/**
 * Turns each call of the console into a line with a JSON object on standard output: `time`, `level`, `message`, `stack`
 * for errors, and the fields of an object among the arguments. Returns the function that undoes it.
 */
export function speakJson(write: Write = (line) => process.stdout.write(line)): () => void {
  const before = { ...console }
  for (const [name, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, string][])
    console[name] = (...said: unknown[]) => write(lineOf(level, said))
  return () => Object.assign(console, before)
}

function lineOf(level: string, said: readonly unknown[]): string {
  const fields: Record<string, unknown> = {}
  const words: unknown[] = []
  for (const one of said) {
    if (one instanceof Error) {
      words.push(one.message)
      fields.stack ??= one.stack
    } else if (Object.getPrototypeOf(Object(one)) === Object.prototype) Object.assign(fields, one)
    else words.push(one)
  }
  const message = formatWithOptions({ colors: false }, ...words)
  return `${JSON.stringify({ ...fields, time: new Date().toISOString(), level, ...(message && { message }) })}\n`
}
