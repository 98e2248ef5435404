import { deflateSync } from 'node:zlib'

/** The insides of pdfmake 0.3.11 and pdfkit 0.19, as far as we reach into them. */
type Layout = (text: string, features?: unknown, ...rest: unknown[]) => unknown
type FontFile = { characterSet: number[]; glyphForCodePoint(code: number): unknown; layout: Layout }
type Font = {
  name: string
  font: FontFile
  ascender: number
  descender: number
  lineGap: number
  layoutCache: Record<string, unknown>
  subset: { glyphs: number[]; encode(): Uint8Array }
  document: Document
  encode(text: string): unknown
  embed(): unknown
}
type Document = {
  fontCache: Record<string, Record<string, Font>>
  getFontType(bold: boolean, italics: boolean): string
  ref(data?: Record<string, unknown>): unknown
  _font: Font
  _fontCount: number
  _fontFamilies: Record<string, Font>
}
type ProvideFont = (this: Document, family: string, bold: boolean, italics: boolean) => Font

/**
 * The signs that every paper embeds, in this order: papers that need no others have the same font files. The letters of
 * neighbouring languages occur in partners' names. Other signs are embedded where needed.
 */
const USUAL_SIGNS = [
  ' 0123456789.,:;-–/()%+&"\'€',
  'ABCČĆDĐEFGHIJKLMNOPQRSŠTUVWXYZŽÄÖÜ',
  'abcčćdđefghijklmnopqrsštuvwxyzžäöüßéáó',
].join('')
const USUAL_FAMILY = 'Roboto'
/** The features that fonts apply to Latin letters by default, beside kerning. */
const NO_LIGATURES = { liga: false, clig: false, dlig: false }
/** Laid-out words kept per font. All are forgotten after a paper that exceeds this: numbers seldom come twice. */
const WORDS_KEPT = 3_000

/**
 * Keeps the parsed files of the usual font, its laid-out words and its embedded files between documents. pdfmake makes
 * all three for each document, which is more than half of the time of a small paper. The fallbacks
 * (server/print/pdf-signs.ts) are not kept. Letters are never joined to one sign (fi to ﬁ): a search would not find it.
 * Returns the function that bounds the memory.
 */
export function keepFontsOpen(PdfDocument: { prototype: { provideFont: ProvideFont } }): () => void {
  const open = new Map<string, Font>()
  const provideFont = PdfDocument.prototype.provideFont
  const embedUsual = usualEmbedder()

  PdfDocument.prototype.provideFont = function (family, bold, italics) {
    const type = this.getFontType(bold, italics)
    const given = this.fontCache[family]?.[type]
    if (given) return given
    if (family !== USUAL_FAMILY) {
      const font = unjoined(provideFont.call(this, family, bold, italics))
      // Its lines are as high as those of the usual font, so that the texts of a row stand on one line.
      const [usual] = open.values()
      return Object.assign(
        font,
        usual && { ascender: usual.ascender, descender: usual.descender, lineGap: usual.lineGap },
      )
    }
    const kept = open.get(`${family} ${type}`)
    if (!kept) {
      const first = unjoined(provideFont.call(this, family, bold, italics))
      // A glyph remembers the letter for which it was first fetched. A glyph fetched as a part of another (c of č) has
      // none, and readers could not recognise it in the next paper. So each is fetched for its own letter first.
      for (const code of first.font.characterSet) first.font.glyphForCodePoint(code)
      open.set(`${family} ${type}`, first)
      embedUsual(first)
      return first
    }
    const EmbeddedFont = kept.constructor as new (document: Document, file: FontFile, id: string) => Font
    this._fontCount += 1
    const font = new EmbeddedFont(this, kept.font, `F${this._fontCount}`)
    font.layoutCache = kept.layoutCache
    embedUsual(font)
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

function unjoined(font: Font): Font {
  const { layout } = font.font
  font.font.layout = (text, features, ...rest) => layout.call(font.font, text, features ?? NO_LIGATURES, ...rest)
  return font
}

/** Makes fonts of a document begin with the usual signs. A font without other signs is embedded as the kept file. */
function usualEmbedder(): (font: Font) => void {
  const files = new Map<FontFile, Uint8Array>()
  return (font) => {
    const { document, subset } = font
    font.encode(USUAL_SIGNS)
    const usual = subset.glyphs.length
    const embed = font.embed.bind(font)
    font.embed = () => {
      if (subset.glyphs.length > usual) return embed()
      const file = files.get(font.font) ?? deflateSync(subset.encode())
      files.set(font.font, file)
      subset.encode = () => file
      // The first reference that `embed` makes is for the file, which is packed already.
      const { ref } = document
      document.ref = () => {
        document.ref = ref
        return document.ref({ Filter: 'FlateDecode' })
      }
      return embed()
    }
  }
}
