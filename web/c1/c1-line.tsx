import { C1_CURRENCY } from '#contract/c1.ts'
import { typedAmount } from '#web/documents/draft-totals.ts'
import type { InvoiceKind } from '#web/documents/invoice-sheet.tsx'
import { AmountCell, NumberCell, OrdinalCell, RemoveCell } from '#web/documents/line-cells.tsx'
import { cellOf, type LineProps, roomy } from '#web/documents/line-grid.tsx'
import { CENT_STEP, WHOLE_STEP } from '#web/documents/typed-cell.ts'
import { LookupCell } from '#web/ui/lookup-cell.tsx'
import { type C1Line, isUntouchedC1Line, newC1Line } from './c1-draft.ts'
import { codesOf } from './line-normativ.ts'
import { NormativList } from './normativ-list.tsx'
import { C1_LOOKUP, chosenProduct, lookUpProducts, searchProducts } from './product-lookup.ts'

/** One item of an export. */
function C1LineRow(props: LineProps<C1Line>) {
  const { line, dispatch } = props
  const change = (fields: Partial<C1Line>) => dispatch({ do: 'changeLine', line: line.key, change: fields })

  /** Text that nobody chose from the offer: it stays, and is looked up; by the form itself when that is being sent. */
  async function lookUp(proizvod: string, seen: boolean) {
    change({ proizvod_id: '', proizvod, jedinica_mere: '', hs_code: '' })
    if (proizvod === '' || !seen) return
    const lookup = { line: line.key, id: proizvod, naziv: proizvod, typed: true } as const
    const settled = await lookUpProducts([lookup]).catch((error) => console.error(C1_LOOKUP.failed, error))
    if (settled) dispatch({ do: 'settleLines', settled })
  }

  return (
    <tr className="line" aria-rowindex={props.index + 2}>
      <OrdinalCell of={props} />
      <td data-label={`Proizvod ${line.proizvod_id}`} className="name">
        <LookupCell
          {...cellOf(props, 'proizvod_id', 'Proizvod')}
          value={line.proizvod}
          code={line.proizvod_id}
          search={searchProducts}
          onChoose={({ product }) => change(chosenProduct(product))}
          onLeave={lookUp}
          emptyText="Nema takvog proizvoda u katalogu."
        />
      </td>
      <NumberCell
        of={props}
        column="kolicina"
        label="Količina"
        value={line.kolicina}
        unit={codesOf(line).jedinica_mere}
        step={WHOLE_STEP}
        onChange={(kolicina) => change({ kolicina })}
      />
      <NumberCell
        of={props}
        column="cena"
        label="Cena po jedinici"
        value={line.cena}
        minPlaces={2}
        step={CENT_STEP}
        onChange={(cena) => change({ cena })}
      />
      <AmountCell
        label="Iznos"
        value={isUntouchedC1Line(line) ? null : typedAmount(line.kolicina, line.cena)}
        currency={C1_CURRENCY}
      />
      <RemoveCell of={props} column="proizvod_id" />
    </tr>
  )
}

/** The grid of the items of a C1. */
export const C1_KIND: InvoiceKind<C1Line> = {
  columns: [
    { id: 'redni_broj', header: 'Redni broj', width: '84px' },
    { id: 'proizvod_id', header: 'Proizvod' },
    { id: 'kolicina', header: 'Količina', align: 'right', width: roomy(150, 170) },
    { id: 'cena', header: 'Cena po jedinici', align: 'right', width: roomy(130, 140) },
    { id: 'iznos', header: 'Iznos', align: 'right', width: roomy(160, 180) },
  ],
  firstColumn: 'proizvod_id',
  lastColumn: 'cena',
  Line: C1LineRow,
  under: (line) => line.proizvod_id !== '' && <NormativList line={line} />,
  newLine: newC1Line,
  isUntouched: isUntouchedC1Line,
  priceOf: ({ cena }) => cena,
}
