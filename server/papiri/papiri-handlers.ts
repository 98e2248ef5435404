import { type PapiriQuery, type papiriEndpoints, papiriTexts } from '#contract/papiri.ts'
import type { Store } from '#server/db/open.ts'
import type { FileReply, Handlers } from '#server/http/call.ts'
import { createTurns } from '#server/limited-turns.ts'
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
      const stampano = { korisnik: user.email, vreme: now }
      return fileOf(query, async (over) => {
        const place = await turns.enter()
        if (typeof place === 'string') throw new TryAgain('unavailable', papiriTexts.busy, AGAIN_SECONDS)
        over.addEventListener('abort', place.leave)
        return papersZip(store, { query, stampano, signal: over })
      })
    },
  }
}

const fileOf = ({ datum_od, datum_do }: PapiriQuery, bytes: FileReply['bytes']): FileReply => ({
  name: `papiri${datum_od ? `_od-${datum_od}` : ''}${datum_do ? `_do-${datum_do}` : ''}.zip`,
  type: 'application/zip',
  bytes,
})
