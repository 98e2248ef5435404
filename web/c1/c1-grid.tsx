import { C1_CURRENCY } from '#contract/c1.ts'
import { roomy } from '#web/grid/line-grid.tsx'
import { invoiceKind } from '#web/grid/line-row.tsx'
import { CENT_STEP } from '#web/grid/typed-cell.ts'
import { C1_FIELDS } from './c1-draft.ts'
import { DirectedList } from './directed-list.tsx'
import { codesOf } from './line-normativ.ts'
import { NormativList } from './normativ-list.tsx'
import { C1_LOOKUP } from './product-lookup.ts'

/** The grid of the items of a C1, the norm list of each under it. */
export const C1_GRID = invoiceKind({
  fields: C1_FIELDS,
  lookup: C1_LOOKUP,
  ordinalHead: 'Redni broj',
  widths: { redni_broj: '84px', kolicina: roomy(150, 170), cena: roomy(130, 140), iznos: roomy(160, 180) },
  unitOf: (line) => codesOf(line).jedinica_mere,
  priceStep: CENT_STEP,
  currency: C1_CURRENCY,
  under: (line, change) =>
    line.proizvod_id !== '' && (
      <>
        <NormativList line={line} />
        <DirectedList line={line} onChange={change} />
      </>
    ),
})
