import { join, resolve } from 'node:path'
import { asciiAddress, asciiDomain, emailAddress } from '#contract/email.ts'
import { MAX_PDF_BYTES } from '#contract/limits.ts'
import { hostName } from '#server/host.ts'

/** The settings of the environment; everything has a default that works on one's own machine. */
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
  /**
   * `WEAK_PASSWORDS`: `refuse` turns easily guessed passwords away at registration too, the default where others than this
   * machine reach the program; `allow` does not, the default elsewhere (spec §5).
   */
  readonly weakPasswords: 'allow' | 'refuse'
  /** `SECOND_FACTOR`: `required` lets an account without a second factor do nothing but set one up; `optional` (default). */
  readonly secondFactor: 'optional' | 'required'
  /**
   * `TRUST_PROXY`: how many proxies of one's own stand in front, 0 (default) to 9. Only then `X-Forwarded-For` and
   * `X-Forwarded-Proto` are believed.
   */
  readonly trustedProxies: number
  /**
   * `PUBLIC_HOSTS`: names and addresses, with commas, under which others than this machine ask for the program. Loopback
   * names and the address at which a request comes in are always answered.
   */
  readonly publicHosts: readonly string[]
  /**
   * E-mail, where `SMTP_URL` names a server: `smtp://` or `smtps://`, with user and password where it wants them. `SMTP_FROM`
   * says whose the mails are, `PUBLIC_URL` where their links lead: nobody's request has a say in that.
   */
  readonly posta: PostaConfig | undefined
  /**
   * `PDF_TOTAL_MB`: the MB that all stored PDFs together may have, 10 to 100,000,000; absent (default) no bound. In
   * bytes.
   */
  readonly maxAllPdfBytes: number | undefined
  /** Folder of the backups. `BACKUP_DIR`, default `kopije` in the folder of the data. */
  readonly backupDir: string
  /** `BACKUP_EVERY_HOURS`: hours between backups by the program itself, 1 to 168; 0 (default) never. SQLite only. */
  readonly backupEveryHours: number
  /** `BACKUP_KEEP`: the number of newest backups that stay, 1 to 1000; default 14. */
  readonly backupKeep: number
  /** `METRICS_PORT`: where Prometheus finds `/metrics`; absent (default) nowhere, 0 takes a free port. */
  readonly metricsPort: number | undefined
  /** `METRICS_HOST`: the address for that, default 127.0.0.1. */
  readonly metricsHost: string
  /** `LOG`: `text` (default) for people, `json` for programs: one object per line, one line per answered request. */
  readonly log: 'text' | 'json'
  /**
   * `DRAIN_SECONDS`: the time the program goes on answering after SIGTERM while /api/ready says no, 0 (default) to 300.
   */
  readonly drainSeconds: number
}

export type PostaConfig = {
  readonly smtpUrl: string
  readonly from: { readonly name: string; readonly address: string }
  /** Scheme and name, without a path. */
  readonly publicUrl: string
}

const MAX_PORT = 65535
const MAX_PROXIES = 9
const MB = 1024 * 1024
/** At least one PDF of the largest, at most 100 TB. */
const MIN_PDF_TOTAL_MB = MAX_PDF_BYTES / MB
const MAX_PDF_TOTAL_MB = 100_000_000
const MAX_BACKUP_HOURS = 168
const MAX_BACKUPS_KEPT = 1000
export const MAX_DRAIN_SECONDS = 300
/**
 * The settings whose empty value is an error. An empty value elsewhere means the default, but the defaults of these can
 * let everybody in, which is not the wish of somebody who writes them down.
 */
const GUARDS = ['REGISTRATION', 'WEAK_PASSWORDS', 'SECOND_FACTOR']
const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** Reads the environment; a wrong value is an error whose sentence says which. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const value = (name: string) => {
    const text = env[name]?.trim()
    return text === '' && !GUARDS.includes(name) ? undefined : text
  }
  const host = value('HOST') ?? '127.0.0.1'
  const trustedProxies = wholeNumber('TRUST_PROXY', value('TRUST_PROXY') ?? '0', 0, MAX_PROXIES)
  const metricsPort = value('METRICS_PORT')
  const pdfTotal = value('PDF_TOTAL_MB')
  const publicUrl = publicUrlOf(value('PUBLIC_URL'))
  const databaseUrl = value('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Error('DATABASE_URL mora početi sa postgres://')
  const dataDir = resolve(value('DATA_DIR') ?? './data')
  const backupEveryHours = wholeNumber('BACKUP_EVERY_HOURS', value('BACKUP_EVERY_HOURS') ?? '0', 0, MAX_BACKUP_HOURS)
  if (databaseUrl && backupEveryHours > 0)
    throw new Error('BACKUP_EVERY_HOURS važi samo za ugrađenu bazu; PostgreSQL čuvajte njegovim alatima (pg_dump).')
  return {
    port: wholeNumber('PORT', value('PORT') ?? '3000', 0, MAX_PORT),
    host,
    dataDir,
    databaseUrl,
    registration: registrationOf(value('REGISTRATION')),
    weakPasswords: weakPasswordsOf(
      value('WEAK_PASSWORDS') ?? (isReached({ host, trustedProxies }) ? 'refuse' : 'allow'),
    ),
    secondFactor: secondFactorOf(value('SECOND_FACTOR')),
    trustedProxies,
    publicHosts: publicHostsOf([value('PUBLIC_HOSTS'), publicUrl].filter(Boolean).join(',')),
    posta: postaOf(value('SMTP_URL'), value('SMTP_FROM'), publicUrl),
    maxAllPdfBytes:
      pdfTotal === undefined
        ? undefined
        : wholeNumber('PDF_TOTAL_MB', pdfTotal, MIN_PDF_TOTAL_MB, MAX_PDF_TOTAL_MB) * MB,
    backupDir: resolve(value('BACKUP_DIR') ?? join(dataDir, 'kopije')),
    backupEveryHours,
    backupKeep: wholeNumber('BACKUP_KEEP', value('BACKUP_KEEP') ?? '14', 1, MAX_BACKUPS_KEPT),
    metricsPort: metricsPort === undefined ? undefined : wholeNumber('METRICS_PORT', metricsPort, 0, MAX_PORT),
    metricsHost: value('METRICS_HOST') ?? '127.0.0.1',
    log: logOf(value('LOG')),
    drainSeconds: wholeNumber('DRAIN_SECONDS', value('DRAIN_SECONDS') ?? '0', 0, MAX_DRAIN_SECONDS),
  }
}

/** Whether this address is reached from this machine alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.includes(host)

/** Whether others than this machine reach the program. */
const isReached = ({ host, trustedProxies }: Pick<Config, 'host' | 'trustedProxies'>): boolean =>
  !isLoopback(host) || trustedProxies > 0

/** A warning at the start if strangers both reach the program and may register; else null. */
export function exposureOf({ host, trustedProxies, registration }: Config): string | null {
  if (registration !== 'open' || !isReached({ host, trustedProxies })) return null
  return `PAŽNJA: server ${wayOf({ host, trustedProxies })}, a registracija je otvorena za svakoga. Postavite REGISTRATION=closed ili spisak domena.`
}

/** A warning with demo data, whose password stands in the source; null where only this machine reaches the program. */
export function demoExposureOf({ host, trustedProxies }: Config): string | null {
  if (!isReached({ host, trustedProxies })) return null
  return `PAŽNJA: server ${wayOf({ host, trustedProxies })}, a lozinke demo naloga su svima poznate. Promenite ih pod 'Nalog i sesije'.`
}

const wayOf = ({ host, trustedProxies }: Pick<Config, 'host' | 'trustedProxies'>): string =>
  isLoopback(host) ? `je iza proksija (TRUST_PROXY=${trustedProxies})` : `sluša na ${host}`

function registrationOf(text = 'open'): Config['registration'] {
  if (text === 'open' || text === 'closed') return text
  const domains = text.split(',').map((domain) => asciiDomain(domain.trim().replace(/^@/, '')).toLowerCase())
  if (domains.some((domain) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) {
    throw new Error(`REGISTRATION mora biti open, closed ili spisak domena (firma.rs,druga.rs), a jeste "${text}".`)
  }
  return domains
}

function publicHostsOf(text = ''): readonly string[] {
  return text.split(',').flatMap((word) => {
    // A scheme is allowed, as in the site names of Caddy.
    const host = word.trim().replace(/^https?:\/\//, '')
    const name = hostName(host) ?? hostName(`[${host}]`)
    if (host && !name) {
      throw new Error(`PUBLIC_HOSTS mora biti spisak imena ili adresa (zalihe.firma.rs,10.0.0.5), a jeste "${text}".`)
    }
    return name ?? []
  })
}

function publicUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const { protocol, origin, href } = URL.canParse(text) ? new URL(text) : { protocol: '', origin: '', href: '' }
  if (/^https?:$/.test(protocol) && href === `${origin}/`) return origin
  throw new Error(`PUBLIC_URL mora biti adresa programa bez putanje (https://zalihe.firma.rs), a jeste "${text}".`)
}

function postaOf(smtpUrl?: string, from?: string, publicUrl?: string): PostaConfig | undefined {
  if (smtpUrl === undefined) return undefined
  // The error does not repeat the address: it may hold a password.
  if (!/^smtps?:$/.test(URL.canParse(smtpUrl) ? new URL(smtpUrl).protocol : '') || !new URL(smtpUrl).hostname)
    throw new Error('SMTP_URL mora biti smtp:// ili smtps:// sa imenom servera (smtp://mejl.firma.rs:587).')
  if (publicUrl === undefined)
    throw new Error('Uz SMTP_URL ide PUBLIC_URL: adresa programa za veze u mejlovima (https://zalihe.firma.rs).')
  const [, name = '', address = from ?? ''] = /^([^<>"]*)<([^<>]*)>$/.exec(from ?? '') ?? []
  if (!emailAddress('').safeParse(address).success)
    throw new Error(
      `Uz SMTP_URL ide SMTP_FROM: adresa sa koje mejlovi stižu (Zalihe <zalihe@firma.rs>), a jeste "${from ?? ''}".`,
    )
  return { smtpUrl, from: { name: name.trim(), address: asciiAddress(address.trim()) }, publicUrl }
}

function weakPasswordsOf(text: string): Config['weakPasswords'] {
  if (text === 'allow' || text === 'refuse') return text
  throw new Error(`WEAK_PASSWORDS mora biti allow ili refuse, a jeste "${text}".`)
}

function secondFactorOf(text = 'optional'): Config['secondFactor'] {
  if (text === 'optional' || text === 'required') return text
  throw new Error(`SECOND_FACTOR mora biti optional ili required, a jeste "${text}".`)
}

function logOf(text = 'text'): Config['log'] {
  if (text === 'text' || text === 'json') return text
  throw new Error(`LOG mora biti text ili json, a jeste "${text}".`)
}

function wholeNumber(name: string, text: string, low: number, high: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= low && value <= high) return value
  throw new Error(`${name} mora biti ceo broj od ${low} do ${high}, a jeste "${text}".`)
}
