import type { Stream } from './call.ts'

/** A slower reader loses the answer, and its memory is free for others: half of what 1 Mbit/s carries. */
export const LEAST_BYTES_PER_SECOND = 64 * 1024
/**
 * The time for which a reader may take nothing; the buffers of connections fill and empty by more than a megabyte at
 * once.
 */
export const READER_PATIENCE_MS = 30_000
/** The bytes that are handed over at once, so that a large file too is taken step by step. */
export const PORTION_BYTES = 64 * 1024

const PACE = { bytesPerSecond: LEAST_BYTES_PER_SECOND, patienceMs: READER_PATIENCE_MS }

/**
 * Passes `source` on to a reader that takes it at that pace. The time in which we wait for the reader is counted
 * against the bytes that it has taken; when it is used up, the answer breaks off. `over` is aborted at the end, for any
 * reason: the last byte, an error, a reader that goes away, is too slow or never begins. `done` is called once `source`
 * has ended too.
 */
export function paced(source: Stream, over: AbortController, done: () => void, pace = PACE): Stream {
  const reader = source.getReader()
  let portions: Uint8Array = new Uint8Array(0)
  let leftMs = pace.patienceMs
  let taken = 0
  let since = 0
  let timer: NodeJS.Timeout

  async function stop(reason?: unknown) {
    if (over.signal.aborted) return
    clearTimeout(timer)
    over.abort(reason)
    await reader.cancel(reason).catch(() => undefined)
    done()
  }
  function waitForReader(controller: ReadableStreamDefaultController) {
    since = performance.now()
    timer = setTimeout(() => {
      const slow = new Error('Odgovor je prekinut: čita se presporo.')
      controller.error(slow)
      void stop(slow)
    }, leftMs)
  }
  const heardFromReader = () => {
    clearTimeout(timer)
    const waited = performance.now() - since
    const earned = (taken / pace.bytesPerSecond) * 1000
    leftMs = Math.max(0, Math.min(pace.patienceMs, leftMs - waited + earned))
  }

  return new ReadableStream(
    {
      start: waitForReader,
      async pull(controller) {
        heardFromReader()
        try {
          while (portions.length === 0) {
            const { done: ended, value } = await reader.read()
            if (over.signal.aborted) return
            if (ended) {
              controller.close()
              return void stop()
            }
            portions = value
          }
        } catch (error) {
          void stop(error)
          throw error
        }
        const portion = portions.subarray(0, PORTION_BYTES)
        portions = portions.subarray(portion.length)
        taken = portion.length
        controller.enqueue(portion)
        waitForReader(controller)
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  )
}

/** Bytes that are there, as a stream of them. */
export const streamOf = (bytes: Uint8Array): Stream =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
