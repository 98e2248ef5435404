import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { C1_CARINA, C4_CARINA, LINE_CARINA } from '#contract/carina.ts'
import type { Firm } from '#contract/documents.ts'
import { type FieldTable, type FormField, namesIn } from '#contract/form-fields.ts'
import { odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { rateEndpoints } from '#contract/rates.ts'
import { type CalendarDate, formatDate, parseTypedDate } from '#domain/calendar-date.ts'
import { isMaticniBroj, isPib } from '#domain/codes.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { call } from '#web/api.ts'
import type { DraftErrors, DraftInvoice, DraftLine, FieldSentences, Origins, TypedHead } from '#web/drafts/draft.ts'
import { read } from '#web/queries.ts'
import { FieldInput } from '#web/screens/field-input.tsx'
import { isOpenField, useClosed } from '#web/screens/zakljuceno.tsx'
import { Combobox, type Option } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { CARINA_GRID, HEAD_GRID } from './document-dialog.tsx'
import {
  type FirmOption,
  firmOfName,
  otherFirmOfPib,
  type Receiver,
  receiverOptions,
  type Sender,
  senderOptions,
} from './firm-options.ts'
import { documentRate, type SavedRate } from './rate.ts'

/** The properties of the fields above the invoices. */
export type HeadProps = {
  head: TypedHead
  origins: Origins
  errors: FieldSentences
  kurs: Micro | null
  carina: Carina
  /** The document stands in the closed period: only open fields can be changed. */
  closed: boolean
  /** `follows`: the fields that a choice in another one filled. Keep it the same function between renders. */
  onChange: (change: TypedHead, follows?: readonly string[]) => void
}

type HeadFieldsProps = HeadProps & {
  table: FieldTable
  /**
   * The fields in the order on the screen, each with its classes; the other fields of the table come last. `kurs` is
   * the rate.
   */
  layout: Readonly<Record<string, string>>
  /** The firms of earlier documents. */
  firms: readonly Firm[] | undefined
  /** Fields that nobody fills in, by their names in the layout. */
  fixed?: Readonly<Record<string, ReactNode>>
}

const NONE: readonly Firm[] = []

/** The fields of a document above its invoices, with the firms of earlier documents offered as partners. */
function Fields(props: HeadFieldsProps) {
  const { table, layout, firms = NONE, head, origins, errors, kurs, carina, closed, onChange, fixed = {} } = props
  const partners = {
    posiljalac_naziv: useMemo(() => senderOptions(firms), [firms]),
    primalac_naziv: useMemo(() => receiverOptions(firms), [firms]),
  }
  const dayIsClosed = useClosed(parseTypedDate(head.datum ?? ''))
  const hints: Readonly<Record<string, string>> = {
    primalac_pib: pibHint(head.primalac_pib ?? '', otherFirmOfPib(partners.primalac_naziv, head as Receiver)),
    primalac_mb: mbHint(head.primalac_mb ?? ''),
    datum: closed ? '' : closedHint(dayIsClosed),
  }
  const rest = namesIn(table).filter((name) => !(name in layout))
  const ofCarina = rest.filter(isOfCarina)

  const control = (name: string, field: FormField) => {
    const value = head[name] ?? ''
    if (name === 'posiljalac_naziv' || name === 'primalac_naziv') {
      const options = partners[name] as readonly FirmOption<Sender | Receiver>[]
      return <FirmInput name={name} head={head as Sender & Receiver} firms={options} onChange={onChange} />
    }
    if (field.kind === 'reference')
      return <OdobrenjeInput name={name} value={value} onChange={(id) => onChange({ [name]: id })} />
    const numeric = name.startsWith('primalac_') && name in hints ? ({ inputMode: 'numeric' } as const) : {}
    return (
      <FieldInput
        name={name}
        field={field}
        value={value}
        onChange={(text) => onChange({ [name]: text })}
        {...numeric}
      />
    )
  }

  const cell = (name: string) => {
    const field = table[name]
    if (name === 'kurs') return <RateField key={name} kurs={kurs} />
    if (!field) return fixed[name]
    const { label, optional } = field
    const mark = origins.get(name) === 'proposal' && head[name] !== '' ? 'predloženo' : undefined
    const said = { required: !optional, optional: optional && !isOfCarina(name), error: errors[name], mark }
    return (
      <Field key={name} label={label} {...said} hint={hints[name]} className={layout[name] ?? ''}>
        {closed && !isOpenField(name) ? (
          <fieldset disabled className="contents">
            {control(name, field)}
          </fieldset>
        ) : (
          control(name, field)
        )}
      </Field>
    )
  }

  return (
    <>
      <div className={HEAD_GRID}>{[...Object.keys(layout), ...rest.filter((name) => !isOfCarina(name))].map(cell)}</div>
      <Fold title="Carina" {...carina}>
        <div className={CARINA_GRID}>{ofCarina.map(cell)}</div>
      </Fold>
    </>
  )
}

export const HeadFields = memo(Fields)

type FirmInputProps = {
  name: 'posiljalac_naziv' | 'primalac_naziv'
  head: Sender & Receiver
  firms: readonly FirmOption<Sender | Receiver>[]
  /** A chosen firm changes all of its fields at once and removes their errors (spec §2). */
  onChange: HeadProps['onChange']
}

/**
 * The name of a partner, with the firms of earlier documents. Tab after a full name fills like a choice, before the
 * focus moves: the next field is then full when it gets the focus, so it is selected and typed text replaces it.
 */
const FirmInput = ({ name, head, firms, onChange }: FirmInputProps) => (
  <Combobox
    name={name}
    value={head[name]}
    options={firms}
    onText={(text) => onChange({ [name]: text })}
    onChoose={({ fills }) =>
      onChange(
        fills,
        Object.keys(fills).filter((field) => field !== name),
      )
    }
    meant={() => firmOfName(firms, head[name], head)}
  />
)

/**
 * A hint that refuses nothing. A PIB of another firm is mostly left over from an earlier name. Only numbers that look
 * Serbian have their control digit checked: foreign partners have other numbers.
 */
function pibHint(typed: string, otherFirm: string | undefined): string {
  const pib = typed.trim()
  if (otherFirm) return `Proverite: u ranijim dokumentima ovaj PIB ima ${otherFirm}.`
  return /^\d{9}$/.test(pib) && !isPib(pib) ? WRONG_DIGIT : ''
}
const closedHint = (zakljuceno_do: CalendarDate | null) =>
  zakljuceno_do ? `Period do ${formatDate(zakljuceno_do)} je zaključan.` : ''
const mbHint = (typed: string) => (/^\d{8}$/.test(typed.trim()) && !isMaticniBroj(typed.trim()) ? WRONG_DIGIT : '')
const WRONG_DIGIT = 'Proverite: kontrolna cifra nije ispravna.'

/** How many authorisations are offered. */
const OFFERED = 20

type OdobrenjeInputProps = {
  name?: string
  /** The ID as text; empty without one. */
  value: string
  onChange: (id: string) => void
}

/** An authorisation, looked up by its number and kind; the field holds its ID and shows its number. */
function OdobrenjeInput({ name, value, onChange }: OdobrenjeInputProps) {
  const params = { id: Number(value) }
  const { data } = useQuery({ ...read(odobrenjaEndpoints.getOdobrenje, { params }), enabled: value !== '' })
  return (
    <Combobox
      name={name}
      value={value === '' ? '' : (data?.broj ?? '…')}
      search={search}
      emptyText="Nema takvog odobrenja."
      onChoose={({ id }) => onChange(id)}
      onClear={() => onChange('')}
    />
  )
}

async function search(text: string, signal: AbortSignal): Promise<Option[]> {
  const { results } = await call(odobrenjaEndpoints.listOdobrenja, { query: { search: text, limit: OFFERED }, signal })
  return results.map(({ id, broj, vrsta_postupka }) => ({ id: String(id), name: broj, detail: vrsta_postupka ?? '' }))
}

const LINE = namesIn(LINE_CARINA)
const HEAD: readonly string[] = namesIn({ ...C4_CARINA, ...C1_CARINA })

export const isOfCarina = (name: string): boolean => HEAD.includes(name)

/** The fold of the facts for customs: its user opens it, and it is open where it holds a value or a fault. */
type Carina = { readonly open: boolean; readonly toggle: (open: boolean) => void }

export function useCarina(head: TypedHead, invoices: readonly DraftInvoice<DraftLine>[], errors: DraftErrors): Carina {
  const [toggled, toggle] = useState<boolean>()
  const holds = useMemo(() => {
    const given = (line: object) => LINE.some((name) => (line as TypedHead)[name])
    return HEAD.some((name) => head[name]) || invoices.some(({ lines }) => lines.some(given))
  }, [head, invoices])
  const wrong =
    HEAD.some((name) => errors.head[name]) || [...errors.lines.values()].some((line) => LINE.some((name) => line[name]))
  return { open: wrong || (toggled ?? holds), toggle }
}

/** The rate of the document in the form; null until the table is here, or where it has none. */
export function useDocumentRate(valuta: string, datum: string, saved: SavedRate | null): Micro | null {
  const { data = [] } = useQuery(read(rateEndpoints.listRates))
  return documentRate(data, { valuta, datum }, saved)
}

/** The rate to RSD, to look at: it comes from the rate table, not from the form. */
const RateField = ({ kurs }: { kurs: Micro | null }) => (
  <Field label="Kurs">
    <TextInput
      readOnly
      tabIndex={-1}
      className="num text-right"
      title="Kurs prema RSD iz tabele kurseva, na dan dokumenta"
      value={kurs === null ? '—' : formatMicro(kurs, { minPlaces: 2 })}
    />
  </Field>
)
