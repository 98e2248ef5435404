type Values = Readonly<Record<string, unknown>>

/** `/c4/{id}/stavke` with its parameters filled in and the query behind it; absent and blank values are left out. */
export function pathTo(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size ? `${filled}?${search}` : filled
}

/** The name in a Content-Disposition header: the encoded form first, it alone knows every letter (RFC 6266). */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] || 'fajl'
}
