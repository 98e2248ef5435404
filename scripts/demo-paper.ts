/** A PDF of one page and a few lines of Latin text: just enough to stand for a scanned declaration. */
export function tinyPdf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const shown = lines.map((line, at) => `BT /F1 ${at === 0 ? 16 : 11} Tf 60 ${770 - at * 24} Td (${plain(line)}) Tj ET`)
  const content = [...shown, '60 752 m 535 752 l S'].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const xref = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return new TextEncoder().encode(text)
}

/** The built-in font knows no Serbian letters, and parentheses end a string. */
const plain = (text: string): string =>
  text
    .replaceAll('đ', 'dj')
    .replaceAll('Đ', 'Dj')
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[()\\]/g, ' ')
