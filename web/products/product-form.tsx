import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { UNITS } from '#contract/materials.ts'
import { type ProductSaved, productEndpoints } from '#contract/products.ts'
import { call, messageOf } from '#web/api.ts'
import { requestKeys } from '#web/drafts/request-key.ts'
import { useKeeping } from '#web/drafts/use-keeping.tsx'
import { FormBanner } from '#web/shell/form-banner.tsx'
import { resolverOf, showServerErrors } from '#web/shell/form-errors.ts'
import { screenTexts } from '#web/shell/screen-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { NormativFields } from './normativ-fields.tsx'
import {
  checkProduct,
  draftOf,
  factsOf,
  NO_PRODUCT,
  PRODUCT_KIND,
  type ProductDraft,
  productShape,
} from './product-draft.ts'
import { productScreenTexts, productTexts } from './product-texts.ts'

const resolver = resolverOf(checkProduct)
const UNIT_OPTIONS = UNITS.map((unit) => ({ id: unit, name: unit }))

/** Add or edit a product and its normativ, saved in one call; `product` is the stored one. */
export function ProductForm({ product, onClose }: { product: ProductSaved | null; onClose: () => void }) {
  const [keyFor] = useState(() => requestKeys())
  const sending = useRef(false)
  const [banner, setBanner] = useState<string>()
  const form = useForm<ProductDraft>({ defaultValues: product ? draftOf(product) : NO_PRODUCT, resolver })
  const { register, control, handleSubmit, setError, formState } = form
  const { errors, isDirty } = formState

  const keeping = useKeeping<ProductSaved, ProductDraft>({
    kind: PRODUCT_KIND,
    stored: product,
    load: ({ id }) => call(productEndpoints.getProduct, { params: { id } }),
    dirty: isDirty,
    shape: productShape,
    content: form.getValues,
    contentOf: draftOf,
    nameOf: ({ id, naziv }) => [naziv, id].filter(Boolean).join(' '),
    factsOf,
    show: (content, record) => {
      setBanner(undefined)
      form.reset(content, { keepDefaultValues: record === null })
    },
    submit: () => void submit(),
  })
  const { note } = keeping
  useEffect(() => form.subscribe({ formState: { values: true }, callback: note }), [form, note])

  const save = useMutation({
    mutationFn: async (draft: ProductDraft) => {
      const { body } = checkProduct(draft)
      if (!body) throw new Error('the resolver let an invalid draft pass')
      return product
        ? call(productEndpoints.updateProduct, { params: { id: product.id }, body, ifVersion: keeping.ifVersion() })
        : call(productEndpoints.createProduct, { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: () => {
      keeping.saved()
      toastSuccess(product ? productTexts.changed : productTexts.added)
      onClose()
    },
    onError: async (error) => {
      if (await keeping.caught(error)) return
      showServerErrors(error, setError)
      setBanner(messageOf(error, productScreenTexts.saveFailed))
    },
    onSettled: () => {
      sending.current = false
    },
  })

  const submit = handleSubmit(
    (draft) => {
      setBanner(undefined)
      if (sending.current) return
      sending.current = true
      save.mutate(draft)
    },
    () => setBanner(screenTexts.fixErrors),
  )

  return (
    <Dialog
      open
      onClose={onClose}
      title={product ? 'Izmeni proizvod' : 'Novi proizvod'}
      onSubmit={submit}
      {...keeping.dialog}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Snimanje...">
            {product ? 'Sačuvaj izmene' : 'Dodaj proizvod'}
          </Button>
        </>
      )}
    >
      {keeping.conflict}
      {banner && <FormBanner key={formState.submitCount} title={banner} />}
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label="ID proizvoda"
          required
          error={errors.id?.message}
          hint={product ? 'ID se ne može menjati' : '3-10 velikih slova ili brojeva'}
        >
          <TextInput {...register('id')} readOnly={product !== null} className="code" autoCapitalize="characters" />
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
          <TextInput {...register('naziv')} data-autofocus={product ? true : undefined} />
        </Field>
      </div>
      <NormativFields form={form} />
    </Dialog>
  )
}
