import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Block, PdfDefinition } from './pdf-definition.ts'

type FontFile = {
  characterSet: number[]
  unitsPerEm: number
  hasGlyphForCodePoint(code: number): boolean
  glyphForCodePoint(code: number): { advanceWidth: number }
}

const require = createRequire(import.meta.url)
const fontkit: { openSync(path: string): FontFile } = require('fontkit')

/** The font of every paper, and its folder. */
const USUAL = 'Roboto'
export const ROBOTO = join(dirname(require.resolve('pdfmake/package.json')), 'fonts', 'Roboto')
/** Fonts for signs that Roboto lacks: first one with ⌀, → and others of drawings, then Chinese, Japanese, ℃ and ①. */
const FALLBACKS: Record<string, string> = {
  'Noto Sans Math': require.resolve('@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff'),
  'Noto Sans SC': join(dirname(require.resolve('@embedpdf/fonts-sc')), '..', 'fonts', 'NotoSansHans-Regular.otf'),
}
/** Stands for a sign that no font has. */
const PLACEHOLDER = '□'
const LACKING = `${PLACEHOLDER} stoji umesto znaka kojeg nema u pismima za štampu.`

/** The file of each fallback; pdfmake opens it where a paper needs it. */
export const fallbackFonts = Object.fromEntries(
  Object.entries(FALLBACKS).map(([family, file]) => [family, { normal: file, bold: file }]),
)
export const fontFolders = new Set([ROBOTO, ...Object.values(FALLBACKS).map((file) => dirname(file))])

const roboto = fontkit.openSync(join(ROBOTO, 'Roboto-Regular.ttf'))
const bold = fontkit.openSync(join(ROBOTO, 'Roboto-Medium.ttf'))
const usual = new Set(roboto.characterSet)
type Run = { text: string; font: string }

const codeOf = (sign: string) => sign.codePointAt(0) ?? 0

function isUsual(text: string): boolean {
  for (const sign of text) if (!usual.has(codeOf(sign))) return false
  return true
}

/** Signs of the fallback fonts fill a square, and a little more. */
const SQUARE = 1.1
const advances = new Map<string, number>()

/** The greatest width of a sign on paper, bold or not, as a fraction of the text size. */
export function advanceOf(sign: string): number {
  let advance = advances.get(sign)
  if (advance === undefined) {
    const code = codeOf(sign)
    const widths = [roboto, bold].map((font) => font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm)
    advance = usual.has(code) ? Math.max(...widths) : SQUARE
    advances.set(sign, advance)
  }
  return advance
}

/**
 * Gives each sign that Roboto lacks to a font that has it, and replaces a sign that no font has; the paper then says so
 * at its end. The fallbacks, 9 MB, are opened for such a paper only, and not kept.
 */
export function withEverySign(definition: PdfDefinition): PdfDefinition {
  const opened = new Map<string, FontFile>()
  let lacks = false

  /** The family that has a sign; null where none has. */
  function familyOf(sign: string): string | null {
    if (usual.has(codeOf(sign))) return USUAL
    for (const [family, file] of Object.entries(FALLBACKS)) {
      const font = opened.get(family) ?? fontkit.openSync(file)
      opened.set(family, font)
      if (font.hasGlyphForCodePoint(codeOf(sign))) return family
    }
    return null
  }

  function runsOf(text: string): string | Run[] {
    if (isUsual(text)) return text
    const runs: Run[] = []
    for (const sign of text) {
      const family = familyOf(sign)
      lacks ||= family === null
      const [shown, font] = family ? [sign, family] : [PLACEHOLDER, familyOf(PLACEHOLDER) ?? USUAL]
      const run = runs.at(-1)
      if (run?.font === font) run.text += shown
      else runs.push({ text: shown, font })
    }
    return runs
  }

  function inBlock<B extends Block>(block: B): B {
    if (typeof block.text === 'string') block.text = runsOf(block.text)
    else block.text?.forEach(inBlock)
    block.stack?.forEach(inBlock)
    block.columns?.forEach(inBlock)
    block.table?.body.flat().forEach(inBlock)
    return block
  }

  const { header, footer, content } = definition
  content.forEach(inBlock)
  const last = content.at(-1)
  if (lacks && last) content.splice(-1, 0, inBlock({ text: LACKING, fontSize: 7.5, margin: [0, 0, 0, 8] }))
  return {
    ...definition,
    header: (page) => {
      const block = header(page)
      return block && inBlock(block)
    },
    footer: (page, pages) => inBlock(footer(page, pages)),
  }
}
