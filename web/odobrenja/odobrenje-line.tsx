import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import { ODOBRENJE_LINE } from '#contract/odobrenja.ts'
import { type RecordLineProps, useLineMarks } from '#web/grid/record-lines.tsx'
import { YES } from '#web/records/draft-in.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

const { tarifni_broj, opis, najvise_kolicina, jedinica_mere } = ODOBRENJE_LINE

/** Goods that an authorisation names: their tariff number, what they are, and how much may come in. */
export const OdobrenjeLine = memo(function OdobrenjeLine({ line, place, errors, dispatch }: RecordLineProps) {
  const { key } = line
  const { noteId, notes, marks } = useLineMarks(errors)
  const change = (fields: Readonly<Record<string, string>>) => dispatch({ do: 'changeLine', line: key, change: fields })
  const cell = (column: keyof typeof ODOBRENJE_LINE, label: string) => ({
    ...marks(column),
    'aria-label': `${label} za stavku ${place + 1}`,
  })
  return (
    <li
      data-line={key}
      className="grid grid-cols-[1.75rem_minmax(0,1fr)_minmax(0,1fr)_2rem] items-start gap-x-2 gap-y-2 px-2 py-1.5 sm:grid-cols-[1.75rem_8rem_minmax(0,1fr)_8rem_5rem_auto_2rem]"
    >
      <span className="num text-center text-ink-3 text-sm leading-(--control)">{place + 1}</span>
      <TextInput
        {...cell('tarifni_broj', tarifni_broj.label)}
        className="code"
        placeholder={tarifni_broj.label}
        value={line.tarifni_broj ?? ''}
        onChange={(event) => change({ tarifni_broj: event.currentTarget.value })}
      />
      <TextInput
        {...cell('opis', opis.label)}
        className="max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2"
        placeholder={opis.label}
        value={line.opis ?? ''}
        onChange={(event) => change({ opis: event.currentTarget.value })}
      />
      <NumberInput
        {...cell('najvise_kolicina', najvise_kolicina.said)}
        className="max-sm:col-start-2 max-sm:row-start-3"
        placeholder={najvise_kolicina.label}
        value={line.najvise_kolicina ?? ''}
        onChange={(text) => change({ najvise_kolicina: text })}
      />
      <Select
        {...cell('jedinica_mere', jedinica_mere.label)}
        className="max-sm:col-start-3 max-sm:row-start-3"
        options={jedinica_mere.choices}
        emptyText="JM"
        value={line.jedinica_mere ?? ''}
        onChange={(event) => change({ jedinica_mere: event.currentTarget.value })}
      />
      <Checkbox
        data-cell="sporedni"
        className="leading-(--control)"
        checked={line.sporedni === YES}
        onChange={(event) => change({ sporedni: event.currentTarget.checked ? YES : '' })}
      >
        sporedni<span className="sr-only"> proizvod, stavka {place + 1}</span>
      </Checkbox>
      <IconButton
        label={`Ukloni stavku ${place + 1}`}
        icon={<Trash2 />}
        danger
        onClick={() => dispatch({ do: 'removeLine', line: key, column: 'tarifni_broj' })}
      />
      {notes.length > 0 && (
        <p id={noteId} className="col-start-2 col-end-[-1] text-bad text-xs">
          {notes.join(' · ')}
        </p>
      )}
    </li>
  )
})
