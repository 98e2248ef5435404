import type { Obracun } from '#contract/obracun.ts'
import { type ObracunUnos, obracuniTexts, type PodnetRed } from '#contract/obracuni.ts'
import type { Log } from '#server/audit/log.ts'
import { trailMark } from '#server/audit/trail-mark.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Call, User } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import type { Glava } from '#server/print/obracun-glava.ts'
import { drawn, printPodnet } from '#server/print/print-papers.ts'
import { Refusal, TryAgain } from '#server/refusal.ts'
import { obracunOf } from './obracun.ts'
import { type Frozen, freeze, hashOf } from './obracun-freeze.ts'
import { glavaOf } from './obracun-glava.ts'
import { type Scope, unknownIn } from './obracun-scope.ts'

/** The limit of reads of the books: a change meanwhile makes another read necessary. */
export const MAX_READS = 5
const AGAIN_SECONDS = 5

/** The account to hand in, the user and the time. */
export type Handed = {
  readonly of: Scope & Pick<ObracunUnos, 'broj' | 'rok_podnosenja' | 'prethodni_id'>
  readonly potvrda_manjka: boolean
  readonly user: User
  readonly now: number
}
/** Rows, paper and spreadsheet as they are kept, each with its hash. */
export type KeptObracun = Frozen & Drawn & { readonly papir_sha256: string; readonly tabela_sha256: string }
type Drawn = { readonly papir: Uint8Array; readonly tabela: Uint8Array }

/**
 * Hands in an account: freezes its rows, paper and spreadsheet, which `save` writes. Reading and drawing come before
 * the transaction, which writes only if the books are still the same. Else they are read again, and other rows are
 * drawn again (docs/decisions/obracuni.md). Refuses shortages that nobody confirmed.
 */
export async function handIn(
  { readLong }: Store,
  write: Call['write'],
  asked: Handed,
  save: (tx: Tx, log: Log, kept: KeptObracun) => Promise<PodnetRed>,
): Promise<PodnetRed> {
  let paper: Paper | undefined
  for (let reads = 1; reads <= MAX_READS; reads++) {
    const { mark, glava, refused, obracun } = await readLong((db) => readFor(db, asked))
    const frozen = obracun && freeze(obracun)
    const said = `${frozen?.sha256} ${JSON.stringify(glava)}`
    if (frozen && paper?.said !== said) paper = { said, ...(await draw(asked, obracun, glava, frozen)) }
    const kept = paper && { papir: paper.papir, tabela: paper.tabela }
    // Hashing outside of the transaction keeps nobody waiting.
    const hashes = kept && { papir_sha256: hashOf(kept.papir), tabela_sha256: hashOf(kept.tabela) }
    const moved = new Error('the books were changed')
    try {
      return await write(async (tx, log) => {
        // The refusal comes in here, so that a repeated request gets its first answer.
        if (!frozen || !kept || !hashes) throw refused
        if ((await trailMark(tx)) !== mark) throw moved
        return save(tx, log, { ...frozen, ...kept, ...hashes })
      })
    } catch (error) {
      if (error !== moved) throw error
    }
  }
  throw new TryAgain('unavailable', obracuniTexts.booksMove, AGAIN_SECONDS)
}

/** A paper with its spreadsheet; `said` is the same for the same content. */
type Paper = Drawn & { readonly said: string }
type Read = { mark: number } & (
  | { refused: Refusal; obracun: null; glava: null }
  | { refused: null; obracun: Obracun; glava: Glava }
)

/** The account at one moment with its head, or why it cannot be handed in. */
async function readFor(db: Db, { of, potvrda_manjka }: Handed): Promise<Read> {
  const [mark, unknown] = [await trailMark(db), await unknownIn(db, of)]
  const refuse = (refused: Refusal): Read => ({ mark, refused, obracun: null, glava: null })
  if (unknown) return refuse(new Refusal('invalid', unknown.message, [unknown]))
  const obracun = await obracunOf(db, of)
  if (obracun.bez_pokrica.length === 0 || potvrda_manjka) {
    const podnet = { ...of, rok_podnosenja: of.rok_podnosenja ?? null, ispravlja: await brojOf(db, of.prethodni_id) }
    return { mark, refused: null, obracun, glava: await glavaOf(db, of, obracun.stavke, podnet) }
  }
  const message = obracuniTexts.uncovered(obracun.bez_pokrica)
  return refuse(new Refusal('conflict', message, 'potvrda_manjka'))
}

/** The number of the account that is corrected. */
async function brojOf(db: Db, id: number | null | undefined): Promise<string | null> {
  if (id == null) return null
  const row = await db.selectFrom('obracun').select('broj').where('id', '=', id).executeTakeFirst()
  return row?.broj ?? null
}

async function draw({ user, now }: Handed, obracun: Obracun, head: Glava, { sha256 }: Frozen): Promise<Drawn> {
  const podnet = head.podnet && { ...head.podnet, datum_podnosenja: dayOf(now), sha256 }
  const stampano = { korisnik: user.email, vreme: now }
  const paper = { obracun, glava: { ...head, podnet }, stampano }
  return drawn(printPodnet(paper), obracuniTexts.notDrawn)
}
