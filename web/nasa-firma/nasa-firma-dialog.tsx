import { useQuery } from '@tanstack/react-query'
import { NASA_FIRMA, nasaFirmaEndpoints } from '#contract/nasa-firma.ts'
import { call } from '#web/api.ts'
import { SmallForm, SmallFormNotRead } from '#web/drafts/small-form.tsx'
import { readOnce } from '#web/queries.ts'

const TITLE = 'Naša firma'

/** Naša firma: what new documents have of the company itself, and what its papers add. */
export function NasaFirmaDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(readOnce(nasaFirmaEndpoints.getNasaFirma))
  if (error)
    return <SmallFormNotRead title={TITLE} text="Podaci firme nisu pročitani." error={error} onClose={onClose} />
  if (!data) return null
  return (
    <SmallForm
      title={TITLE}
      table={NASA_FIRMA}
      stored={data}
      body={nasaFirmaEndpoints.saveNasaFirma.body}
      save={(body) => call(nasaFirmaEndpoints.saveNasaFirma, { body, ifVersion: data.verzija })}
      texts={{ saved: 'Podaci firme su sačuvani.', notSaved: 'Podaci firme nisu sačuvani.' }}
      wide={['naziv']}
      digits={['pib', 'mb']}
      note="Predlaže se kao primalac novog uvoza i pošiljalac novog izvoza. PIB i matični broj stoje uz nju i na PDF dokumentima. Sačuvani dokumenti ostaju kakvi jesu."
      onClose={onClose}
    />
  )
}
