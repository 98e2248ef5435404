import { crc32, deflateRawSync } from 'node:zlib'

/**
 * A file in a zip, packed unless it is `stored`. Only tests say more: `declaredBytes` lies about the unpacked size,
 * `flags` and `method` go into the directory as they are.
 */
export type ZipMember = {
  name: string
  content: string | Uint8Array
  stored?: boolean
  declaredBytes?: number
  flags?: number
  method?: number
}

/** A zip file of these members; in tests as untrue as the writer of a hostile one likes. */
export function zipOf(members: readonly ZipMember[], comment = ''): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, stored = false, declaredBytes, flags = 0, method = stored ? 0 : 8 } of members) {
    const plain = Buffer.from(content)
    const packed = stored ? plain : deflateRawSync(plain)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(crc32(plain), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(declaredBytes ?? plain.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    files.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, rest, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...files, listed, end, Buffer.from(comment)])
}
