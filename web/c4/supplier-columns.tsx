import { useState } from 'react'
import type { ProcitanaTabela } from '#contract/fakture.ts'
import { partneriEndpoints } from '#contract/partneri.ts'
import { rowsLike } from '#web/catalogue-rows.ts'
import { choiceFields, NO_CHOICE, withProposals } from '#web/screens/sheet-choice.ts'
import { SheetRead } from '#web/screens/sheet-read.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'

type Partner = { readonly id: number; readonly naziv: string }
type SupplierColumnsProps = {
  of: ProcitanaTabela
  /** The partner whose it is, as far as that is known. */
  partner: Partner | null
  busy: boolean
  /** Reads the file again with what was chosen, as it stands beside it. */
  onRead: (fields: Record<string, string>) => void
}

/** How a supplier's spreadsheet was read, whose it is, and what of it is to be chosen. */
export function SupplierColumns({ of, partner: known, busy, onRead }: SupplierColumnsProps) {
  const [partner, setPartner] = useState<Partner | null>(known)
  const [choice, setChoice] = useState(NO_CHOICE)
  function readAgain() {
    const next = withProposals(choice, of)
    setChoice(next)
    onRead({ ...(partner && { partner_id: String(partner.id) }), ...choiceFields(next) })
  }
  return (
    <section aria-label={`Tabela ${of.fajl}`} className="rounded-panel border border-line px-4 py-3">
      <h3 className="wrap-anywhere font-semibold">{of.fajl}</h3>
      <Field label="Dobavljač" hint="Uz njega se pamte kolone i šifre" className="mt-3 sm:max-w-md">
        <Combobox
          value={partner?.naziv ?? ''}
          search={searchPartners}
          onChoose={({ partner: chosen }) => setPartner(chosen)}
          onClear={() => setPartner(null)}
        />
      </Field>
      <SheetRead of="faktura" reading={of} choice={choice} said={choice} onChange={setChoice} file={null} />
      <Button className="mt-3" busy={busy} onClick={readAgain}>
        Pročitaj ponovo
      </Button>
    </section>
  )
}

async function searchPartners(text: string, signal: AbortSignal) {
  const { results } = await rowsLike(partneriEndpoints.listPartneri, text, signal)
  return results.map((partner) => ({
    id: String(partner.id),
    name: partner.naziv,
    detail: partner.grad,
    partner: { id: partner.id, naziv: partner.naziv },
  }))
}
