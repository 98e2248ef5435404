import type { Obracun } from '#contract/obracun.ts'
import { obracuniTexts, type PodnetRed } from '#contract/obracuni.ts'
import type { Log } from '#server/audit/log.ts'
import { trailMark } from '#server/audit/trail-mark.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { fileStem } from '#server/files/file-stem.ts'
import type { Call, User } from '#server/http/call.ts'
import { drawn, printObracun } from '#server/print/print-papers.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import { obracunOf } from './obracun.ts'
import { type Frozen, freeze, hashOf } from './obracun-freeze.ts'
import { obimOf, type Scope, unknownIn } from './obracun-scope.ts'

/** How often the books are read, and read again because they were changed meanwhile. */
export const MAX_READS = 5
const AGAIN_SECONDS = 5

/** What is handed in, by whom, and when. */
export type Handed = {
  readonly of: Scope & { readonly broj: string }
  readonly potvrda_manjka: boolean
  readonly user: User
  readonly now: number
}
/** Rows and paper as they are kept, each with its hash. */
export type Kept = Frozen & { readonly papir: Uint8Array; readonly papir_sha256: string }

/**
 * Hands in an account: freezes its rows and its paper, which `save` writes. The books are read at one moment and the paper
 * is drawn outside of the transaction, which writes only where nothing was changed since that moment; else all is read
 * again, and drawn again where the rows are others (docs/decisions/obracuni.md). Refuses shortages that nobody confirmed.
 */
export async function handIn(
  { readLong }: Store,
  write: Call['write'],
  asked: Handed,
  save: (tx: Tx, log: Log, kept: Kept) => Promise<PodnetRed>,
): Promise<PodnetRed> {
  let paper: Paper | undefined
  for (let reads = 1; reads <= MAX_READS; reads++) {
    const { mark, obim, refused, obracun } = await readLong((db) => readFor(db, asked))
    const frozen = obracun && freeze(obracun)
    const said = `${frozen?.sha256} ${obim}`
    if (frozen && paper?.said !== said) paper = { said, papir: await draw(asked, obracun, obim, frozen) }
    const papir = paper?.papir
    // Outside of the transaction, where it keeps nobody waiting.
    const papir_sha256 = papir ? hashOf(papir) : ''
    const moved = new Error('the books were changed')
    try {
      return await write(async (tx, log) => {
        // Here, so that a request that comes again has its first answer.
        if (!frozen || !papir) throw refused
        if ((await trailMark(tx)) !== mark) throw moved
        return save(tx, log, { ...frozen, papir, papir_sha256 })
      })
    } catch (error) {
      if (error !== moved) throw error
    }
  }
  throw new TryAgain('unavailable', obracuniTexts.booksMove, AGAIN_SECONDS)
}

/** A paper, and what it says. */
type Paper = { readonly said: string; readonly papir: Uint8Array }
type Read = { mark: number; obim: string } & ({ refused: Refusal; obracun: null } | { refused: null; obracun: Obracun })

/** The account at one moment, or why it cannot be handed in. */
async function readFor(db: Db, { of, potvrda_manjka }: Handed): Promise<Read> {
  const [mark, unknown] = [await trailMark(db), await unknownIn(db, of)]
  const obim = await obimOf(db, of)
  if (unknown) return { mark, obim, refused: new Refusal('invalid', unknown.message, [unknown]), obracun: null }
  const obracun = await obracunOf(db, of)
  const uncovered = new Set(obracun.bez_pokrica.map(({ c1_id }) => c1_id)).size
  if (uncovered === 0 || potvrda_manjka) return { mark, obim, refused: null, obracun }
  const message = obracuniTexts.uncovered(uncovered)
  const refused = new Refusal('conflict', message, [{ field: 'potvrda_manjka', message }])
  return { mark, obim, refused, obracun: null }
}

async function draw({ of: { broj }, user, now }: Handed, obracun: Obracun, obim: string, { sha256 }: Frozen) {
  const stampano = { korisnik: user.email, vreme: now }
  const paper = { obracun, obim, podnet: { broj, sha256 }, stampano }
  const [file] = await drawn(printObracun(paper, paperName(broj)), obracuniTexts.notDrawn)
  if (!file) throw new Error('the printer drew nothing')
  return file.bytes
}

/** `obracun_12-2026.pdf`. */
export const paperName = (broj: string): string => `obracun_${fileStem(broj)}.pdf`
