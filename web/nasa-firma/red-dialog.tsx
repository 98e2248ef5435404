import { useMutation, useQuery } from '@tanstack/react-query'
import { type Podesavanja, podesavanjaEndpoints } from '#contract/podesavanja.ts'
import { call, reasonOf } from '#web/api.ts'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import { ForeseenText } from '#web/foreseen/foreseen.tsx'
import { ForeseenMoved } from '#web/foreseen/foreseen-moved.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'

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

/** Red po odobrenju: turns it on or off, after what would move is shown (customs §4.5). */
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
