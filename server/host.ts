import { isIP } from 'node:net'

/** The IP address in a text that may carry a port; IPv4 inside IPv6 is IPv4. Empty for anything else. */
export function addressIn(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(\.\d+){3}):\d+$/, '$1')
  const address = (bare.split('%', 1)[0] ?? '').toLowerCase()
  const kind = isIP(address)
  if (kind !== 6) return kind === 4 ? address : ''
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short)
  if (!mapped) return short
  const [high = 0, low = 0] = mapped.slice(1).map((word) => Number.parseInt(word, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** A name or an address, with a port or without; two headers come joined by a comma and are none. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i
const LOOPBACK = /^(127\.[\d.]+|::1|localhost|.+\.localhost)$/

/** `Zalihe.Firma.rs:8443` → `zalihe.firma.rs`, `[::1]:3000` → `::1`; null for what is no host. */
export function hostName(text: string): string | null {
  const name = HOST.exec(text)?.[1]?.toLowerCase().replace(/\.$/, '')
  return name ? addressIn(name) || name : null
}

/** The place to which a request was sent: its `Host`, and the address at which its connection came in. */
type Asked = { readonly host: string; readonly localAddress: string | undefined }

/**
 * Whether a request is meant for this program: its `Host` is a loopback name, the address at which it came in, or one of
 * `names`. A page of strangers whose name was pointed at this machine (DNS rebinding) asks under its own name. Null for
 * a header that is no host.
 */
export function isOwnHost({ host, localAddress = '' }: Asked, names: readonly string[]): boolean | null {
  const name = hostName(host)
  if (name === null) return null
  return LOOPBACK.test(name) || name === addressIn(localAddress) || names.includes(name)
}
