import { use, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ConflictPanel } from './conflict-panel.tsx'
import type { RecordFacts } from './differences.ts'
import { WantedDraft } from './draft-shelf.tsx'
import { DraftNote, DraftOffers } from './draft-strip.tsx'
import { draftKeepingTexts } from './draft-texts.ts'
import { formOf, type KeptDraft } from './kept-draft.ts'
import { useConflict } from './use-conflict.ts'
import { useKeptDraft } from './use-kept-draft.ts'

/** The facts that a form gives so that nothing typed into it is lost. */
export type KeepingOptions<R, C> = {
  /** Kind of form, e.g. `c4`; with the record's id it is one form. */
  kind: string
  /** The record being edited, as it was when the form was opened; null for a new one. */
  stored: (R & { readonly id: number | string; readonly verzija: number }) | null
  load: (stored: R) => Promise<R & { readonly id: number | string; readonly verzija: number }>
  dirty: boolean
  /** A file is chosen, which no draft can hold. */
  hasFile?: boolean
  shape: z.ZodType<C>
  /** The content of the form. */
  content: () => C
  contentOf: (record: R) => C
  nameOf: (content: C) => string
  factsOf: (content: C) => RecordFacts
  /** Puts content into the form: what is stored in `record`, or what was typed over it (null: into a new one). */
  show: (content: C, of: { record: R | null; typed: boolean }) => void
  /** Content that is to be saved over `record` (null: as a new one), where that takes more than its new version. */
  fitTo?: (content: C, record: R | null) => C
  submit: () => void
}

/**
 * Nothing typed is ever lost: what stands in a form is kept as a draft until it is saved, a draft that was left behind is
 * offered, leaving asks first, and when somebody else has changed or deleted the record meanwhile, the user is told what
 * and decides. Gives the parts to be shown and what the save has to say.
 */
export function useKeeping<R, C>(options: KeepingOptions<R, C>) {
  const { kind, stored, dirty, shape, content, contentOf, nameOf, factsOf, show } = options
  const conflict = useConflict({
    stored,
    load: options.load,
    factsOf: (record) => factsOf(contentOf(record)),
  })
  const form = formOf(kind, conflict.record?.id)
  const verzija = conflict.ifVersion() ?? null
  const kept = useKeptDraft({ form, verzija, dirty, content, nameOf, shape })
  const texts = draftKeepingTexts

  // Content saved over the new state must have reached the form before it is sent.
  const [saving, setSaving] = useState(0)
  const submit = useRef(options.submit)
  submit.current = options.submit
  useEffect(() => {
    if (saving > 0) submit.current()
  }, [saving])

  const fitTo = (record: R | null, input = content()) => options.fitTo?.(input, record) ?? input

  function saveMine() {
    const now = conflict.accept()
    if (!now) return
    show(fitTo(now), { record: now, typed: true })
    setSaving((count) => count + 1)
  }

  /** The user saves it when he has seen what has become of it: the PDF of a deleted document is gone with it. */
  function goOnAsNew() {
    kept.drop()
    conflict.becomeNew()
    show(fitTo(null), { record: null, typed: true })
  }

  function takeNew() {
    const now = conflict.accept()
    if (!now) return
    show(contentOf(now), { record: now, typed: false })
    kept.drop()
  }

  function goOn(offer: KeptDraft<C>) {
    const { record } = conflict
    kept.goOnWith(offer)
    show(record ? offer.content : fitTo(null, offer.content), { record, typed: true })
    conflict.startFrom(offer.verzija, factsOf(offer.content))
  }

  const wanted = use(WantedDraft)
  const chosen = kept.offers.find(({ savedAt }) => savedAt === wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft that was chosen goes on once
  useEffect(() => {
    if (chosen) goOn(chosen)
  }, [chosen])

  return {
    /** To be called whenever the form changes. */
    note: kept.note,
    /** To be called when it is saved. */
    saved: kept.forget,
    record: conflict.record,
    ifVersion: conflict.ifVersion,
    /** True when the refusal was a conflict, which is then shown here. */
    caught: (error: unknown) => conflict.caught(error, () => factsOf(content())),
    conflict: conflict.conflict && (
      <ConflictPanel
        key={saving}
        conflict={conflict.conflict}
        onTakeNew={takeNew}
        onSaveMine={saveMine}
        onGoOnAsNew={goOnAsNew}
        onGoOn={conflict.dismiss}
      />
    ),
    /** Spread over the Dialog. */
    dialog: {
      dirty,
      notice: (
        <DraftOffers
          offers={kept.offers}
          verzija={conflict.record?.verzija ?? null}
          onDiscard={kept.discard}
          onGoOn={goOn}
        />
      ),
      headerRight: <DraftNote {...kept.state} />,
      ...(kept.keeps && {
        closeText: options.hasFile ? texts.closePdf : texts.closeKept,
        leaveText: options.hasFile ? texts.leavePdf : texts.leaveKept,
      }),
    },
  }
}
