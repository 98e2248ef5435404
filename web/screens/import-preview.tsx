import { useMemo, useState } from 'react'
import { type ImportCounts, type ImportReply, type ImportRow, OUTCOMES } from '#contract/imports.ts'
import { FileNote } from '#web/screens/file-note.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { changesUnder } from './import-changes.tsx'
import { SheetRow } from './sheet-row.tsx'

const PAGE_ROWS = 50

type Outcome = ImportRow['ishod']
const TONES: Record<Outcome, BadgeTone> = {
  nov: 'good',
  izmenjen: 'accent',
  nepromenjen: 'neutral',
  preskocen: 'warning',
}

export const OutcomeBadge = ({ ishod }: { ishod: Outcome }) => <Badge tone={TONES[ishod]}>{OUTCOMES[ishod]}</Badge>

export type ShownOutcome = Outcome | 'sve'
/** What is shown of an import: all of it, or what comes out alike. */
export const outcomeTabs = (reply: ImportCounts, all: string, count: number) =>
  [
    { id: 'sve', name: all, count },
    { id: 'nov', name: 'Novi', count: reply.novih },
    { id: 'izmenjen', name: 'Izmenjeni', count: reply.izmenjenih },
    { id: 'nepromenjen', name: 'Nepromenjeni', count: reply.nepromenjenih },
    { id: 'preskocen', name: 'Preskočeni', count: reply.preskocenih },
  ] as const

/** The columns of material rows beside their names. */
const MATERIAL_COLUMNS: readonly Column<ImportRow>[] = [
  { id: 'zemlja_porekla', header: 'Zemlja porekla', card: 'fact', cell: ({ zemlja_porekla }) => zemlja_porekla },
  { id: 'jedinica_mere', header: 'JM', card: 'fact', cell: ({ jedinica_mere }) => jedinica_mere },
  {
    id: 'tarifni_broj',
    header: 'Tarifni broj',
    card: 'fact',
    cell: ({ tarifni_broj }) => tarifni_broj && <span className="code">{tarifni_broj}</span>,
  },
]

const COLUMNS: readonly Column<ImportRow>[] = [
  {
    id: 'red',
    header: 'Red',
    align: 'right',
    width: '4rem',
    cell: ({ red }) => <SheetRow red={red} />,
  },
  { id: 'id', header: 'ID', card: 'fact', cell: (row) => <span className="code">{row.id}</span> },
  {
    id: 'naziv',
    header: 'Naziv',
    wrap: true,
    card: 'second',
    cell: (row) => <div className="sm:min-w-36">{row.naziv}</div>,
  },
  {
    id: 'ishod',
    header: 'Ishod',
    card: 'right',
    cell: ({ ishod }) => <OutcomeBadge ishod={ishod} />,
  },
  {
    id: 'razlog',
    header: 'Razlog',
    wrap: true,
    card: 'wide-fact',
    cell: (row) => row.razlog && <div className="sm:min-w-56">{row.razlog}</div>,
  },
]

type ImportPreviewProps = { reply: ImportReply; writable: boolean }

/** Every row of the file and what will become of it, by outcome; nothing has been written yet. */
export function ImportPreview({ reply, writable }: ImportPreviewProps) {
  const [shown, setShown] = useState<ShownOutcome>('sve')
  const rows = useMemo(
    () => reply.redovi.filter(({ ishod }) => shown === 'sve' || ishod === shown),
    [reply.redovi, shown],
  )
  const columns = useMemo(() => {
    const ofMaterials = reply.redovi.some(({ tarifni_broj }) => tarifni_broj !== undefined)
    return ofMaterials ? COLUMNS.flatMap((one) => (one.id === 'naziv' ? [one, ...MATERIAL_COLUMNS] : [one])) : COLUMNS
  }, [reply.redovi])
  const tabs = outcomeTabs(reply, 'Svi redovi', reply.redovi.length)

  return (
    <section aria-label="Pregled učitavanja" className="mt-5">
      <p role="status" className="mb-2 text-ink-2">
        {writable ? 'Ovo će se desiti sa redovima fajla. Ništa još nije upisano.' : 'Nema redova za upis.'}
      </p>
      {reply.napomena && <FileNote text={reply.napomena} />}
      <Tabs label="Redovi po ishodu" tabs={tabs} active={shown} onChange={setShown}>
        <div className="overflow-clip rounded-panel border border-line">
          <DataTable
            label="Redovi fajla"
            columns={columns}
            rows={rows}
            rowKey={(row) => String(row.red)}
            detail={(row) => changesUnder(row, row.id)}
            pageSize={PAGE_ROWS}
          />
        </div>
      </Tabs>
    </section>
  )
}
