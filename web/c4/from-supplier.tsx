import { FileInput } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { c4Endpoints } from '#contract/c4.ts'
import { MAX_PRILOG_BYTES } from '#contract/limits.ts'
import { prilogTexts, priloziEndpoints } from '#contract/prilozi.ts'
import { type CalendarDate, yearOf } from '#domain/calendar-date.ts'
import { countOf } from '#domain/count-words.ts'
import { call, reasonOf } from '#web/api.ts'
import { queryClient } from '#web/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { C4, type C4Dispatch, type C4Draft, type C4Head } from './c4-draft.ts'
import type { ImportedInvoices } from './imported-invoices.ts'
import { faultOf, INVOICE_ACCEPT, SupplierWindow, type TakenFiles } from './supplier-window.tsx'

export const NOTHING_TAKEN: TakenFiles = { files: [], fakture: [] }

type FromSupplierProps = {
  latest: RefObject<C4Draft>
  dispatch: C4Dispatch
  onTake: (taken: TakenFiles) => void
}

/** 'Iz fakture' in the form; its window opens by itself after files were chosen in the list. */
export function FromSupplier({ latest, dispatch, onTake }: FromSupplierProps) {
  const [begun, setBegun] = useState<readonly File[] | null>(null)
  useEffect(() => {
    const waiting = takeFiles()
    if (waiting.length > 0) setBegun(waiting)
  }, [])

  async function take({ head, ...imported }: ImportedInvoices, taken: TakenFiles) {
    setBegun(null)
    dispatch({ do: 'replaceInvoices', ...imported })
    onTake(taken)
    fillHead(head)
    const partner = head.posiljalac_naziv
    if (!partner) return
    const datum = `${yearOf(localDay())}-12-31` as CalendarDate
    // The values of the sender's last document; without it the form stays as it is.
    const usual = await call(c4Endpoints.c4Predlog, { query: { partner, datum } }).catch(() => null)
    if (usual) dispatch({ do: 'proposeHead', change: C4.proposed(usual) })
  }

  /** Fills in the facts of the invoices where nobody has typed or chosen a value. */
  function fillHead(said: Partial<C4Head>) {
    const { head, origins } = latest.current
    const isFree = (name: string) => {
      const origin = origins.get(name)
      return origin === undefined ? head[name as keyof C4Head] === '' : origin === 'default' || origin === 'proposal'
    }
    const change = Object.fromEntries(Object.entries(said).filter(([name]) => isFree(name)))
    if (Object.keys(change).length > 0) dispatch({ do: 'changeHead', change, follows: Object.keys(change) })
  }

  return (
    <>
      <Button icon={<FileInput aria-hidden />} onClick={() => setBegun([])}>
        Iz fakture
      </Button>
      {begun && <SupplierWindow latest={latest} begun={begun} onTake={take} onClose={() => setBegun(null)} />}
    </>
  )
}

/** 'Iz fakture' over the list: files are chosen, and the form of a new document opens with them. */
export function NewFromSupplier() {
  const navigate = useNavigate()
  const alert = useAlert()
  function choose(input: HTMLInputElement) {
    const files = [...(input.files ?? [])]
    input.value = ''
    const fault = faultOf(files)
    if (fault) return alert({ text: fault })
    if (files.length === 0) return
    leaveFiles(files)
    navigate('/dashboard/incoming', { state: { openModal: true } })
  }
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  return (
    <>
      <Button icon={<FileInput aria-hidden />} changes onClick={() => input?.click()}>
        Iz fakture
      </Button>
      <input
        ref={setInput}
        type="file"
        accept={INVOICE_ACCEPT}
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="Fakture dobavljača za nov dokument"
        onChange={(event) => choose(event.currentTarget)}
      />
    </>
  )
}

/** The files from which the form was filled, and the points to check in them. */
export function TakenNote({ of: { fakture } }: { of: TakenFiles }) {
  if (fakture.length === 0) return null
  const files = [...new Set(fakture.map(({ fajl }) => fajl))]
  const currencies = new Set(fakture.map(({ valuta }) => valuta))
  const doubts = fakture.flatMap(({ broj_fakture, sumnje }) => sumnje.map((text) => `${broj_fakture}: ${text}`))
  if (currencies.size > 1) doubts.unshift(`Fakture su u različitim valutama: ${[...currencies].join(', ')}.`)
  return (
    <Banner tone={doubts.length > 0 ? 'warning' : 'info'} title={`Pročitano iz fajla: ${files.join(', ')}`}>
      {doubts.length > 0 && (
        <ul className="list-disc pl-5">
          {doubts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Banner>
  )
}

/** The files become attachments of the saved document, each 'Faktura' with its number and day. */
export async function attachInvoices(predmet: number, { files, fakture }: TakenFiles): Promise<void> {
  const refused: string[] = []
  for (const file of files) {
    const { broj_fakture: broj = null, datum = null } = fakture.find(({ fajl }) => fajl === file.name) ?? {}
    const query = { uz: 'c4' as const, predmet, vrsta: 'Faktura', broj, datum }
    const why =
      file.size > MAX_PRILOG_BYTES
        ? prilogTexts.tooLarge
        : await call(priloziEndpoints.createPrilog, { query, file }).then(() => null, reasonOf)
    if (why) refused.push(`${file.name}: ${why}`)
  }
  void queryClient.invalidateQueries()
  if (files.length > refused.length)
    toastSuccess(
      `Uz dokument: ${countOf(files.length - refused.length, 'nov prilog', 'nova priloga', 'novih priloga')}.`,
    )
  if (refused.length > 0) toastError('Faktura nije priložena uz dokument.', refused.join(' '))
}

let waiting: readonly File[] = []

/** Files that were chosen in the list of C4 documents, for the form that opens next. */
const leaveFiles = (files: readonly File[]): void => {
  waiting = files
}

/** The files left by `leaveFiles`, only once. */
function takeFiles(): readonly File[] {
  const taken = waiting
  waiting = []
  return taken
}
