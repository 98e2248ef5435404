import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type C1Document, type C1Stavka, c1Endpoints, type RazduzenjeRow } from '#contract/c1.ts'
import { countOf } from '#domain/count-words.ts'
import { FiguresLine, FiguresLineSkeleton } from '#web/document-list/figures-line.tsx'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { c1Texts } from './c1-texts.ts'
import { PorekloDialog } from './poreklo-dialog.tsx'
import { DischargeBand } from './razduzenje-band.tsx'
import { DISCHARGE_COLUMNS } from './razduzenje-columns.tsx'
import { type DischargeView, dischargeRows, dischargeSummary } from './razduzenje-rows.ts'

const VIEWS = [
  { id: 'stavke', name: 'Po stavkama izvoza' },
  { id: 'c4', name: 'Po C4 dokumentima' },
  { id: 'materijali', name: 'Po materijalima' },
] as const

/** The question of customs, answered: which imported lines went out in this export. */
export function C1Razduzenje({ document }: { document: C1Document }) {
  const [view, setView] = useState<DischargeView>('stavke')
  const [poreklo, setPoreklo] = useState<C1Stavka>()
  const [onlyMissing, setOnlyMissing] = useState(false)
  const discharge = useQuery(read(c1Endpoints.c1Razduzenje, { params: { id: document.id } }))
  const rows = discharge.data
  const shown = useMemo(() => {
    const wanted = onlyMissing ? rows?.filter(({ lot }) => !lot) : rows
    return dischargeRows(wanted ?? [], view)
  }, [rows, view, onlyMissing])
  const missing = rows?.some(({ lot }) => !lot)

  if (discharge.isError && !rows)
    return <LoadError text={c1Texts.dischargeFailed} error={discharge.error} onRetry={() => discharge.refetch()} />
  return (
    <div className="print-lying">
      <div className="px-4 py-2">{rows ? <Summary document={document} rows={rows} /> : <FiguresLineSkeleton />}</div>
      <Tabs label="Prikaz razduženja" tabs={VIEWS} active={view} onChange={setView} flush>
        <DataTable
          label="Razduženje"
          columns={DISCHARGE_COLUMNS[view]}
          rows={shown}
          rowKey={({ key }) => key}
          loading={!rows}
          groupBy={({ group }) => group}
          band={(group) => <DischargeBand view={view} rows={group} document={document} onPoreklo={setPoreklo} />}
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
      </Tabs>
      {poreklo && <PorekloDialog document={document} stavka={poreklo} onClose={() => setPoreklo(undefined)} />}
    </div>
  )
}

/** The materials of the export in figures. */
function Summary({ document, rows }: { document: C1Document; rows: readonly RazduzenjeRow[] }) {
  const { stavki, bezNormativa, materijala, saManjkom, c4, lotova } = dischargeSummary(document, rows)
  return (
    <FiguresLine
      figures={[
        { label: 'Izvoznih stavki', value: stavki, sub: bezNormativa > 0 && `(${bezNormativa} bez normativa)` },
        {
          label: 'Materijala',
          value: materijala,
          sub: `(sa ${countOf(lotova, 'uvozne stavke', 'uvozne stavke', 'uvoznih stavki')})`,
        },
        { label: 'C4 dokumenata', value: c4 },
        { label: 'Materijala bez pokrića', value: saManjkom, bad: saManjkom > 0 },
      ]}
    />
  )
}
