import { type App, type AppPage, keepAt, newPage, type PageOptions } from './browser.ts'
import type { Site } from './site.ts'

export const ACCOUNT = { email: 'izvoz@sumadijakabl.rs', password: 'tajna-rec-1' }

/** Which application is called in whose session: `site` in its own, `{ ...site, token }` in another, `{ app }` in none. */
export type Caller = { readonly app: App; readonly token?: string }

/** Sends JSON to the API and gives what it answers. A refusal is an error of the test. */
export async function send<T>({ app, token }: Caller, method: string, path: string, body?: object): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  const answer = await fetch(`${app.url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Registers ACCOUNT and gives the token of its first session. */
export async function register(app: App): Promise<string> {
  await send({ app }, 'POST', '/auth/register', ACCOUNT)
  return (await send<{ token: string }>({ app }, 'POST', '/auth/login', ACCOUNT)).token
}

/** A page of somebody who is already logged in: ACCOUNT, or whose session `{ ...site, token }` says. */
export async function openAs({ app, browser, token }: Site, options: PageOptions = {}): Promise<AppPage> {
  const page = await newPage(browser, options)
  await keepAt(page, app.url, { token })
  return page
}
