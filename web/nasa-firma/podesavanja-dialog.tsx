import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PODESAVANJA, podesavanjaEndpoints } from '#contract/podesavanja.ts'
import { call } from '#web/api.ts'
import { SmallForm, SmallFormNotRead } from '#web/drafts/small-form.tsx'
import { queryClient, readOnce } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { RedDialog } from './red-dialog.tsx'

const TITLE = 'Carina'
const OPENED = readOnce(podesavanjaEndpoints.getPodesavanja)
/** The queue moves what is booked: it has a window of its own. */
const { red_po_odobrenju: _, ...FORM } = PODESAVANJA

/** Carina: the settings of the books (`PODESAVANJA`), the same for everybody. */
export function PodesavanjaDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(OPENED)
  const [asksForRed, setAsksForRed] = useState(false)
  if (error)
    return <SmallFormNotRead title={TITLE} text="Podešavanja nisu pročitana." error={error} onClose={onClose} />
  if (!data) return null
  return (
    <>
      <SmallForm
        title={TITLE}
        table={FORM}
        stored={data}
        body={podesavanjaEndpoints.savePodesavanja.body}
        save={(body) =>
          call(podesavanjaEndpoints.savePodesavanja, { body, query: { dryRun: false }, ifVersion: data.verzija })
        }
        texts={{ saved: 'Podešavanja su sačuvana.', notSaved: 'Podešavanja nisu sačuvana.' }}
        wide={['upozorenje_roka_dana', 'osnov_otpada']}
        digits={['upozorenje_roka_dana']}
        note="Toliko dana pre roka za razduženje uvoz dobija oznaku da ističe. Od neto količine ili od ukupno utrošene (bruto) su procenti u normativima; izvozi koji su sačuvani zadržavaju svoje. Sa stopom PDV carina i PDV na robu puštenu u slobodan promet računaju se informativno; bez nje se ne računaju. Važi za sve korisnike."
        more={
          <div className="mt-4 flex flex-wrap items-center gap-3 border-line-quiet border-t pt-4">
            <p className="font-medium">Red po odobrenju: {data.red_po_odobrenju ? 'uključen' : 'isključen'}</p>
            <Button onClick={() => setAsksForRed(true)}>{data.red_po_odobrenju ? 'Isključi…' : 'Uključi…'}</Button>
          </div>
        }
        onClose={onClose}
      />
      {asksForRed && (
        <RedDialog
          stored={data}
          onSaved={(saved) => queryClient.setQueryData(OPENED.queryKey, saved)}
          onClose={() => setAsksForRed(false)}
        />
      )}
    </>
  )
}
