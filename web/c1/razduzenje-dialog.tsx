import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type C1Document, c1Endpoints, type RazduzenjeRow } from '#contract/c1.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { reasonOf } from '#web/api.ts'
import { FiguresLine, FiguresLineSkeleton } from '#web/documents/figures-line.tsx'
import { read } from '#web/queries.ts'
import { openPdf } from '#web/received-file.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { useAlert } from '#web/ui/asking.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
      ) : (
        <Discharge document={document.data} rows={discharge.data} />
      )}
    </Dialog>
  )
}

type DischargeProps = { document: C1Document | undefined; rows: readonly RazduzenjeRow[] | undefined }

function Discharge({ document, rows }: DischargeProps) {
  const [view, setView] = useState<DischargeView>('stavke')
  const [onlyMissing, setOnlyMissing] = useState(false)
  const shown = useMemo(() => {
    const wanted = onlyMissing ? rows?.filter(({ lot }) => !lot) : rows
    return dischargeRows(wanted ?? [], view)
  }, [rows, view, onlyMissing])
  const loaded = document && rows
  const missing = rows?.some(({ lot }) => !lot)

  return (
    <>
      {loaded ? <Summary document={document} rows={rows} /> : <FiguresLineSkeleton />}
      <Tabs label="Prikaz razduženja" tabs={VIEWS} active={view} onChange={setView}>
        <div className="print-lying overflow-clip rounded-panel border border-line">
          <DataTable
            label="Razduženje"
            columns={DISCHARGE_COLUMNS[view]}
            rows={shown}
            rowKey={({ key }) => key}
            loading={!loaded}
            groupBy={({ group }) => group}
            band={(group) => document && <DischargeBand view={view} rows={group} document={document} />}
            searchPlaceholder="Pretraži razduženje..."
            emptyText={rows?.length === 0 ? 'Ovaj izvoz nije ništa razdužio: proizvodi nemaju normativ.' : undefined}
            toolbar={
              missing && (
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

/** What the export used, in figures. */
function Summary({ document, rows }: { document: C1Document; rows: readonly RazduzenjeRow[] }) {
  const { stavki, bezNormativa, materijala, saManjkom, c4, lotova } = dischargeSummary(document, rows)
  return (
    <>
      <p className="mb-1 text-ink-2">
        {document.tip_dokumenta} · <span className="num">{formatDate(document.datum)}</span> · {document.primalac_naziv}
        , {document.primalac_grad}
      </p>
      <FiguresLine
        figures={[
          { label: 'Izvoznih stavki', value: stavki, sub: bezNormativa > 0 && `(${bezNormativa} bez normativa)` },
          { label: 'Materijala', value: materijala, sub: `(uvoznih stavki: ${lotova})` },
          { label: 'C4 dokumenata', value: c4 },
          { label: 'Materijala bez pokrića', value: saManjkom, bad: saManjkom > 0 },
        ]}
      />
    </>
  )
}
