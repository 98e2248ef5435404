import type { RecordLine } from '#web/drafts/use-record.ts'
import { goodsLookup, MATERIALS } from '#web/grid/goods-lookup.ts'
import { MaterialForm } from './material-form.tsx'
import { PRODUCT_NOT_SAVED } from './product-draft.ts'

/** The lookup of materials in a normativ; the form names unknown ones when the product is sent. */
export const NORMATIV_LOOKUP = goodsLookup<typeof MATERIALS.endpoint, RecordLine>(
  { id: 'materijal_id', shown: 'naziv' },
  {
    ...MATERIALS,
    chosen: ({ id, naziv, jedinica_mere }) => ({ materijal_id: id, naziv, jedinica_mere }),
    Form: MaterialForm,
    failed: PRODUCT_NOT_SAVED,
  },
)
