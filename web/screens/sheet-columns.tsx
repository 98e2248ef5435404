import { useEffect, useRef, useState } from 'react'
import { IMPORT_FIELDS, type ImportKind } from '#contract/import-fields.ts'
import type { PitanjeUvoza, SheetReading } from '#contract/imports.ts'
import { columnName } from '#domain/sheet.ts'
import { Field } from '#web/ui/field.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { foundToConfirm, type SheetChoice, saidOf } from './sheet-choice.ts'

/** Stands among the columns of a field for a value that all rows have. */
const ONE_VALUE = 'vrednost'
/** Stands among them for none of them. */
const NO_COLUMN = 'ništa'

type SheetColumnsProps = {
  of: ImportKind
  reading: SheetReading
  choice: SheetChoice
  onChange: (choice: SheetChoice) => void
}

/**
 * How a sheet was read: what is asked of it first, then, folded, which column is which of our fields and the values for
 * all rows. Nothing is read again by choosing.
 */
export function SheetColumns({ of, reading, choice, onChange }: SheetColumnsProps) {
  const { list, listovi, pitanja, kolone, vrednosti } = reading
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const asked = pitanja.map(({ polje }) => polje).join()
  // A user who chose the file by keys goes on with the questions that it leaves open.
  useEffect(() => {
    if (asked !== '') box.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [asked])
  const questions = [...pitanja, ...foundToConfirm(reading).map((one) => ({ ...one, kolone: [] }))]
  const fields = IMPORT_FIELDS[of].filter(({ polje }) => !questions.some((one) => one.polje === polje))
  const forAll = vrednosti.filter(({ polje }) => !questions.some((one) => one.polje === polje))
  const kept = [...kolone, ...vrednosti].some(({ kako }) => kako === 'zapamćeno')
  return (
    <section aria-label="Kolone fajla" className="mt-4">
      {listovi.length > 1 && (
        <Field label="List" className="mb-3 sm:max-w-xs">
          <Select
            options={listovi}
            value={choice.list ?? list ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ ...choice, list: value, kolone: {} })}
          />
        </Field>
      )}
      {questions.length > 0 && (
        <div ref={box} className="rounded-panel border border-accent bg-accent-soft px-4 py-3">
          <p className="font-semibold">Šta u fajlu ne piše, ili nije jasno</p>
          <p className="mb-3 text-ink-2 text-sm">
            Bira se jednom za ceo fajl i pamti za sve sa istim zaglavljem, pa sledeći prolazi bez pitanja.
          </p>
          <div className="grid gap-4 sm:grid-cols-2">
            {questions.map((one) => (
              <SheetField key={one.polje} asked {...{ one, reading, choice, onChange }} />
            ))}
          </div>
        </div>
      )}
      {forAll.length > 0 && (
        <p className="mt-2 text-ink-2 text-sm">
          Za ceo fajl: {forAll.map(({ naziv, vrednost }) => `${naziv}: ${vrednost}`).join(' · ')}
        </p>
      )}
      {kolone.length + vrednosti.length > 0 && (
        <Fold
          title={`Prepoznato: ${kolone.map(({ naslov, kolona }) => naslov || columnName(kolona - 1)).join(', ')}${kept ? ' · kao prošli put' : ''}`}
          open={open}
          toggle={setOpen}
        >
          <div className="grid gap-4 pb-2 sm:grid-cols-2 lg:grid-cols-3">
            {fields.map(({ polje, naziv, izbor }) => (
              <SheetField
                key={polje}
                {...{ reading, choice, onChange }}
                one={{ polje, naziv, izbor: [...izbor], kolone: reading.zaglavlja, predlog: null }}
              />
            ))}
          </div>
        </Fold>
      )}
    </section>
  )
}

type SheetFieldProps = {
  /** Nothing is known of the field: a value may be typed without choosing that first. */
  asked?: boolean
  one: PitanjeUvoza
  reading: SheetReading
  choice: SheetChoice
  onChange: (choice: SheetChoice) => void
}

/** One of our fields: the column that it is, with three values of each, or the value that all rows have. */
function SheetField({ one, asked = false, reading, choice, onChange }: SheetFieldProps) {
  const { polje, naziv, kolone, izbor, predlog } = one
  const column = reading.kolone.find((read) => read.polje === polje)
  const value = reading.vrednosti.find((read) => read.polje === polje)
  const [typing, setTyping] = useState(asked || (!column && value !== undefined))
  const chosen = choice.kolone[polje] ?? (polje in choice.vrednosti ? undefined : column?.kolona)
  const isFound = value?.kako === 'nađeno'
  const known = isFound ? (predlog ?? (izbor.length > 0 ? value.vrednost : '')) : (value?.vrednost ?? predlog ?? '')
  const told = choice.vrednosti[polje] ?? (polje in choice.kolone ? '' : known)
  const found = isFound ? `nađeno: ${value.vrednost}` : value?.kako
  const kako = typing ? found : column?.kako
  const columns = reading.zaglavlja.toSorted(
    (a, b) => Number(isIn(kolone, b.kolona)) - Number(isIn(kolone, a.kolona)) || a.kolona - b.kolona,
  )
  return (
    <div className="flex flex-col gap-1.5">
      {kolone.length > 0 && (
        <Field label={naziv} {...(kako && { hint: kako })}>
          <Select
            emptyText={chosen === undefined ? 'Izaberite kolonu' : undefined}
            options={[
              ...columns.map((read) => ({ value: String(read.kolona), text: columnText(read) })),
              ...(asked ? [] : [{ value: ONE_VALUE, text: 'Ista vrednost u svim redovima' }]),
              ...(column ? [{ value: NO_COLUMN, text: 'Ne čita se' }] : []),
            ]}
            value={typing && !asked ? ONE_VALUE : chosen === '' ? NO_COLUMN : (chosen?.toString() ?? '')}
            onChange={({ currentTarget: { value: picked } }) => {
              setTyping(asked || picked === ONE_VALUE)
              if (picked !== ONE_VALUE) onChange(saidOf(choice, polje, picked === NO_COLUMN ? null : Number(picked)))
            }}
          />
        </Field>
      )}
      {typing && (
        <Field label={kolone.length > 0 ? `${naziv} u svim redovima` : naziv} {...(kako && { hint: kako })}>
          {izbor.length > 0 ? (
            <Select
              options={izbor}
              emptyText="Izaberite"
              value={told}
              onChange={({ currentTarget }) => onChange(saidOf(choice, polje, currentTarget.value))}
            />
          ) : (
            <TextInput
              value={told}
              onChange={({ currentTarget }) => onChange(saidOf(choice, polje, currentTarget.value))}
            />
          )}
        </Field>
      )}
    </div>
  )
}

type Column = SheetReading['zaglavlja'][number]
const isIn = (columns: readonly { kolona: number }[], kolona: number) => columns.some((one) => one.kolona === kolona)

const columnText = ({ kolona, naslov, primeri }: Column): string =>
  [`${columnName(kolona - 1)}${naslov && `: ${naslov}`}`, primeri.join(' · ')].filter(Boolean).join(' — ')
