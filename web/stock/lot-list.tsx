import { Quantity } from '#web/ui/number.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { percentOf } from '#web/ui/remaining.ts'
import { type Lot, MaterialLink } from './lot-columns.tsx'

/** The same as the table of lots, one under the other for a narrow screen: nothing has to be scrolled into sight. */
export const LotList = ({ lots }: { lots: readonly Lot[] }) => (
  <ul>
    {lots.map((lot) => (
      <li key={lot.ulaz_stavka_id} className="border-line-quiet border-b px-4 py-2.5 last:border-b-0">
        <div className="flex items-baseline justify-between gap-3">
          <p className="min-w-0">
            <MaterialLink id={lot.materijal_id} name={lot.naziv} />
          </p>
          <p className="flex-none">
            <Quantity value={lot.preostalo} unit={lot.jedinica_mere} strong />
          </p>
        </div>
        <p className="num mt-0.5 text-ink-3 text-sm">
          {lot.zemlja_porekla} · <span className="code">#{lot.ulaz_stavka_id}</span> · ulaz{' '}
          <Quantity value={lot.kolicina} /> · razduženo <Quantity value={lot.kolicina_razduzena} />
        </p>
        <ProgressBar
          className="mt-1.5"
          percent={percentOf(lot.preostalo, lot.kolicina)}
          label={`Preostalo: ${lot.naziv}`}
        />
      </li>
    ))}
  </ul>
)
