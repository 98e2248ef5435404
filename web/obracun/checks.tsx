import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ObracunProvera } from '#contract/obracun.ts'
import {
  documentAddress,
  odobrenjeAddress,
  podnetAddress,
  productAddress,
  usaglasavanjeAddress,
} from '#web/screens/record-addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** The number of rows of a check that are shown at once. */
const SHOWN_ROWS = 30

/**
 * The name of each check, with the part of the account that has its rows. The rows of changed accounts and of the
 * forwarder's differences stand on pages of their own.
 */
const CHECKS: Record<ObracunProvera['vrsta'], { naziv: string; deo: string | null }> = {
  identitet: { naziv: 'zbir stavke', deo: 'stavke' },
  manjak: { naziv: 'izvoz bez pokrića', deo: 'manjak' },
  'dva normativa': { naziv: 'dva normativa', deo: 'normativi' },
  'tarifni broj': { naziv: 'tarifni broj', deo: 'stavke' },
  'vrednost 0': { naziv: 'vrednost 0', deo: 'stavke' },
  rok: { naziv: 'ostatak posle roka', deo: 'stavke' },
  'posle roka': { naziv: 'izvoz posle roka', deo: 'izvoz' },
  'pre prelaska': { naziv: 'izvoz pre dana prelaska', deo: 'izvoz' },
  'bez odobrenja': { naziv: 'uvoz bez odobrenja ili JCI', deo: 'stavke' },
  'van odobrenja': { naziv: 'roba koja nije u odobrenju', deo: 'stavke' },
  'preko odobrenja': { naziv: 'količina preko odobrenja', deo: 'stavke' },
  'otpad preko odobrenja': { naziv: 'otpad preko odobrenja', deo: 'stavke' },
  promenjeno: { naziv: 'promenjeno posle podnošenja', deo: null },
  špediter: { naziv: 'razlike sa špediterom', deo: null },
}

type ChecksProps = {
  provere: readonly ObracunProvera[]
  onShow: (vrsta: ObracunProvera['vrsta'], deo: string) => void
  /** Whether they are today's, so that a check that is not among them has found nothing. */
  live: boolean
}

/** The checks before the account is handed in: each leads to its rows, and a row to what it is about. */
export function Checks({ provere, onShow, live }: ChecksProps) {
  const quiet = live ? Object.keys(CHECKS).filter((vrsta) => !provere.some((one) => one.vrsta === vrsta)) : []
  if (provere.length + quiet.length === 0) return null
  const folded = quiet.length > 0 && <WithoutFindings vrste={quiet as ObracunProvera['vrsta'][]} />
  if (provere.length === 0)
    return (
      <section aria-label="Provere">
        <Panel>{folded}</Panel>
      </section>
    )
  return (
    <Panel title={`Provere (${provere.length})`}>
      <ul className="divide-y divide-line-quiet">
        {provere.map((provera) => {
          const { deo } = CHECKS[provera.vrsta]
          return (
            <li key={provera.vrsta} className="px-4 py-1.5">
              <Check of={provera} onRows={deo === null ? undefined : () => onShow(provera.vrsta, deo)} />
            </li>
          )
        })}
        {folded && <li>{folded}</li>}
      </ul>
    </Panel>
  )
}

/** The checks that have found nothing, folded to a line that opens into their names. */
function WithoutFindings({ vrste }: { vrste: readonly ObracunProvera['vrsta'][] }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="px-4 py-1.5 text-ink-2">
      <button
        type="button"
        aria-expanded={open}
        className="hit inline-flex items-baseline gap-1.5 text-left"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden className={`size-3.5 flex-none self-center ${open ? 'rotate-90' : ''}`} />
        Provere bez nalaza: {vrste.length}
      </button>
      {open && <p className="mb-1 ml-5">{vrste.map((vrsta) => CHECKS[vrsta].naziv).join(', ')}</p>}
    </div>
  )
}

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
