import { type ImportedRate, type RateImportReply, rateEndpoints, rateTexts } from '#contract/rates.ts'
import { ImportDialog } from '#web/screens/import-dialog.tsx'
import { ImportPreview, outcomeColumn, reasonColumn, rowColumn } from '#web/screens/import-preview.tsx'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Quantity } from '#web/ui/number.tsx'

/** A list of rates of the National Bank of Serbia: what it would change is shown before it is taken. */
export const RateImport = ({ onClose }: { onClose: () => void }) => (
  <ImportDialog
    of="kursevi"
    endpoint={rateEndpoints.importRates}
    title="Učitavanje kursne liste"
    columns={
      <>
        Kursna lista zvaničnog srednjeg kursa Narodne banke Srbije, kako se preuzima: za jedan dan, ili za više dana.
        Uzima se srednji kurs podeljen jedinicom (Važi za). Na dan bez svoje liste važi poslednja pre njega.
        <SheetButton className="mt-3" sheet="sablon" query={{ vrsta: 'kursevi' }} text="Preuzmi šablon" />
      </>
    }
    kind="rates"
    success={rateTexts.imported}
    failure={rateTexts.notImported}
    preview={(reply, writable) => (
      <ImportPreview
        reply={reply}
        rows={(reply as RateImportReply).redovi}
        columns={COLUMNS}
        called="Kursevi"
        would="Ovo će se desiti sa kursevima iz fajla. Ništa još nije upisano; sačuvani dokumenti zadržavaju svoj kurs."
        writable={writable}
      />
    )}
    onClose={onClose}
  />
)

const rateCell = (value: ImportedRate['kurs']) => value !== null && <Quantity value={value} minPlaces={2} />

const COLUMNS: readonly Column<ImportedRate>[] = [
  rowColumn(),
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
  outcomeColumn(),
  reasonColumn(),
]
