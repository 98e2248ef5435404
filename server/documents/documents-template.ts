import { documentImportTexts } from '#contract/document-import.ts'
import { XLSX_TYPE } from '#contract/endpoint.ts'
import type { FileReply } from '#server/http/call.ts'
import type { AnyBody, DocumentFields } from './prepare-import.ts'

const DAY_WIDTH = 12

/**
 * The spreadsheet that users fill in with documents: a column for each field, under the name that it has in the form, and a
 * document of two lines. Its library is loaded for whoever asks: it takes 10 MiB.
 */
export async function documentsTemplate<Body extends AnyBody>({
  vrsta,
  head,
  line,
  example,
}: DocumentFields<Body>): Promise<FileReply> {
  const { writeSheet } = await import('#server/sheets/write-sheet.ts')
  const fields = [
    ...Object.entries(head).map(([name, { label, kind }]) => ({ name, label, kind })),
    { name: 'broj_fakture', label: 'Broj fakture', kind: 'code' as const },
    ...Object.entries(line).map(([name, { label, kind }]) => ({ name, label, kind })),
  ]
  const columns = fields.map(({ label, kind }) =>
    kind === 'day' ? { header: label, as: 'day' as const, width: DAY_WIDTH } : { header: label },
  )
  const number = `broj_${vrsta}`
  const rows = example.lines.map((one, at) => {
    const said = { ...(at === 0 ? example.head : { [number]: example.head[number] }), redni_broj: at + 1, ...one }
    return fields.map(({ name }) => (said as Record<string, string | number | boolean>)[name] ?? null)
  })
  const bytes = new Uint8Array(writeSheet(vrsta.toUpperCase(), columns, rows, documentImportTexts.howCellsCount))
  return { name: `template_${vrsta}.xlsx`, type: XLSX_TYPE, bytes }
}
