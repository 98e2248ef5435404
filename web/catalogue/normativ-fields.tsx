import { type ComponentProps, type MouseEvent, memo, useState } from 'react'
import { MAX_NORMATIV_ITEMS } from '#contract/limits.ts'
import type { Micro } from '#domain/decimal.ts'
import type { RecordLine } from '#web/drafts/use-record.ts'
import { GoodsCell } from '#web/grid/goods-cell.tsx'
import { LineFrame, type RecordLineProps, RecordLines, useLineMarks } from '#web/grid/record-lines.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { openInto } from '#web/ui/pass-focus.ts'
import { NORMATIV_LOOKUP } from './normativ-lookup.ts'
import { NEW_LINE } from './product-draft.ts'

/** The stepper's 0,01; smaller norms are typed (decisions §5). */
const STEP = 10_000 as Micro

type Form = ComponentProps<typeof RecordLines>['form']

const PERCENTS = ['otpad_procenat', 'gubitak_procenat'] as const
const PERCENT_WORDS = { otpad_procenat: 'Otpad', gubitak_procenat: 'Gubitak' } as const

/** The normativ: the quantity of each material in one piece of the product, with its percents. */
export function NormativFields({ form }: { form: Form }) {
  const [opened, setOpened] = useState(false)
  const lines = form.draft.invoices[0]?.lines ?? []
  const open = (event: MouseEvent) => openInto(event, () => setOpened(true), `[data-cell="${PERCENTS[0]}"]`)
  const withWaste = opened || lines.some((line) => PERCENTS.some((field) => line[field]))
  return (
    <RecordLines
      form={form}
      title="Normativ"
      addText="Dodaj materijal"
      max={MAX_NORMATIV_ITEMS}
      newLine={NEW_LINE}
      column="materijal_id"
      action={withWaste ? null : <Button onClick={open}>Otpad i gubitak</Button>}
      Line={withWaste ? WastefulLine : NetLine}
    />
  )
}

/** One line; it draws itself only when it changes itself, since a normativ may have hundreds. */
const NetLine = memo((props: RecordLineProps) => <NormativLine {...props} withWaste={false} />)
const WastefulLine = memo((props: RecordLineProps) => <NormativLine {...props} withWaste />)

function NormativLine({ line, place, errors, dispatch, lookUp, withWaste }: RecordLineProps & { withWaste: boolean }) {
  const { key, naziv = '', materijal_id = '', jedinica_mere, potrebna_kolicina = '' } = line
  const said = useLineMarks(errors, { fields: ['materijal_id', 'potrebna_kolicina', ...PERCENTS] })
  const change = (fields: Partial<RecordLine>) => dispatch({ do: 'changeLine', line: key, change: fields })

  /** Keeps text that is no choice, and looks it up. A form that is being sent does that itself. */
  function leave(text: string, seen: boolean) {
    change({ materijal_id: '', naziv: text, jedinica_mere: '' })
    if (text !== '' && seen) void lookUp([{ line: key, id: text, naziv: text, typed: true }])
  }

  return (
    <LineFrame
      {...{ line, place, dispatch, marks: said }}
      column="materijal_id"
      className="grid-cols-[1.75rem_minmax(0,1fr)_2rem] sm:grid-cols-[1.75rem_minmax(0,1fr)_13rem_2rem]"
    >
      <GoodsCell
        aria-label={`Materijal za stavku ${place + 1}`}
        placeholder="Naziv ili ID materijala"
        value={naziv}
        code={materijal_id}
        lookup={NORMATIV_LOOKUP}
        onChosen={change}
        onLeave={leave}
        {...said.marks('materijal_id')}
      />
      <NumberInput
        className="max-sm:col-start-2 max-sm:row-start-2"
        aria-label={`Količina za stavku ${place + 1}`}
        value={potrebna_kolicina}
        onChange={(text) => change({ potrebna_kolicina: text })}
        step={STEP}
        stepMin={STEP}
        unit={jedinica_mere || undefined}
        {...said.marks('potrebna_kolicina')}
      />
      {withWaste && (
        <div className="col-start-2 grid grid-cols-2 gap-2 sm:row-start-2">
          {PERCENTS.map((field) => (
            <NumberInput
              key={field}
              aria-label={`${PERCENT_WORDS[field]} (%) za stavku ${place + 1}`}
              placeholder={PERCENT_WORDS[field]}
              value={line[field] ?? ''}
              onChange={(text) => change({ [field]: text })}
              unit="%"
              {...said.marks(field)}
            />
          ))}
        </div>
      )}
    </LineFrame>
  )
}
