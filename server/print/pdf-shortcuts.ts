/** What pdfmake 0.3.11 and pdfkit 0.19 do inside, as far as we reach into it. */
type Style = Readonly<Record<string, unknown>>
type StyleStack = { readonly styleOverrides: readonly (Style | string)[]; readonly defaultStyle?: Style }
type StyleOf = (item: Style, stack: StyleStack | null, property: string, otherwise: unknown) => unknown

/**
 * pdfmake looks some twenty properties up for each piece of text, and for each of them puts the piece onto its stack of
 * styles and takes it off again. Without named styles, and we use none, that changes nothing (decisions, pdf-papers).
 */
export function quickStyles(StyleContextStack: { getStyleProperty: StyleOf }): void {
  const original = StyleContextStack.getStyleProperty
  StyleContextStack.getStyleProperty = (item, stack, property, otherwise) => {
    const own = item[property]
    if (own !== undefined && own !== null) return own
    if (!stack || item.style) return original(item, stack, property, otherwise)
    const { styleOverrides, defaultStyle } = stack
    for (let at = styleOverrides.length - 1; at >= 0; at--) {
      const style = styleOverrides[at]
      if (typeof style === 'string') return original(item, stack, property, otherwise)
      const value = style?.[property]
      if (value !== undefined && value !== null) return value
    }
    return defaultStyle?.[property] ?? otherwise
  }
}

type Reference = { write(chunk: string | Uint8Array): void; finalize(): void; gathered?: string }
type WithReferences = { ref(data?: Style): Reference }

/**
 * pdfkit makes a small buffer of each line that it writes onto a page, thousands of them. Here the lines are gathered
 * and become one. The class of what is written to has no name outside of pdfkit: the first one of it shows the way.
 */
export function gatherLines(PdfDocument: { prototype: WithReferences }): void {
  const { ref } = PdfDocument.prototype
  PdfDocument.prototype.ref = function (data) {
    PdfDocument.prototype.ref = ref
    const first = ref.call(this, data)
    gatherIn(Object.getPrototypeOf(first))
    return first
  }
}

function gatherIn(prototype: Reference) {
  const { write, finalize } = prototype
  function flush(reference: Reference) {
    const { gathered } = reference
    reference.gathered = ''
    // pdfkit ends a line that is a string, and leaves bytes as they are.
    if (gathered) write.call(reference, Buffer.from(gathered, 'latin1'))
  }
  prototype.write = function (chunk) {
    if (typeof chunk === 'string') {
      this.gathered = `${this.gathered ?? ''}${chunk}\n`
      return
    }
    flush(this)
    write.call(this, chunk)
  }
  prototype.finalize = function () {
    flush(this)
    finalize.call(this)
  }
}
