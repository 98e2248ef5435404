import type { Manjak, MovedC1 } from '#contract/documents.ts'
import { type Refusal, refusalOf } from '#server/refusal.ts'
import type { Rewrite } from './write-document.ts'

/** A document that is new (`rewrite` null) or changed. */
export type Asked<Body> = { readonly body: Body; readonly rewrite: Rewrite | null }
/** What saving all of them would do; `refused` has the refusals of single ones, `manjak` what they lack, by their places. */
export type Foreseen = {
  readonly refused: ReadonlyMap<number, Refusal>
  readonly manjak: ReadonlyMap<number, Manjak[]>
  readonly moved: readonly MovedC1[]
  /** Why all of them together would be refused. */
  readonly odbijeno: string | null
}

/** Does `work`, and notes where it refuses one of the documents. */
export function refusals() {
  const refused = new Map<number, Refusal>()
  const unlessRefused = async (at: number, work: () => Promise<void>) => {
    if (refused.has(at)) return
    const refusal = await refusalOf(work)
    if (refusal) refused.set(at, refusal)
  }
  return { refused, unlessRefused }
}

/** What `work` finds out by `found`, and the sentence with which it refuses all of it. */
export async function foreseenOf(
  parts: Pick<Foreseen, 'refused' | 'manjak'>,
  work: (found: (moved: readonly MovedC1[]) => void) => Promise<void>,
): Promise<Foreseen> {
  let moved: readonly MovedC1[] = []
  const refusal = await refusalOf(() =>
    work((some) => {
      moved = some
    }),
  )
  return { ...parts, moved, odbijeno: refusal?.message ?? null }
}

/**
 * Which of these documents are left out, and why, so that `look` refuses the others together no more: in their order, each
 * that does not go with those before it. Finds one in as many looks as their number can be halved.
 */
export async function leftOutOf<Document>(
  documents: readonly Document[],
  look: (some: readonly Document[]) => Promise<Refusal | null>,
): Promise<Map<Document, Refusal>> {
  const out = new Map<Document, Refusal>()
  let [open, good] = [documents, 0]
  for (let refusal = await look(open); refusal; refusal = await look(open)) {
    let bad = open.length
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2)
      const earlier = await look(open.slice(0, middle))
      if (earlier) [bad, refusal] = [middle, earlier]
      else good = middle
    }
    out.set(open[bad - 1] as Document, refusal)
    open = open.filter((_, at) => at !== bad - 1)
  }
  return out
}
