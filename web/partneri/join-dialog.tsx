import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Partner, partneriEndpoints, partnerTexts } from '#contract/partneri.ts'
import { call, reasonOf } from '#web/api.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox, type Option } from '#web/ui/combobox.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

/** How many partners are offered. */
const OFFERED = 20

/** Spoji: another partner is this very firm, and all that it has in documents belongs to this one from now on. */
export function JoinDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const [other, setOther] = useState<Option | null>(null)
  const [error, setError] = useState('')
  const joining = useMutation({
    mutationFn: (partner_id: number) => {
      const { id, verzija } = partner
      return call(partneriEndpoints.spojiPartnera, { params: { id }, body: { partner_id }, ifVersion: verzija })
    },
    onSuccess: () => toastSuccess(partnerTexts.joined(partner.naziv)),
  })
  async function search(text: string, signal: AbortSignal): Promise<Option[]> {
    const query = { search: text, limit: OFFERED }
    const { results } = await call(partneriEndpoints.listPartneri, { query, signal })
    return results
      .filter(({ id }) => id !== partner.id)
      .map(({ id, naziv, grad, pib }) => ({
        id: String(id),
        hidesId: true,
        name: naziv,
        detail: [grad, pib && `PIB ${pib}`].filter(Boolean).join(', '),
      }))
  }
  function submit() {
    if (!other) return setError('Izaberite partnera.')
    if (!joining.isPending) joining.mutate(Number(other.id), { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={`Spoji: ${partner.naziv}`}
      busy={joining.isPending}
      dirty={other !== null}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" changes busy={joining.isPending} busyText="Spajanje...">
            Spoji
            <SaveKey />
          </Button>
        </>
      )}
    >
      {joining.error && <FormBanner title="Partneri nisu spojeni.">{reasonOf(joining.error)}</FormBanner>}
      <Field label="Partner koji je ista firma" required error={error}>
        <Combobox
          data-autofocus
          name="partner_id"
          value={other?.name ?? ''}
          search={search}
          emptyText="Nema takvog partnera."
          onChoose={(option) => {
            setOther(option)
            setError('')
          }}
          onClear={() => setOther(null)}
        />
      </Field>
      <p className="mt-4 text-ink-2">
        Sve što izabrani partner ima u dokumentima prelazi ovamo, a predlaže se samo ovaj partner. Dokumenti ostaju
        kakvi jesu. Ako se spoji greškom, zapis se kasnije izdvaja.
      </p>
    </Dialog>
  )
}
