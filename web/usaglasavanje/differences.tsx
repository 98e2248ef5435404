import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { MAX_NOTE_CHARACTERS } from '#contract/limits.ts'
import { quantityOf, type UsaglasenRed, usaglasavanjeEndpoints, VRSTE_U_RECI } from '#contract/usaglasavanje.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { formatPara, formatWhole } from '#domain/decimal.ts'
import { type PoljeRazlike, VRSTE_RAZLIKE, type VrstaRazlike } from '#domain/usaglasavanje.ts'
import { call, reasonOf } from '#web/api.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { usaglasavanjeScreenTexts } from './usaglasavanje-texts.ts'

/** Differences that are shown at once. */
const PAGE_ROWS = 50

type DifferencesProps = {
  redovi: readonly UsaglasenRed[]
  /** How many rows are the same, also where they are not at hand. */
  istih: number
  vrsta: string
  onVrsta: (vrsta: string) => void
}

/** The kind to narrow to; none where no row is of that kind, as for equal rows, which are not stored. */
export const kindIn = (redovi: readonly UsaglasenRed[], vrsta: string): string =>
  redovi.some(({ razlika }) => razlika.vrsta === vrsta) ? vrsta : ''

/** Both sides of each row, narrowed to one kind by the counts over the table. */
export function Differences({ redovi, istih, vrsta: asked, onVrsta }: DifferencesProps) {
  const vrsta = kindIn(redovi, asked)
  const shown = useMemo(
    () => redovi.filter(({ razlika }) => (vrsta ? razlika.vrsta === vrsta : razlika.vrsta !== 'isto')),
    [redovi, vrsta],
  )
  return (
    <>
      {/* One guard for all: the question takes the focus from an explanation, which is saved meanwhile. */}
      <LeaveGuard when={isAnyUnsent} />
      <Kinds redovi={redovi} istih={istih} chosen={vrsta} onChoose={onVrsta} />
      <DataTable
        key={vrsta}
        label="Razlike"
        columns={COLUMNS}
        rows={shown}
        rowKey={({ kljuc, razlika: { nas, njihov } }) => kljuc || `isto ${nas?.ulaz_stavka_id} ${njihov?.red}`}
        searchPlaceholder="Pretraži razlike..."
        emptyText={usaglasavanjeScreenTexts.noDifference}
        pageSize={PAGE_ROWS}
      />
    </>
  )
}

const TONES: Readonly<Partial<Record<VrstaRazlike, BadgeTone>>> = {
  isto: 'good',
  'samo kod nas': 'bad',
  'samo kod špeditera': 'bad',
  'tarifni broj (druga glava)': 'bad',
}

type KindsProps = Pick<DifferencesProps, 'redovi' | 'istih'> & { chosen: string; onChoose: (vrsta: string) => void }

/** How many rows there are of each kind; each leads to its rows, and the chosen one back to all differences. */
function Kinds({ redovi, istih, chosen, onChoose }: KindsProps) {
  const counts = new Map<string, number>()
  for (const { razlika } of redovi) counts.set(razlika.vrsta, (counts.get(razlika.vrsta) ?? 0) + 1)
  const hasSame = counts.has('isto')
  return (
    <fieldset className="flex flex-wrap gap-2 border-line border-b px-4 py-2">
      <legend className="sr-only">Vrste razlika</legend>
      {VRSTE_RAZLIKE.map((vrsta) => {
        const count = vrsta === 'isto' ? istih : (counts.get(vrsta) ?? 0)
        if (count === 0) return null
        return (
          <button
            key={vrsta}
            type="button"
            aria-pressed={chosen === vrsta}
            disabled={vrsta === 'isto' && !hasSame}
            title={vrsta === 'isto' && !hasSame ? 'Redovi koji se slažu se ne pamte.' : undefined}
            onClick={() => onChoose(chosen === vrsta ? '' : vrsta)}
            className="button button-secondary aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {VRSTE_U_RECI[vrsta]} <span className="num text-ink-3">{formatWhole(count)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

type Side = NonNullable<UsaglasenRed['razlika']['nas'] | UsaglasenRed['razlika']['njihov']>

/** The goods, amounts and day of a side; those that differ stand out. */
function Facts({ of, polja }: { of: Side; polja: readonly PoljeRazlike[] }) {
  const facts: readonly (readonly [PoljeRazlike, string])[] = [
    ['tarifni_broj', of.tarifni_broj],
    ['kolicina', quantityOf(of)],
    ['vrednost', of.vrednost === null ? '' : `${formatPara(of.vrednost)}${'valuta' in of ? ` ${of.valuta}` : ''}`],
    ['datum', of.datum === null ? '' : formatDate(of.datum)],
  ]
  const differs = (polje: PoljeRazlike) =>
    polja.includes(polje) || (polje === 'kolicina' && polja.includes('jedinica_mere'))
  return (
    <div className="flex flex-wrap gap-x-2 text-sm">
      {facts.map(
        ([polje, text]) =>
          text !== '' &&
          (differs(polje) ? (
            <mark key={polje} className="num rounded-xs bg-warning-soft px-1 font-medium text-warning">
              {text}
            </mark>
          ) : (
            <span key={polje} className="num text-ink-2">
              {text}
            </span>
          )),
      )}
    </div>
  )
}

const NONE = <span className="text-ink-3">—</span>

/** `C4-001/26, stavka 1`: how a row is called. */
export const nameOf = ({ razlika: { nas, njihov } }: UsaglasenRed): string => {
  const redni_broj = nas?.redni_broj ?? njihov?.redni_broj
  return `${nas?.broj ?? (njihov?.broj || 'bez broja')}${redni_broj ? `, stavka ${redni_broj}` : ''}`
}

const COLUMNS: readonly Column<UsaglasenRed>[] = [
  {
    id: 'vrsta',
    header: 'Razlika',
    value: ({ razlika }) => VRSTE_RAZLIKE.indexOf(razlika.vrsta),
    text: ({ razlika }) => VRSTE_U_RECI[razlika.vrsta],
    sortable: true,
    card: 'right',
    cell: ({ razlika }) => <Badge tone={TONES[razlika.vrsta] ?? 'warning'}>{VRSTE_U_RECI[razlika.vrsta]}</Badge>,
  },
  {
    id: 'nas',
    header: 'Kod nas',
    sortable: true,
    wrap: true,
    card: 'title',
    value: ({ razlika: { nas } }) => (nas ? `${nas.broj} ${nas.broj_fakture} ${nas.redni_broj}` : ''),
    text: ({ razlika: { nas } }) =>
      nas ? `${nas.broj} ${nas.broj_fakture} ${nas.tarifni_broj} ${nas.materijal_id} ${nas.materijal_naziv}` : '',
    cell: ({ razlika: { nas, polja } }) =>
      nas ? (
        <>
          <DocumentLink vrsta="c4" id={nas.c4_id} broj={nas.broj} className="font-medium" />{' '}
          <span className="text-ink-2">
            {nas.broj_fakture} / {nas.redni_broj} · {nas.materijal_naziv}
          </span>
          <Facts of={nas} polja={polja} />
        </>
      ) : (
        NONE
      ),
  },
  {
    id: 'njihov',
    header: 'Kod špeditera',
    wrap: true,
    card: 'wide-fact',
    value: ({ razlika: { njihov } }) => njihov?.broj ?? '',
    text: ({ razlika: { njihov } }) => (njihov ? `${njihov.broj} ${njihov.tarifni_broj}` : ''),
    sortable: true,
    cell: ({ razlika: { njihov, polja } }) =>
      njihov ? (
        <>
          <span className={`code font-medium ${polja.includes('broj') ? 'text-warning' : ''}`}>
            {njihov.broj || 'bez broja'}
          </span>{' '}
          <span className="text-ink-2">
            {njihov.redni_broj !== null && `R. br. ${njihov.redni_broj} · `}red {njihov.red}
          </span>
          <Facts of={njihov} polja={polja} />
        </>
      ) : (
        NONE
      ),
  },
  {
    id: 'objasnjenje',
    header: 'Objašnjenje',
    width: '22rem',
    wrap: true,
    card: 'wide-fact',
    text: ({ objasnjenje }) => objasnjenje ?? '',
    cell: (row) => (row.kljuc === '' ? NONE : <Explanation key={row.kljuc} of={row} name={nameOf(row)} />),
  },
]

type ExplanationProps = { of: UsaglasenRed; name: string }

/** The keys of differences whose explanation is typed and not sent. */
const unsent = new Set<string>()
const isAnyUnsent = (): boolean => unsent.size > 0

/** The explanation of a difference, typed by the user. */
const Explanation = (props: ExplanationProps) =>
  useChangesAllowed() ? <ExplanationField {...props} /> : (props.of.objasnjenje ?? '—')

/** It is saved when it is left, or by Enter; Escape takes it back. */
function ExplanationField({ of: { kljuc, objasnjenje }, name }: ExplanationProps) {
  // Null: as it is stored, also when somebody else changes it.
  const [typed, setTyped] = useState<string | null>(null)
  const saving = useMutation({
    // One after another, so that what was typed last is what stays.
    scope: { id: kljuc },
    mutationFn: (text: string) =>
      call(usaglasavanjeEndpoints.objasni, { body: { objasnjenja: [{ kljuc, objasnjenje: text || null }] } }),
  })
  const stored = objasnjenje ?? ''
  const text = typed?.trim()
  const isSent = text === saving.variables && !saving.isError
  const isUnsent = text !== undefined && text !== stored && !isSent
  useEffect(() => {
    if (!isUnsent) return
    unsent.add(kljuc)
    return () => void unsent.delete(kljuc)
  }, [isUnsent, kljuc])

  function save() {
    if (text === undefined) return
    if (text !== (saving.isPending ? saving.variables : stored)) saving.mutate(text)
    else if (!saving.isPending) setTyped(null)
  }
  // A saved text is the stored one now; another text is still being typed.
  if (saving.isSuccess && isSent && text === stored) setTyped(null)

  return (
    <>
      <TextInput
        aria-label={`Objašnjenje: ${name}`}
        value={typed ?? stored}
        maxLength={MAX_NOTE_CHARACTERS}
        placeholder="Zašto se razlikuje"
        aria-invalid={saving.isError || undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
          if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation()
            setTyped(null)
          }
        }}
      />
      {saving.isPending && <p className="mt-1 text-ink-3 text-xs">Čuvanje...</p>}
      {saving.isError && (
        <p role="alert" className="mt-1 text-bad text-xs">
          {usaglasavanjeScreenTexts.notExplained} {reasonOf(saving.error)}
        </p>
      )}
    </>
  )
}
