import { Copy } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { reasonOf } from '#web/api.ts'
import { justDeleted, restoreTexts, useRestore } from '#web/beside/use-restore.tsx'
import type { DocumentFormProps } from '#web/document-form/use-document-form.tsx'
import { type Consequences, ConsequencesDialog, hasConsequences, lostCoverOf } from '#web/foreseen/consequences.tsx'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import { ForeseenDeletion } from '#web/foreseen/foreseen.tsx'
import type { Foreseen } from '#web/foreseen/foreseen-draws.ts'
import type { ListedKind } from '#web/screens/record-addresses.ts'
import { deletionTitle } from '#web/screens/refused-deletion.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { useOpened } from '#web/screens/use-opened.ts'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import type { RowAction } from '#web/ui/row-actions.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

/** The properties of a kind of document that its list and its page share. */
export type DocumentScreen<Document extends Row, Row> = {
  vrsta: ListedKind
  /** The name of the list. */
  label: string
  /** On the button that opens an empty form. */
  newText: string
  texts: { deleteQuestion: string; deleted: (broj: string) => string; loadItemsFailed: string }
  numberOf: (row: Row) => string
  typeOf: (row: Row) => string
  partnerOf: (row: Row) => string
  get: (id: number) => Promise<Document>
  /** The new document that begins with a record of another kind, and the sentence about it. */
  begin?: (id: number) => Promise<{ like: Document; datum: CalendarDate; told: string | null }>
  /** Asks what deleting one would do to others, where that can be asked. */
  foresee?: (id: number) => Promise<Foreseen>
  remove: (row: Row) => Promise<Pick<Consequences, 'promenjeni_c1'>>
  /** Fetches a document's PDF and hands it to the user. */
  download: (row: Row) => Promise<void>
  /** The kind of its drafts. */
  kind: string
  Form: ComponentType<DocumentFormProps<Document>>
}

/**
 * The actions on documents of a kind, on their list and on the page of one: opening the form, deleting, fetching the
 * PDF, with the windows of their outcome. `onGone` is called when the consequences of a deletion have been read.
 */
export function useDocumentActions<Document extends Row, Row extends { id: number }>(
  screen: DocumentScreen<Document, Row>,
  onGone?: () => void,
) {
  const { vrsta, texts, numberOf, partnerOf } = screen
  const {
    opened,
    show,
    open: openById,
    reading,
  } = useOpened<Omit<DocumentFormProps<Document>, 'onClose' | 'onConsequences'>, number>()
  const [consequences, tell] = useState<(Consequences & { gone?: boolean }) | null>(null)
  const alert = useAlert()
  const { ask, isGoing } = useDeleteDocument<Row>({
    vrsta,
    question: texts.deleteQuestion,
    nameOf: (row) => `${numberOf(row)} · ${partnerOf(row)}`,
    numberOf,
    ...(screen.foresee && { foresee: screen.foresee }),
    remove: screen.remove,
    deleted: texts.deleted,
    onConsequences: (told) => tell({ ...told, gone: true }),
    onGone,
  })

  function closeConsequences() {
    tell(null)
    if (consequences?.gone) onGone?.()
  }

  const sayNotOpened = (error: unknown) => alert({ text: texts.loadItemsFailed, reason: reasonOf(error) })

  return {
    opened,
    show,
    openNew: () => show({ document: null }),
    reading,
    /** Opens the form of a new document that begins with a record of another kind. */
    begin: (id: number) =>
      openById(id, async () => {
        if (!screen.begin) return { document: null }
        const { told, ...begun } = await screen.begin(id)
        if (told) void alert({ text: told })
        return { document: null, ...begun }
      }).catch((error) => alert({ text: documentScreenTexts.notBegun, reason: reasonOf(error) })),
    /** Reads the complete document as it is now before the form opens. */
    open: (id: number) => openById(id, async () => ({ document: await screen.get(id) })),
    /** Opens the form of a new document, filled like this one. */
    duplicate: ({ id }: Row): RowAction => ({
      text: 'Dupliraj',
      changes: true,
      icon: <Copy />,
      disabled: reading === id,
      onChoose: () => openById(id, async () => ({ document: null, like: await screen.get(id) })).catch(sayNotOpened),
    }),
    sayNotOpened,
    download: (row: Row) =>
      screen
        .download(row)
        .catch((error) => alert({ text: documentScreenTexts.pdfDownloadFailed, reason: reasonOf(error) })),
    ask,
    isGoing,
    /** The form that is open. */
    formOf: (close: () => void) => opened && <screen.Form {...opened} onClose={close} onConsequences={tell} />,
    consequencesWindow: consequences && (
      // A deletion taken back is shown where it was deleted.
      <ConsequencesDialog consequences={consequences} onClose={closeConsequences} onTakeBack={() => tell(null)} />
    ),
  }
}

type DeleteOptions<Row extends { id: number }> = {
  vrsta: ListedKind
  /** The exact question of the specification. */
  question: string
  /** Which document it is, under the question. */
  nameOf: (row: Row) => ReactNode
  numberOf: (row: Row) => string
  foresee?: (id: number) => Promise<Foreseen>
  remove: (row: Row) => Promise<Pick<Consequences, 'promenjeni_c1'>>
  deleted: (broj: string) => string
  onConsequences: (consequences: Consequences) => void
  /** Called after a removal without consequences. */
  onGone?: (() => void) | undefined
}

/**
 * Deletes a document after a question that names the consequences. A message names the exports whose lots changed and
 * offers to restore the document, or says why it cannot be deleted.
 */
function useDeleteDocument<Row extends { id: number }>(options: DeleteOptions<Row>) {
  const { vrsta, question, nameOf, numberOf, foresee, remove, deleted, onConsequences, onGone } = options
  const alert = useAlert()
  const { restore } = useRestore(onConsequences)
  return useDeletion<Row, Pick<Consequences, 'promenjeni_c1'>>({
    question,
    nameOf,
    ...(foresee && { foreseen: ({ id }) => <ForeseenDeletion id={id} foresee={foresee} /> }),
    remove,
    onDeleted: ([gone]) => {
      if (!gone) return
      const { promenjeni_c1 } = gone.reply
      const broj = numberOf(gone.row)
      const thing = justDeleted(vrsta, gone.row.id, broj)
      const consequences = { text: deleted(broj), manjak: [], promenjeni_c1, takeBack: () => restore(thing) }
      if (hasConsequences(consequences)) return onConsequences(consequences)
      toastSuccess(consequences.text, { text: restoreTexts.action, onChoose: consequences.takeBack })
      onGone?.()
    },
    onKept: ([kept]) =>
      alert({
        title: deletionTitle(kept?.error),
        text: documentScreenTexts.deleteFailed,
        reason: lostCoverOf(kept?.error) ?? reasonOf(kept?.error),
      }),
  })
}
