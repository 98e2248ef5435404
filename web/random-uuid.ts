type Uuid = ReturnType<Crypto['randomUUID']>

/** Sixteen random bytes as a UUID of version 4 (RFC 9562 §5.4). */
export function uuidOf(random: Uint8Array): Uuid {
  const bytes = random.map((byte, i) => (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte))
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Uuid
}

// Browsers offer crypto.randomUUID to secure pages alone; over plain HTTP in a local network it is missing.
crypto.randomUUID ??= () => uuidOf(crypto.getRandomValues(new Uint8Array(16)))
