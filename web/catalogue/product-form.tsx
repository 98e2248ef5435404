import { type ComponentProps, useState } from 'react'
import { NOVA_VERZIJA, PRODUCT, type ProductSaved, productEndpoints, productTexts } from '#contract/products.ts'
import { UNITS } from '#domain/codes.ts'
import { call } from '#web/api.ts'
import { RecordField, RecordForm, RecordId, type RecordKind, RecordName } from '#web/drafts/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { openInto } from '#web/ui/pass-focus.ts'
import { nameOrId, nameWithId } from './name-or-id.ts'
import { NormativFields } from './normativ-fields.tsx'
import { NORMATIV_LOOKUP } from './normativ-lookup.ts'
import {
  checkProduct,
  draftOf,
  factsOf,
  NO_PRODUCT,
  PRODUCT_KIND,
  type ProductDraft,
  type ProductFormBody,
  productShape,
} from './product-draft.ts'
import { productScreenTexts } from './product-texts.ts'

const PRODUCT_FORM: RecordKind<ProductSaved, ProductDraft, ProductFormBody> = {
  kind: PRODUCT_KIND,
  list: productEndpoints.listProducts.path,
  empty: NO_PRODUCT,
  shape: productShape,
  draftOf,
  nameOf: nameWithId,
  factsOf,
  check: checkProduct,
  lines: { field: 'normativi', firstColumn: 'materijal_id', lookup: NORMATIV_LOOKUP },
  load: (id) => call(productEndpoints.getProduct, { params: { id } }),
  create: ({ nova_verzija_od: _, broj_akta: __, ...body }, idempotencyKey) =>
    call(productEndpoints.createProduct, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(productEndpoints.updateProduct, { params: { id }, body, ifVersion }),
  texts: { ...productTexts, saveFailed: productScreenTexts.saveFailed },
  titles: { add: 'Novi proizvod', edit: 'Izmeni proizvod', submit: 'Dodaj proizvod' },
}
const UNIT_OPTIONS = UNITS.map((unit) => ({ id: unit, name: unit }))

type ProductFormProps = {
  /** The stored product; none for a new one. */
  product?: ProductSaved | null
  /** The record that fills a new one, but for its ID and name. */
  like?: ProductSaved | undefined
  /** The name or ID that a new one begins with. */
  typed?: string
  onSaved?: (saved: ProductSaved) => void
  onClose: () => void
}

/** Add or edit a product and its normativ, saved in one call. */
export const ProductForm = ({ product = null, like, typed = '', onSaved, onClose }: ProductFormProps) => (
  <RecordForm
    of={PRODUCT_FORM}
    stored={product}
    begun={{ ...(like ? draftOf(like) : NO_PRODUCT), id: '', naziv: '', ...nameOrId(typed) }}
    onSaved={onSaved}
    onClose={onClose}
    fields={({ stored, ...form }) => (
      <>
        <div className="grid gap-4 sm:grid-cols-3">
          <RecordId of={PRODUCT} form={form} stored={stored} />
          <RecordField of={PRODUCT} form={form} name="hs_code" inputMode="decimal" />
          <RecordField of={PRODUCT} form={form} name="jedinica_mere" offered={UNIT_OPTIONS} />
          <RecordName of={PRODUCT} form={form} stored={stored} className="sm:col-span-3" />
        </div>
        <NormativFields form={form} />
        {stored && <NewVersion form={form} />}
      </>
    )}
  />
)

/** The day from which the normativ is a version of its own; asked for where somebody wants one. */
function NewVersion({ form }: { form: ComponentProps<typeof RecordField>['form'] }) {
  const [opened, setOpened] = useState(false)
  const typed = Object.keys(NOVA_VERZIJA).some((name) => form.draft.head[name])
  if (!opened && !typed)
    return (
      <Button className="mt-4" onClick={(event) => openInto(event, () => setOpened(true), '[name="nova_verzija_od"]')}>
        Nova verzija normativa
      </Button>
    )
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-3">
      <RecordField
        of={NOVA_VERZIJA}
        form={form}
        name="nova_verzija_od"
        hint="Bez datuma se menja normativ koji je danas u snazi."
        className="sm:col-span-2"
      />
      <RecordField of={NOVA_VERZIJA} form={form} name="broj_akta" />
    </div>
  )
}
