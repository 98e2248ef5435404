import { memo } from 'react'
import { z } from 'zod'
import { rokTexts } from '#contract/carina.ts'
import { MAX_ODOBRENJE_ITEMS } from '#contract/limits.ts'
import {
  ODOBRENJE,
  ODOBRENJE_LINE,
  type Odobrenje,
  type OdobrenjeIzmenjeno,
  odobrenjaEndpoints,
  odobrenjeTexts,
  VRSTE_POSTUPKA,
} from '#contract/odobrenja.ts'
import type { RecordFacts } from '#web/drafts/differences.ts'
import { withoutFirst } from '#web/drafts/draft.ts'
import { RecordField, RecordForm } from '#web/drafts/record-form.tsx'
import { checkIn, readIn, wireIn } from '#web/drafts/typed-fields.ts'
import { LineFrame, type RecordLineProps, RecordLines, useLineMarks } from '#web/grid/record-lines.tsx'
import { defineRecord } from '#web/records/define-record.ts'
import { draftIn, type TextIn, textIn, YES } from '#web/records/draft-in.ts'
import type { FormProps } from '#web/records/records-page.tsx'
import { odobrenjeAddress } from '#web/screens/record-addresses.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useAlert } from '#web/ui/confirm-and-alert.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

const { listOdobrenja, getOdobrenje, createOdobrenje, updateOdobrenje, deleteOdobrenje } = odobrenjaEndpoints

const { body } = createOdobrenje
const HEAD = draftIn(ODOBRENJE, body)
const LINE = textIn(ODOBRENJE_LINE)
const NEW_LINE = LINE.empty
type LineDraft = typeof NEW_LINE
type OdobrenjeDraft = TextIn<typeof ODOBRENJE> & { readonly stavke: readonly LineDraft[] }

/** An authorisation of customs and the goods that it names. */
export const ODOBRENJE_RECORD = defineRecord({
  vrsta: 'odobrenje',
  calls: { list: listOdobrenja, get: getOdobrenje, create: createOdobrenje, update: updateOdobrenje },
  deletion: {
    call: deleteOdobrenje,
    failed: 'Odobrenje nije obrisano.',
    shown: ({ broj }) => <span className="code">{broj}</span>,
  },
  /** With a first line to type into; untouched it is not sent. */
  empty: { ...HEAD.empty, stavke: [NEW_LINE] },
  shape: HEAD.shape.extend({ stavke: z.array(LINE.shape) }) as unknown as z.ZodType<OdobrenjeDraft>,
  draftOf: (odobrenje: Odobrenje): OdobrenjeDraft => ({
    ...HEAD.draftOf(odobrenje),
    stavke: odobrenje.stavke.map(LINE.textOf),
  }),
  check: (draft) =>
    checkIn(ODOBRENJE, draft, body, {
      stavke: withoutFirst(draft.stavke, NEW_LINE).map((line) => wireIn(ODOBRENJE_LINE, LINE.valuesOf(line))),
    }),
  factsOf: (draft) => ({ ...HEAD.factsOf(draft), lines: withoutFirst(draft.stavke, NEW_LINE).map(lineFacts) }),
  lines: { field: 'stavke', firstColumn: 'tarifni_broj' },
  draftName: ({ broj }) => broj,
  nameOf: ({ broj }) => broj,
  sort: 'vazi_od',
  order: 'desc',
  words: { label: 'Odobrenja', counted: 'odobrenja', search: 'Pretraži odobrenja...', add: 'Novo odobrenje' },
  titles: { add: 'Novo odobrenje', edit: 'Izmeni odobrenje', submit: 'Dodaj odobrenje' },
  texts: { ...odobrenjeTexts, loadFailed: 'Odobrenja nisu učitana.', saveFailed: 'Odobrenje nije sačuvano.' },
  page: { addressOf: odobrenjeAddress, action: 'Pregled' },
})

/** A line as the form calls it. */
function lineFacts(line: LineDraft, at: number): RecordFacts['lines'][number] {
  const facts = readIn(ODOBRENJE_LINE, LINE.valuesOf(line))
  const summary = facts.flatMap(({ field, text }) => (text && field !== 'sporedni' ? [text] : [])).join(' · ')
  return { id: String(at), name: `Stavka ${at + 1}`, summary, facts }
}

const PROCEDURES = VRSTE_POSTUPKA.map((name) => ({ id: name, hidesId: true, name }))

/** A changed authorisation also names the exports whose deadline it moved. */
type Saved = Odobrenje & Partial<Pick<OdobrenjeIzmenjeno, 'promenjen_rok_c1'>>

/** Add or edit an authorisation of customs and the goods that it names, saved in one call. */
export function OdobrenjeForm(props: FormProps<Odobrenje>) {
  const alert = useAlert()
  return (
    <RecordForm
      of={ODOBRENJE_RECORD}
      {...props}
      tell={(text, { promenjen_rok_c1 = [] }: Saved) => {
        toastSuccess(text)
        if (promenjen_rok_c1.length > 0) void alert({ text: rokTexts.closed(promenjen_rok_c1) })
      }}
      fields={(form) => (
        <>
          <div className="grid gap-4 sm:grid-cols-6">
            <RecordField of={ODOBRENJE} form={form} name="broj" className="sm:col-span-3" data-autofocus />
            <RecordField
              of={ODOBRENJE}
              form={form}
              name="vrsta_postupka"
              className="sm:col-span-3"
              offered={PROCEDURES}
            />
            <RecordField of={ODOBRENJE} form={form} name="carinski_organ" className="sm:col-span-3" />
            <RecordField of={ODOBRENJE} form={form} name="nadzorni_organ" className="sm:col-span-3" />
            <RecordField of={ODOBRENJE} form={form} name="vazi_od" className="sm:col-span-3" />
            <RecordField of={ODOBRENJE} form={form} name="vazi_do" className="sm:col-span-3" />
            <RecordField
              of={ODOBRENJE}
              form={form}
              name="rok_meseci"
              className="sm:col-span-2"
              inputMode="numeric"
              hint="Od dana uvoza"
            />
            <RecordField of={ODOBRENJE} form={form} name="rok_do_kraja" className="sm:col-span-2" />
            <RecordField
              of={ODOBRENJE}
              form={form}
              name="rok_obracuna_dana"
              className="sm:col-span-2"
              inputMode="numeric"
              hint="Posle roka razduženja"
            />
            <RecordField of={ODOBRENJE} form={form} name="napomena" className="sm:col-span-6" />
          </div>
          <RecordLines
            form={form}
            title="Roba po odobrenju"
            addText="Dodaj stavku"
            max={MAX_ODOBRENJE_ITEMS}
            newLine={NEW_LINE}
            column="tarifni_broj"
            Line={OdobrenjeLine}
          />
        </>
      )}
    />
  )
}

const { tarifni_broj, opis, najvise_kolicina, jedinica_mere } = ODOBRENJE_LINE

/** Goods that an authorisation names: their tariff number, what they are, and how much may come in. */
const OdobrenjeLine = memo(function OdobrenjeLine({ line, place, errors, dispatch }: RecordLineProps) {
  const { key } = line
  const said = useLineMarks(errors)
  const change = (fields: Readonly<Record<string, string>>) => dispatch({ do: 'changeLine', line: key, change: fields })
  const cell = (column: keyof typeof ODOBRENJE_LINE, label: string) => ({
    ...said.marks(column),
    'aria-label': `${label} za stavku ${place + 1}`,
  })
  return (
    <LineFrame
      {...{ line, place, dispatch, marks: said }}
      column="tarifni_broj"
      className="grid-cols-[1.75rem_minmax(0,1fr)_minmax(0,1fr)_2rem] sm:grid-cols-[1.75rem_8rem_minmax(0,1fr)_8rem_5rem_auto_2rem]"
    >
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
    </LineFrame>
  )
})
