import { Controller } from 'react-hook-form'
import { type ProductBody, type ProductSaved, productEndpoints, productTexts } from '#contract/products.ts'
import { UNITS } from '#domain/codes.ts'
import { call } from '#web/api.ts'
import { RecordForm, type RecordKind } from '#web/drafts/record-form.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { NormativFields, settleMaterials } from './normativ-fields.tsx'
import {
  checkProduct,
  draftOf,
  factsOf,
  NO_PRODUCT,
  PRODUCT_KIND,
  type ProductDraft,
  productShape,
} from './product-draft.ts'
import { productScreenTexts } from './product-texts.ts'

const PRODUCT: RecordKind<ProductSaved, ProductDraft, ProductBody> = {
  kind: PRODUCT_KIND,
  list: productEndpoints.listProducts.path,
  empty: NO_PRODUCT,
  shape: productShape,
  draftOf,
  factsOf,
  check: checkProduct,
  settle: (form) => settleMaterials(form),
  load: (id) => call(productEndpoints.getProduct, { params: { id } }),
  create: (body, idempotencyKey) => call(productEndpoints.createProduct, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(productEndpoints.updateProduct, { params: { id }, body, ifVersion }),
  texts: { ...productTexts, saveFailed: productScreenTexts.saveFailed },
  titles: { add: 'Novi proizvod', edit: 'Izmeni proizvod', submit: 'Dodaj proizvod' },
}
const UNIT_OPTIONS = UNITS.map((unit) => ({ id: unit, name: unit }))

/** Add or edit a product and its normativ, saved in one call; `product` is the stored one. */
export const ProductForm = ({ product, onClose }: { product: ProductSaved | null; onClose: () => void }) => (
  <RecordForm
    of={PRODUCT}
    stored={product}
    onClose={onClose}
    fields={(form, stored) => {
      const { register, control, formState } = form
      const { errors } = formState
      return (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            <Field
              label="ID proizvoda"
              required
              error={errors.id?.message}
              hint={stored ? 'ID se ne može menjati' : '3-10 velikih slova ili brojeva'}
            >
              <TextInput {...register('id')} readOnly={stored !== null} className="code" autoCapitalize="characters" />
            </Field>
            <Field label="HS kod" required error={errors.hs_code?.message}>
              <TextInput {...register('hs_code')} className="code" inputMode="decimal" />
            </Field>
            <Field label="Jedinica mere" required error={errors.jedinica_mere?.message}>
              <Controller
                control={control}
                name="jedinica_mere"
                render={({ field }) => (
                  <Combobox
                    {...field}
                    options={UNIT_OPTIONS}
                    onText={field.onChange}
                    onChoose={({ name }) => field.onChange(name)}
                  />
                )}
              />
            </Field>
            <Field label="Naziv" required error={errors.naziv?.message} className="sm:col-span-3">
              <TextInput {...register('naziv')} data-autofocus={stored ? true : undefined} />
            </Field>
          </div>
          <NormativFields form={form} />
        </>
      )
    }}
  />
)
