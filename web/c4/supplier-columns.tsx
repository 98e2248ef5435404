import { useState } from 'react'
import type { PitanjeOKoloni, ProcitanaKolona } from '#contract/fakture.ts'
import { IMPORT_FIELDS } from '#contract/import-fields.ts'
import { partneriEndpoints } from '#contract/partneri.ts'
import { rowsLike } from '#web/catalogue-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

type Partner = { readonly id: number; readonly naziv: string }
type SupplierColumnsProps = {
  kolone: readonly ProcitanaKolona[]
  pitanja: readonly PitanjeOKoloni[]
  busy: boolean
  /** Reads the files again with what was chosen, as it stands beside them. */
  onRead: (fields: Record<string, string>) => void
}

/** How the columns of spreadsheets were read, whose they are, and what of them is to be chosen. */
export function SupplierColumns({ kolone, pitanja, busy, onRead }: SupplierColumnsProps) {
  const [partner, setPartner] = useState<Partner | null>(null)
  const [columns, setColumns] = useState<Readonly<Record<string, string>>>({})
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const asked = [...new Map(pitanja.map((one) => [one.polje, one])).values()]
  function readAgain() {
    const given = (chosen: Readonly<Record<string, string>>) => Object.entries(chosen).filter(([, text]) => text !== '')
    const numbers = given(columns).map(([polje, kolona]) => [polje, Number(kolona)])
    onRead({
      ...(partner && { partner_id: String(partner.id) }),
      ...(numbers.length > 0 && { kolone: JSON.stringify(Object.fromEntries(numbers)) }),
      ...(given(values).length > 0 && { vrednosti: JSON.stringify(Object.fromEntries(given(values))) }),
    })
  }
  return (
    <section aria-labelledby="kolone-tabele" className="flex flex-col gap-3 rounded-panel border border-line px-4 py-3">
      <h3 id="kolone-tabele" className="font-semibold">
        Kolone tabele
      </h3>
      <p className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
        {kolone.map(({ fajl, polje, naslov, kolona, kako }) => (
          <Badge key={`${fajl} ${polje}`}>
            {naslov || kolona}: {LABELS.get(polje)} ({kako})
          </Badge>
        ))}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Dobavljač" hint="Uz njega se pamte kolone i šifre">
          <Combobox
            value={partner?.naziv ?? ''}
            search={searchPartners}
            onChoose={({ partner: chosen }) => setPartner(chosen)}
            onClear={() => setPartner(null)}
          />
        </Field>
        {asked.map(({ polje, naziv, kolone: likely }) =>
          likely.length > 0 && polje !== 'broj_fakture' ? (
            <Field key={polje} label={`Kolona: ${naziv}`}>
              <Select
                options={likely.map(({ kolona, naslov }) => ({ value: String(kolona), text: naslov }))}
                emptyText="Izaberite kolonu"
                value={columns[polje] ?? ''}
                onChange={({ currentTarget: { value } }) => setColumns({ ...columns, [polje]: value })}
              />
            </Field>
          ) : (
            <Field key={polje} label={`${naziv} (za ceo fajl)`}>
              <TextInput
                value={values[polje] ?? ''}
                onChange={({ currentTarget: { value } }) => setValues({ ...values, [polje]: value })}
              />
            </Field>
          ),
        )}
      </div>
      <Button className="self-start" busy={busy} onClick={readAgain}>
        Pročitaj ponovo
      </Button>
    </section>
  )
}

const LABELS = new Map(IMPORT_FIELDS.faktura.map(({ polje, naziv }) => [polje, naziv]))

async function searchPartners(text: string, signal: AbortSignal) {
  const { results } = await rowsLike(partneriEndpoints.listPartneri, text, signal)
  return results.map((partner) => ({
    id: String(partner.id),
    name: partner.naziv,
    detail: partner.grad,
    partner: { id: partner.id, naziv: partner.naziv },
  }))
}
