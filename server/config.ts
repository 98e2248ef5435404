import { resolve } from 'node:path'

/** What the environment may set; everything has a default that works on one's own machine. */
export type Config = {
  /** Port to listen on. `PORT`, default 3000; 0 takes a free one. */
  readonly port: number
  /** Address to listen on. `HOST`, default 127.0.0.1: this machine only. */
  readonly host: string
  /** Folder of the embedded database. `DATA_DIR`, default ./data. */
  readonly dataDir: string
  /** `DATABASE_URL`: postgres://… ; absent means the embedded SQLite. */
  readonly databaseUrl: string | undefined
  /** `REGISTRATION`: `open` (default), `closed`, or e-mail domains that may register, with commas: `firma.rs,druga.rs`. */
  readonly registration: 'open' | 'closed' | readonly string[]
  /** `WEAK_PASSWORDS`: `refuse` turns easily guessed passwords away at registration too; `allow` (default, spec §5). */
  readonly weakPasswords: 'allow' | 'refuse'
  /**
   * `TRUST_PROXY`: how many proxies of one's own stand in front, 0 (default) to 9. Only then `X-Forwarded-For` and
   * `X-Forwarded-Proto` are believed.
   */
  readonly trustedProxies: number
}

const MAX_PORT = 65535
const MAX_PROXIES = 9

/** Reads the environment; a wrong value is an error whose sentence says which. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const value = (name: string) => env[name]?.trim() || undefined
  const port = Number(value('PORT') ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    throw new Error(`PORT mora biti broj od 0 do ${MAX_PORT}, a jeste "${env.PORT}".`)
  const databaseUrl = value('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Error('DATABASE_URL mora početi sa postgres://')
  return {
    port,
    host: value('HOST') ?? '127.0.0.1',
    dataDir: resolve(value('DATA_DIR') ?? './data'),
    databaseUrl,
    registration: registrationOf(value('REGISTRATION')),
    weakPasswords: weakPasswordsOf(value('WEAK_PASSWORDS')),
    trustedProxies: proxiesOf(value('TRUST_PROXY')),
  }
}

function registrationOf(text = 'open'): Config['registration'] {
  if (text === 'open' || text === 'closed') return text
  const domains = text.split(',').map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
  if (domains.some((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) {
    throw new Error(`REGISTRATION mora biti open, closed ili spisak domena (firma.rs,druga.rs), a jeste "${text}".`)
  }
  return domains
}

function weakPasswordsOf(text = 'allow'): Config['weakPasswords'] {
  if (text === 'allow' || text === 'refuse') return text
  throw new Error(`WEAK_PASSWORDS mora biti allow ili refuse, a jeste "${text}".`)
}

function proxiesOf(text = '0'): number {
  if (/^[0-9]$/.test(text)) return Number(text)
  throw new Error(`TRUST_PROXY mora biti broj posrednika od 0 do ${MAX_PROXIES}, a jeste "${text}".`)
}
