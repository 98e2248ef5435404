import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { type C4Document, c4Endpoints } from '#contract/c4.ts'
import { PRODUZENJE, type Produzenje, rokTexts } from '#contract/carina.ts'
import { call } from '#web/api.ts'
import { SmallForm } from '#web/drafts/small-form.tsx'
import { read } from '#web/queries.ts'
import { Rok, RokBadge } from '#web/screens/document-badges.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Panel } from '#web/ui/panel.tsx'

const NOTHING = { novi_rok: null, broj_akta: null, datum_akta: null, napomena: null }
const NONE: readonly Produzenje[] = []

/** The deadline of an import, what is to be warned of, and how it was prolonged; nothing where there is none of it. */
export function C4Rok({ document }: { document: C4Document }) {
  const params = { id: document.id }
  const { rok, rok_obracuna, stanje_roka, upozorenja } = document
  const { data = NONE } = useQuery({ ...read(c4Endpoints.c4Produzenja, { params }), enabled: rok !== null })
  const [prolonging, setProlonging] = useState(false)
  const alert = useAlert()
  return (
    <>
      {upozorenja.map((text) => (
        <Banner key={text} tone="warning" title={text} />
      ))}
      {rok && (
        <Panel
          title="Rok razduženja"
          right={
            <Button icon={<CalendarClock aria-hidden />} changes data-opens-modal onClick={() => setProlonging(true)}>
              Produži rok
            </Button>
          }
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <span className="font-semibold">
              <Rok rok={rok} />
            </span>
            {stanje_roka && <RokBadge stanje={stanje_roka} />}
            {rok_obracuna && (
              <span className="text-ink-3">
                obračun do <DateText value={rok_obracuna} />
              </span>
            )}
          </p>
          {data.length > 0 && (
            <DataTable
              label="Produženja roka"
              columns={COLUMNS}
              rows={data}
              rowKey={({ id }) => String(id)}
              pageSize={data.length}
            />
          )}
        </Panel>
      )}
      {prolonging && (
        <SmallForm
          title="Produženje roka"
          table={PRODUZENJE}
          stored={NOTHING}
          body={c4Endpoints.addProduzenje.body}
          save={async (body) => {
            const { promenjen_rok_c1 = [] } = await call(c4Endpoints.addProduzenje, { params, body })
            if (promenjen_rok_c1.length > 0) void alert({ text: rokTexts.closed(promenjen_rok_c1) })
          }}
          texts={{ saved: 'Rok je produžen.', notSaved: 'Rok nije produžen.' }}
          onClose={() => setProlonging(false)}
        />
      )}
    </>
  )
}

const COLUMNS: readonly Column<Produzenje>[] = [
  { id: 'novi_rok', header: 'Novi rok', card: 'title', cell: ({ novi_rok }) => <DateText value={novi_rok} /> },
  {
    id: 'broj_akta',
    header: 'Broj akta',
    cell: ({ broj_akta }) => (broj_akta ? <span className="code">{broj_akta}</span> : '—'),
  },
  {
    id: 'datum_akta',
    header: 'Datum akta',
    cell: ({ datum_akta }) => (datum_akta ? <DateText value={datum_akta} /> : '—'),
  },
  { id: 'napomena', header: 'Napomena', wrap: true, cell: ({ napomena }) => napomena ?? '—' },
  { id: 'korisnik', header: 'Uneo', cell: ({ korisnik }) => korisnik },
]
