import { type ComponentType, type RefObject, useCallback, useMemo, useRef } from 'react'
import type { PredlogQuery, Uobicajeno } from '#contract/documents.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type DoubtsAsked, doubtSentences, type Goods } from '#domain/doubt-sentences.ts'
import { ApiError, reasonOf } from '#web/api.ts'
import { PdfUploadError } from '#web/beside/pdf-choice.ts'
import { type Draft, type DraftErrors, NO_ERRORS } from '#web/drafts/draft.ts'
import type { DraftDispatch } from '#web/drafts/draft-reducer.ts'
import { placeErrors } from '#web/drafts/place-errors.ts'
import { useForm } from '#web/drafts/use-form.ts'
import { type Lookup, useLookups } from '#web/drafts/use-lookups.ts'
import { type Consequences, hasConsequences, lostCoverOf } from '#web/foreseen/consequences.tsx'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import type { ForeseenDocument, ForeseenDraw } from '#web/foreseen/foreseen-draws.ts'
import { useForeseen } from '#web/foreseen/use-foreseen.ts'
import { placePasted } from '#web/grid/clipboard.ts'
import type { InvoiceKind } from '#web/grid/invoice-sheet.tsx'
import type { PastedTable } from '#web/grid/line-grid.tsx'
import { pasteRows } from '#web/grid/paste-rows.ts'
import { useAlert, useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { closeFirst } from '#web/ui/dialog-focus.ts'
import { localDay } from '#web/ui/local-time.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import type { DocumentFields, DocumentTypes } from './document-fields.ts'
import { useDocumentRate } from './head-fields.tsx'
import { useKeptDocument } from './use-kept-document.tsx'
import { useSendDocument } from './use-send-document.ts'

/** The properties of the form of a C4 or a C1. */
export type FormKind<D extends DocumentTypes> = {
  /** Path of the list that the document stands in. */
  readonly list: string
  readonly fields: DocumentFields<D>
  /** The field that names the partner. */
  readonly partner: 'posiljalac_naziv' | 'primalac_naziv'
  /** Reads the proposal for the head of a new document. */
  readonly propose: (asked: PredlogQuery, signal: AbortSignal) => Promise<Readonly<Record<string, unknown>>>
  readonly grid: InvoiceKind<D['line']>
  readonly currencyOf: (head: D['head']) => string
  readonly goodsOf: (document: D['stored'] | D['body']) => readonly Goods[]
  /** Reads the usual values of these materials or products in documents other than this one. */
  readonly usual: (ids: string[], bez_dokumenta: number | null) => Promise<readonly Uobicajeno[]>
  /** The alert before wrong lines are shown; null: none. */
  readonly alertOf?: (wrong: DraftErrors['lines']) => string | null
  /** Asks what saving `body` over the document `id`, or as a new one, would do. */
  readonly foresee: (id: number | null, body: D['body'], signal: AbortSignal) => Promise<ForeseenDocument>
  /** The window in which the user chooses another lot for a draw of a line. */
  readonly Direct?: ComponentType<{
    readonly draw: ForeseenDraw
    readonly line: D['line']
    readonly head: D['head']
    readonly stored: number | null
    readonly onChange: (change: Partial<D['line']>) => void
    readonly onClose: () => void
  }>
  readonly load: (id: number) => Promise<D['stored']>
  readonly loadPdf: (id: number) => Promise<{ blob: Blob; name: string }>
  readonly uploadPdf: (
    file: File,
    broj: string,
    onProgress: (percent: number | undefined) => void,
  ) => Promise<{ filePath: string }>
  readonly create: (body: D['body'], idempotencyKey: string) => Promise<D['saved']>
  readonly update: (id: number, body: D['body'], ifVersion: number | undefined) => Promise<D['saved']>
  readonly afterSave?: (saved: D['saved']) => void
  readonly consequencesOf: (saved: D['saved']) => Omit<Consequences, 'text'>
  readonly notSaved: (error: unknown) => { readonly text: string; readonly reason?: string | undefined }
  readonly titles: { readonly add: string; readonly edit: string }
  readonly texts: { readonly created: (broj: string) => string; readonly changed: (broj: string) => string }
}

/** The properties that a page gives to the form of a document. */
export type DocumentFormProps<R> = {
  /** The stored document; null for a new one. */
  document: R | null
  /** The document that fills a new one. */
  like?: R | undefined
  /** The day of a new one, where it is known. */
  datum?: CalendarDate | undefined
  onClose: () => void
  onConsequences: (consequences: Consequences) => void
}

/** The state of one opened form of a document, and how it is saved and pasted into. */
export function useDocumentForm<D extends DocumentTypes>(of: FormKind<D>, props: DocumentFormProps<D['stored']>) {
  const { document, like, onClose, onConsequences } = props
  const alert = useAlert()
  const stillOpen = useStillOpen()
  const columns = useMemo(() => (of.grid.wide ?? of.grid).columns.map(({ id }) => id), [of])
  const { draft, dispatch, refuse, refusal, latest, box, undo } = useForm<D['head'], D['line']>(
    () => (like ? of.fields.openLike(like) : of.fields.openDraft(document)),
    { columns },
  )
  const lookups = useLookups(latest, dispatch, of.grid.lookup)
  const keeping = useKeptDocument(of.fields.keeping, {
    stored: document,
    load: ({ id }) => of.load(id),
    draft,
    latest,
    dispatch,
    submit: () => void submit(),
  })
  const { pdf, record } = keeping
  const currency = of.currencyOf(draft.head)
  const kurs = useDocumentRate(currency, draft.head.datum, record)
  const asked = useAsked(of, record, currency, kurs)
  const { save, busy, progress } = useSendDocument({
    list: of.list,
    hadPdf: Boolean(record?.pdf_fajl),
    upload: (file, body: D['body'], onProgress) => of.uploadPdf(file, of.fields.numberOf(body), onProgress),
    asked: async (body) => (await asked(body)) && stillOpen.current,
    send: (body, idempotencyKey) =>
      record ? of.update(record.id, body, keeping.ifVersion()) : of.create(body, idempotencyKey),
  })

  async function sayNotSaved(error: unknown) {
    console.error(error)
    const { text, reason } = of.notSaved(error)
    await alert({ title: 'Greška', text, reason: lostCoverOf(error) ?? reason })
  }

  const entered = useEntered(of, {
    settle: () => lookups.settle().catch(sayNotSaved),
    stillOpen,
    refuse,
  })
  const looked = useForeseen(draft, entered, (body, signal) => of.foresee(record?.id ?? null, body, signal))

  async function submit() {
    const checked = await entered()
    if (!checked) return
    const { body, places } = checked
    try {
      const saved = await save(body, pdf)
      if (!saved) return
      keeping.saved()
      if (stillOpen.current) await closeFirst(onClose)
      of.afterSave?.(saved)
      const text = (record ? of.texts.changed : of.texts.created)(of.fields.numberOf(body))
      tellSaved({ text, ...of.consequencesOf(saved) }, onConsequences)
    } catch (error) {
      if (error instanceof PdfUploadError) {
        return alert({ text: documentScreenTexts.pdfUploadFailed, reason: reasonOf(error.cause) })
      }
      if (await keeping.caught(error)) return
      await sayNotSaved(error)
      if (error instanceof ApiError && error.errors.length > 0) refuse(placeErrors(error.errors, places), error.message)
    }
  }

  const paste = usePaste(of, latest, dispatch, lookups.lookUp)
  return { draft, dispatch, latest, box, undo, refusal, keeping, busy, progress, currency, kurs, submit, paste, looked }
}

/** Whether the document is to be saved as it is, also where something in it is unusual. */
function useAsked<D extends DocumentTypes>(
  of: FormKind<D>,
  record: D['stored'] | null,
  currency: string,
  kurs: ReturnType<typeof useDocumentRate>,
) {
  const askDoubts = useDoubts()
  return (body: D['body']) =>
    askDoubts({
      document: { datum: body.datum, valuta: currency, kurs, lines: of.goodsOf(body) },
      saved: record && { ...record, lines: of.goodsOf(record) },
      usualOf: (ids) => of.usual(ids, record?.id ?? null),
      today: localDay(),
    })
}

type Entering<D extends DocumentTypes> = {
  // biome-ignore lint/suspicious/noConfusingVoidType: a failure is shown, and gives nothing
  settle: () => Promise<Draft<D['head'], D['line']> | void>
  stillOpen: RefObject<boolean>
  refuse: (errors: DraftErrors) => void
}

/** Gives the document as it stands in the form; null where its fields are wrong, after showing the errors. */
function useEntered<D extends DocumentTypes>(of: FormKind<D>, { settle, stillOpen, refuse }: Entering<D>) {
  const alert = useAlert()
  return async () => {
    const settled = await settle()
    // A user who has closed the form knows that it is not saved and stays a draft.
    if (!settled || !stillOpen.current) return null
    const { body, errors: wrong, places } = of.fields.check(settled)
    if (!wrong) {
      // Errors of an earlier submit must not be read beside those of this one.
      refuse(NO_ERRORS)
      return { body, places, draft: settled }
    }
    const text = of.alertOf?.(wrong.lines)
    if (text) await alert({ text })
    refuse(wrong)
    return null
  }
}

function tellSaved(consequences: Consequences, onConsequences: (consequences: Consequences) => void) {
  if (hasConsequences(consequences)) onConsequences(consequences)
  else toastSuccess(consequences.text)
}

/** Puts a pasted table into the form, and looks up the goods of its rows. */
function usePaste<D extends DocumentTypes>(
  of: FormKind<D>,
  latest: RefObject<Draft<D['head'], D['line']>>,
  dispatch: DraftDispatch<D['head'], D['line']>,
  lookUp: (lookups: readonly Lookup[]) => Promise<void>,
) {
  const { paste } = of.fields.line
  return useCallback(
    async (invoice: string, { line, column, rows }: PastedTable) => {
      const placed = placePasted(rows, paste.columns, column)
      const pasted = pasteRows(latest.current, { invoice, line }, placed, paste)
      dispatch({ do: 'replaceInvoices', ...pasted, pastedAt: { line, column } })
      for (const note of placed.notes) toastSuccess(note)
      await lookUp(pasted.written.map((one) => ({ line: one.line, ...paste.lookedUp(one.row) })))
    },
    [paste, dispatch, latest, lookUp],
  )
}

/**
 * Asks 'Ne' / 'Da' about all unusual values of a document before it is saved. A value answered with 'Da' is not asked
 * about again while the form is open. A failed read of the usual values does not stop the save.
 */
function useDoubts(): (asked: DoubtsAsked) => Promise<boolean> {
  const confirm = useConfirm()
  const accepted = useRef<ReadonlySet<string>>(new Set())

  return async (asked) => {
    const sentences = await doubtSentences(asked).catch((error) => {
      console.error(error)
      return doubtSentences({ ...asked, usualOf: async () => [] })
    })
    if (sentences.every((sentence) => accepted.current.has(sentence))) return true
    const text = (
      <>
        <p>Proverite pre čuvanja:</p>
        <ul className="scroll-list">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="mt-2 text-ink">Da li želite da sačuvate dokument ovako?</p>
      </>
    )
    if (!(await confirm({ title: 'Neuobičajene vrednosti', text }))) return false
    accepted.current = new Set([...accepted.current, ...sentences])
    return true
  }
}
