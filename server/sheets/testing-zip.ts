import type { ZipMember } from './write-zip.ts'

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The members of an xlsx whose only sheet is this XML between `<worksheet>` and its end. */
export const xlsxMembers = (sheet: string): ZipMember[] => [
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
export const odsMembers = (table: string, manifest = ''): ZipMember[] => [
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
