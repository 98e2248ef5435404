import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ObracunProvera } from '#contract/obracun.ts'
import { documentAddress } from '#web/documents/document-link.tsx'
import { odobrenjeAddress, podnetAddress, productAddress, usaglasavanjeAddress } from '#web/screens/record-addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** So many rows of a check are shown at once. */
const SHOWN_ROWS = 30

/** The part of the account that has the rows of a check; what was handed in has them on a page of its own. */
const PART_OF: Record<ObracunProvera['vrsta'], string | null> = {
  identitet: 'stavke',
  manjak: 'manjak',
  'dva normativa': 'normativi',
  'tarifni broj': 'stavke',
  'vrednost 0': 'stavke',
  rok: 'stavke',
  'posle roka': 'izvoz',
  'pre prelaska': 'izvoz',
  'bez odobrenja': 'stavke',
  'preko odobrenja': 'stavke',
  'otpad preko odobrenja': 'stavke',
  promenjeno: null,
  špediter: null,
}

type ChecksProps = { provere: readonly ObracunProvera[]; onShow: (vrsta: ObracunProvera['vrsta'], deo: string) => void }

/** What is to be looked at before the account is handed in: each leads to its rows, and a row to what it is about. */
export const Checks = ({ provere, onShow }: ChecksProps) =>
  provere.length > 0 && (
    <Panel title={`Provere (${provere.length})`}>
      <ul className="divide-y divide-line-quiet">
        {provere.map((provera) => {
          const deo = PART_OF[provera.vrsta]
          return (
            <li key={provera.vrsta} className="px-4 py-1.5">
              <Check of={provera} onRows={deo === null ? undefined : () => onShow(provera.vrsta, deo)} />
            </li>
          )
        })}
      </ul>
    </Panel>
  )

const ADDRESSES: Record<ObracunProvera['redovi'][number]['vrsta'], (id: string) => string> = {
  c4: (id) => documentAddress('c4', id),
  c1: (id) => documentAddress('c1', id),
  proizvod: productAddress,
  odobrenje: odobrenjeAddress,
  obracun: podnetAddress,
  usaglasavanje: usaglasavanjeAddress,
}

/** One line, so that the account under the checks is in sight; it opens into its rows. */
function Check({ of: { tekst, redovi }, onRows }: { of: ObracunProvera; onRows: (() => void) | undefined }) {
  const [open, setOpen] = useState(false)
  const [all, showAll] = useState(false)
  const shown = all ? redovi : redovi.slice(0, SHOWN_ROWS)
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <button
          type="button"
          aria-expanded={open}
          className="hit inline-flex items-baseline gap-1.5 text-left text-warning"
          onClick={() => setOpen(!open)}
        >
          <ChevronRight aria-hidden className={`size-3.5 flex-none self-center ${open ? 'rotate-90' : ''}`} />
          <span>
            {tekst} <span className="num font-medium">({redovi.length})</span>
          </span>
        </button>
        {onRows && (
          <button type="button" className="hit text-accent" onClick={onRows}>
            Prikaži u obračunu
          </button>
        )}
      </div>
      {open && (
        <ul className="mt-1 mb-1.5 ml-5 grid gap-x-6 sm:grid-cols-[repeat(auto-fill,minmax(22rem,1fr))]">
          {shown.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
            <li key={place} className="min-w-0 wrap-anywhere">
              <Link to={ADDRESSES[row.vrsta](row.id)} className="code underline">
                {row.broj}
              </Link>{' '}
              <span className="text-ink-2">{row.opis}</span>
            </li>
          ))}
        </ul>
      )}
      {open && redovi.length > shown.length && (
        <Button variant="ghost" className="ml-2" onClick={() => showAll(true)}>
          Prikaži sve ({redovi.length})
        </Button>
      )}
    </>
  )
}
