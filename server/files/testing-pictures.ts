// The smallest pictures that are complete.

/** A segment of a JPEG: its marker, its length and what it holds. */
export function segment(marker: number, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content as Uint8Array)
  return Buffer.concat([Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff]), bytes])
}

export const jpegOf = (...parts: readonly Buffer[]): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, 0xd9])])

export const JPEG = jpegOf(segment(0xe0, 'JFIF'), segment(0xc0, '123456'), segment(0xda, 'abc'), Buffer.from('data'))

const chunk = (name: string, content: string | Uint8Array) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  return Buffer.concat([size, Buffer.from(name), Buffer.from(content as Uint8Array), Buffer.from('....')])
}
export const pngOf = (data: string | Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[chunk('IHDR', '1234567890123'), chunk('IDAT', data), chunk('IEND', '')],
  ])
export const PNG = pngOf('IEND')
