import { useEffect, useMemo, useRef, useState } from 'react'
import { reasonOf } from '#web/api.ts'
import type { Draft, DraftLine } from '#web/drafts/draft.ts'
import type { LinePlace } from '#web/drafts/place-errors.ts'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { documentScreenTexts } from './document-texts.ts'
import type { ForeseenDocument, ForeseenLines } from './foreseen-draws.ts'

/** The document as it was entered, with the form that it was taken from. */
export type Entered<Body, D> = { readonly body: Body; readonly places: readonly LinePlace[]; readonly draft: D }

type Found<D> = ForeseenDocument & Pick<ForeseenLines, 'byLine'> & { readonly of: D }

/**
 * The effects of saving the entered document, found on demand. A newer check ends an older one that is still under way.
 * A result stays until the next check, and is `outdated` once another document stands in the form.
 */
export function useForeseen<Body, H, L extends DraftLine>(
  draft: Draft<H, L>,
  entered: () => Promise<Entered<Body, Draft<H, L>> | null>,
  ask: (body: Body, signal: AbortSignal) => Promise<ForeseenDocument>,
) {
  const alert = useAlert()
  const [found, setFound] = useState<Found<Draft<H, L>> | null>(null)
  const [foreseeing, setForeseeing] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const latest = useRef(draft)
  latest.current = draft

  async function foresee() {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setForeseeing(true)
    try {
      const checked = await entered()
      if (!checked || mine.signal.aborted) return
      const answer = await ask(checked.body, mine.signal)
      if (mine.signal.aborted) return
      setFound({ ...answer, byLine: linesOf(answer, checked.places), of: checked.draft })
      // No window comes over what is being typed.
      setOpen(isSameDocument(checked.draft, latest.current))
    } catch (error) {
      if (!mine.signal.aborted) await alert({ text: documentScreenTexts.notForeseen, reason: reasonOf(error) })
    } finally {
      if (running.current === mine) setForeseeing(false)
    }
  }

  const outdated = found !== null && !isSameDocument(found.of, draft)
  const byLine = found?.byLine
  const lines = useMemo(() => (byLine ? { byLine, outdated } : null), [byLine, outdated])
  return { found: found?.told ?? null, answer: found, lines, outdated, foreseeing, foresee, isOpen, setOpen }
}

const linesOf = ({ draws }: ForeseenDocument, places: readonly LinePlace[]) =>
  Map.groupBy(draws, ({ at }) => (at === undefined ? '' : (places[at]?.line ?? '')))

/** Whether two drafts hold the same document; opened, wrong and guessed parts do not count. */
function isSameDocument<H, L extends DraftLine>(a: Draft<H, L>, b: Draft<H, L>): boolean {
  if (a.head !== b.head || a.invoices.length !== b.invoices.length) return false
  return a.invoices.every((invoice, at) => {
    const other = b.invoices[at]
    return other?.broj_fakture === invoice.broj_fakture && other.lines === invoice.lines
  })
}
