import { useQuery } from '@tanstack/react-query'
import { ostalaRazduzenjaEndpoints, VRSTE_RAZDUZENJA } from '#contract/ostala-razduzenja.ts'
import { DocumentPage } from '#web/document-list/document-page.tsx'
import { MaterialFilter } from '#web/document-list/material-filter.tsx'
import { PeriodFilter } from '#web/document-list/period-filter.tsx'
import { read } from '#web/queries.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { razduzenjeColumns } from './razduzenje-columns.tsx'
import { RAZDUZENJE_SCREEN } from './razduzenje-screen.ts'

/** The values in the address of the list. Empty `limit`: what was last chosen, or LIST_ROWS. */
const DEFAULTS = {
  page: '1',
  limit: '',
  search: '',
  vrsta: '',
  materijal_id: '',
  datum_od: '',
  datum_do: '',
  sort: 'datum',
  order: 'desc',
  /** The document whose form is open. */
  otvori: '',
}

/** Ostala razduženja: the list of goods that left named lots without an export, and its form. */
export function RazduzenjaPage() {
  const [at, setAt] = useAddressValues(DEFAULTS)
  const { page, limit, otvori: _, ...rest } = at
  const query = { ...rest, page: pageIn(page), limit: rowsPerPage('ostalo_razduzenje', limit) }
  const { sort: __, order: ___, ...sought } = rest
  const list = useQuery(read(ostalaRazduzenjaEndpoints.listRazduzenja, { query }))
  return (
    <DocumentPage
      screen={RAZDUZENJE_SCREEN}
      counted="razduženja"
      at={at}
      setAt={setAt}
      list={list}
      columns={razduzenjeColumns}
      buttons={<SheetButton sheet="ostala-razduzenja" query={sought} />}
      filters={
        <>
          <Field label="Vrsta razduženja" className="max-md:col-span-2">
            <Select
              options={VRSTE_RAZDUZENJA}
              emptyText="Sve vrste"
              value={at.vrsta}
              onChange={(event) => setAt({ vrsta: event.currentTarget.value })}
            />
          </Field>
          <MaterialFilter value={at.materijal_id} onChange={(id) => setAt({ materijal_id: id })} />
          <PeriodFilter at={at} setAt={setAt} inGrid />
        </>
      }
    />
  )
}
