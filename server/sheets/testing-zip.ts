import { crc32, deflateRawSync } from 'node:zlib'

/** `declaredBytes` lies about the unpacked size; `flags` and `method` go into the directory as they are. */
export type TestMember = {
  name: string
  content: string | Uint8Array
  stored?: boolean
  declaredBytes?: number
  flags?: number
  method?: number
}

/** A zip file for tests, which can be as untrue as the writer of a hostile one likes. */
export function zipOf(members: readonly TestMember[], comment = ''): Buffer {
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

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The members of an xlsx whose only sheet is this XML between `<worksheet>` and its end. */
export const xlsxMembers = (sheet: string): TestMember[] => [
  {
    name: '[Content_Types].xml',
    content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
      <Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    content: `<Relationships xmlns="${RELATIONSHIPS}">
      <Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="List1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships xmlns="${RELATIONSHIPS}">
      <Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
  { name: 'xl/worksheets/sheet1.xml', content: `<worksheet xmlns="${MAIN}">${sheet}</worksheet>` },
]

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns'
export const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'

/** The members of an ods whose only table holds this XML. */
export const odsMembers = (table: string, manifest = ''): TestMember[] => [
  { name: 'mimetype', content: ODS_TYPE, stored: true },
  {
    name: 'META-INF/manifest.xml',
    content: `<manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0">
      <manifest:file-entry manifest:full-path="/" manifest:media-type="${ODS_TYPE}"/>${manifest}</manifest:manifest>`,
  },
  {
    name: 'content.xml',
    content: `<office:document-content xmlns:office="${OASIS}:office:1.0" xmlns:table="${OASIS}:table:1.0" xmlns:text="${OASIS}:text:1.0">
      <office:body><office:spreadsheet><table:table table:name="List1">${table}</table:table></office:spreadsheet></office:body></office:document-content>`,
  },
]
