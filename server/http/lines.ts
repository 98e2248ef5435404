import { type FileReply, LINES_TYPE } from '#contract/endpoint.ts'

type Watched = { readonly heard: (line: object) => void; readonly signal: AbortSignal }

/**
 * Answers work line by line: what it says while it goes on, and what it comes to. Who goes away ends it (`signal`). An
 * error that comes with it is a line too, since the status has been sent: `failed` says it.
 */
export function linesReply(
  name: string,
  work: (watched: Watched) => Promise<object>,
  failed: (error: unknown) => object,
): FileReply {
  const gone = new AbortController()
  const bytes = new ReadableStream<Uint8Array>({
    async start(controller) {
      const heard = (line: object) => {
        if (!gone.signal.aborted) controller.enqueue(Buffer.from(`${JSON.stringify(line)}\n`))
      }
      const last = await work({ heard, signal: gone.signal }).catch(failed)
      heard(last)
      if (!gone.signal.aborted) controller.close()
    },
    cancel: () => gone.abort(),
  })
  return { name, type: LINES_TYPE, bytes }
}
