import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Micro } from '#domain/decimal.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import type { Option } from '#web/ui/combobox.tsx'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { LookupCell } from '#web/ui/lookup-cell.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { YesNo } from '#web/ui/yes-no.tsx'
import { materials, searchMaterials } from './samples.ts'

/** Messages and the invoices of a document. */
export function DocumentSamples() {
  const [open, setOpen] = useState(true)
  return (
    <Panel title="Fakture" padded>
      <div className="gallery-stack">
        <Banner title="Sva obavezna polja moraju da budu popunjena">
          Molimo vas da popunite sva obavezna polja koja su označena crvenim okvirom.
        </Banner>
        <Banner tone="warning" title="Manjak: PRV050CRN 120 m" />
        <Banner tone="info" title="Nacrt od juče" />
        <FaultNote>Morate dodati barem jednu fakturu sa stavkama</FaultNote>
        <Collapsible
          title="DE-2026-0417"
          meta="3 stavke · 2.450,00 EUR"
          right={<Button variant="ghost">Dodaj stavke (1)</Button>}
          open={open}
          onToggle={setOpen}
        >
          {/* `relative`: hidden texts are placed by their nearest positioned ancestor; without one they widen the page. */}
          <div className="relative overflow-x-auto">
            <table className="item-grid">
              <thead>
                <tr>
                  <th scope="col">#</th>
                  <th scope="col">Materijal</th>
                  <th scope="col" className="right">
                    Količina
                  </th>
                  <th scope="col" className="right">
                    Cena po jed.
                  </th>
                  <th scope="col" className="right">
                    Iznos
                  </th>
                  <th scope="col">Poreklo</th>
                  <th scope="col">Tarifni broj</th>
                  <th scope="col">Zemlja porekla</th>
                  <th>
                    <span className="sr-only">Akcije</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {materials.slice(0, 3).map((material, at) => (
                  <ItemRow key={material.id} number={at + 1} start={material} />
                ))}
              </tbody>
            </table>
          </div>
        </Collapsible>
      </div>
    </Panel>
  )
}

function ItemRow({ number, start }: { number: number; start: Option }) {
  const [material, setMaterial] = useState(start)
  const [kolicina, setKolicina] = useState('12000')
  const [cena, setCena] = useState(number === 2 ? '' : '0,085')
  return (
    <tr>
      <td className="text num text-ink-3">{number}</td>
      <td className="name">
        <LookupCell
          aria-label="Materijal stavke"
          value={material.name}
          code={material.id}
          search={searchMaterials}
          onChoose={setMaterial}
          onLeave={(name) => setMaterial({ id: '', name })}
        />
      </td>
      <td>
        <NumberInput aria-label="Količina stavke" value={kolicina} onChange={setKolicina} step={1_000_000 as Micro} />
      </td>
      <td>
        <NumberInput
          aria-label="Cena stavke"
          aria-invalid={cena === '' || undefined}
          value={cena}
          onChange={setCena}
          minPlaces={2}
        />
      </td>
      <td className="text right">1.020,00</td>
      <td className="text">
        <YesNo value={number === 1} />
      </td>
      <td>
        <TextInput aria-label="Tarifni broj stavke" defaultValue="8544.49.95" className="num" />
      </td>
      <td>
        <Select aria-label="Zemlja porekla stavke" options={['Nemačka', 'Italija']} />
      </td>
      <td className="center">
        <IconButton label="Još" icon={<MoreHorizontal />} />
      </td>
    </tr>
  )
}
