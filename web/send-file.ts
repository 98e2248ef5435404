type Sending = {
  method: string
  headers: Record<string, string>
  body: FormData
  signal: AbortSignal | undefined
  /** 0–100. */
  onProgress: (percent: number) => void
  /** Gets the full text of the answer so far, each time that more comes. */
  onText?: ((text: string) => void) | undefined
}

/** Works as fetch and reports its progress, which only XMLHttpRequest knows. Without an answer a TypeError. */
export function sendFile(url: string, sent: Sending): Promise<Response> {
  const { method, headers, body, signal, onProgress, onText } = sent
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const sending = new XMLHttpRequest()
    sending.open(method, url)
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value)
    sending.responseType = onText ? 'text' : 'blob'
    if (onText) sending.onprogress = () => sending.status === 200 && onText(sending.responseText)
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? (loaded / total) * 100 : 0)
    sending.onerror = () => reject(new TypeError('no answer'))
    sending.onabort = () => reject(signal?.reason ?? new DOMException('aborted', 'AbortError'))
    sending.onload = () => {
      const { status, response } = sending
      const headers = { 'content-type': sending.getResponseHeader('content-type') ?? '' }
      // An answer without content has no body, not even an empty one.
      resolve(new Response(status === 204 ? null : response, { status, headers }))
    }
    const abort = () => sending.abort()
    signal?.addEventListener('abort', abort, { once: true })
    sending.onloadend = () => signal?.removeEventListener('abort', abort)
    sending.send(body)
  })
}
