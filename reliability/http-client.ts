// biome-ignore lint/suspicious/noExplicitAny: a test asserts all that it reads of an answer
export type Answer = { readonly status: number; readonly body: any; readonly bytes: Buffer }
type Headers = Record<string, string>

/** A user's calls over the network; a connection that breaks rejects. Paths are those below `/api`. */
export type Caller = {
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>
  upload(path: string, name: string, bytes: Buffer, headers?: Headers): Promise<Answer>
}

/** The calls of the user who holds this token; an empty one is nobody's. */
export const callerOf = (url: string, token: string): Caller => {
  const send = async (method: string, path: string, body: BodyInit | null, headers: Headers): Promise<Answer> => {
    const bearer: Headers = token ? { authorization: `Bearer ${token}` } : {}
    const response = await fetch(`${url}/api${path}`, { method, body, headers: { ...bearer, ...headers } })
    const bytes = Buffer.from(await response.arrayBuffer())
    const json = /^application\/json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, body: json ? JSON.parse(bytes.toString()) : null, bytes }
  }
  return {
    call: (method, path, body, headers = {}) =>
      body === undefined
        ? send(method, path, null, headers)
        : send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
    upload(path, name, bytes, headers = {}) {
      const form = new FormData()
      form.set('documentId', 'X')
      form.set('file', new File([new Uint8Array(bytes)], name))
      return send('POST', path, form, headers)
    },
  }
}

/** Of everybody who signs up here. */
export const PASSWORD = 'duga lozinka za probu'

/** Registers an account and answers its token. */
export async function signUp(url: string, email = 'ana@firma.rs'): Promise<string> {
  const registered = await callerOf(url, '').call('POST', '/auth/register', { email, password: PASSWORD })
  if (registered.status >= 300) throw new Error(`register: ${registered.status} ${registered.bytes}`)
  return logIn(url, email)
}

/** The token of a new session of somebody who has signed up. */
export async function logIn(url: string, email = 'ana@firma.rs'): Promise<string> {
  return (await callerOf(url, '').call('POST', '/auth/login', { email, password: PASSWORD })).body.token
}
