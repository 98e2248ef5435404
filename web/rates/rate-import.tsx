import { useMemo, useState } from 'react'
import { type ImportedRate, type RateImportReply, rateEndpoints, rateTexts } from '#contract/rates.ts'
import { FileNote } from '#web/screens/file-note.tsx'
import { ImportDialog } from '#web/screens/import-dialog.tsx'
import { OutcomeBadge, outcomeTabs, type ShownOutcome } from '#web/screens/import-preview.tsx'
import { SheetRow } from '#web/screens/sheet-row.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const PAGE_ROWS = 50

/** A list of rates of the National Bank of Serbia: what it would change is shown before it is taken. */
export const RateImport = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog
    endpoint={rateEndpoints.importRates}
    title="Učitavanje kursne liste"
    columns={
      <>
        Kursna lista zvaničnog srednjeg kursa Narodne banke Srbije, kako se preuzima: za jedan dan, ili za više dana.
        Uzima se srednji kurs podeljen jedinicom (Važi za). Na dan bez svoje liste važi poslednja pre njega.
      </>
    }
    kind="rates"
    success={rateTexts.imported}
    failure={rateTexts.notImported}
    preview={(reply, writable) => <RatePreview reply={reply as RateImportReply} writable={writable} />}
    onClose={onClose}
  />
)

const rateCell = (value: ImportedRate['kurs']) => value !== null && <Quantity value={value} minPlaces={2} />

const COLUMNS: readonly Column<ImportedRate>[] = [
  { id: 'red', header: 'Red', align: 'right', width: '4rem', cell: ({ red }) => <SheetRow red={red} /> },
  { id: 'valuta', header: 'Valuta', card: 'fact', cell: ({ valuta }) => valuta },
  { id: 'vazi_od', header: 'Važi od', card: 'second', cell: ({ vazi_od }) => vazi_od && <DateText value={vazi_od} /> },
  { id: 'srednji_kurs', header: 'U listi', align: 'right', card: 'fact', cell: (rate) => rateCell(rate.srednji_kurs) },
  { id: 'jedinica', header: 'Važi za', align: 'right', card: 'fact', cell: ({ jedinica }) => jedinica },
  { id: 'kurs', header: 'Kurs (RSD)', align: 'right', card: 'fact', cell: ({ kurs }) => rateCell(kurs) },
  {
    id: 'dosadasnji_kurs',
    header: 'Dosadašnji',
    align: 'right',
    card: 'fact',
    cell: ({ ishod, dosadasnji_kurs }) => ishod === 'izmenjen' && rateCell(dosadasnji_kurs),
  },
  { id: 'ishod', header: 'Ishod', card: 'right', cell: ({ ishod }) => <OutcomeBadge ishod={ishod} /> },
  {
    id: 'razlog',
    header: 'Razlog',
    wrap: true,
    card: 'wide-fact',
    cell: ({ razlog }) => razlog && <div className="sm:min-w-40">{razlog}</div>,
  },
]

/** Every rate of the file and what will become of it; nothing has been written yet. */
function RatePreview({ reply, writable }: { reply: RateImportReply; writable: boolean }) {
  const [shown, setShown] = useState<ShownOutcome>('sve')
  const rows = useMemo(
    () => reply.redovi.filter(({ ishod }) => shown === 'sve' || ishod === shown),
    [reply.redovi, shown],
  )
  return (
    <section aria-label="Pregled učitavanja" className="mt-5">
      <p role="status" className="mb-2 text-ink-2">
        {writable
          ? 'Ovo će se desiti sa kursevima iz fajla. Ništa još nije upisano; sačuvani dokumenti zadržavaju svoj kurs.'
          : 'Nema redova za upis.'}
      </p>
      {reply.napomena && <FileNote text={reply.napomena} />}
      <Tabs
        label="Kursevi po ishodu"
        tabs={outcomeTabs(reply, 'Svi kursevi', reply.redovi.length)}
        active={shown}
        onChange={setShown}
      >
        <div className="overflow-clip rounded-panel border border-line">
          <DataTable
            label="Kursevi iz fajla"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ red }) => String(red)}
            pageSize={PAGE_ROWS}
          />
        </div>
      </Tabs>
    </section>
  )
}
