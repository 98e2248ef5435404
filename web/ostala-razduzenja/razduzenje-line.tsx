import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, createContext, memo, use, useId, useState } from 'react'
import { MAX_RAZDUZENJE_ITEMS } from '#contract/limits.ts'
import { type MogucnostRazduzenja, ostalaRazduzenjaEndpoints, RAZDUZENJE_LINE } from '#contract/ostala-razduzenja.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, parseSerbian } from '#domain/decimal.ts'
import { NORMATIV_LOOKUP } from '#web/catalogue/normativ-lookup.ts'
import type { RecordLine } from '#web/drafts/use-record.ts'
import { GoodsCell } from '#web/grid/goods-cell.tsx'
import { LineFrame, type RecordLineProps, RecordLines, useLineMarks } from '#web/grid/record-lines.tsx'
import { read } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { typedNumber } from '#web/ui/number-text.ts'
import { Select } from '#web/ui/select.tsx'
import { lotText, NEW_LINE, razduzenjeScreenTexts } from './razduzenje-draft.ts'

const OF_CUSTOMS = ['stopa_carine', 'carinska_vrednost_rsd'] as const

/** The lots from which something is taken, each with its material and how much. */
export function RazduzenjeLines({ form }: { form: ComponentProps<typeof RecordLines>['form'] }) {
  const [opened, setOpened] = useState(false)
  const lines = form.draft.invoices[0]?.lines ?? []
  function open() {
    setOpened(true)
    const [first] = lines
    if (first) form.dispatch({ do: 'goTo', place: { line: first.key, column: OF_CUSTOMS[0] } })
  }
  const withCustoms = opened || lines.some((line) => OF_CUSTOMS.some((field) => line[field]))
  return (
    <RecordLines
      form={form}
      title="Stavke"
      addText="Dodaj stavku"
      max={MAX_RAZDUZENJE_ITEMS}
      newLine={NEW_LINE}
      column="materijal_id"
      action={withCustoms ? null : <Button onClick={open}>Carinska vrednost</Button>}
      Line={withCustoms ? CustomsLine : PlainLine}
    />
  )
}

/** One line; it draws itself only when it changes itself. */
const PlainLine = memo((props: RecordLineProps) => <Line {...props} withCustoms={false} />)
const CustomsLine = memo((props: RecordLineProps) => <Line {...props} withCustoms />)

/** The empty choice of a lot, for a changed material. */
const NO_LOT = { ulaz_stavka_id: '', lot: '' }

function Line({ line, place, errors, dispatch, lookUp, withCustoms }: RecordLineProps & { withCustoms: boolean }) {
  const { key, naziv = '', materijal_id = '', jedinica_mere, kolicina = '' } = line
  const limitId = useId()
  const found = useLots(materijal_id)
  const chosen = found.lots?.find(({ ulaz_stavka_id }) => String(ulaz_stavka_id) === line.ulaz_stavka_id)
  const said = useLineMarks(errors, { alsoSaidBy: chosen && limitId })
  const change = (fields: Partial<RecordLine>) => dispatch({ do: 'changeLine', line: key, change: fields })

  /** Keeps text that is no choice, and looks it up. A form that is being sent does that itself. */
  function leave(text: string, seen: boolean) {
    change({ materijal_id: '', naziv: text, jedinica_mere: '', ...NO_LOT })
    if (text !== '' && seen) void lookUp([{ line: key, id: text, naziv: text, typed: true }])
  }

  return (
    <LineFrame
      {...{ line, place, dispatch, marks: said }}
      column="materijal_id"
      className="grid-cols-[1.75rem_minmax(0,1fr)_2rem] md:grid-cols-[1.75rem_minmax(0,1fr)_minmax(0,1.4fr)_10rem_2rem]"
      buttonClass="max-md:col-start-3 max-md:row-start-1"
      below={
        <>
          {withCustoms && (
            <div className="col-start-2 grid grid-cols-2 gap-2 md:col-end-4">
              {OF_CUSTOMS.map((field) => (
                <NumberInput
                  key={field}
                  aria-label={`${RAZDUZENJE_LINE[field].label} za stavku ${place + 1}`}
                  placeholder={RAZDUZENJE_LINE[field].label}
                  value={line[field] ?? ''}
                  onChange={(text) => change({ [field]: text })}
                  {...said.marks(field)}
                />
              ))}
            </div>
          )}
          {chosen && (
            <Limit
              id={limitId}
              lot={chosen}
              datum={found.datum}
              typed={kolicina}
              onTake={(text) => change({ kolicina: text })}
            />
          )}
        </>
      }
    >
      <GoodsCell
        aria-label={`Materijal za stavku ${place + 1}`}
        placeholder="Naziv ili ID materijala"
        value={naziv}
        code={materijal_id}
        lookup={NORMATIV_LOOKUP}
        onChosen={(fields) => change({ ...fields, ...(fields.materijal_id !== materijal_id && NO_LOT) })}
        onLeave={leave}
        {...said.marks('materijal_id')}
      />
      <LotSelect line={line} place={place} found={found} marks={said.marks('ulaz_stavka_id')} onChange={change} />
      <NumberInput
        className="max-md:col-start-2 max-md:row-start-3"
        aria-label={`Količina za stavku ${place + 1}`}
        placeholder="Količina"
        value={kolicina}
        onChange={(text) => change({ kolicina: text })}
        unit={jedinica_mere || undefined}
        {...said.marks('kolicina')}
      />
    </LineFrame>
  )
}

type LotSelectProps = Pick<RecordLineProps, 'line' | 'place'> & {
  found: ReturnType<typeof useLots>
  marks: object
  onChange: (fields: Partial<RecordLine>) => void
}

/** The lots of the material that may be taken from, and the chosen one, whatever is left of it. */
function LotSelect({ line, place, found: { datum, lots, failed, retry }, marks, onChange }: LotSelectProps) {
  const { materijal_id, ulaz_stavka_id = '', lot = '' } = line
  const offered = (lots ?? []).filter((one) => one.moguce > 0 || String(one.ulaz_stavka_id) === ulaz_stavka_id)
  const options = offered.map((one) => ({ value: String(one.ulaz_stavka_id), text: optionText(one) }))
  const isOffered = options.some(({ value }) => value === ulaz_stavka_id)
  const emptyText = !materijal_id
    ? 'Stavka uvoza: prvo materijal'
    : !datum
      ? 'Stavka uvoza: prvo datum'
      : !lots
        ? 'Učitavanje...'
        : options.length > 0
          ? 'Izaberite stavku uvoza'
          : `Na dan ${formatDate(datum)} nema šta da se razduži`
  return (
    <div className="min-w-0 max-md:col-start-2 max-md:row-start-2">
      <Select
        {...marks}
        aria-label={`Stavka uvoza za stavku ${place + 1}`}
        options={ulaz_stavka_id === '' || isOffered ? options : [{ value: ulaz_stavka_id, text: lot }, ...options]}
        emptyText={emptyText}
        value={ulaz_stavka_id}
        onChange={({ currentTarget: { value } }) => {
          const one = offered.find((lot) => String(lot.ulaz_stavka_id) === value)
          onChange(one ? { ulaz_stavka_id: value, lot: lotText(one) } : NO_LOT)
        }}
      />
      {failed && (
        <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-bad text-xs">
          {razduzenjeScreenTexts.lotsFailed}
          <Button variant="ghost" className="h-7" onClick={retry}>
            Pokušaj ponovo
          </Button>
        </p>
      )}
    </div>
  )
}

const optionText = (lot: MogucnostRazduzenja) =>
  `${lotText(lot)} · moguće ${formatMicro(lot.moguce)} ${lot.jedinica_mere}`

type LimitProps = {
  id: string
  lot: MogucnostRazduzenja
  datum: ReturnType<typeof useLots>['datum']
  typed: string
  onTake: (text: string) => void
}

/** The quantity that may be taken from the lot on the day, red where more is typed. */
function Limit({ id, lot: { moguce, jedinica_mere, kolicina, preostalo }, datum, typed, onTake }: LimitProps) {
  const much = parseSerbian(typed)
  const all = typedNumber(moguce)
  return (
    <p id={id} className="col-start-2 col-end-[-1] flex flex-wrap items-center gap-x-2 text-ink-3 text-xs">
      <span className={much !== null && much > moguce ? 'text-bad' : ''}>
        Moguće{datum && ` na dan ${formatDate(datum)}`}: <Quantity value={moguce} unit={jedinica_mere} />
      </span>
      <span>
        uvezeno <Quantity value={kolicina} />, danas preostalo <Quantity value={preostalo} />
      </span>
      {moguce > 0 && typed !== all && (
        <Button variant="ghost" className="-my-1 h-6 text-xs" onClick={() => onTake(all)}>
          Uzmi sve
        </Button>
      )}
    </p>
  )
}

/** The day of the document whose lines are entered, and the document itself, whose own quantities count as free. */
export const LotsAsked = createContext<{ datum: CalendarDate | null; bez_dokumenta: number | null }>({
  datum: null,
  bez_dokumenta: null,
})

/** The lots of a material with the free quantity of each on the day of the document; none without material or day. */
function useLots(materijal_id: string) {
  const { datum, bez_dokumenta } = use(LotsAsked)
  const asked = materijal_id !== '' && datum !== null
  const query = { materijal_id, datum, ...(bez_dokumenta !== null && { bez_dokumenta }) }
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...read(ostalaRazduzenjaEndpoints.mogucnostiRazduzenja, { query }),
    enabled: asked,
  })
  // The limits of another day or material do not count.
  const lots = asked && !isPlaceholderData ? data?.results : undefined
  return { datum, lots, failed: asked && isError && !lots, retry: () => void refetch() }
}
