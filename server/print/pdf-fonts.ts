/** What pdfmake 0.3.11 and pdfkit 0.19 do inside, as far as we reach into it. */
type FontFile = { characterSet: number[]; glyphForCodePoint(code: number): unknown }
type Font = { name: string; font: FontFile; layoutCache: Record<string, unknown> }
type Document = {
  fontCache: Record<string, Record<string, Font>>
  getFontType(bold: boolean, italics: boolean): string
  _font: Font
  _fontCount: number
  _fontFamilies: Record<string, Font>
}
type ProvideFont = (this: Document, family: string, bold: boolean, italics: boolean) => Font

/** Laid-out words remembered per font; with more than these after a paper, all are forgotten. Numbers seldom come twice. */
const WORDS_KEPT = 3_000

/**
 * pdfmake opens and parses every font file anew for each document and lays out every word anew, which is half of the
 * time of a small paper. This keeps both between documents. Returns the function that bounds what is remembered.
 */
export function keepFontsOpen(PdfDocument: { prototype: { provideFont: ProvideFont } }): () => void {
  const open = new Map<string, Font>()
  const provideFont = PdfDocument.prototype.provideFont

  PdfDocument.prototype.provideFont = function (family, bold, italics) {
    const type = this.getFontType(bold, italics)
    const given = this.fontCache[family]?.[type]
    if (given) return given
    const kept = open.get(`${family} ${type}`)
    if (!kept) {
      const first = provideFont.call(this, family, bold, italics)
      // A glyph remembers what it was first fetched for: nothing, when it came as a part of another (c of č), and then
      // no reader could tell the letter in the next paper. So each is fetched for its letter, first of all.
      for (const code of first.font.characterSet) first.font.glyphForCodePoint(code)
      open.set(`${family} ${type}`, first)
      return first
    }
    const EmbeddedFont = kept.constructor as new (document: Document, file: FontFile, id: string) => Font
    this._fontCount += 1
    const font = new EmbeddedFont(this, kept.font, `F${this._fontCount}`)
    font.layoutCache = kept.layoutCache
    this._font = font
    this._fontFamilies[font.name] = font
    this.fontCache[family] = { ...this.fontCache[family], [type]: font }
    return font
  }

  return () => {
    for (const kept of open.values()) {
      if (Object.keys(kept.layoutCache).length > WORDS_KEPT) kept.layoutCache = Object.create(null)
    }
  }
}
