import { useQuery } from '@tanstack/react-query'
import { PODESAVANJA, podesavanjaEndpoints } from '#contract/podesavanja.ts'
import { call } from '#web/api.ts'
import { SmallForm, SmallFormNotRead } from '#web/drafts/small-form.tsx'
import { wireIn } from '#web/drafts/typed-fields.ts'
import { read } from '#web/queries.ts'
import { checkBy } from '#web/screens/form-errors.ts'

const TITLE = 'Carina'
const { body: BODY } = podesavanjaEndpoints.savePodesavanja

/** Carina: what the books warn of, for everybody. */
export function PodesavanjaDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(read(podesavanjaEndpoints.getPodesavanja))
  if (error && !data)
    return <SmallFormNotRead title={TITLE} text="Podešavanja nisu pročitana." error={error} onClose={onClose} />
  if (!data) return null
  return (
    <SmallForm
      title={TITLE}
      table={PODESAVANJA}
      stored={data}
      check={(typed) => checkBy(BODY, wireIn(PODESAVANJA, typed))}
      save={(body) => call(podesavanjaEndpoints.savePodesavanja, { body, ifVersion: data.verzija })}
      texts={{ saved: 'Podešavanja su sačuvana.', notSaved: 'Podešavanja nisu sačuvana.' }}
      wide={['upozorenje_roka_dana', 'osnov_otpada']}
      digits={['upozorenje_roka_dana']}
      note="Toliko dana pre roka za razduženje uvoz dobija oznaku da ističe. Od neto količine ili od ukupno utrošene (bruto) su procenti u normativima; izvozi koji su sačuvani zadržavaju svoje. Sa stopom PDV carina i PDV na robu puštenu u slobodan promet računaju se informativno; bez nje se ne računaju. Važi za sve korisnike."
      onClose={onClose}
    />
  )
}
