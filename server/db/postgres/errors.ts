/** No server that takes writes was found in time; the code is PostgreSQL's for that. */
export class Unreachable extends Error {
  readonly code = '08001'
}

/**
 * True when the connection ended under a statement that had been sent: the server died, was stopped, ended it, or the
 * network did. Whether the statement was carried out is not known. False where none could be had in the first place.
 */
export function isLost(error: unknown): boolean {
  if (error instanceof Unreachable) return false
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (
    /^(57P0[125]|0800[36]|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code) ||
    /^Connection terminated|connection error and is not queryable/.test(message)
  )
}

/**
 * What the server, the network or the address itself says, said of where the address stands, with its code, which tells
 * an outage; our own sentences stay.
 */
export function refusedBy(address: string, error: unknown): unknown {
  const { code, message } = error as Error & { code?: string }
  if (code === undefined) return error
  const said = new Error(`${address}: PostgreSQL ne prima program (${message || code}).`, { cause: error })
  return Object.assign(said, { code })
}
