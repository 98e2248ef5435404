import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldTable } from '#contract/form-fields.ts'
import { type Podesavanja, podesavanjaEndpoints } from '#contract/podesavanja.ts'
import { call, reasonOf } from '#web/api.ts'
import { type TableForm, useTableForm } from '#web/drafts/small-form.tsx'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import { ForeseenText } from '#web/foreseen/foreseen.tsx'
import { ForeseenMoved } from '#web/foreseen/foreseen-dialog.tsx'
import { TableField } from '#web/screens/field-input.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { savedBy } from '#web/ui/saved-by.ts'
import { Setting } from '#web/ui/setting.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'

type SettingsFormProps<T extends FieldTable, B> = TableForm<T, B> & {
  title: string
  /** A sentence about each setting; it stands beside the field. */
  sentences: { readonly [K in keyof T]: string }
  /** The fields of digits alone. */
  digits: readonly (keyof T)[]
  /** Whether the user may change the settings. */
  allowed: boolean
  /** The settings that are not typed, under the fields. */
  children?: ReactNode
}

/** Some settings that are saved together, each with a sentence beside it. */
export function SettingsForm<T extends FieldTable, B>(props: SettingsFormProps<T, B>) {
  const { title, sentences, digits, allowed, children, ...of } = props
  const { names, save, dirty, fieldOf, submit } = useTableForm(of)
  return (
    <Panel title={title}>
      {dirty && <LeaveGuard />}
      <form aria-label={title} className="divide-y divide-line-quiet" {...savedBy(() => allowed && submit())}>
        {save.error && (
          <div className="p-4 pb-0">
            <FormBanner title={of.texts.notSaved}>{reasonOf(save.error)}</FormBanner>
          </div>
        )}
        {/* The form begins again with the saved values, so nothing is typed into it meanwhile. */}
        <fieldset disabled={!allowed || save.isPending} className="contents">
          {names.map((name) => (
            <Setting key={name} sentence={sentences[name]}>
              <TableField {...fieldOf(name)} inputMode={digits.includes(name) ? 'numeric' : undefined} />
            </Setting>
          ))}
          {children}
          {allowed && (
            <div className="px-4 py-3">
              <Button type="submit" variant="primary" changes busy={save.isPending} busyText="Čuvanje...">
                Sačuvaj
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </Panel>
  )
}

const TEXTS = {
  on: {
    verb: 'Isključi',
    now: 'Uključeno je: izvoz po odobrenju razdužuje samo uvoz po istom odobrenju, a izvoz bez odobrenja samo uvoz bez njega.',
    would: 'Kad se isključi, svi dokumenti čine jedan red: svaki izvoz razdužuje najstariji uvoz.',
    done: 'Svi dokumenti su u jednom redu.',
  },
  off: {
    verb: 'Uključi',
    now: 'Isključeno je: svaki izvoz razdužuje najstariji uvoz, po kom god je odobrenju.',
    would:
      'Kad se uključi, dokumenti svakog odobrenja čine svoj red: izvoz po odobrenju razdužuje samo uvoz po istom, a izvoz bez odobrenja samo uvoz bez njega.',
    done: 'Svako odobrenje ima svoj red.',
  },
} as const

type RedDialogProps = { stored: Podesavanja; onSaved: (saved: Podesavanja) => void; onClose: () => void }

/** Red po odobrenju: turns it on or off, after it shows the exports that would move (customs §4.5). */
export function RedDialog({ stored, onSaved, onClose }: RedDialogProps) {
  const stillOpen = useStillOpen()
  const texts = TEXTS[stored.red_po_odobrenju ? 'on' : 'off']
  const { upozorenje_roka_dana, verzija } = stored
  const put = (dryRun: boolean) =>
    call(podesavanjaEndpoints.savePodesavanja, {
      body: { upozorenje_roka_dana, stopa_pdv_od: null, red_po_odobrenju: !stored.red_po_odobrenju },
      query: { dryRun },
      ifVersion: verzija,
    })
  const foreseen = useQuery({
    queryKey: ['red-po-odobrenju', stored],
    queryFn: () => put(true),
    // Each question asks again.
    gcTime: 0,
    retry: false,
  })
  const save = useMutation({
    mutationFn: () => put(false),
    onSuccess: (saved) => {
      toastSuccess(texts.done)
      onSaved(saved)
      if (stillOpen.current) onClose()
    },
  })
  const told = foreseen.data
  return (
    <Dialog
      open
      size="large"
      title="Red po odobrenju"
      onClose={onClose}
      onSubmit={() => told && !told.odbijeno && !save.isPending && save.mutate()}
      busy={save.isPending}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button
            type="submit"
            variant="primary"
            changes
            disabled={!told || told.odbijeno !== null}
            busy={save.isPending}
            busyText="Preračunavanje..."
          >
            {texts.verb}
          </Button>
        </>
      )}
    >
      {save.error && <FormBanner title="Red nije promenjen.">{reasonOf(save.error)}</FormBanner>}
      <p className="font-medium">{texts.now}</p>
      <p className="mt-2 mb-4 text-ink-2">{texts.would}</p>
      <div role="status">
        {foreseen.error && <p className="text-bad">{reasonOf(foreseen.error)}</p>}
        {foreseen.isPending && <p className="text-ink-2">{documentScreenTexts.foreseeing}</p>}
        {told && <ForeseenText {...told} />}
      </div>
      {told && <ForeseenMoved exports={told.promenjeni_c1} />}
    </Dialog>
  )
}
