import type { FileReply } from '#contract/endpoint.ts'
import { type PapiriQuery, type papiriEndpoints, papiriTexts } from '#contract/papiri.ts'
import type { Store } from '#server/db/open.ts'
import type { Handlers } from '#server/http/call.ts'
import { createTurns } from '#server/jobs/turns.ts'
import { TryAgain } from '#server/refusal.ts'
import { papersZip } from './papers-zip.ts'
import { sizeOf } from './period-files.ts'

/** Of one instance: each keeps the printer busy, which others need for their papers. */
const ZIPS_AT_ONCE = 1
/** When those ask again for whom there was no place. */
const AGAIN_SECONDS = 60

/** All papers of a period. */
export function papiriHandlers(store: Store): Handlers<typeof papiriEndpoints> {
  const turns = createTurns({ places: ZIPS_AT_ONCE, queue: 0, waitMs: 0 })
  return {
    papiriObim: ({ query }) => store.readLong((db) => sizeOf(db, query)),

    async papiriZip({ query, user, now }) {
      if (await turns.enter()) throw new TryAgain('unavailable', papiriTexts.busy, AGAIN_SECONDS)
      const gone = new AbortController()
      const stampano = { korisnik: user.email, vreme: now }
      const zip = papersZip(store, { query, stampano, signal: gone.signal })
      return fileOf(query, ended(zip, gone, turns.leave))
    },
  }
}

/** The same stream, which tells when it ends: read to its end, broken, or no longer wanted by whoever asked for it. */
function ended(zip: ReadableStream<Uint8Array>, gone: AbortController, end: () => void): ReadableStream<Uint8Array> {
  const reader = zip.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (value) return controller.enqueue(value)
          if (!done) return
          controller.close()
          end()
        } catch (error) {
          end()
          throw error
        }
      },
      async cancel(reason) {
        gone.abort(reason)
        await reader.cancel(reason).catch(() => undefined)
        end()
      },
    },
    { highWaterMark: 0 },
  )
}

const fileOf = ({ datum_od, datum_do }: PapiriQuery, zip: ReadableStream<Uint8Array>): FileReply => ({
  name: `papiri${datum_od ? `_od-${datum_od}` : ''}${datum_do ? `_do-${datum_do}` : ''}.zip`,
  type: 'application/zip',
  bytes: zip,
})
