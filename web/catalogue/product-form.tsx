import { type ComponentProps, useState } from 'react'
import { NOVA_VERZIJA, PRODUCT, type ProductSaved, productEndpoints, productTexts } from '#contract/products.ts'
import type { Norm } from '#domain/bom.ts'
import { UNITS } from '#domain/codes.ts'
import { formatMicro } from '#domain/decimal.ts'
import { RecordField, RecordForm, RecordId, RecordName } from '#web/drafts/record-form.tsx'
import { defineRecord } from '#web/records/define-record.ts'
import { productAddress } from '#web/screens/record-addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { openInto } from '#web/ui/pass-focus.ts'
import { nameOrId, nameWithId } from './name-or-id.ts'
import { NormativFields } from './normativ-fields.tsx'
import { NORMATIV_LOOKUP } from './normativ-lookup.ts'
import { checkProduct, draftOf, factsOf, NO_PRODUCT, PRODUCT_NOT_SAVED, productShape } from './product-draft.ts'

const { listProducts, getProduct, createProduct, updateProduct, deleteProduct } = productEndpoints

/** A product with its normativ, and the sentences of spec §8. */
export const PRODUCT_RECORD = defineRecord({
  vrsta: 'proizvod',
  calls: { list: listProducts, get: getProduct, create: createProduct, update: updateProduct },
  deletion: {
    call: deleteProduct,
    failed: 'Greška prilikom brisanja proizvoda.',
    shown: ({ naziv, id }) => <NameWithId name={naziv} id={id} />,
    namesUses: true,
  },
  empty: NO_PRODUCT,
  shape: productShape,
  draftOf,
  factsOf,
  check: checkProduct,
  lines: { field: 'normativi', firstColumn: 'materijal_id', lookup: NORMATIV_LOOKUP },
  draftName: nameWithId,
  nameOf: ({ naziv }) => naziv,
  sort: 'naziv',
  order: 'asc',
  words: { label: 'Proizvodi', counted: 'proizvoda', search: 'Pretraži proizvode...', add: 'Novi proizvod' },
  titles: { add: 'Novi proizvod', edit: 'Izmeni proizvod', submit: 'Dodaj proizvod' },
  texts: { ...productTexts, loadFailed: 'Greška prilikom učitavanja proizvoda', saveFailed: PRODUCT_NOT_SAVED },
  page: { addressOf: productAddress },
})
const UNIT_OPTIONS = UNITS.map((unit) => ({ id: unit, name: unit }))

type ProductFormProps = {
  /** The stored product; none for a new one. */
  stored?: ProductSaved | null
  /** The record that fills a new one, but for its ID and name. */
  like?: ProductSaved | undefined
  /** The name or ID that a new one begins with. */
  typed?: string
  onSaved?: (saved: ProductSaved) => void
  onClose: () => void
}

/** Add or edit a product and its normativ, saved in one call. */
export const ProductForm = ({ stored: product = null, like, typed = '', ...more }: ProductFormProps) => (
  <RecordForm
    of={PRODUCT_RECORD}
    stored={product}
    begun={{ ...(like ? draftOf(like) : NO_PRODUCT), id: '', naziv: '', ...nameOrId(typed) }}
    {...more}
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

/** The percents of waste and loss of a norm that has any: 'otpad 4 % · gubitak 1 %'. */
export const wasteText = ({ otpad_procenat, gubitak_procenat }: Pick<Norm, 'otpad_procenat' | 'gubitak_procenat'>) =>
  [
    otpad_procenat > 0 && `otpad ${formatMicro(otpad_procenat)} %`,
    gubitak_procenat > 0 && `gubitak ${formatMicro(gubitak_procenat)} %`,
  ]
    .filter(Boolean)
    .join(' · ')
