import { FileClock } from 'lucide-react'
import { createContext, type MouseEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { formatDate } from '#domain/calendar-date.ts'
import { countOf } from '#domain/count-words.ts'
import { useEmail } from '#web/screens/logged-in.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { passing } from '#web/ui/dialog-focus.ts'
import { localDay, localTime } from '#web/ui/local-time.ts'
import { toastError } from '#web/ui/toast.tsx'
import { becomeNewDraft, type KeptDraft, type LeftDraft, leftDrafts } from './kept-draft.ts'
import { isGone } from './use-conflict.ts'
import { discardDraft } from './use-kept-draft.ts'

/** The reason why nothing is kept: other drafts, or other programs, have filled the browser's storage. */
export const NO_ROOM = 'Nacrt nije sačuvan: nema dovoljno mesta u pregledaču.'

/** The `savedAt` of the draft chosen on the screen: its form opens with it at once. */
export const WantedDraft = createContext<number | null>(null)

type DraftShelfProps = {
  /** Kind of form, as in use-keeping. */
  kind: string
  /** No form is open. */
  closed: boolean
  /** Opens the form of a record, or that of a new one for null. */
  onOpen: (id: string | null) => Promise<void> | void
  /** Says why the form of a record could not be opened. */
  onNotOpened: (error: unknown) => void
  /** The form, while it is open. */
  children: ReactNode
}

/** Shows on a screen which of its forms were left unfinished, e.g. by a reload, and leads back to them. */
export function DraftShelf({ kind, closed, onOpen, onNotOpened, children }: DraftShelfProps) {
  const confirm = useConfirm()
  const email = useEmail()
  const [drafts, setDrafts] = useState<readonly LeftDraft[]>([])
  const [wanted, setWanted] = useState<number | null>(null)

  const look = useCallback(() => {
    if (email) setDrafts(leftDrafts(email, kind))
  }, [email, kind])

  useEffect(() => {
    if (!closed) return
    setWanted(null)
    look()
    // Another tab writes a draft, or ends one.
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [closed, look])

  async function goOn(draft: LeftDraft) {
    setWanted(draft.savedAt)
    try {
      await onOpen(draft.id)
    } catch (error) {
      setWanted(null)
      if (isGone(error)) await goOnAsNew(draft)
      else onNotOpened(error)
    }
  }

  /** Typed text outlives the record that it was typed over. */
  async function goOnAsNew({ form, savedAt }: LeftDraft) {
    const text = 'Ovaj podatak je u međuvremenu obrisan. Da li želite da nastavite nacrt kao nov unos?'
    if (!email || !(await confirm({ title: 'Podatak je obrisan', text }))) return
    if (!becomeNewDraft(email, form, kind)) return toastError(NO_ROOM)
    setWanted(savedAt)
    await onOpen(null)
  }

  function discard(draft: LeftDraft) {
    if (email) discardDraft(email, draft.form, draft, look)
    look()
  }

  return (
    <>
      {closed && drafts.length > 0 && (
        <ul aria-label="Nacrti" className="mb-4 overflow-clip rounded-panel border border-line">
          {drafts.map((draft) => (
            <li key={draft.form} className="[&:last-child>div]:border-b-0">
              <DraftStrip
                draft={draft}
                detail={[draft.id === null ? 'nov unos' : 'izmena', draft.name]}
                older={draft.older}
                onGoOn={() => void goOn(draft)}
                onDiscard={() => discard(draft)}
              />
            </li>
          ))}
        </ul>
      )}
      <WantedDraft value={wanted}>{children}</WantedDraft>
    </>
  )
}

type DraftOffersProps<C> = {
  offers: readonly KeptDraft<C>[]
  /** `verzija` of the record as it is now; null in a new one. */
  verzija: number | null
  onGoOn: (offer: KeptDraft<C>) => void
  onDiscard: (offer: KeptDraft<C>) => void
}

/** Offers the drafts left in this form, the newest first; the user may type without an answer. */
export function DraftOffers<C>({ offers, verzija, onGoOn, onDiscard }: DraftOffersProps<C>) {
  const [newest] = offers
  if (!newest) return null
  return (
    <div data-notice role="status" className="flex-none">
      <DraftStrip
        draft={newest}
        detail={[newest.name, newest.verzija === verzija ? '' : 'Podatak je u međuvremenu izmenjen.']}
        older={offers.length - 1}
        onGoOn={passing(() => onGoOn(newest))}
        onDiscard={passing(() => onDiscard(newest))}
      />
    </div>
  )
}

type DraftStripProps = {
  draft: { readonly savedAt: number }
  /** Its content; empty parts are left out. */
  detail: readonly string[]
  /** How many older drafts its form has. */
  older: number
  onGoOn: (event: MouseEvent<HTMLButtonElement>) => void
  onDiscard: (event: MouseEvent<HTMLButtonElement>) => void
}

/** One draft: when it was saved, its content, and the two ways on. */
function DraftStrip({ draft: { savedAt }, detail, older, onGoOn, onDiscard }: DraftStripProps) {
  const others = older > 0 ? `još ${countOf(older, 'stariji nacrt', 'starija nacrta', 'starijih nacrta')}` : ''
  const text = [...detail, others].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-accent-soft px-5 py-2">
      <FileClock className="size-4 flex-none text-accent" aria-hidden />
      <p className="min-w-40 flex-1 text-ink-2 text-sm">
        <span className="font-semibold text-ink">
          Nacrt od {formatDate(localDay(savedAt))} u {localTime(savedAt)}
        </span>
        {text && ` · ${text}`}
      </p>
      <div className="flex gap-2">
        <Button onClick={onDiscard}>Odbaci</Button>
        <Button variant="primary" onClick={onGoOn}>
          Nastavi nacrt
        </Button>
      </div>
    </div>
  )
}
