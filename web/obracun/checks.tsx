import { useState } from 'react'
import { Link } from 'react-router'
import type { ObracunProvera } from '#contract/obracun.ts'
import { documentAddress } from '#web/documents/document-link.tsx'
import { productAddress } from '#web/screens/record-addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** So many rows of a check are shown at once. */
const SHOWN_ROWS = 5

/** The part of the account that has the rows of a check. */
const PART_OF: Record<ObracunProvera['vrsta'], string> = {
  identitet: 'stavke',
  manjak: 'manjak',
  'dva normativa': 'normativi',
  'tarifni broj': 'stavke',
  'vrednost 0': 'stavke',
  rok: 'stavke',
  'posle roka': 'izvoz',
  'bez odobrenja': 'stavke',
}

type ChecksProps = { provere: readonly ObracunProvera[]; onDeo: (deo: string) => void }

/** What is to be looked at before the account is handed in: each leads to its rows, and a row to what it is about. */
export const Checks = ({ provere, onDeo }: ChecksProps) =>
  provere.length > 0 && (
    <Panel title={`Provere (${provere.length})`}>
      <ul className="divide-y divide-line-quiet">
        {provere.map((provera) => (
          <li key={provera.vrsta} className="px-4 py-2.5">
            <Check of={provera} onRows={() => onDeo(PART_OF[provera.vrsta])} />
          </li>
        ))}
      </ul>
    </Panel>
  )

function Check({ of: { tekst, redovi }, onRows }: { of: ObracunProvera; onRows: () => void }) {
  const [all, showAll] = useState(false)
  const shown = all ? redovi : redovi.slice(0, SHOWN_ROWS)
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <p className="text-warning">{tekst}</p>
        <button type="button" className="hit text-accent" onClick={onRows}>
          Prikaži u obračunu
        </button>
      </div>
      <ul className="mt-1 grid gap-x-6 sm:grid-cols-[repeat(auto-fill,minmax(22rem,1fr))]">
        {shown.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={place} className="min-w-0 truncate" title={row.opis}>
            <Link
              to={row.vrsta === 'proizvod' ? productAddress(row.id) : documentAddress(row.vrsta, row.id)}
              className="code"
            >
              {row.broj}
            </Link>{' '}
            <span className="text-ink-2">{row.opis}</span>
          </li>
        ))}
      </ul>
      {redovi.length > shown.length && (
        <Button variant="ghost" className="-ml-3" onClick={() => showAll(true)}>
          Prikaži sve ({redovi.length})
        </Button>
      )}
    </>
  )
}
