import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { FieldTable } from '#contract/form-fields.ts'
import { ApiError, messageOf } from '#web/api.ts'
import { TableField } from '#web/screens/field-input.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import type { Checked } from '#web/screens/form-errors.ts'
import { onlyOnce, requestKeys } from '#web/screens/only-once.ts'
import { screenTexts } from '#web/screens/screen-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps, SaveKey } from '#web/ui/dialog.tsx'
import { closeFirst } from '#web/ui/dialog-focus.ts'
import { moveOn } from '#web/ui/enter-moves.ts'
import { leaveUnseen } from '#web/ui/leave-unseen.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import type { RecordFacts } from './differences.ts'
import { filledIn, firstPlace } from './draft.ts'
import { useKeeping } from './use-keeping.tsx'
import { type LookupKind, useLookups } from './use-lookups.ts'
import { type RecordContent, type RecordDispatch, type RecordDraft, type RecordLine, useRecord } from './use-record.ts'

type Stored = { readonly id: string | number; readonly verzija: number }

/** A kind of record of the catalogue and its form: `D` is the content of the form, `B` the body that is sent. */
export type RecordKind<R extends Stored, D extends RecordContent, B> = {
  /** The kind of form, under which drafts are kept. */
  kind: string
  /** Path of the list that the record stands in. */
  list: string
  empty: D
  shape: z.ZodType<D>
  draftOf: (stored: R) => D
  /** The name of a kept draft. */
  draftName: (draft: D) => string
  factsOf: (draft: D) => RecordFacts
  check: (draft: D) => Checked<B>
  /** The field that is a list of lines, and the lookup of lines that name goods. */
  lines?: {
    readonly field: keyof D & string
    /** The cell in which a line begins. */
    readonly firstColumn: string
    readonly lookup?: LookupKind<RecordLine>
  }
  load: (id: R['id']) => Promise<R>
  create: (body: B, idempotencyKey: string) => Promise<R>
  update: (id: R['id'], body: B, ifVersion: number | undefined) => Promise<R>
  texts: { added: string; changed: string; saveFailed: string }
  /** Title of the window and words of its button, for a new record and for a stored one. */
  titles: { add: string; edit: string; submit: string }
}

/** A file that stands beside the fields. */
type BesideFields<R, B> = {
  /** A file is chosen and not sent yet: no draft can hold it. */
  isChosen: (draft: RecordDraft) => boolean
  /** Sends the file before the body, and gives the body to be sent. */
  send: (body: B, draft: RecordDraft, stored: R | null) => Promise<B>
  shown: (form: RecordFields<R>) => Pick<DialogProps, 'size' | 'side' | 'sideWidth'>
}

/** The properties of the fields of a record. */
export type RecordFields<R> = {
  draft: RecordDraft
  dispatch: RecordDispatch
  /** Looks up the text that was left in a line. */
  lookUp: ReturnType<typeof useLookups>['lookUp']
  /** The stored record; null for a new one. */
  stored: R | null
}

type RecordFormProps<R extends Stored, D extends RecordContent, B> = {
  of: RecordKind<R, D, B>
  /** The stored record; null for a new one. */
  stored: R | null
  /** The content that a new one opens with. */
  begun?: D | undefined
  onSaved?: ((saved: R) => void) | undefined
  /** Says what was saved, once the window is closed; a toast unless given. */
  tell?: (text: string, saved: R) => void
  onClose: () => void
  beside?: BesideFields<R, B>
  fields: (form: RecordFields<R>) => ReactNode
}

const toastOf = (text: string) => toastSuccess(text)
const NO_LOOKUP: LookupKind<RecordLine> = { pendingText: () => '', lookUp: async () => new Map(), failed: '' }

/** The window in which a record of the catalogue is added or edited; each record opens it new. */
export function RecordForm<R extends Stored, D extends RecordContent, B>(props: RecordFormProps<R, D, B>) {
  const { of, stored, begun = of.empty, onClose, beside, fields, tell = toastOf } = props
  const [keyFor] = useState(() => requestKeys())
  const [once] = useState(onlyOnce)
  const stillOpen = useStillOpen()
  /** The reason why the record is not saved, unless it is about the fields. */
  const [fault, setFault] = useState<string>()
  const form = useRecord<D>(of.check, () => (stored ? of.draftOf(stored) : begun), of.lines?.field)
  const { draft, dispatch, latest, refusal } = form
  const { lookUp, settle } = useLookups(latest, dispatch, of.lines?.lookup ?? NO_LOOKUP)

  const { head, invoices, origins } = draft
  const keeping = useKeeping<R, D>({
    kind: of.kind,
    stored,
    load: ({ id }) => of.load(id),
    dirty: draft.changed,
    watched: [head, invoices],
    hasFile: beside?.isChosen(draft) ?? false,
    shape: of.shape,
    content: form.content,
    contentOf: of.draftOf,
    nameOf: of.draftName,
    factsOf: of.factsOf,
    show: (content, { typed }) => {
      setFault(undefined)
      form.show(content, typed)
    },
    submit: () => void submit(),
  })
  const { record } = keeping

  const save = useMutation({
    meta: { list: of.list },
    mutationFn: async (entered: B) => {
      const body = beside ? await beside.send(entered, latest.current, record) : entered
      return record ? of.update(record.id, body, keeping.ifVersion()) : of.create(body, keyFor(body))
    },
    onSuccess: async (saved) => {
      keeping.saved()
      props.onSaved?.(saved)
      if (stillOpen.current) await closeFirst(onClose)
      tell(record ? of.texts.changed : of.texts.added, saved)
    },
    onError: async (error) => {
      if (await keeping.caught(error)) return
      const said = messageOf(error, of.texts.saveFailed)
      if (error instanceof ApiError && error.errors.length > 0) form.refuse(error.errors, said)
      else setFault(said)
    },
  })

  /** Enter moves on; from the last field it goes to the lines, or saves in a form without lines. */
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    const moved = moveOn(form.box.current, event.target, filledIn(origins))
    if (moved === null || (moved === 'end' && !of.lines)) return
    event.preventDefault()
    if (moved === 'end' && of.lines) dispatch({ do: 'goTo', place: firstPlace(invoices, of.lines.firstColumn) })
  }

  /** Sends the form with the field that is still being typed in. */
  async function submit() {
    const cell = of.lines && leaveUnseen()
    try {
      if (of.lines) await settle()
    } catch (error) {
      // The catalogue could not be read: no text may be called missing from it.
      console.error(error)
      return setFault(messageOf(error, of.texts.saveFailed))
    } finally {
      cell?.focus()
    }
    // A user who has closed the form knows that it is not saved and stays a draft.
    if (!stillOpen.current) return
    const body = form.checked<B>()
    setFault(undefined)
    // `onError` shows the errors.
    if (body !== null) await once(() => save.mutateAsync(body)).catch(() => undefined)
  }

  const inFields: RecordFields<R> = { draft, dispatch, lookUp, stored: record }
  return (
    <Dialog
      open
      {...beside?.shown(inFields)}
      onClose={onClose}
      title={record ? of.titles.edit : of.titles.add}
      onSubmit={() => void submit()}
      onUndo={form.undo}
      busy={save.isPending}
      {...keeping.dialog}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Čuvanje...">
            {record ? 'Sačuvaj izmene' : of.titles.submit}
            <SaveKey />
          </Button>
        </>
      )}
    >
      {keeping.conflict}
      {refusal && <FormBanner key={refusal.count} title={refusal.said ?? screenTexts.fixErrors} />}
      {fault && <FormBanner title={fault} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the fields inside moves on */}
      <div ref={form.box} onKeyDown={press}>
        {fields(inFields)}
      </div>
    </Dialog>
  )
}

type RecordFieldProps = Omit<ComponentProps<typeof TableField>, 'field' | 'value' | 'error' | 'mark' | 'onChange'> & {
  of: FieldTable
  form: Pick<RecordFields<unknown>, 'draft' | 'dispatch'>
}

type OwnFieldProps = Pick<RecordFieldProps, 'of' | 'form'> & { stored: unknown; className?: string }

/** The ID of a record: the first field of a new one, fixed in a stored one. */
export const RecordId = ({ stored, ...own }: OwnFieldProps) => (
  <RecordField
    {...own}
    name="id"
    hint={stored ? 'ID se ne može menjati' : '3-10 velikih slova ili brojeva'}
    readOnly={stored !== null}
    autoCapitalize="characters"
  />
)

/** The name of a record; it has the focus where the ID is fixed. */
export const RecordName = ({ stored, ...own }: OwnFieldProps) => (
  <RecordField {...own} name="naziv" data-autofocus={stored ? true : undefined} />
)

/** A field of a record. */
export function RecordField({ of, form, name, ...more }: RecordFieldProps) {
  const { draft, dispatch } = form
  const field = of[name]
  if (!field) return null
  return (
    <TableField
      {...more}
      name={name}
      field={field}
      error={draft.errors.head[name]}
      mark={draft.origins.get(name) === 'proposal' && draft.head[name] !== '' ? 'predloženo' : undefined}
      value={draft.head[name] ?? ''}
      onChange={(text) => dispatch({ do: 'changeHead', change: { [name]: text } })}
    />
  )
}
