import { Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useId, useRef } from 'react'
import { Controller, type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { MAX_NORMATIV_ITEMS } from '#contract/limits.ts'
import type { Micro } from '#domain/decimal.ts'
import { moveOf } from '#web/documents/grid-focus.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { LookupCell } from '#web/ui/lookup-cell.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { lookUpMaterial, searchMaterials } from './material-search.ts'
import { NEW_LINE, type NormativDraft, type ProductDraft } from './product-draft.ts'

/** The stepper's 0,01; smaller norms are typed (decisions §5). */
const STEP = 10_000 as Micro

type Form = UseFormReturn<ProductDraft>

/** The normativ: how much of which material one piece of the product takes. */
export function NormativFields({ form }: { form: Form }) {
  const { control, formState } = form
  const lines = useFieldArray({ control, name: 'normativi' })
  const headId = useId()
  const adder = useRef<HTMLButtonElement>(null)
  const fault = formState.errors.normativi?.root?.message ?? formState.errors.normativi?.message

  /** Enter moves on as in the grid of a document. An empty line would be refused, so the end only leads to its button. */
  function press(event: KeyboardEvent<HTMLElement>) {
    const fields = [...event.currentTarget.querySelectorAll('input')]
    const at = fields.indexOf(event.target as HTMLInputElement)
    const move = moveOf(event.nativeEvent)
    if (at < 0 || (move !== 'next' && move !== 'previous')) return
    event.preventDefault()
    const neighbour = move === 'next' ? (fields[at + 1] ?? adder.current) : fields[at - 1]
    neighbour?.focus()
  }

  return (
    <section aria-labelledby={headId} className="mt-6">
      <div className="mb-2 flex items-center gap-2">
        <h3 id={headId} className="font-semibold">
          Normativ
        </h3>
        {lines.fields.length > 0 && <Badge>{lines.fields.length}</Badge>}
        <Button
          ref={adder}
          className="ml-auto"
          icon={<Plus aria-hidden />}
          disabled={lines.fields.length >= MAX_NORMATIV_ITEMS}
          onClick={() =>
            lines.append(NEW_LINE, { focusName: `normativi.${lines.fields.length}.materijal_id`, shouldFocus: true })
          }
        >
          Dodaj materijal
        </Button>
      </div>
      {fault && <FaultNote>{fault}</FaultNote>}
      {lines.fields.length > 0 && (
        <ol className="divide-y divide-line-quiet rounded-panel border border-line" onKeyDown={press}>
          {lines.fields.map((line, place) => (
            <NormativLine
              key={line.id}
              form={form}
              place={place}
              materialFault={formState.errors.normativi?.[place]?.materijal_id?.message}
              quantityFault={formState.errors.normativi?.[place]?.potrebna_kolicina?.message}
              isSubmitted={formState.isSubmitted}
              onRemove={lines.remove}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

/**
 * Looks up what was typed faster than it could be chosen; `seen` as in lookUpMaterial. What is no material keeps its
 * text, and is refused for it.
 */
export async function settleMaterials({ getValues, setValue, formState }: Form, seen = false): Promise<void> {
  const pending = getValues('normativi').filter(({ materijal_id, naziv }) => materijal_id === '' && naziv !== '')
  for (const text of new Set(pending.map(({ naziv }) => naziv))) {
    const material = await lookUpMaterial(text, seen)
    if (!material) continue
    getValues('normativi').forEach(({ materijal_id, naziv }, place) => {
      if (materijal_id !== '' || naziv !== text) return
      setValue(`normativi.${place}.naziv`, material.name)
      setValue(`normativi.${place}.jedinica_mere`, material.jedinica_mere)
      setValue(`normativi.${place}.materijal_id`, material.id, { shouldValidate: formState.isSubmitted })
    })
  }
}

type LineProps = {
  form: Form
  place: number
  materialFault: string | undefined
  quantityFault: string | undefined
  /** Once it was, what is changed is checked at once. */
  isSubmitted: boolean
  /** Keep it the same function between renders. */
  onRemove: (place: number) => void
}

/**
 * Given to useWatch, which then compares: without it a line draws itself when any other is added or removed. A copy,
 * because the form changes its own objects in place, and one would be compared with itself.
 */
const compute = (line: NormativDraft | undefined) => line && { ...line }

/** One line; it draws itself only when it changes itself, since a normativ may have hundreds. */
const NormativLine = memo(function NormativLine(props: LineProps) {
  const { form, place, materialFault, quantityFault, isSubmitted, onRemove } = props
  const { control, setValue } = form
  const noteId = useId()
  const { naziv, jedinica_mere, materijal_id } = useWatch({ control, name: `normativi.${place}`, compute }) ?? NEW_LINE
  const notes = [materialFault, quantityFault].filter(Boolean)

  function choose(material: { materijal_id: string; naziv: string; jedinica_mere: string }) {
    const shown = { shouldDirty: true }
    setValue(`normativi.${place}.naziv`, material.naziv, shown)
    setValue(`normativi.${place}.jedinica_mere`, material.jedinica_mere, shown)
    setValue(`normativi.${place}.materijal_id`, material.materijal_id, {
      shouldDirty: true,
      shouldValidate: isSubmitted,
    })
  }

  /** Text that nobody chose: it stays, and is looked up; by the form itself when that is being sent. */
  function leave(text: string, seen: boolean) {
    choose({ materijal_id: '', naziv: text, jedinica_mere: '' })
    if (text !== '' && seen) settleMaterials(form, true).catch((error) => console.error(error))
  }

  const marks = (wrong: boolean) => ({
    'aria-invalid': wrong || undefined,
    'aria-describedby': notes.length > 0 ? noteId : undefined,
  })
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)_2rem] items-center gap-x-2 gap-y-2 px-2 py-1.5 sm:grid-cols-[1.75rem_minmax(0,1fr)_13rem_2rem]">
      <span className="num text-center text-ink-3 text-sm">{place + 1}</span>
      <Controller
        control={control}
        name={`normativi.${place}.materijal_id`}
        render={({ field: { ref, name, onBlur } }) => (
          <LookupCell
            ref={ref}
            name={name}
            onBlur={onBlur}
            aria-label={`Materijal za stavku ${place + 1}`}
            placeholder="Naziv ili ID materijala"
            value={naziv}
            code={materijal_id}
            search={searchMaterials}
            onChoose={({ id, name, jedinica_mere }) => choose({ materijal_id: id, naziv: name, jedinica_mere })}
            onLeave={leave}
            {...marks(Boolean(materialFault))}
          />
        )}
      />
      <Controller
        control={control}
        name={`normativi.${place}.potrebna_kolicina`}
        render={({ field }) => (
          <NumberInput
            {...field}
            className="max-sm:col-start-2 max-sm:row-start-2"
            aria-label={`Količina za stavku ${place + 1}`}
            step={STEP}
            stepMin={STEP}
            unit={jedinica_mere || undefined}
            {...marks(Boolean(quantityFault))}
          />
        )}
      />
      <IconButton label={`Ukloni stavku ${place + 1}`} icon={<Trash2 />} danger onClick={() => onRemove(place)} />
      {notes.length > 0 && (
        <p id={noteId} className="col-start-2 col-end-[-1] text-bad text-xs">
          {notes.join(' · ')}
        </p>
      )}
    </li>
  )
})
