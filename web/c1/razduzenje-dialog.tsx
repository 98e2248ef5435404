import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type C1Document, c1Endpoints, type RazduzenjeRow } from '#contract/c1.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { reasonOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { openPdf } from '#web/received-file.ts'
import { LoadError } from '#web/shell/load-error.tsx'
import { useAlert } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type PaperKind, paperOf } from './c1-papers.ts'
import { c1Texts } from './c1-texts.ts'
import { DischargeBand } from './razduzenje-band.tsx'
import { DISCHARGE_COLUMNS } from './razduzenje-columns.tsx'
import { type DischargeView, dischargeRows, dischargeSummary } from './razduzenje-rows.ts'

const VIEWS = [
  { id: 'stavke', name: 'Po stavkama izvoza' },
  { id: 'c4', name: 'Po C4 dokumentima' },
  { id: 'materijali', name: 'Po materijalima' },
] as const

/** The question of customs, answered: which imported lines went out in this export. */
export function RazduzenjeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const alert = useAlert()
  const document = useQuery(read(c1Endpoints.getC1, { params: { id } }))
  const discharge = useQuery(read(c1Endpoints.c1Razduzenje, { params: { id } }))
  const failed = [document, discharge].find((query) => query.isError && !query.data)

  const open = (kind: PaperKind) =>
    openPdf(paperOf(id, kind)).catch((error) => alert({ text: c1Texts.papersFailed, reason: reasonOf(error) }))

  return (
    <Dialog
      open
      size="sheet"
      title={document.data ? `Razduženje: ${document.data.broj_c1}` : 'Razduženje'}
      onClose={onClose}
      foot={
        <>
          <Button icon={<FileText aria-hidden />} onClick={() => open('specifikacija')}>
            Specifikacija (PDF)
          </Button>
          <Button icon={<FileText aria-hidden />} onClick={() => open('razduzenje')}>
            Razduženje (PDF)
          </Button>
          <Button data-autofocus onClick={onClose}>
            Zatvori
          </Button>
        </>
      }
    >
      {failed ? (
        <LoadError
          text={c1Texts.dischargeFailed}
          error={failed.error}
          onRetry={() => {
            void document.refetch()
            void discharge.refetch()
          }}
        />
      ) : document.data && discharge.data ? (
        <Discharge document={document.data} rows={discharge.data} />
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">Učitavanje…</span>
          <Skeleton className="w-1/3" />
          <Skeleton className="w-2/3" />
        </div>
      )}
    </Dialog>
  )
}

function Discharge({ document, rows }: { document: C1Document; rows: readonly RazduzenjeRow[] }) {
  const [view, setView] = useState<DischargeView>('stavke')
  const [onlyMissing, setOnlyMissing] = useState(false)
  const { stavki, bezNormativa, materijala, saManjkom, c4, lotova } = dischargeSummary(document, rows)
  const shown = useMemo(() => {
    const wanted = onlyMissing ? rows.filter(({ lot }) => !lot) : rows
    return dischargeRows(wanted, view)
  }, [rows, view, onlyMissing])

  return (
    <>
      <p className="mb-4 text-ink-2">
        {document.tip_dokumenta} · <span className="num">{formatDate(document.datum)}</span> · {document.primalac_naziv}
        , {document.primalac_grad}
      </p>
      <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4 print:grid-cols-4">
        <StatCard
          label="Stavki izvoza"
          value={stavki}
          sub={bezNormativa > 0 ? `${bezNormativa} bez normativa` : 'sve sa normativom'}
        />
        <StatCard label="Utrošenih materijala" value={materijala} sub={`uvoznih stavki: ${lotova}`} />
        <StatCard label="C4 dokumenata" value={c4} sub="najstariji prvi (FIFO)" />
        <StatCard
          label="Bez pokrića"
          value={saManjkom}
          tone={saManjkom > 0 ? 'bad' : 'good'}
          sub={saManjkom > 0 ? 'materijala sa manjkom' : 'sve je pokriveno'}
        />
      </div>
      <Tabs label="Prikaz razduženja" tabs={VIEWS} active={view} onChange={setView}>
        <div className="print-lying overflow-clip rounded-panel border border-line">
          <DataTable
            label="Razduženje"
            columns={DISCHARGE_COLUMNS[view]}
            rows={shown}
            rowKey={({ key }) => key}
            groupBy={({ group }) => group}
            band={(group) => <DischargeBand view={view} rows={group} document={document} />}
            searchPlaceholder="Pretraži razduženje..."
            emptyText={rows.length === 0 ? 'Ovaj izvoz nije ništa razdužio: proizvodi nemaju normativ.' : undefined}
            toolbar={
              saManjkom > 0 && (
                <Button aria-pressed={onlyMissing} onClick={() => setOnlyMissing(!onlyMissing)}>
                  {onlyMissing ? 'Prikaži sve' : 'Samo manjak'}
                </Button>
              )
            }
          />
        </div>
      </Tabs>
    </>
  )
}
