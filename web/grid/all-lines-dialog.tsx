import { useState } from 'react'
import type { FormField } from '#contract/form-fields.ts'
import { FieldInput } from '#web/screens/field-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type AllLinesDialogProps = {
  invoice: string
  /** How many lines are changed. */
  count: number
  /** The fields that can be set in all lines at once, by name. */
  fields: readonly (readonly [name: string, field: FormField])[]
  /** Gets the fields that were filled in; those left empty stay in the lines as they are. */
  onApply: (change: Readonly<Record<string, string | boolean>>) => void
  onClose: () => void
}

const YES_NO = ['DA', 'NE']

/** 'Za sve stavke': sets fields that all lines of an invoice usually share. */
export function AllLinesDialog({ invoice, count, fields, onApply, onClose }: AllLinesDialogProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const given = fields.filter(([name]) => typed[name]?.trim())

  function apply() {
    if (given.length > 0) {
      onApply(
        Object.fromEntries(
          given.map(([name, { kind }]) => [name, kind === 'flag' ? typed[name] === 'DA' : (typed[name] ?? '')]),
        ),
      )
    }
    onClose()
  }

  return (
    <Dialog
      open
      size="small"
      title={`Za sve stavke fakture ${invoice}`}
      onClose={onClose}
      onSubmit={apply}
      dirty={given.length > 0}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary">
            Primeni ({count})
          </Button>
        </>
      )}
    >
      <div className="grid gap-4">
        {fields.map(([name, field]) => {
          const change = (text: string) => setTyped((before) => ({ ...before, [name]: text }))
          const value = typed[name] ?? ''
          return (
            <Field key={name} label={field.label} hint={field.kind === 'flag' ? undefined : 'Prazno: bez promene'}>
              {field.kind === 'flag' ? (
                <Select
                  options={YES_NO}
                  emptyText="Bez promene"
                  value={value}
                  onChange={(event) => change(event.currentTarget.value)}
                />
              ) : (
                <FieldInput name={name} field={field} value={value} onChange={change} />
              )}
            </Field>
          )
        })}
      </div>
    </Dialog>
  )
}
