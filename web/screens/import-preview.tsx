import { type ReactNode, useMemo, useState } from 'react'
import { type ImportChanges, type ImportCounts, type ImportReply, type ImportRow, OUTCOMES } from '#contract/imports.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { FileNote } from './file-note.tsx'

const PAGE_ROWS = 50

type Outcome = ImportRow['ishod']
const TONES: Record<Outcome, BadgeTone> = {
  nov: 'good',
  izmenjen: 'accent',
  nepromenjen: 'neutral',
  preskocen: 'warning',
}

/** The columns that rows of every import begin with and end with. */
export const rowColumn = <Row extends { red: number }>(): Column<Row> => ({
  id: 'red',
  header: 'Red',
  align: 'right',
  width: '4rem',
  cell: ({ red }) => <SheetRowNumber red={red} />,
})
export const outcomeColumn = <Row extends { ishod: Outcome }>(): Column<Row> => ({
  id: 'ishod',
  header: 'Ishod',
  card: 'right',
  cell: ({ ishod }) => <Badge tone={TONES[ishod]}>{OUTCOMES[ishod]}</Badge>,
})
/** `more` stands below the reason. */
export const reasonColumn = <Row extends { razlog: string | null }>(
  more: (row: Row) => ReactNode = () => null,
): Column<Row> => ({
  id: 'razlog',
  header: 'Razlog',
  wrap: true,
  card: 'wide-fact',
  cell: (row) => {
    const below = more(row)
    return (
      (row.razlog || below) && (
        <div className="sm:min-w-56">
          {row.razlog}
          {below}
        </div>
      )
    )
  },
})

type Shown = { readonly red: number; readonly ishod: Outcome }
type ImportPreviewProps<Row extends Shown> = {
  reply: ImportCounts & { readonly napomena: string | null }
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** The name of the rows: 'Dokumenti' of 'Svi dokumenti', 'Dokumenti fajla'. */
  called: string
  /** The sentence above them where something would be written. */
  would: string
  writable: boolean
  rowName?: (row: Row) => string
  detail?: (row: Row) => ReactNode
  /** Stands between the note on the file and the rows. */
  above?: ReactNode
}

/** The rows of the file by outcome; nothing has been written yet. */
export function ImportPreview<Row extends Shown>(props: ImportPreviewProps<Row>) {
  const { reply, rows: all, columns, called, would, writable, rowName, detail, above } = props
  const [shown, setShown] = useState<Outcome | 'sve'>('sve')
  const rows = useMemo(() => all.filter(({ ishod }) => shown === 'sve' || ishod === shown), [all, shown])
  const tabs = [
    { id: 'sve', name: `Svi ${called.toLowerCase()}`, count: all.length },
    { id: 'nov', name: 'Novi', count: reply.novih },
    { id: 'izmenjen', name: 'Izmenjeni', count: reply.izmenjenih },
    { id: 'nepromenjen', name: 'Nepromenjeni', count: reply.nepromenjenih },
    { id: 'preskocen', name: 'Preskočeni', count: reply.preskocenih },
  ] as const
  return (
    <section aria-label="Pregled učitavanja" className="mt-5">
      <p role="status" className="mb-2 text-ink-2">
        {writable ? would : 'Nema redova za upis.'}
      </p>
      {reply.napomena && <FileNote text={reply.napomena} />}
      {above}
      <Tabs label={`${called} po ishodu`} tabs={tabs} active={shown} onChange={setShown}>
        <div className="overflow-clip rounded-panel border border-line">
          <DataTable
            label={`${called} fajla`}
            columns={columns}
            rows={rows}
            rowKey={({ red }) => String(red)}
            {...(rowName && { rowName })}
            {...(detail && { detail })}
            pageSize={PAGE_ROWS}
          />
        </div>
      </Tabs>
    </section>
  )
}

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
  rowColumn(),
  { id: 'id', header: 'ID', card: 'fact', cell: (row) => <span className="code">{row.id}</span> },
  {
    id: 'naziv',
    header: 'Naziv',
    wrap: true,
    card: 'second',
    cell: (row) => <div className="sm:min-w-36">{row.naziv}</div>,
  },
  outcomeColumn(),
  reasonColumn(),
]
const OF_MATERIALS = COLUMNS.flatMap((one) => (one.id === 'naziv' ? [one, ...MATERIAL_COLUMNS] : [one]))

/** The rows of a file of materials or products. */
export const CataloguePreview = ({ reply, writable }: { reply: ImportReply; writable: boolean }) => (
  <ImportPreview
    reply={reply}
    rows={reply.redovi}
    columns={reply.redovi.some(({ tarifni_broj }) => tarifni_broj !== undefined) ? OF_MATERIALS : COLUMNS}
    called="Redovi"
    would="Ovo će se desiti sa redovima fajla. Ništa još nije upisano."
    writable={writable}
    detail={(row) => changesUnder(row, row.id)}
  />
)

/** Longer lists are cut: a document may have thousands of lines. */
const SHOWN_CHANGES = 50

type Changed = { readonly izmene?: ImportChanges | null }

/**
 * The changes to the stored record of a row, to stand under that row; null where there are none. `name` is the
 * record's.
 */
export const changesUnder = ({ izmene }: Changed, name: string): ReactNode =>
  izmene ? <ChangesOf izmene={izmene} name={name} /> : null

/** The counts in one line, which opens the lists; open at once where something is deleted. */
function ChangesOf({ izmene, name }: { izmene: ImportChanges; name: string }) {
  const { dolazi, menja, odlazi, ostaje } = izmene
  const [open, setOpen] = useState(odlazi.length > 0)
  const counts = [
    ['dolazi', dolazi.length],
    ['menja se', menja.length],
    ['nestaje', odlazi.length],
  ] as const
  const told = counts.flatMap(([word, count]) => (count > 0 ? [`${word} ${count}`] : []))
  return (
    <Fold title={`Izmene za ${name}: ${told.join(', ') || 'ništa'}`} open={open} toggle={setOpen}>
      <div className="flex flex-col gap-2 pb-2 text-sm">
        <List title="Dolazi" of={dolazi} />
        <List
          title="Menja se"
          of={menja.map(({ gde, polje, staro, novo }) => (
            <>
              {[gde, polje].filter(Boolean).join(', ')}: <del className="text-ink-3">{staro || '—'}</del> →{' '}
              <ins className="font-semibold no-underline">{novo || '—'}</ins>
            </>
          ))}
        />
        <List title="Nestaje" of={odlazi} look="text-bad" />
        {ostaje && <p className="text-ink-2">{ostaje}</p>}
      </div>
    </Fold>
  )
}

function List({ title, of, look = '' }: { title: string; of: readonly ReactNode[]; look?: string }) {
  if (of.length === 0) return null
  const more = of.length - SHOWN_CHANGES
  return (
    <div className={look}>
      <p className="font-semibold">{title}</p>
      <ul aria-label={title} className="num list-disc pl-5">
        {of.slice(0, SHOWN_CHANGES).map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lists of an answer never change
          <li key={at} className="break-words">
            {one}
          </li>
        ))}
        {more > 0 && <li>i još {more}</li>}
      </ul>
    </div>
  )
}

/** The number of a row of a spreadsheet. On a phone, where no head names it, with its name. */
export const SheetRowNumber = ({ red }: { red: number }) => (
  <span className="num text-ink-3">
    <span aria-hidden className="sm:hidden">
      Red{' '}
    </span>
    {red}
  </span>
)
