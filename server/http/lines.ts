import { z } from 'zod'
import { LINES_TYPE } from '#contract/endpoint.ts'
import { sentences } from '#contract/errors.ts'
import { Refusal } from '#server/refusal.ts'
import type { FileReply, Stream } from './call.ts'
import { jsonBody } from './json-body.ts'

type Watched = { readonly heard: (line: object) => void; readonly signal: AbortSignal }

/**
 * Answers work line by line: its progress, and its result. A client that goes away ends it (`signal`). An error is a
 * line too, made by `failed`, since the status has been sent. With `reply` the result is written as any long answer.
 */
export function linesReply(
  name: string,
  work: (watched: Watched) => Promise<object>,
  failed: (error: unknown) => object,
  reply?: z.ZodType,
): FileReply {
  const bytes = (signal: AbortSignal): Stream => {
    let working: Promise<void>
    return new ReadableStream({
      start(controller) {
        const write = (...texts: (string | Uint8Array)[]) => {
          if (!signal.aborted) for (const text of texts) controller.enqueue(Buffer.from(text))
        }
        const heard = (line: object) => write(`${JSON.stringify(line)}\n`)
        const lastOf = async () => {
          const last = await work({ heard, signal })
          return jsonBody(reply ? (z.encode(reply, last as never) as object) : last)
        }
        working = lastOf()
          .catch((error) => JSON.stringify(failed(error)))
          .then((last) => {
            write(last, '\n')
            if (!signal.aborted) controller.close()
          })
      },
      cancel: () => working,
    })
  }
  return { name, type: LINES_TYPE, bytes }
}

/** The last line of failed work: its refusal, or that it is our fault. */
export function failedLine(error: unknown): object {
  if (error instanceof Refusal) return { message: error.message, errors: error.errors }
  console.error(error)
  return { message: sentences.internal }
}
