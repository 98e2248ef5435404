import type { z } from 'zod'
import { type FileReply, LINES_TYPE } from '#contract/endpoint.ts'
import { sentences } from '#contract/errors.ts'
import { Refusal } from '#server/refusal.ts'
import { encodeReply } from './encode-reply.ts'
import { jsonBody } from './json-body.ts'

type Watched = { readonly heard: (line: object) => void; readonly signal: AbortSignal }

/**
 * Answers work line by line: what it says while it goes on, and what it comes to. Who goes away ends it (`signal`). An
 * error that comes with it is a line too, since the status has been sent: `failed` says it. What it comes to is written by
 * `reply`, as any long answer, where that is given.
 */
export function linesReply(
  name: string,
  work: (watched: Watched) => Promise<object>,
  failed: (error: unknown) => object,
  reply?: z.ZodType,
): FileReply {
  const gone = new AbortController()
  const bytes = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (...texts: (string | Uint8Array)[]) => {
        if (!gone.signal.aborted) for (const text of texts) controller.enqueue(Buffer.from(text))
      }
      const heard = (line: object) => write(`${JSON.stringify(line)}\n`)
      const lastOf = async () => {
        const last = await work({ heard, signal: gone.signal })
        return jsonBody(reply ? await encodeReply(reply, last) : last)
      }
      write(await lastOf().catch((error) => JSON.stringify(failed(error))), '\n')
      if (!gone.signal.aborted) controller.close()
    },
    cancel: () => gone.abort(),
  })
  return { name, type: LINES_TYPE, bytes }
}

/** The last line of work that failed: its refusal, or that it is our fault. */
export function failedLine(error: unknown): object {
  if (error instanceof Refusal) return { message: error.message, errors: error.errors }
  console.error(error)
  return { message: sentences.internal }
}
